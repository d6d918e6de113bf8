package org.grapnel.options.console;

import java.io.Console;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.jspecify.annotations.Nullable;

/**
 * Prints the progress of a run on stderr, from the first second on. A timer thread prints, so that the solver pays for one volatile write
 * per iteration and a long phase without iterations is shown too.
 */
public final class Progress implements FitListener, CancellationToken, AutoCloseable {
    private static final long SILENT_MILLIS = 1000;
    private static final long REWRITE_MILLIS = 100;
    private static final long PLAIN_MILLIS = 2000;
    private static final long ESTIMATE_NANOS = 200_000_000;

    /** The values of {@code --progress}. */
    public enum ProgressMode {
        AUTO,
        PLAIN,
        NONE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final PrintWriter err;
    private final boolean rewrite;
    private final long startNanos = System.nanoTime();
    private final Timer clock = new Timer("grapnel-progress", true);
    private final List<String> notes = new ArrayList<>();
    private final List<String> linesAtEnd = new ArrayList<>();
    private volatile String phase = "starting";
    private volatile String restartText = "";
    private volatile @Nullable ProgressTask task;
    private volatile @Nullable Step step;
    private volatile @Nullable PhaseShare phaseShare;
    private volatile long phaseNanos = startNanos;
    private volatile long nextEstimateNanos = startNanos;
    private int lineLength;
    private final Interruption interruption;
    private final FitListener listener;
    private volatile StopSpec stop = StopSpec.standard();
    private volatile @Nullable FitTimeEstimate left;
    private volatile CheckpointStore checkpoints = CheckpointStore.none();
    private boolean printsNotes;
    private boolean finished;

    /** How far a phase is. */
    private record PhaseShare(double share, long startNanos, long atNanos) {
        OptionalDouble secondsLeft() {
            // the share and the time it took; what has passed since then is no longer left
            double taken = (atNanos - startNanos) * 1e-9;
            double left = share > 0 ? taken * (1 - share) / share - (System.nanoTime() - atNanos) * 1e-9 : -1;
            return left > 0 ? OptionalDouble.of(left) : OptionalDouble.empty();
        }
    }

    /** One of several tasks of a run, and the time that the remaining ones take. */
    private record ProgressTask(String name, Supplier<OptionalDouble> left) {}

    Progress(PrintWriter err, boolean rewrite, Interruption interruption, FitListener listener) {
        this.err = err;
        this.rewrite = rewrite;
        this.interruption = interruption;
        this.listener = listener;
        interruption.onRequest(() -> printLine("stopping: the result so far is kept"));
    }

    /** @param listener receives the progress too */
    public static Progress start(ProgressMode mode, PrintWriter err, Interruption interruption, FitListener listener) {
        boolean rewrite = mode == ProgressMode.AUTO && onTerminal();
        Progress progress = new Progress(err, rewrite, interruption, listener);
        TimerTask tell = new TimerTask() {
            @Override
            public void run() {
                progress.print((System.nanoTime() - progress.startNanos) * 1e-9);
            }
        };
        if (mode != ProgressMode.NONE)
            progress.clock.schedule(tell, SILENT_MILLIS, rewrite ? REWRITE_MILLIS : PLAIN_MILLIS);
        return progress;
    }

    /** Sets the stop rule of the fit that follows, from which the remaining time is estimated. */
    public Progress forFit(StopSpec rule) {
        task = null;
        stop = rule;
        return this;
    }

    @Override
    public boolean isCancelled() {
        return interruption.isRequested();
    }

    /** Sets where solvers write checkpoints. */
    public void setCheckpoints(CheckpointStore where) {
        checkpoints = where;
    }

    /** Returns the context of a fit: this listener, Ctrl-C, and the checkpoint store. */
    public FitContext context() {
        return new FitContext(this, this, checkpoints);
    }

    /** Sets the folder that is removed when the run is abandoned. */
    public void setUnfinished(AutoCloseable unfinished) {
        interruption.setUnfinished(unfinished);
    }

    /** Marks the point from which there is a result to keep. */
    public void onResultBegun() {
        interruption.keepResult();
        printNotes();
    }

    /** Starts one of several tasks; finished tasks are kept. */
    public void onTask(String name, Supplier<OptionalDouble> remaining) {
        onPhase("starting");
        listener.onPhase(name);
        task = new ProgressTask(name, remaining);
        interruption.keepResult();
        printNotes();
    }

    /** Starts writing files, which an interrupt does not cut off. */
    public void onWriting() {
        task = null;
        onPhase("writing");
        interruption.keepResult();
        printNotes();
    }

    /** Sets the name of the current phase. */
    @Override
    public void onPhase(String name) {
        step = null;
        left = null;
        phaseShare = null;
        phaseNanos = System.nanoTime();
        phase = name;
        listener.onPhase(name);
    }

    @Override
    public void onProgress(double share) {
        phaseShare = new PhaseShare(share, phaseNanos, System.nanoTime());
        tellTimeLeft();
        listener.onProgress(share);
    }

    @Override
    public void onRestart(int number, int total) {
        restartText = Text.format("fit %d of %d, ", number, total);
        listener.onRestart(number, total);
    }

    /** Prints a note once there will be a result; a rejected run prints only its error. */
    @Override
    public void onNote(String text) {
        if (printsNotes) printLine("note: " + text);
        else notes.add("note: " + text);
    }

    /** Records an iteration. The first one is the starting point, after which nothing is rejected any more. */
    @Override
    public void onIteration(Step latest) {
        if (latest.iteration() == 0) {
            phase = restartText + "fitting";
            left = new FitTimeEstimate(stop, latest);
            interruption.keepResult();
            printNotes();
        }
        step = latest;
        FitTimeEstimate estimate = left;
        if (estimate != null) estimate.update(latest);
        tellTimeLeft();
        listener.onIteration(latest);
    }

    /** Gives the listener the estimate that the console shows, a few times a second. */
    private void tellTimeLeft() {
        long now = System.nanoTime();
        if (now - nextEstimateNanos < 0) return;
        nextEstimateNanos = now + ESTIMATE_NANOS;
        secondsLeft().ifPresent(listener::onTimeLeft);
    }

    private OptionalDouble secondsLeft() {
        ProgressTask current = task;
        if (current != null) return current.left.get();
        PhaseShare reached = phaseShare;
        if (step == null) return reached == null ? OptionalDouble.empty() : reached.secondsLeft();
        FitTimeEstimate estimate = left;
        return estimate == null ? OptionalDouble.empty() : estimate.seconds();
    }

    /** Prints the notes so far; later notes are printed at once. */
    private void printNotes() {
        printsNotes = true;
        notes.forEach(this::printLine);
        notes.clear();
    }

    /** Prints the current progress. */
    synchronized void print(double seconds) {
        if (finished) return;
        String line = Text.printable(line(seconds));
        if (rewrite) {
            err.print("\r" + line + " ".repeat(Math.max(0, lineLength - line.length())));
            lineLength = line.length();
        } else {
            err.println(line);
        }
        err.flush();
    }

    /** Prints a line that stays above the progress line. */
    public synchronized void printLine(String line) {
        erase();
        err.println(Text.printable(line));
    }

    private String line(double seconds) {
        Step at = step;
        ProgressTask current = task;
        if (current != null) return line(current, at);
        if (at == null) {
            PhaseShare reached = phaseShare;
            if (reached == null) return Text.format("%s, %.1f s", phase, seconds);
            return Text.format(
                    "%s: %.0f %%, %.1f s%s", phase, 100 * reached.share, seconds, remaining(reached.secondsLeft()));
        }
        String change = Double.isNaN(at.change()) ? "" : Text.format(", change %.2e", at.change());
        return Text.format(
                "%s: iteration %d, objective %.6g%s, %.1f s%s",
                phase, at.iteration(), at.objective().total(), change, seconds, remaining(secondsLeft()));
    }

    private String line(ProgressTask current, @Nullable Step at) {
        String where = at == null ? phase : "iteration " + at.iteration();
        return current.name + ": " + where + remaining(current.left.get());
    }

    private static String remaining(OptionalDouble seconds) {
        return seconds.isPresent() ? ", about " + Text.duration(seconds.getAsDouble()) + " left" : "";
    }

    private void erase() {
        if (lineLength > 0) err.print("\r" + " ".repeat(lineLength) + "\r");
        lineLength = 0;
    }

    /** Prints a line when the result is complete, and never otherwise. */
    public void printAtEnd(String line) {
        linesAtEnd.add(line);
    }

    /** Erases the progress line and stops printing. */
    public synchronized void finish() {
        clock.cancel();
        erase();
        linesAtEnd.forEach(this::printLine);
        linesAtEnd.clear();
        err.flush();
        finished = true;
    }

    @Override
    public void close() {
        linesAtEnd.clear();
        finish();
    }

    /** Whether stdin and stdout are a terminal. From Java 22 on, a console may exist without a terminal. */
    @SuppressWarnings("SystemConsoleNull") // it is null up to Java 21
    private static boolean onTerminal() {
        Console console = System.console();
        if (console == null) return false;
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
