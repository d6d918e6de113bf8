package org.grapnel.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FeatureChoice;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.cluster.KMeans;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalize;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.evaluate.EdgesKept;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.io.Datasets;
import org.grapnel.io.ReadOptions;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.model.Model;

/**
 * Features alone: NMI of k-means on the features that each way keeps, and the share of edges of the 5-NN graph that they keep, both in
 * percent. k-means has 10 starts and 4 seeds; random features are 10 draws with one seed each.
 */
final class FeaturesRun {
    private static final FeatureChoice.By[] WAYS = {
        FeatureChoice.By.STRUCTURE,
        FeatureChoice.By.VARIANCE,
        FeatureChoice.By.LAPLACIAN_SCORE,
        FeatureChoice.By.MCFS,
        FeatureChoice.By.ENERGY
    };

    private FeaturesRun() {}

    /** Arguments: file, labels, clusters, then numbers of features. One line each: k, then NMI and edges of random and of every way. */
    public static void main(String[] args) throws Exception {
        int clusters = Integer.parseInt(args[2]);
        try (Dataset read = Datasets.read(Path.of(args[0]), ReadOptions.plain().withLabels(args[1]));
                Compute on = Compute.of(2)) {
            Prepared data = Preparation.none().withNormalize(Normalize.MAX).of(read);
            Matrix X = data.data().X();
            List<String> truth = data.data().labels().orElseThrow();
            KnnGraph graph = KnnGraph.of(on, X, GraphSpec.standard());
            for (int a = 3; a < args.length; a++) {
                int keep = Integer.parseInt(args[a]);
                List<String> line = new ArrayList<>();
                double[] random = new double[2];
                for (int draw = 0; draw < 10; draw++) {
                    int[] rows = draw(X.rows(), keep, draw);
                    random[0] += nmi(on, X, rows, truth, clusters, draw) / 10;
                    random[1] += edges(on, X, rows, graph) / 10;
                }
                line.add(String.format(Locale.ROOT, "%d\t%.1f\t%.1f", keep, 100 * random[0], 100 * random[1]));
                for (FeatureChoice.By way : WAYS) {
                    Spec spec = Spec.of(Model.GNMF_L20, clusters).withKeep(keep).withSelect(FeatureChoice.of(way));
                    boolean own = way == FeatureChoice.By.STRUCTURE; // may look for noise first
                    int[] rows = Grapnel.select(
                                    data,
                                    own ? Optional.empty() : Optional.of(GraphSource.of(graph)),
                                    spec,
                                    Watch.none())
                            .selection()
                            .kept()
                            .toArray();
                    double nmi = 0;
                    for (int seed = 0; seed < 4; seed++) nmi += nmi(on, X, rows, truth, clusters, seed) / 4;
                    line.add(String.format(Locale.ROOT, "%.1f\t%.1f", 100 * nmi, 100 * edges(on, X, rows, graph)));
                }
                System.out.println(String.join("\t", line));
            }
        }
    }

    private static double nmi(Compute on, Matrix X, int[] rows, List<String> truth, int clusters, long seed) {
        try (Matrix some = X.selected(rows);
                KMeans.Result found = KMeans.ofColumns(
                        on, some, KMeans.Options.of(clusters).withStarts(10).withSeed(seed))) {
            return Scores.of(truth, found.clustering()).nmi().get();
        }
    }

    private static double edges(Compute on, Matrix X, int[] rows, KnnGraph all) {
        try (Matrix some = X.selected(rows)) {
            return EdgesKept.of(
                            all.graph(),
                            KnnGraph.of(on, some, GraphSpec.standard()).graph())
                    .get();
        }
    }

    /** So many of p features, by the first of a shuffled order. */
    private static int[] draw(int p, int keep, long seed) {
        int[] order = new int[p];
        for (int i = 0; i < p; i++) order[i] = i;
        for (int i = 0; i < keep; i++) {
            int j = i + (int) (Randoms.uniform(seed, i, 77) * (p - i));
            int swap = order[i];
            order[i] = order[j];
            order[j] = swap;
        }
        int[] rows = Arrays.copyOf(order, keep);
        Arrays.sort(rows);
        return rows;
    }
}
