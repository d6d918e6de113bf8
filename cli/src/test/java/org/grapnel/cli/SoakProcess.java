package org.grapnel.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.grapnel.options.ErrorHandler;
import org.grapnel.options.console.Text;

/**
 * Runs jobs in one process for a given time. Writes the memory, threads and files of the process after each round to {@code measures.csv}, and
 * violations to {@code faults.txt}. {@link SoakTest} starts it with its own limits.
 */
final class SoakProcess {
    private static final int ROUND = 25;

    private final SoakJobs jobs;
    private final Path home;
    private final Path notes;
    private final Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    private final Map<Integer, String> first = new LinkedHashMap<>();
    private final long begin = System.nanoTime();
    private List<String> inputs = List.of();
    private long done;
    private long refused;
    private long probed;

    private SoakProcess(SoakJobs jobs, Path home, Path notes) {
        this.jobs = jobs;
        this.home = home;
        this.notes = notes;
    }

    /** Arguments: working folder, output folder, minutes, seed. */
    public static void main(String[] args) throws IOException {
        Path home = Path.of(args[0]);
        SoakProcess soak = new SoakProcess(new SoakJobs(home, Long.parseLong(args[3])), home, Path.of(args[1]));
        soak.run(Double.parseDouble(args[2]));
    }

    private void run(double minutes) throws IOException {
        write("measures.csv", ProcessMeasure.HEADER);
        Files.deleteIfExists(notes.resolve("faults.txt"));
        inputs = jobs.inputs();
        while (seconds() < 60 * minutes) {
            probe();
            for (int i = 0; i < ROUND; i++) job();
            append("measures.csv", measure().line());
        }
    }

    private double seconds() {
        return (System.nanoTime() - begin) * 1e-9;
    }

    private void job() throws IOException {
        SoakJobs.SoakJob job = jobs.job(done++, home.resolve("out"));
        List<Object> words = job.words();
        Cli cli = Cli.run(words.toArray());
        if (cli.code() == ErrorHandler.REFUSED) refused++;
        boolean known =
                List.of(0, ErrorHandler.REFUSED, ErrorHandler.NOT_CONVERGED).contains(cli.code());
        boolean clear = cli.code() != ErrorHandler.REFUSED || cli.err().lines().count() == 1;
        if (!known || !clear)
            fault("exit code " + cli.code() + " and '" + cli.err().strip() + "'", words);
        if (job.isWrong() && cli.code() != ErrorHandler.REFUSED) fault("was not refused", words);
        for (Path path : SoakJobs.outputs(home)) FolderComparison.delete(path);
        FolderComparison.delete(home.resolve("out.graph.mtx"));
        if (!jobs.inputs().equals(inputs)) fault("left " + jobs.inputs(), words);
    }

    /** Runs the fixed jobs once; all later results must equal these. */
    private void probe() throws IOException {
        List<List<Object>> probes = jobs.probes();
        for (int i = 0; i < probes.size(); i++) {
            List<Object> words = new ArrayList<>(probes.get(i));
            Path out = home.resolve("probe");
            words.addAll(List.of("-o", out));
            Cli cli = Cli.run(words.toArray());
            if (cli.code() != 0)
                fault("exit code " + cli.code() + " and '" + cli.err().strip() + "'", words);
            String found = cli.code() == 0 ? digest(out) : "";
            String expected = first.computeIfAbsent(i, k -> found);
            if (!found.equals(expected)) fault("drift: " + found + " instead of " + expected, words);
            probed++;
            FolderComparison.delete(out);
        }
    }

    /** A hash of all files without measured times. */
    private static String digest(Path folder) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files(folder)) {
                digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                digest.update(FolderComparison.withoutTimes(file));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** The resources that the process holds now. */
    record ProcessMeasure(
            double seconds,
            long jobs,
            long refused,
            long probes,
            double heap,
            double offHeap,
            double rss,
            double metaspace,
            long descriptors,
            long threads,
            long files) {
        static final String HEADER =
                "seconds,jobs,refused,probes,heap,off_heap,rss,metaspace,descriptors,threads,files";

        String line() {
            return Text.format(
                    "%.1f,%d,%d,%d,%.3f,%.3f,%.3f,%.3f,%d,%d,%d",
                    seconds, jobs, refused, probes, heap, offHeap, rss, metaspace, descriptors, threads, files);
        }

        static ProcessMeasure of(String line) {
            double[] v =
                    Stream.of(line.split(",")).mapToDouble(Double::parseDouble).toArray();
            return new ProcessMeasure(
                    v[0],
                    (long) v[1],
                    (long) v[2],
                    (long) v[3],
                    v[4],
                    v[5],
                    v[6],
                    v[7],
                    (long) v[8],
                    (long) v[9],
                    (long) v[10]);
        }
    }

    /** Returns free pages of the C library to the system, so that only memory in use counts. */
    private static void trim() {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "systemTrimNativeHeap",
                            new Object[0],
                            new String[0]);
        } catch (JMException e) {
            // not supported by this JVM: the free pages count too
        }
    }

    /** The used heap after a collection, in MB. */
    private ProcessMeasure measure() throws IOException {
        // twice: a separate thread frees what the first collection found
        for (int i = 0; i < 2; i++) {
            System.gc();
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        trim();
        double metaspace = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .mapToLong(pool -> pool.getUsage().getUsed())
                .sum();
        double offHeap = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return new ProcessMeasure(
                seconds(),
                done,
                refused,
                probed,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6,
                offHeap / 1e6,
                resident() / 1e6,
                metaspace / 1e6,
                count(Path.of("/proc/self/fd")),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                files(temporary).size());
    }

    private static double resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) return 0;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> 1024 * Double.parseDouble(line.replaceAll("[^0-9]", "")))
                .sum();
    }

    /** The number of files in a folder; 0 if it does not exist. */
    private static long count(Path folder) throws IOException {
        if (!Files.exists(folder)) return 0;
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private void fault(String what, List<Object> words) {
        append("faults.txt", Text.printable("job " + done + ": " + what + ": " + SoakJobs.said(words)));
    }

    private void append(String name, String line) {
        write(name, line, StandardOpenOption.APPEND, StandardOpenOption.CREATE);
    }

    private void write(String name, String line, StandardOpenOption... options) {
        try {
            Files.write(notes.resolve(name), List.of(line), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
