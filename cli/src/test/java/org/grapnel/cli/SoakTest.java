package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.grapnel.options.console.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hours of random jobs in one process with little memory: what it holds does not grow, and what it finds does not change.
 *
 * <p>The first sixth warms up. Of the rest, the highest value of the last third is held against that of the first, after a
 * collection each.
 */
@Tag("long")
@ExtendWith(TestProcesses.class)
class SoakTest {
    private static final double MINUTES = Double.parseDouble(System.getProperty("grapnel.soak.minutes", "60"));
    private static final long SEED = Long.getLong("grapnel.soak.seed", 1);

    /** What may come on top in megabytes: classes that were not needed before, compiled code, pages the allocator keeps. */
    private static final double HEAP = 4;

    private static final double OFF_HEAP = 1;
    private static final double RESIDENT = 24;

    @TempDir
    Path home;

    private final Path notes = Path.of("target", "reliability", "soak");

    @Test
    void memoryAndResultsStayConstant() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "no /proc to count open files in");
        Files.createDirectories(notes);
        int code = soak();
        List<SoakProcess.ProcessMeasure> all = Cli.lines(notes.resolve("measures.csv")).stream()
                .skip(1)
                .map(SoakProcess.ProcessMeasure::of)
                .toList();
        Path faults = notes.resolve("faults.txt");
        List<String> found = Files.exists(faults) ? Cli.lines(faults) : List.of();
        write(all, found, code);
        assertThat(code).as(Files.readString(notes.resolve("output.txt"))).isZero();
        assertThat(found).isEmpty();
        List<SoakProcess.ProcessMeasure> warm = all.subList(all.size() / 6, all.size());
        assertThat(warm).as("rounds after the first sixth").hasSizeGreaterThanOrEqualTo(3);
        assertConstant("heap", warm, SoakProcess.ProcessMeasure::heap, HEAP);
        assertConstant("off-heap memory", warm, SoakProcess.ProcessMeasure::offHeap, OFF_HEAP);
        steady("resident memory", warm, SoakProcess.ProcessMeasure::rss, RESIDENT);
        assertConstant("open files", warm, SoakProcess.ProcessMeasure::descriptors, 0);
        assertConstant("threads", warm, SoakProcess.ProcessMeasure::threads, 0);
        assertConstant("temporary files", warm, SoakProcess.ProcessMeasure::files, 0);
        SoakProcess.ProcessMeasure last = all.get(all.size() - 1);
        assertThat(last.refused())
                .as("jobs that were refused, of %d", last.jobs())
                .isLessThan(last.jobs() / 8);
    }

    private int soak() throws IOException, InterruptedException {
        Path work = Files.createDirectory(home.resolve("work"));
        Path temporary = Files.createDirectory(home.resolve("temporary"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // all of the heap is resident from the beginning, so that what comes on top is seen
                "-Xms256m",
                "-Xmx256m",
                "-XX:+AlwaysPreTouch",
                "-XX:MaxDirectMemorySize=128m",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + temporary,
                "-Dgrapnel.blas=" + System.getProperty("grapnel.blas", "openblas"),
                "-cp",
                System.getProperty("java.class.path"),
                SoakProcess.class.getName(),
                work.toString(),
                notes.toString(),
                String.valueOf(MINUTES),
                String.valueOf(SEED)));
        Process process = TestProcesses.start(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(notes.resolve("output.txt").toFile()));
        boolean ended = process.waitFor((long) (60 * (MINUTES + 20)), TimeUnit.SECONDS);
        return ended ? process.exitValue() : -1;
    }

    private static void assertConstant(
            String what,
            List<SoakProcess.ProcessMeasure> warm,
            ToDoubleFunction<SoakProcess.ProcessMeasure> of,
            double margin) {
        int third = warm.size() / 3;
        double early = warm.subList(0, third).stream().mapToDouble(of).max().orElseThrow();
        double late = warm.subList(warm.size() - third, warm.size()).stream()
                .mapToDouble(of)
                .max()
                .orElseThrow();
        assertThat(late).as("%s, in the last third", what).isLessThanOrEqualTo(early + margin);
    }

    /** Compares medians: the JIT compiler may hold a hundred megabytes for a second. */
    private static void steady(
            String what,
            List<SoakProcess.ProcessMeasure> warm,
            ToDoubleFunction<SoakProcess.ProcessMeasure> of,
            double margin) {
        int third = warm.size() / 3;
        double early = middle(warm.subList(0, third), of);
        assertThat(middle(warm.subList(warm.size() - third, warm.size()), of))
                .as("%s, in the last third", what)
                .isLessThanOrEqualTo(early + margin);
    }

    private static double middle(
            List<SoakProcess.ProcessMeasure> part, ToDoubleFunction<SoakProcess.ProcessMeasure> of) {
        return part.stream().mapToDouble(of).sorted().toArray()[part.size() / 2];
    }

    private static void write(List<SoakProcess.ProcessMeasure> all, List<String> faults, int code) throws IOException {
        if (all.isEmpty()) return;
        SoakProcess.ProcessMeasure last = all.get(all.size() - 1);
        long drifts = faults.stream().filter(line -> line.contains("drift: ")).count();
        List<String> lines = new ArrayList<>(List.of(
                Text.format("## %.0f minutes of random fits in one process", last.seconds() / 60),
                "",
                Text.format(
                        "%s%d random jobs in %.1f minutes, in one process with 256 MB of heap and 128 MB outside it: all models, solvers and"
                                + " formats, 1 to 3 threads, with and without restarts, reports and baselines; select, transform, graph, tune,"
                                + " compare, report, describe; %d of the jobs were rejected. Between them the same %d jobs ran repeatedly:"
                                + " **%d of %d results drifted**. Other faults: %d.",
                        code == 0 ? "" : "**Ended early, with exit code " + code + ".** ",
                        last.jobs(),
                        last.seconds() / 60,
                        last.refused(),
                        last.probes() / all.size(),
                        drifts,
                        last.probes(),
                        faults.size() - drifts),
                "",
                "| after | jobs | heap, MB | off-heap, MB | resident, MB | open files | threads | temporary files |",
                "|---|---|---|---|---|---|---|---|"));
        for (int percent : new int[] {10, 25, 50, 75, 100}) {
            SoakProcess.ProcessMeasure at = all.get(Math.max(0, (int) Math.ceil(all.size() * percent / 100.0) - 1));
            lines.add(Text.format(
                    "| %d %% | %d | %.1f | %.1f | %.0f | %d | %d | %d |",
                    percent, at.jobs(), at.heap(), at.offHeap(), at.rss(), at.descriptors(), at.threads(), at.files()));
        }
        lines.addAll(List.of(
                "",
                Text.format(
                        "Measured after a collection. The test fails if, the first sixth aside, the highest value of the last third is above"
                                + " that of the first by more than %.0f MB of heap or %.0f MB off-heap, by one open file, thread or temporary"
                                + " file, or the middle value by more than %.0f MB resident; or if one result drifts.",
                        HEAP, OFF_HEAP, RESIDENT),
                "",
                "`mvn -P long test -pl cli -am -Dtest=SoakTest -Dsurefire.failIfNoSpecifiedTests=false -Dgrapnel.soak.minutes="
                        + (MINUTES == Math.rint(MINUTES) ? String.valueOf((long) MINUTES) : MINUTES)
                        + "`"));
        Files.write(Path.of("target", "reliability", "soak.md"), lines);
    }
}
