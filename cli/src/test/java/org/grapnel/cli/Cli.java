package org.grapnel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.options.console.Interruption;
import org.grapnel.runtime.CounterRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The exit code and the output of a command. {@link #run} runs one in this process. */
public record Cli(int code, String out, String err) {
    /** Runs a command without progress lines, which would appear on a busy machine only. */
    public static Cli run(Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> args =
                new ArrayList<>(Stream.of(words).map(String::valueOf).toList());
        boolean runs = !args.isEmpty()
                && List.of("fit", "select", "demo", "graph", "transform", "compare", "tune", "paper")
                        .contains(args.get(0));
        if (runs && !args.contains("--progress")) args.addAll(1, List.of("--progress", "none"));
        int code =
                Main.run(new PrintWriter(out), new PrintWriter(err), new Interruption(), args.toArray(String[]::new));
        return new Cli(code, out.toString(), err.toString());
    }

    public static JsonNode summary(Path folder) {
        return JsonMapper.shared().readTree(folder.resolve("summary.json").toFile());
    }

    /** The rows of a CSV file without its header. */
    public static List<String[]> rows(Path file) {
        return lines(file).stream().skip(1).map(line -> line.split(",", -1)).toList();
    }

    public static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path write(Path file, String... lines) {
        try {
            return Files.write(file, List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Samples in rows under a header g0, g1, … */
    public static Path csv(Path file, double[][] samples) {
        List<String> lines = new ArrayList<>();
        List<String> header = new ArrayList<>();
        for (int i = 0; i < samples[0].length; i++) header.add("g" + i);
        lines.add(String.join(",", header));
        for (double[] sample : samples) lines.add(line(sample));
        return write(file, lines.toArray(String[]::new));
    }

    public static String line(double[] numbers) {
        return String.join(",", Arrays.stream(numbers).mapToObj(String::valueOf).toList());
    }

    /** Positive numbers in two groups of samples. */
    public static double[][] samples(int n, int p) {
        double[][] values = new double[n][p];
        for (int j = 0; j < n; j++)
            for (int i = 0; i < p; i++) values[j][i] = CounterRandom.uniform(7, i, j) + (i % 2 == j % 2 ? 1 : 0);
        return values;
    }

    /** A ring over n samples, as a list of edges. */
    public static Path ring(Path file, int n) {
        List<String> lines = new ArrayList<>(List.of("i,j,weight"));
        for (int j = 0; j < n; j++) lines.add(j + "," + (j + 1) % n + ",0.5");
        return write(file, lines.toArray(String[]::new));
    }

    public static double[][] transposed(double[][] values) {
        double[][] turned = new double[values[0].length][values.length];
        for (int i = 0; i < values.length; i++) for (int j = 0; j < values[i].length; j++) turned[j][i] = values[i][j];
        return turned;
    }
}
