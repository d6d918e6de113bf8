package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.formats.MatrixReader;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Measures k-means on the rows of an .npy file: for each seed on its input it prints the seconds and the inertia.
 * {@code peers/sklearn_kmeans.py} alternates with it while this JVM stays warm.
 */
final class KMeansRun {
    private KMeansRun() {}

    /** Arguments: file, clusters, starts, threads. */
    public static void main(String[] args) throws IOException {
        var options = KMeansOptions.of(Integer.parseInt(args[1])).withStarts(Integer.parseInt(args[2]));
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (DenseMatrix rows = MatrixReader.read(Path.of(args[0]));
                ExecutionContext context = ExecutionContext.create(Integer.parseInt(args[3]))) {
            for (String seed = turns.readLine(); seed != null; seed = turns.readLine()) {
                long begun = System.nanoTime();
                try (var result = KMeans.clusterRows(context, rows, options.withSeed(Long.parseLong(seed)))) {
                    double seconds = (System.nanoTime() - begun) / 1e9;
                    System.out.printf(Locale.ROOT, "%.9f\t%.10g\t%d%n", seconds, result.inertia(), result.iterations());
                    System.out.flush();
                }
            }
        }
    }
}
