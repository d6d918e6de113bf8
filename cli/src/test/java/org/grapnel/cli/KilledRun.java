package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.grapnel.options.ErrorHandler;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.CounterRandom;

/** One run that is killed up to three times, resumed, and compared with an undisturbed run. */
final class KilledRun implements Callable<KilledRun> {
    private static final String RUN = "run";

    /** Files that a complete result still holds right after it appears: the run removes its checkpoints last. */
    private static final String[] RESUME_FILES = {"state", "journal.jsonl", ".grapnel-unfinished", "run.json"};

    /**
     * A command to kill.
     *
     * @param words the arguments, with {@code -o run}
     * @param seconds its duration when undisturbed
     */
    record KillJob(String name, List<Object> words, Path reference, double seconds) {}

    /** The state of a run when it is killed. */
    enum RunPhase {
        NOTHING_WRITTEN,
        BEFORE_THE_FIRST_CHECKPOINT,
        WHILE_SOLVING,
        INSIDE_THE_WRITING_OF_A_CHECKPOINT,
        WHILE_THE_RESULT_WAS_WRITTEN,
        AFTER_THE_RESULT_WAS_THERE,
        AFTER_THE_END;

        String words() {
            return this == NOTHING_WRITTEN
                    ? "before anything was written"
                    : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final KillJob job;
    private final Path place;
    private final long seed;
    private final long number;
    private final List<RunPhase> phases = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private int draws;
    private long launch;

    KilledRun(KillJob job, Path place, long seed, long number) {
        this.job = job;
        this.place = place;
        this.seed = seed;
        this.number = number;
    }

    List<RunPhase> phases() {
        return phases;
    }

    List<String> violations() {
        return violations;
    }

    private double draw() {
        return CounterRandom.uniform(seed, number, draws++);
    }

    @Override
    public KilledRun call() throws IOException, InterruptedException {
        int kills = 1 + (int) (3 * draw());
        for (int i = 0; i < kills && !isDone(); i++) {
            List<?> words = isBegun() ? List.of("resume", RUN) : job.words;
            long begin = System.nanoTime();
            launch = System.currentTimeMillis();
            CliProcess process = CliProcess.start(place, ".said", CliProcess.LaunchSettings.PLAIN.in(place), words);
            boolean ended;
            try {
                await(process);
                ended = !process.isAlive();
            } finally {
                process.kill();
            }
            RunPhase phase = ended ? RunPhase.AFTER_THE_END : phase();
            phases.add(phase);
            events.add(Text.format("killed after %.2f s, %s", (System.nanoTime() - begin) * 1e-9, phase.words()));
            if (phase == RunPhase.AFTER_THE_END) expectEnd(process.end(), words);
            if (Files.exists(place.resolve(RUN))) checkResult(RESUME_FILES);
        }
        resume();
        FolderComparison.delete(place);
        return this;
    }

    private boolean isDone() {
        return Files.exists(place.resolve(RUN))
                && !Files.exists(place.resolve(RUN).resolve("run.json"));
    }

    private boolean isBegun() {
        return Files.exists(place.resolve(RUN + ".partial").resolve("run.json")) || Files.exists(place.resolve(RUN));
    }

    /** Whether a file exists and was written by this process, not by the one killed before. */
    private boolean isFresh(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis() >= launch;
        } catch (IOException e) {
            return false; // the file does not exist
        }
    }

    /**
     * Waits for the moment of the kill: any moment of the run; any moment after its folder appears, since half of a short run is the start of
     * Java; the moment when a file of the result, or the result itself, appears; or when a checkpoint is being written.
     */
    private void await(CliProcess process) throws IOException, InterruptedException {
        Path partial = place.resolve(RUN + ".partial");
        double which = draw();
        double share = draw();
        if (which < 0.2) {
            process.endsWithin(1.05 * job.seconds * share);
        } else if (which < 0.6) {
            double waited = until(process, () -> Files.exists(partial));
            process.endsWithin(share * Math.max(0.1, 1.05 * job.seconds - waited));
        } else if (which < 0.75) {
            List<String> names = FolderComparison.names(job.reference);
            Path file = partial.resolve(names.get((int) (share * names.size())));
            until(process, () -> isFresh(file));
            process.endsWithin(0.002 * draw());
        } else if (which < 0.85) {
            until(process, () -> Files.exists(place.resolve(RUN)));
        } else {
            for (int seen = (int) (20 * share); seen >= 0; seen--) until(process, this::isWriting);
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    /** Waits for a condition or the end of the process; returns the seconds that it took. */
    private static double until(CliProcess process, Condition condition) throws IOException {
        long begin = System.nanoTime();
        do LockSupport.parkNanos(200_000);
        while (process.isAlive() && !condition.holds());
        return (System.nanoTime() - begin) * 1e-9;
    }

    private boolean isWriting() throws IOException {
        Path states = place.resolve(RUN + ".partial").resolve("state");
        try (Stream<Path> all = Files.list(states)) {
            return all.anyMatch(file -> file.toString().endsWith(".writing") && isFresh(file));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private RunPhase phase() throws IOException {
        if (Files.exists(place.resolve(RUN))) return RunPhase.AFTER_THE_RESULT_WAS_THERE;
        Path partial = place.resolve(RUN + ".partial");
        if (!Files.exists(partial)) return RunPhase.NOTHING_WRITTEN;
        List<String> names = FolderComparison.names(partial);
        events.add(names.toString());
        if (isWriting()) return RunPhase.INSIDE_THE_WRITING_OF_A_CHECKPOINT;
        if (FolderComparison.names(job.reference).stream().anyMatch(name -> isFresh(partial.resolve(name))))
            return RunPhase.WHILE_THE_RESULT_WAS_WRITTEN;
        return names.stream().anyMatch(name -> name.endsWith(".state") || name.equals("journal.jsonl"))
                ? RunPhase.WHILE_SOLVING
                : RunPhase.BEFORE_THE_FIRST_CHECKPOINT;
    }

    /** Checks a process that ended before the kill: it has a result, or one line that says why not. */
    private void expectEnd(Cli end, List<?> words) {
        if (end.code() != 0 && !isOneLine(end)) fault("ended with " + end.code() + " and '" + end.err() + "'", words);
        if (end.code() == 0 && !Files.exists(place.resolve(RUN))) fault("ended well without a result", words);
    }

    private static boolean isOneLine(Cli end) {
        return end.code() == ErrorHandler.REFUSED
                && end.err().lines().count() == 1
                && end.err().startsWith("grapnel: ");
    }

    private void resume() throws IOException, InterruptedException {
        boolean done = Files.exists(place.resolve(RUN));
        boolean begun = Files.exists(place.resolve(RUN + ".partial").resolve("run.json"));
        List<?> words = List.of("resume", RUN);
        Cli end = CliProcess.run(place, ".said", CliProcess.LaunchSettings.PLAIN.in(place), words);
        events.add("resume ended with " + end.code() + " and '" + end.err().strip() + "'");
        if (end.code() != 0 && !isOneLine(end)) fault("no clear line", words);
        if (end.code() != 0 && !done) {
            if (begun) fault("was not resumed", words);
            Cli again = CliProcess.run(place, ".said", CliProcess.LaunchSettings.PLAIN.in(place), job.words);
            if (again.code() != 0) fault("anew: ended with " + again.code() + " and '" + again.err() + "'", job.words);
        }
        checkResult();
        List<String> leftovers = FolderComparison.names(place).stream()
                .filter(name -> !name.equals(RUN) && !name.startsWith(RUN + "/") && !name.startsWith(".said"))
                .toList();
        if (!leftovers.isEmpty()) fault("left " + leftovers, words);
    }

    /** Checks that the folder holds the complete result. */
    private void checkResult(String... ignored) throws IOException {
        if (!Files.exists(place.resolve(RUN))) fault("no result", job.words);
        else
            FolderComparison.difference(job.reference, place.resolve(RUN), ignored)
                    .ifPresent(what -> fault(what, job.words));
    }

    private void fault(String what, List<?> words) {
        violations.add(Text.printable("run " + number + ", " + job.name + ": " + what + "; " + words.get(0) + "; "
                + String.join("; ", events)));
    }
}
