package org.grapnel.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.grapnel.cli.console.TrialTimeEstimate;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonListener;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.write.RunFolder;

/** Runs a comparison: writes each trial to the journal and shows the progress. */
final class ComparisonProgress implements ComparisonListener {
    private final Progress progress;
    private final Comparison comparison;
    private final Journal<Trial> journal;
    private final RunFolder folder;
    private final TrialTimeEstimate estimate;

    ComparisonProgress(Comparison comparison, Journal<Trial> journal, RunFolder folder, Progress progress) {
        this.progress = progress;
        this.comparison = comparison;
        this.journal = journal;
        this.folder = folder;
        estimate = new TrialTimeEstimate(
                comparison.methods(),
                comparison.protocol().repeats(),
                journal.entries(),
                () -> System.nanoTime() * 1e-9);
    }

    /** Runs the remaining trials; returns all finished ones. */
    List<Trial> run() {
        if (!journal.entries().isEmpty())
            progress.printLine(Text.format(
                    "continuing: %d of %d trials done", journal.entries().size(), comparison.size()));
        return comparison.run(journal.entries(), this, progress.context());
    }

    @Override
    public void onTrialStart(NamedMethod method, int repeat, int done) {
        estimate.onTrialStart(method.name());
        progress.onTask(
                Text.format(
                        "trial %d of %d, %s, seed %d",
                        done + 1,
                        comparison.size(),
                        method.name(),
                        comparison.protocol().seed(repeat)),
                estimate::seconds);
    }

    @Override
    public void onTrialEnd(Trial trial) {
        try {
            journal.add(trial);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        folder.keepForResume();
        estimate.onTrialEnd();
    }
}
