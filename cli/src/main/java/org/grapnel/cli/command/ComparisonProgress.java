package org.grapnel.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.grapnel.ForwardingListener;
import org.grapnel.cli.console.TrialTimeEstimate;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonListener;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.write.RunFolder;

/** The trials of a comparison: each is put into the journal, and the terminal hears how far it is. */
final class ComparisonProgress extends ForwardingListener implements ComparisonListener {
    private final Progress progress;
    private final Comparison contest;
    private final Journal<Trial> journal;
    private final RunFolder folder;
    private final TrialTimeEstimate left;

    ComparisonProgress(Comparison contest, Journal<Trial> journal, RunFolder folder, Progress progress) {
        super(progress);
        this.progress = progress;
        this.contest = contest;
        this.journal = journal;
        this.folder = folder;
        left = new TrialTimeEstimate(
                contest.contenders(), contest.protocol().repeats(), journal.entries(), () -> System.nanoTime() * 1e-9);
    }

    /** All that are done, in the end. */
    List<Trial> run() {
        if (!journal.entries().isEmpty())
            progress.printLine(Text.format(
                    "continuing: %d of %d trials are done", journal.entries().size(), contest.size()));
        return contest.run(journal.entries(), this);
    }

    @Override
    public void onTrialStart(NamedMethod contender, int repeat, int done) {
        left.onTrialStart(contender.name());
        progress.onTask(
                Text.format(
                        "trial %d of %d, %s, seed %d",
                        done + 1,
                        contest.size(),
                        contender.name(),
                        contest.protocol().seed(repeat)),
                left::seconds);
    }

    @Override
    public void onTrialEnd(Trial trial) {
        try {
            journal.add(trial);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        folder.keepForResume();
        left.onTrialEnd();
    }
}
