package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.grapnel.options.console.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed at any moment, once or several times, resumes to the result of an undisturbed run. */
@Tag("long")
@ExtendWith(TestProcesses.class)
class KillAndResumeTest {
    private static final int KILLS = Integer.getInteger("grapnel.kills", 200);
    private static final long SEED = Long.getLong("grapnel.kills.seed", 1);
    private static final int PARALLEL_RUNS = 2;
    private static final Set<KilledRun.RunPhase> DURING_WRITES = Set.of(
            KilledRun.RunPhase.INSIDE_THE_WRITING_OF_A_CHECKPOINT, KilledRun.RunPhase.WHILE_THE_RESULT_WAS_WRITTEN);

    @TempDir
    Path home;

    @Test
    void aKilledRunIsResumedToTheSameResult() throws IOException, InterruptedException, ExecutionException {
        List<KilledRun.KillJob> jobs = jobs();
        Map<KilledRun.RunPhase, Integer> phases = new EnumMap<>(KilledRun.RunPhase.class);
        for (KilledRun.RunPhase phase : KilledRun.RunPhase.values()) phases.put(phase, 0);
        List<String> violations = new ArrayList<>();
        int kills = 0;
        int runs = 0;
        ExecutorService two = Executors.newFixedThreadPool(PARALLEL_RUNS);
        long begin = System.nanoTime();
        try {
            while (kills < KILLS) {
                List<Future<KilledRun>> killed = new ArrayList<>();
                for (int i = 0; i < PARALLEL_RUNS; i++, runs++) {
                    Path place = Files.createDirectories(home.resolve("place" + i));
                    KilledRun one = new KilledRun(jobs.get(runs % jobs.size()), place, SEED, runs);
                    killed.add(two.submit(one));
                }
                for (Future<KilledRun> each : killed) {
                    KilledRun one = each.get();
                    for (KilledRun.RunPhase phase : one.phases()) phases.merge(phase, 1, Integer::sum);
                    // kills after the end do not count
                    kills += (int) one.phases().stream()
                            .filter(phase -> phase != KilledRun.RunPhase.AFTER_THE_END)
                            .count();
                    violations.addAll(one.violations());
                }
            }
        } finally {
            two.shutdownNow();
            write(kills, runs, phases, violations, (System.nanoTime() - begin) * 1e-9 / 60);
        }
        assertThat(violations).isEmpty();
        assertThat(kills).isGreaterThanOrEqualTo(KILLS);
        if (KILLS < 100) return;
        for (KilledRun.RunPhase phase : DURING_WRITES)
            assertThat(phases.get(phase)).as(phase.words()).isGreaterThanOrEqualTo(KILLS / 20);
    }

    private List<KilledRun.KillJob> jobs() throws IOException, InterruptedException {
        Path data = Cli.csv(home.resolve("data.csv"), Cli.samples(150, 40));
        Path sparse = SoakJobs.sparse(home.resolve("counts.mtx"), 300, 200);
        List<Object> groups = List.of("--clusters", 3, "--keep", 8);
        List<KilledRun.KillJob> jobs = new ArrayList<>();
        jobs.add(job(
                "accpalm",
                "0",
                List.of("fit", data),
                groups,
                "--solver",
                "accpalm",
                "--tol",
                0,
                "--max-iter",
                400,
                "--no-report"));
        jobs.add(job(
                "best-support",
                "0",
                List.of("fit", data),
                groups,
                "--solver",
                "best-support",
                "--restarts",
                6,
                "--no-report"));
        jobs.add(job("structure", "0.02", List.of("fit", data), groups, "--restarts", 3));
        jobs.add(job("tune", "0", List.of("tune", data), groups, "--no-report", "--no-controls", "--threads", 1));
        jobs.add(job(
                "compare",
                "0.02",
                List.of("compare", data),
                groups,
                "--models",
                "gnmf-l20,gnmf,kmeans-l0",
                "--repeats",
                2));
        jobs.add(job(
                "sparse",
                "0",
                List.of("fit", sparse),
                groups,
                "--solver",
                "palm",
                "--tol",
                0,
                "--max-iter",
                200,
                "--no-report"));
        jobs.add(job(
                "counts",
                "0.02",
                List.of("fit", data),
                groups,
                "--loss",
                "kl",
                "--tol",
                0,
                "--max-iter",
                100,
                "--no-report"));
        double[][] holes = Cli.samples(150, 40);
        for (int i = 0; i < holes.length; i++) holes[i][i % 40] = Double.NaN;
        Path incomplete = Cli.csv(home.resolve("incomplete.csv"), holes);
        jobs.add(job(
                "missing", "0.02", List.of("fit", incomplete), groups, "--missing", "model", "--h5ad", "--no-report"));
        jobs.add(job("paper", "0", List.of("paper", "figure2"), List.of("--repeats", 1, "--no-report")));
        return jobs;
    }

    private KilledRun.KillJob job(String name, String every, List<Object> what, List<Object> how, Object... more)
            throws IOException, InterruptedException {
        List<Object> words = new ArrayList<>(what);
        words.addAll(how);
        words.addAll(List.of(more));
        words.addAll(List.of("--checkpoint-every", every, "--progress", "none", "-o", "run"));
        Path place = Files.createDirectories(home.resolve("reference-" + name));
        long begin = System.nanoTime();
        Cli cli = CliProcess.run(home, name, CliProcess.LaunchSettings.PLAIN.in(place), words);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(FolderComparison.names(place))
                .allMatch(found -> found.startsWith("run") && !found.startsWith("run."));
        return new KilledRun.KillJob(name, words, place.resolve("run"), (System.nanoTime() - begin) * 1e-9);
    }

    private static void write(
            int kills, int runs, Map<KilledRun.RunPhase, Integer> phases, List<String> violations, double minutes)
            throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "reliability"));
        List<String> lines = new ArrayList<>(List.of(
                Text.format("## Killed %d times", kills),
                "",
                Text.format(
                        "%s%d runs were killed (SIGKILL) %d times in all, up to three times in a row, %d times while a checkpoint or the result"
                                + " was written: fit with accpalm, best-support, selection by structure, sparse data, counts and missing entries, tune, compare, paper; with a"
                                + " checkpoint after every iteration or every 0.02 s. Each was resumed and compared with an undisturbed run: all files,"
                                + " bit by bit but for seconds (reports and comparison.md, which repeat the other files, but for their numbers)."
                                + " **Different results, incomplete folders or files left behind: %d.** It took %.0f minutes.",
                        kills < KILLS ? Text.format("**Ended early: %d kills were planned.** ", KILLS) : "",
                        runs,
                        kills,
                        DURING_WRITES.stream().mapToInt(phases::get).sum(),
                        violations.size(),
                        minutes),
                "",
                "| moment of the kill | times |",
                "|---|---|"));
        phases.forEach((phase, times) -> lines.add(Text.format("| %s | %d |", phase.words(), times)));
        lines.addAll(List.of(
                "",
                Text.format(
                        "`mvn -P long test -pl cli -am -Dtest=KillAndResumeTest -Dsurefire.failIfNoSpecifiedTests=false -Dgrapnel.kills=%d`",
                        KILLS)));
        Files.write(folder.resolve("kills.md"), lines);
        Files.write(folder.resolve("kills-wrong.txt"), violations);
    }
}
