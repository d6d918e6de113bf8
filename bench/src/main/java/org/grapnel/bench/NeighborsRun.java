package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.grapnel.formats.MatrixReader;
import org.grapnel.graph.ApproximateSearch;
import org.grapnel.graph.ExactSearch;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Measures the neighbour search for all samples of an .npy file (one row per sample). For each line of input it prints the seconds, the sum
 * of all distances and the recall, so that {@code bench/neighbors} can alternate it with another program while this JVM stays warm.
 */
final class NeighborsRun {
    private NeighborsRun() {}

    /** Arguments: file, neighbours, threads, exact or approximate. */
    public static void main(String[] args) throws IOException {
        DenseMatrix rows = MatrixReader.read(Path.of(args[0]));
        DenseMatrix X = rows.transpose();
        rows.close();
        int k = Integer.parseInt(args[1]);
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (ExecutionContext context = ExecutionContext.create(Integer.parseInt(args[2]))) {
            while (turns.readLine() != null) {
                long began = System.nanoTime();
                double recall = 1;
                Neighbors found;
                if (args[3].equals("exact")) {
                    found = ExactSearch.search(context, X, k, Metric.EUCLIDEAN);
                } else {
                    var search = ApproximateSearch.search(context, X, k, Metric.EUCLIDEAN, 0.95, 0);
                    found = search.neighbors();
                    recall = search.recall();
                }
                double seconds = (System.nanoTime() - began) / 1e9;
                double sum = 0;
                for (int i = 0; i < found.size(); i++) for (int q = 0; q < k; q++) sum += found.distance(i, q);
                System.out.printf(Locale.ROOT, "%.6f\t%.10g\t%.4f%n", seconds, sum, recall);
                System.out.flush();
            }
        }
    }
}
