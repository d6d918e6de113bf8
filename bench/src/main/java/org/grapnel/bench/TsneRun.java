package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.grapnel.embed.Tsne;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneResult;
import org.grapnel.formats.MatrixReader;
import org.grapnel.graph.ExactSearch;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Measures t-SNE on a case of {@code peers/sklearn_tsne.py}: a folder with X.npy (features × samples) and optionally peer.npy, the embedding
 * of scikit-learn. For each line of input it prints the total seconds, the seconds of the neighbour search, and KL(P‖Q) of both embeddings
 * over all pairs, with scikit-learn's P (⌊3·perplexity⌋ + 1 neighbours).
 */
final class TsneRun {
    private TsneRun() {}

    /** Arguments: folder, perplexity, threads and, if not the default, theta. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        var options = TsneOptions.defaults().withPerplexity(Double.parseDouble(args[1]));
        if (args.length > 3) options = options.withTheta(Double.parseDouble(args[3]));
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (DenseMatrix X = MatrixReader.read(folder.resolve("X.npy"));
                ExecutionContext context = ExecutionContext.create(Integer.parseInt(args[2]))) {
            while (turns.readLine() != null) {
                long[] searched = new long[1];
                long begun = System.nanoTime();
                try (TsneResult picture = Tsne.embed(
                        context,
                        X,
                        (threads, samples, count) -> {
                            long before = System.nanoTime();
                            Neighbors found = ExactSearch.search(threads, X, count, Metric.EUCLIDEAN);
                            searched[0] = System.nanoTime() - before;
                            return found;
                        },
                        options,
                        progress -> {})) {
                    double seconds = (System.nanoTime() - begun) * 1e-9;
                    Neighbors neighbors = ExactSearch.search(context, X, options.neighbors() + 1, Metric.EUCLIDEAN);
                    double ours = TsneObjective.divergence(context, neighbors, options.perplexity(), picture.Y());
                    double peers = Double.NaN;
                    if (folder.resolve("peer.npy").toFile().exists()) {
                        try (DenseMatrix peer = MatrixReader.read(folder.resolve("peer.npy"))) {
                            peers = TsneObjective.divergence(context, neighbors, options.perplexity(), peer);
                        }
                    }
                    System.out.printf(
                            Locale.ROOT,
                            "%.6f\t%.6f\t%.8g\t%.8g\t%.8g\t%d%n",
                            seconds,
                            searched[0] * 1e-9,
                            ours,
                            peers,
                            picture.divergence(),
                            picture.iterations());
                    System.out.flush();
                }
            }
        }
    }
}
