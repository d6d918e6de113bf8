package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.csv.CsvReader;

/**
 * Measures reading a CSV file: for each line of input it prints the seconds, the sum of the numbers and the peak memory in bytes.
 * {@code bench/csv} alternates it with {@code peers/pandas_csv.py} while this JVM stays warm.
 */
final class CsvRun {
    private CsvRun() {}

    /** Arguments: file, threads. */
    public static void main(String[] args) throws IOException {
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (turns.readLine() != null) {
            long begun = System.nanoTime();
            try (Dataset data = new CsvReader(Integer.parseInt(args[1])).read(Path.of(args[0]), ReadOptions.plain())) {
                double seconds = (System.nanoTime() - begun) / 1e9;
                System.out.printf(
                        Locale.ROOT, "%.9f\t%.15g\t%d%n", seconds, data.X().sum(), peakBytes());
                System.out.flush();
            }
        }
    }

    /** Peak memory in bytes on Linux; 0 on other systems. */
    private static long peakBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) return 0;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
