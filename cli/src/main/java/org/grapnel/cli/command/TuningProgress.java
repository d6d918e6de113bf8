package org.grapnel.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.grapnel.ForwardingListener;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.solve.Step;
import org.grapnel.tune.GroupCount;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningListener;
import org.grapnel.tune.TuningResult;
import org.grapnel.tune.TuningStage;

/** The fits of a choice of parameters: each is put into the journal, and the terminal hears how far it is. */
final class TuningProgress extends ForwardingListener implements TuningListener {
    private final Progress progress;
    private final Tuner tuner;
    private final Journal<TuningFit> journal;
    private final RunFolder folder;
    private final AtomicInteger ended = new AtomicInteger();
    private volatile int before;
    private volatile int of;
    private volatile String doing = "";
    private long began;

    TuningProgress(Tuner tuner, Journal<TuningFit> journal, RunFolder folder, Progress progress) {
        super(progress);
        this.progress = progress;
        this.tuner = tuner;
        this.journal = journal;
        this.folder = folder;
    }

    /** The choice; empty where the run was asked to stop. */
    Optional<TuningResult> run() {
        if (!journal.entries().isEmpty())
            progress.printLine("continuing: " + Text.count(journal.entries().size(), "fit") + " done before");
        return tuner.run(journal.entries(), this);
    }

    /** How many fits are kept. */
    int kept() {
        return journal.entries().size() + ended.get();
    }

    @Override
    public void onGroupCount(GroupCount count, int used) {
        if (tuner.tuneSpec().clusters().isPresent()) return;
        String others =
                count.low() == count.high() ? "" : Text.format(" (%d to %d are possible)", count.low(), count.high());
        progress.onNote(Text.format(
                "the number of groups was not given: going on with %d, which is a suggestion%s; confirm it with --clusters",
                used, others));
    }

    @Override
    public void onStage(TuningStage stage, int already, int expected) {
        if (began == 0) began = System.nanoTime();
        before = already - ended.get();
        of = expected;
        doing = what(stage);
        tell();
    }

    private void tell() {
        progress.onTask(
                Text.format("fit %d of about %d, %s", Math.min(before + ended.get() + 1, of), of, doing), this::left);
        progress.onPhase("fitting");
    }

    private static String what(TuningStage stage) {
        return switch (stage) {
            case GRID -> "neighbours and weights";
            case SEEDS -> "the best from other starts";
            case PATH -> "numbers of features";
            case CONFIRM -> "the choice";
            case CHANGE -> "half and twice";
            case SUBSET, NULL_MODEL -> "a cloud without groups";
        };
    }

    /** The fits to come take as long as those that were made, on average. */
    private OptionalDouble left() {
        int made = ended.get();
        if (made == 0) return OptionalDouble.empty();
        return OptionalDouble.of((System.nanoTime() - began) * 1e-9 / made * Math.max(0, of - before - made));
    }

    @Override
    public void onFitDone(TuningFit tried) {
        try {
            journal.add(tried);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        folder.keepForResume();
        ended.incrementAndGet();
        tell();
    }

    /** Of several fits at a time nobody wants every step. */
    @Override
    public void accept(Step step) {}
}
