package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.grapnel.formats.MatrixReader;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.NeighborContrast;
import org.grapnel.select.Selection;

/**
 * Measures the neighbour contrast on an .npy file (one row per feature), without the neighbour search. For each line of input it prints the
 * seconds, R and the order, so that {@code bench/select} can alternate it with the prototype while this JVM stays warm.
 */
final class SelectRun {
    private SelectRun() {}

    /** Arguments: file, features to keep, blend, threads. */
    public static void main(String[] args) throws IOException {
        int keep = Integer.parseInt(args[1]);
        var selector = NeighborContrast.standard().withBlend(Double.parseDouble(args[2]));
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (DenseMatrix X = MatrixReader.read(Path.of(args[0]));
                ExecutionContext context = ExecutionContext.create(Integer.parseInt(args[3]))) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard()).graph();
            while (turns.readLine() != null) {
                long began = System.nanoTime();
                Selection found = selector.select(context, X, graph, keep);
                double seconds = (System.nanoTime() - began) / 1e9;
                System.out.printf(
                        Locale.ROOT, "%.6f\t%.12g\t%s%n", seconds, found.path().get(keep - 1), found.order());
                System.out.flush();
            }
        }
    }
}
