package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Full disks, removed files and too little memory give the right result or one clear line, never an incomplete folder. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class FaultInjectionTest {
    private static final FaultOutcomes ALL = new FaultOutcomes();
    private static final CliProcess.LaunchSettings PLAIN = CliProcess.LaunchSettings.PLAIN;

    private static final String HALFWAY = "a write fails halfway";
    private static final String FULL = "the disk is full";
    private static final String NO_MORE_FILES = "the disk takes no more files";
    private static final String MEMORY = "too little memory";
    private static final String FILES = "too few open files";
    private static final String CLOCK = "the clock jumps";

    /** Debian's faketime: a library that gives a process a wrong clock. */
    private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

    /** The fault of runs that had not started or had already ended. */
    private static final String NONE = "none: too early or too late";

    @TempDir
    static Path home;

    private static final Map<String, FaultOutcomes.FaultJob> JOBS = new HashMap<>();
    private static Path data;

    /** The folder for the results of disturbed runs. */
    private Path place;

    private boolean mounted;
    private int began;
    private int nexts;

    @BeforeAll
    static void data() {
        data = Cli.csv(home.resolve("data.csv"), Cli.samples(60, 20));
    }

    private static FaultOutcomes.FaultJob fit() throws IOException {
        return job("fit", "fit", data, "--clusters", 3, "--keep", 5, "--restarts", 2);
    }

    private static FaultOutcomes.FaultJob small() throws IOException {
        return job(
                "accpalm",
                "fit",
                data,
                "--rank",
                3,
                "--keep",
                5,
                "--solver",
                "accpalm",
                "--no-report",
                "--factors",
                "csv",
                "--checkpoint-every",
                0);
    }

    private static List<FaultOutcomes.FaultJob> all() throws IOException {
        FaultOutcomes.FaultJob tune = job(
                "tune",
                "tune",
                data,
                "--clusters",
                3,
                "--keep",
                5,
                "--threads",
                1,
                "--no-controls",
                "--no-report",
                "--checkpoint-every",
                0.01);
        FaultOutcomes.FaultJob compare = job(
                "compare", "compare", data, "--rank", 3, "--keep", 5, "--models", "gnmf-l20,kmeans-l0", "--repeats", 2);
        FaultOutcomes.FaultJob select = job("select", "select", data, "--keep", 5, "--clusters", 3);
        FaultOutcomes.FaultJob counts =
                job("counts", "fit", data, "--clusters", 3, "--keep", 5, "--loss", "kl", "--no-report");
        double[][] holes = Cli.samples(60, 20);
        for (int i = 0; i < holes.length; i++) holes[i][i % 20] = Double.NaN;
        FaultOutcomes.FaultJob missing = job(
                "missing entries",
                "fit",
                Cli.csv(home.resolve("holes.csv"), holes),
                "--clusters",
                3,
                "--keep",
                5,
                "--missing",
                "model",
                "--h5ad",
                "--no-report");
        return List.of(fit(), small(), tune, compare, select, counts, missing);
    }

    /** A job with the result of an undisturbed run, which is computed once. */
    private static FaultOutcomes.FaultJob job(String name, Object... words) throws IOException {
        if (JOBS.containsKey(name)) return JOBS.get(name);
        FaultOutcomes.FaultJob job =
                new FaultOutcomes.FaultJob(name, List.of(words), home.resolve("reference-" + name));
        // in the same folder as the disturbed runs, because the result contains its name
        Path run = home.resolve("place").resolve("run");
        Cli cli = Cli.run(job.to(run).toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        Files.move(run, job.reference());
        JOBS.put(name, job);
        return job;
    }

    @BeforeEach
    void place() throws IOException {
        place = Files.createDirectories(home.resolve("place"));
        began = ALL.violations().size();
    }

    @AfterEach
    void clear() throws IOException, InterruptedException {
        unmount();
        FolderComparison.delete(place);
        assertThat(ALL.violations().subList(began, ALL.violations().size())).isEmpty();
    }

    @AfterAll
    static void write() throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "reliability"));
        List<String> lines = new ArrayList<>(List.of(
                "## Injected faults",
                "",
                Text.format(
                        "%d runs of the command line were disturbed. A run must end with the right result (the bytes of an undisturbed run;"
                                + " only the report may be missing, with a warning), or with one clear line, exit code 2 and no result. After each,"
                                + " the same command in the same folder ran undisturbed and gave the right result."
                                + " **Corrupt folders: %d.** Other violations: %d.",
                        ALL.scenarios(), ALL.corrupt(), ALL.violations().size()),
                ""));
        lines.addAll(ALL.table());
        lines.addAll(List.of(
                "",
                "`mvn -P long test -pl cli -am -Dtest=FaultInjectionTest -Dsurefire.failIfNoSpecifiedTests=false` (as root: disks of a given size"
                        + " are mounted)"));
        Files.write(folder.resolve("faults.md"), lines);
    }

    private void disturbed(String fault, FaultOutcomes.FaultJob job, String how, CliProcess.LaunchSettings way)
            throws IOException, InterruptedException {
        Path run = place.resolve("run");
        ALL.judge(fault, job, how, run, CliProcess.run(home, "disturbed", way, job.to(run)));
    }

    /** Runs the command again undisturbed, or every second time {@code resume} if there is an unfinished run. */
    private void next(String fault, FaultOutcomes.FaultJob job, String how) throws IOException {
        Path run = place.resolve("run");
        FolderComparison.delete(run);
        boolean resumes =
                nexts++ % 2 == 0 && Files.exists(place.resolve("run.partial").resolve("run.json"));
        Cli end = resumes ? Cli.run("resume", run) : Cli.run(job.to(run).toArray());
        ALL.judgeNext(fault, job, how + (resumes ? ", by resume" : ""), run, end);
        FolderComparison.delete(run);
        FolderComparison.delete(place.resolve("run.partial"));
    }

    private void limited(FaultOutcomes.FaultJob job, int kilobytes) throws IOException, InterruptedException {
        String how = kilobytes + " KB at most in a file";
        disturbed(HALFWAY, job, how, PLAIN.withShell("ulimit -f " + kilobytes));
        next(HALFWAY, job, how);
    }

    @Test
    void aFailedWriteGivesOneLine() throws IOException, InterruptedException {
        needsBash();
        limited(small(), 2);
        ALL.expectClearLines(HALFWAY);
    }

    @Test
    @Tag("long")
    void failedWritesOfAllSizesGiveOneLine() throws IOException, InterruptedException {
        needsBash();
        for (FaultOutcomes.FaultJob job : all())
            for (int kilobytes : new int[] {1, 2, 3, 4, 6, 8, 16, 64, 256, 400, 1000}) limited(job, kilobytes);
        ALL.expectClearLines(HALFWAY);
    }

    private static void needsBash() {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no /bin/bash to limit the size of files");
    }

    private void onDisk(String options, FaultOutcomes.FaultJob job) throws IOException, InterruptedException {
        String fault = options.startsWith("size") ? FULL : NO_MORE_FILES;
        mount(options);
        disturbed(fault, job, options, PLAIN);
        remount("size=64m,nr_inodes=10000");
        next(fault, job, options);
        unmount();
    }

    @Test
    void aFullDiskGivesOneLine() throws IOException, InterruptedException {
        onDisk("size=16k", small());
        onDisk("nr_inodes=6", small());
        ALL.expectClearLines(FULL, NO_MORE_FILES);
    }

    @Test
    @Tag("long")
    void disksOfAllSizesThatFillUpGiveOneLine() throws IOException, InterruptedException {
        for (FaultOutcomes.FaultJob job : all()) {
            for (int pages : new int[] {1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 60, 130})
                onDisk("size=" + 4 * pages + "k", job);
            for (int files : new int[] {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16}) onDisk("nr_inodes=" + files, job);
        }
        ALL.expectClearLines(FULL, NO_MORE_FILES);
    }

    /** Mounts a small disk for the results. */
    private void mount(String options) throws IOException, InterruptedException {
        assumeTrue(
                Stream.of("/bin/mount", "/usr/bin/mount").map(Path::of).anyMatch(Files::isExecutable),
                "no mount to make a disk of a given size with");
        Cli mount = TestProcesses.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", place.toString());
        mounted = mount.code() == 0;
        assumeTrue(
                mounted,
                "no disk of a given size can be mounted here: " + mount.out().strip());
    }

    private boolean remount(String options) throws IOException, InterruptedException {
        return TestProcesses.run("mount", "-o", "remount," + options, place.toString())
                        .code()
                == 0;
    }

    private void unmount() throws IOException, InterruptedException {
        if (mounted)
            assertThat(TestProcesses.run("umount", place.toString()).code())
                    .as("umount")
                    .isZero();
        mounted = false;
    }

    /** A fault during a run; returns false if it came too early or too late. */
    private interface Disturbance {
        boolean happens() throws IOException, InterruptedException;
    }

    private interface Repair {
        void happens() throws IOException;
    }

    /** Repeats a run and disturbs it at moments spread over its duration. */
    private void atMoments(String fault, FaultOutcomes.FaultJob job, int times, Disturbance disturbance, Repair repair)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Path run = place.resolve("run");
        assertThat(CliProcess.run(home, "measured", PLAIN, job.to(run)).code()).isZero();
        double seconds = (System.nanoTime() - begin) * 1e-9;
        FolderComparison.delete(run);
        for (int i = 0; i < times; i++) {
            double moment = seconds * (i + CounterRandom.uniform(5, i, fault.length())) / times;
            String how = Text.format("after %.2f of %.2f s", moment, seconds);
            CliProcess process = CliProcess.start(home, "disturbed", PLAIN, job.to(run));
            boolean happened = !process.endsWithin(moment) && disturbance.happens();
            ALL.judge(happened ? fault : NONE, job, how, run, process.end());
            repair.happens();
            next(fault, job, how);
        }
    }

    @Test
    @Tag("long")
    void aRemovedFolderGivesOneLine() throws IOException, InterruptedException {
        Path partial = place.resolve("run.partial");
        Path away = home.resolve("away");
        for (FaultOutcomes.FaultJob job : all())
            atMoments(
                    "the unfinished folder vanishes",
                    job,
                    8,
                    () -> {
                        try {
                            Files.move(partial, away);
                            return true;
                        } catch (NoSuchFileException e) {
                            return false;
                        }
                    },
                    () -> FolderComparison.delete(away));
        ALL.expectClearLines("the unfinished folder vanishes");
    }

    @Test
    @Tag("long")
    void aReadOnlyDiskGivesOneLine() throws IOException, InterruptedException {
        String fault = "the disk is read-only";
        for (FaultOutcomes.FaultJob job : all()) {
            mount("ro");
            disturbed(fault, job, "ro", PLAIN);
            assertThat(remount("rw")).isTrue();
            next(fault, job, "ro");
            unmount();
        }
        ALL.expectClearLines(fault);
    }

    /** A job on data large enough to be disturbed while they are read. */
    private static FaultOutcomes.FaultJob readsFor(String name, Path file) throws IOException {
        return job(
                name,
                "fit",
                file,
                "--clusters",
                3,
                "--keep",
                5,
                "--solver",
                "accpalm",
                "--max-iter",
                20,
                "--neighbors",
                3,
                "--no-report",
                "--no-controls");
    }

    @Test
    @Tag("long")
    void anInputThatChangesDuringReadingIsNotMixed() throws IOException, InterruptedException {
        double[][] samples = Cli.samples(1500, 300);
        Path kept = Cli.csv(home.resolve("kept.csv"), samples);
        Path input = home.resolve("input.csv");
        Files.copy(kept, input);
        FaultOutcomes.FaultJob job = readsFor("changing", input);
        Repair repair = () -> Files.copy(kept, input, StandardCopyOption.REPLACE_EXISTING);
        atMoments("the input is removed", job, 8, () -> Files.deleteIfExists(input), repair);
        long cut = Files.readString(kept).indexOf(',', (int) (Files.size(kept) / 3)) + 1L;
        atMoments(
                "the input is cut off",
                job,
                12,
                () -> {
                    try (RandomAccessFile file = new RandomAccessFile(input.toFile(), "rw")) {
                        file.setLength(cut);
                    }
                    return true;
                },
                repair);
        Path other = home.resolve("other.csv");
        atMoments(
                "the input is replaced by nonsense",
                job,
                12,
                () -> {
                    Cli.write(other, "a,b,c", "1,2,3", "4,-5,");
                    Files.move(other, input, StandardCopyOption.ATOMIC_MOVE);
                    return true;
                },
                repair);
        ALL.expectClearLines("the input is removed", "the input is cut off", "the input is replaced by nonsense");
    }

    @Test
    void tooLittleMemoryGivesOneLine() throws IOException, InterruptedException {
        FaultOutcomes.FaultJob job = readsFor("large", Cli.csv(home.resolve("large.csv"), Cli.samples(800, 200)));
        without(job, "-XX:MaxDirectMemorySize=1m");
        ALL.expectClearLines(MEMORY);
    }

    @Test
    @Tag("long")
    void memoryLimitsOfAllSizesGiveOneLine() throws IOException, InterruptedException {
        FaultOutcomes.FaultJob job = readsFor("larger", Cli.csv(home.resolve("larger.csv"), Cli.samples(1500, 300)));
        for (int megabytes : new int[] {8, 10, 12, 14, 16, 20, 24, 32, 48}) without(job, "-Xmx" + megabytes + "m");
        for (int megabytes : new int[] {1, 2, 3, 4, 5, 6, 8, 10, 12, 16})
            without(job, "-XX:MaxDirectMemorySize=" + megabytes + "m");
        for (FaultOutcomes.FaultJob other : all())
            for (int megabytes : new int[] {6, 8, 10, 14, 18, 24, 32}) without(other, "-Xmx" + megabytes + "m");
        ALL.expectClearLines(MEMORY);
    }

    private void without(FaultOutcomes.FaultJob job, String option) throws IOException, InterruptedException {
        Path run = place.resolve("run");
        Cli end = CliProcess.run(home, "disturbed", PLAIN.withJava(option), job.to(run));
        ALL.judge(MEMORY, job, option, run, end);
        if (end.code() != 0) assertThat(end.err()).as(option).contains("memory").doesNotContain("Physical");
        next(MEMORY, job, option);
    }

    private void withFiles(FaultOutcomes.FaultJob job, int files) throws IOException, InterruptedException {
        String how = files + " open files at most";
        disturbed(FILES, job, how, PLAIN.withShell("ulimit -n " + files).withLauncher());
        next(FILES, job, how);
    }

    @Test
    void tooFewOpenFilesGiveOneLine() throws IOException, InterruptedException {
        needsBash();
        withFiles(small(), 40);
        ALL.expectClearLines(FILES);
    }

    @Test
    @Tag("long")
    void anyNumberOfOpenFilesGivesOneLineOrTheResult() throws IOException, InterruptedException {
        needsBash();
        for (FaultOutcomes.FaultJob job : all())
            for (int files : new int[] {20, 50, 100, 128, 130, 160, 200}) withFiles(job, files);
        ALL.expectClearLines(FILES);
    }

    @Test
    @Tag("long")
    void aClockThatJumpsChangesNothing() throws IOException, InterruptedException {
        needsBash();
        assumeTrue(Files.exists(FAKETIME), "no faketime to set the clock of a process with");
        Path clock = home.resolve("clock");
        String[] jumps = {"-1000d", "+1000d", "-1d", "+3600", "+20000d", "-15000d"};
        for (FaultOutcomes.FaultJob job : all()) {
            for (int i = 0; i < jumps.length; i++) {
                Files.writeString(clock, "+0");
                CliProcess process = CliProcess.start(
                        home,
                        "disturbed",
                        PLAIN.withShell(
                                "export LD_PRELOAD=" + FAKETIME + " FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1"
                                        + " FAKETIME_TIMESTAMP_FILE=" + clock),
                        job.to(place.resolve("run")));
                process.endsWithin(0.25 * (i + 1));
                Files.writeString(clock, jumps[i]);
                Cli end = process.end();
                assertThat(end.code())
                        .as("%s, %s: %s", job.name(), jumps[i], end.err())
                        .isZero();
                ALL.judge(CLOCK, job, jumps[i], place.resolve("run"), end);
                next(CLOCK, job, jumps[i]);
            }
        }
    }

    @Test
    @Tag("long")
    void aFullTemporaryFolderGivesOneLine() throws IOException, InterruptedException {
        String fault = "the temporary folder takes no file";
        Path formats = Path.of("..", "formats", "src", "test", "resources", "fixtures", "same");
        for (String name : List.of("v73.mat", "dense.h5ad", "v5.mat", "same.npz")) {
            Path packed = home.resolve(name + ".gz");
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
                Files.copy(formats.resolve(name), out);
            }
            FaultOutcomes.FaultJob job =
                    job("packed " + name, "fit", packed, "--clusters", 3, "--keep", 5, "--no-report");
            mount("nr_inodes=1");
            Path run = home.resolve("elsewhere").resolve("run");
            ALL.judge(
                    fault,
                    job,
                    name,
                    run,
                    CliProcess.run(home, "disturbed", PLAIN.withJava("-Djava.io.tmpdir=" + place), job.to(run)));
            assertThat(FolderComparison.names(place)).as(name).isEmpty();
            unmount();
            FolderComparison.delete(home.resolve("elsewhere"));
        }
        ALL.expectClearLines(fault);
    }
}
