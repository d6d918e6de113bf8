package org.grapnel.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.EdgePreservation;
import org.grapnel.evaluate.Scores;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/**
 * Compares selected features: NMI of k-means on them, and the fraction of edges of the 5-NN graph that they preserve, both in percent.
 * k-means has 10 starts and 4 seeds; random features are 10 draws with one seed each.
 */
final class FeaturesRun {
    private static final FeatureSelection.Strategy[] WAYS = {
        FeatureSelection.Strategy.GROUPS,
        FeatureSelection.Strategy.STRUCTURE,
        FeatureSelection.Strategy.VARIANCE,
        FeatureSelection.Strategy.LAPLACIAN_SCORE,
        FeatureSelection.Strategy.MCFS,
        FeatureSelection.Strategy.NDFS,
        FeatureSelection.Strategy.ENERGY
    };

    private FeaturesRun() {}

    /** Arguments: file, labels, clusters, then numbers of features. Prints one line for each: k, then NMI and edges of each criterion. */
    public static void main(String[] args) throws Exception {
        int clusters = Integer.parseInt(args[2]);
        try (Dataset read = Datasets.read(Path.of(args[0]), ReadOptions.plain().withLabels(args[1]));
                ExecutionContext context = ExecutionContext.create(2)) {
            PreparedData data =
                    Preparation.none().withNormalize(Normalization.MAX).apply(read);
            Matrix X = data.data().X();
            List<String> truth = data.data().labels().orElseThrow();
            KnnGraph graph = KnnGraph.build(context, X, GraphSpec.standard());
            for (int a = 3; a < args.length; a++) {
                int keep = Integer.parseInt(args[a]);
                List<String> line = new ArrayList<>();
                double[] random = new double[2];
                for (int draw = 0; draw < 10; draw++) {
                    int[] rows = draw(X.rows(), keep, draw);
                    random[0] += nmi(context, X, rows, truth, clusters, draw) / 10;
                    random[1] += edges(context, X, rows, graph) / 10;
                }
                line.add(String.format(Locale.ROOT, "%d\t%.1f\t%.1f", keep, 100 * random[0], 100 * random[1]));
                for (FeatureSelection.Strategy way : WAYS) {
                    boolean groups = way == FeatureSelection.Strategy.GROUPS;
                    Spec spec = Spec.paper(Model.GNMF_L20, clusters)
                            .withKeep(keep)
                            .withSelect(FeatureSelection.of(way))
                            .withGraph(groups ? GraphSpec.recommended() : GraphSpec.standard());
                    // structure may screen out noise first, and groups have a graph of their own
                    boolean own = groups || way == FeatureSelection.Strategy.STRUCTURE;
                    int[] rows = Grapnel.select(
                                    data,
                                    own ? Optional.empty() : Optional.of(GraphSource.of(graph)),
                                    spec,
                                    FitContext.none())
                            .selection()
                            .kept()
                            .toArray();
                    double nmi = 0;
                    for (int seed = 0; seed < 4; seed++) nmi += nmi(context, X, rows, truth, clusters, seed) / 4;
                    line.add(String.format(Locale.ROOT, "%.1f\t%.1f", 100 * nmi, 100 * edges(context, X, rows, graph)));
                }
                System.out.println(String.join("\t", line));
            }
        }
    }

    private static double nmi(
            ExecutionContext context, Matrix X, int[] rows, List<String> truth, int clusters, long seed) {
        try (Matrix some = X.selectRows(rows);
                KMeansResult found = KMeans.clusterColumns(
                        context, some, KMeansOptions.of(clusters).withStarts(10).withSeed(seed))) {
            return Scores.compute(truth, found.clustering()).nmi().get();
        }
    }

    private static double edges(ExecutionContext context, Matrix X, int[] rows, KnnGraph all) {
        try (Matrix some = X.selectRows(rows)) {
            return EdgePreservation.compute(
                            all.graph(),
                            KnnGraph.build(context, some, GraphSpec.standard()).graph())
                    .get();
        }
    }

    /** A random subset of the features: the first ones of a shuffled order. */
    private static int[] draw(int p, int keep, long seed) {
        int[] order = new int[p];
        for (int i = 0; i < p; i++) order[i] = i;
        for (int i = 0; i < keep; i++) {
            int j = i + (int) (CounterRandom.uniform(seed, i, 77) * (p - i));
            int swap = order[i];
            order[i] = order[j];
            order[j] = swap;
        }
        int[] rows = Arrays.copyOf(order, keep);
        Arrays.sort(rows);
        return rows;
    }
}
