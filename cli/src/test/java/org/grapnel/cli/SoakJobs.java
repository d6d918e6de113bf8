package org.grapnel.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.grapnel.runtime.CounterRandom;

/** Generates small random commands; the same number gives the same command. */
final class SoakJobs {
    private static final Path FORMATS = Path.of("..", "formats", "src", "test", "resources", "fixtures", "same");
    private static final List<String> FREE = List.of("nmf", "gnmf", "kmeans");
    private static final List<String> KEEPING = List.of(
            "nmf-l0", "nmf-l20", "nmf-lc0", "gnmf-l0", "gnmf-l20", "gnmf-l20", "gnmf-l20", "gnmf-lc0", "kmeans-l0");
    private static final List<String> SOLVERS = List.of("palm", "accpalm", "ipalm", "bpl", "best-support");
    private static final List<String> WAYS =
            List.of("structure", "energy", "gain", "variance", "laplacian-score", "mcfs", "ndfs");

    private final long seed;
    private final Path home;
    private final List<Path> tables;
    private final Path data;
    private final Path sparse;
    private final Path ring;
    private final Path model;

    SoakJobs(Path home, long seed) throws IOException {
        this.seed = seed;
        this.home = home;
        List<Path> files = new ArrayList<>();
        try (Stream<Path> formats = Files.list(FORMATS)) {
            for (Path file : formats.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".py")) continue;
                files.add(Files.copy(file, home.resolve(name)));
                if (!name.endsWith(".parquet")) files.add(packed(file));
            }
        }
        tables = List.copyOf(files);
        data = Cli.csv(home.resolve("data.csv"), Cli.samples(40, 12));
        ring = Cli.ring(home.resolve("ring.csv"), 40);
        sparse = sparse(home.resolve("counts.mtx"), 200, 150);
        model = home.resolve("model");
        Cli.run("fit", data, "--clusters", 3, "--keep", 5, "--no-report", "-o", model);
    }

    private Path packed(Path file) throws IOException {
        Path packed = home.resolve(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        return packed;
    }

    /** Sparse counts in three groups; one entry in ten is not 0. */
    static Path sparse(Path file, int n, int p) {
        List<String> entries = new ArrayList<>();
        for (int j = 0; j < n; j++)
            for (int i = 0; i < p; i++)
                if (CounterRandom.uniform(3, i, j) < (i % 3 == j % 3 ? 0.2 : 0.05))
                    entries.add((j + 1) + " " + (i + 1) + " " + (1 + (int) (4 * CounterRandom.uniform(4, i, j))));
        entries.add(0, n + " " + p + " " + entries.size());
        entries.add(0, "%%MatrixMarket matrix coordinate integer general");
        return Cli.write(file, entries.toArray(String[]::new));
    }

    /** The input files, which all jobs share. */
    List<String> inputs() throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Jobs whose results must never change, each with its own folder. */
    List<List<Object>> probes() {
        return List.of(
                List.of("fit", data, "--clusters", 3, "--keep", 5, "--restarts", 3, "--threads", 2),
                List.of("fit", data, "--graph", ring, "--rank", 3, "--keep", 5, "--solver", "accpalm", "--no-report"),
                List.of("fit", sparse, "--clusters", 3, "--keep", 20, "--threads", 3, "--no-report"),
                List.of("select", data, "--keep", 4, "--clusters", 2, "--no-report"),
                List.of("transform", model, data),
                List.of("tune", data, "--clusters", 3, "--keep", 5, "--no-report", "--no-controls"),
                List.of("compare", data, "--clusters", 3, "--keep", 5, "--repeats", 1, "--no-report"));
    }

    /** The arguments of a command, and whether it must be rejected. */
    record SoakJob(List<Object> words, boolean isWrong) {}

    /** The job with this number. It may write to {@code out}, {@code out.mtx} and {@code out.csv}. */
    SoakJob job(long number, Path out) {
        JobGenerator draw = new JobGenerator(number);
        double kind = draw.next();
        return kind < 0.96 ? new SoakJob(right(kind, draw, out), false) : new SoakJob(wrong(draw, out), true);
    }

    private List<Object> right(double kind, JobGenerator draw, Path out) {
        List<Object> words = new ArrayList<>();
        if (kind < 0.6) fit(words, draw);
        else if (kind < 0.68) select(words, draw);
        else if (kind < 0.74) words.addAll(List.of("transform", model, draw.one(List.of(data, tables.get(0)))));
        else if (kind < 0.79) words.addAll(List.of("graph", table(draw), "--neighbors", 3 + draw.below(5)));
        else if (kind < 0.83)
            words.addAll(List.of("tune", data, "--clusters", 3, "--keep", 5, "--seed", draw.below(1000)));
        else if (kind < 0.87)
            words.addAll(
                    List.of("compare", data, "--clusters", 3, "--keep", 5, "--repeats", 1, "--seed", draw.below(1000)));
        else if (kind < 0.91) return List.of("data", "describe", table(draw), "--json");
        else if (kind < 0.94) return List.of("report", model);
        else return List.of("data", "synthetic", "--samples", 30, "--seed", draw.below(1000), "-o", out + ".csv");
        words.addAll(List.of("-o", words.get(0).equals("graph") ? out + ".mtx" : out, "--force"));
        words.addAll(List.of("--threads", 1 + draw.below(3)));
        if (!words.get(0).equals("graph")) {
            if (draw.next() < 0.6) words.add("--no-report");
            if (draw.next() < 0.6) words.add("--no-controls");
        }
        return words;
    }

    private Path table(JobGenerator draw) {
        return draw.next() < 0.2 ? sparse : draw.one(tables);
    }

    private void fit(List<Object> words, JobGenerator draw) {
        Path file = table(draw);
        boolean keeps = draw.next() < 0.8;
        String name = draw.one(keeps ? KEEPING : FREE);
        words.addAll(List.of("fit", file, "--model", name, "--clusters", 2 + draw.below(3)));
        if (keeps) words.addAll(List.of("--keep", 3 + draw.below(6)));
        words.addAll(List.of("--seed", draw.below(1_000_000), "--max-iter", 20 + draw.below(200)));
        boolean rows = name.endsWith("l20") || FREE.contains(name);
        if (!name.startsWith("kmeans") && draw.next() < 0.7)
            words.addAll(List.of("--solver", draw.one(rows ? SOLVERS : SOLVERS.subList(0, 4))));
        if (draw.next() < 0.2) words.addAll(List.of("--restarts", 2 + draw.below(4)));
        if (draw.next() < 0.2) words.addAll(List.of("--factors", draw.one(List.of("csv", "mtx"))));
        if (draw.next() < 0.1) words.addAll(List.of("--reconstruction", home.resolve("out.npy")));
        if (draw.next() < 0.2) words.add("--log1p");
        if (draw.next() < 0.1) words.add("--strict");
    }

    private void select(List<Object> words, JobGenerator draw) {
        words.addAll(List.of("select", table(draw), "--keep", 2 + draw.below(8), "--select", draw.one(WAYS)));
        words.addAll(List.of("--clusters", 2 + draw.below(3)));
    }

    /** A wrong command, which must be rejected in one line without files. */
    private List<Object> wrong(JobGenerator draw, Path out) {
        Path missing = home.resolve("missing.csv");
        return draw.one(List.of(
                List.of("fit", missing, "--rank", 3, "--keep", 4, "-o", out),
                List.of("fit", data, "--rank", 3, "--keep", 400, "-o", out),
                List.of("fit", data, "--rank", 0, "--keep", 4, "-o", out),
                List.of("fit", ring, "--clusters", 3, "--keep", 9, "-o", out),
                List.of("fit", data, "--graph", data, "--clusters", 3, "--keep", 4, "-o", out),
                List.of("select", data, "--keep", 4, "--select", "lottery", "-o", out),
                List.of("transform", missing, data, "-o", out),
                List.of("tune", data, "--clusters", 4000, "-o", out),
                List.of("compare", data, "--clusters", 3, "--models", "pca", "-o", out),
                List.of("fitt", data)));
    }

    /** Draws the random numbers of one job. */
    private final class JobGenerator {
        private final long number;
        private int drawn;

        JobGenerator(long number) {
            this.number = number;
        }

        double next() {
            return CounterRandom.uniform(seed, number, drawn++);
        }

        int below(int bound) {
            return (int) (bound * next());
        }

        <T> T one(List<T> of) {
            return of.get(below(of.size()));
        }
    }

    /** The command line of a job, to repeat it. */
    static String said(List<Object> words) {
        return String.join(" ", words.stream().map(String::valueOf).toList());
    }

    /** The names of folders and files that a job may write. */
    static List<Path> outputs(Path home) {
        return IntStream.range(0, 4)
                .mapToObj(i ->
                        home.resolve("out" + List.of("", ".mtx", ".csv", ".npy").get(i)))
                .toList();
    }
}
