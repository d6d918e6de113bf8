package org.grapnel.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningListener;
import org.grapnel.tune.TuningResult;
import org.grapnel.tune.TuningStage;

/** Runs a tuning: writes each fit to the journal and shows the progress. */
final class TuningProgress implements TuningListener {
    private final Progress progress;
    private final Tuner tuner;
    private final Journal<TuningFit> journal;
    private final RunFolder folder;
    private final AtomicInteger finished = new AtomicInteger();
    private volatile int before;
    private volatile int total;
    private volatile String stageName = "";
    private long startNanos;

    TuningProgress(Tuner tuner, Journal<TuningFit> journal, RunFolder folder, Progress progress) {
        this.progress = progress;
        this.tuner = tuner;
        this.journal = journal;
        this.folder = folder;
    }

    /** Runs the remaining fits; returns the result, or nothing if the run was cancelled. */
    Optional<TuningResult> run() {
        if (!journal.entries().isEmpty())
            progress.printLine("continuing: " + Text.count(journal.entries().size(), "fit") + " done before");
        return tuner.run(journal.entries(), this, progress.context());
    }

    /** The number of finished fits. */
    int kept() {
        return journal.entries().size() + finished.get();
    }

    @Override
    public void onGroupCount(GroupCount count, int used) {
        if (tuner.tuneSpec().clusters().isPresent()) return;
        String others =
                count.low() == count.high() ? "" : Text.format(" (%d to %d are plausible)", count.low(), count.high());
        progress.onNote(Text.format(
                "the number of groups is not given: using the estimate %d%s; confirm it with --clusters",
                used, others));
    }

    @Override
    public void onStage(TuningStage stage, int already, int expected) {
        if (startNanos == 0) startNanos = System.nanoTime();
        before = already - finished.get();
        total = expected;
        stageName = what(stage);
        tell();
    }

    private void tell() {
        progress.onTask(
                Text.format("fit %d of about %d, %s", Math.min(before + finished.get() + 1, total), total, stageName),
                this::left);
        progress.onPhase("fitting");
    }

    private String what(TuningStage stage) {
        return switch (stage) {
            case GRID -> tuner.tuneSpec().base().isJoint() ? "graphs" : "neighbours and weights";
            case ALPHA -> "weights of the graph";
            case SEEDS -> "other starts of the best";
            case PATH -> "numbers of features";
            case CONFIRM -> "confirmation";
            case CHANGE -> "half and double";
            case SUBSET, NULL_MODEL -> "the null model without groups";
        };
    }

    /** Estimates the remaining time from the mean time of the finished fits. */
    private OptionalDouble left() {
        int done = finished.get();
        if (done == 0) return OptionalDouble.empty();
        return OptionalDouble.of((System.nanoTime() - startNanos) * 1e-9 / done * Math.max(0, total - before - done));
    }

    @Override
    public void onFitDone(TuningFit fit) {
        try {
            journal.add(fit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        folder.keepForResume();
        finished.incrementAndGet();
        tell();
    }
}
