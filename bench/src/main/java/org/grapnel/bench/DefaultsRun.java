package org.grapnel.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.grapnel.FeatureChoice;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalize;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.io.Datasets;
import org.grapnel.io.ReadOptions;
import org.grapnel.linalg.Compute;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.SolverSpec;

/** Ways of fitting on one data set, under one protocol: NMI of the groups in percent, means over seeds; at last that of the graph alone. */
final class DefaultsRun {
    private record Way(String select, Method solver, double alpha, int neighbors) {}

    private static final List<Way> WAYS = List.of(
            new Way("model", Method.ACCPALM, 0, 5),
            new Way("gain", Method.BEST_SUPPORT, 5, 5),
            new Way("structure", Method.ACCPALM, 0, 5),
            new Way("structure", Method.BEST_SUPPORT, 1, 5),
            new Way("structure", Method.BEST_SUPPORT, 5, 5),
            new Way("structure", Method.BEST_SUPPORT, 20, 5),
            new Way("structure", Method.BEST_SUPPORT, 5, 10));

    private DefaultsRun() {}

    /** Arguments: file, labels, clusters, seeds, then numbers of features. One line each: k, then NMI and ACC of every way. */
    public static void main(String[] args) throws Exception {
        int clusters = Integer.parseInt(args[2]);
        int seeds = Integer.parseInt(args[3]);
        try (Dataset read = Datasets.read(Path.of(args[0]), ReadOptions.plain().withLabels(args[1]))) {
            Prepared data = Preparation.none().withNormalize(Normalize.MAX).of(read);
            for (int a = 4; a < args.length; a++) {
                StringBuilder line = new StringBuilder(args[a]);
                for (Way way : WAYS) {
                    boolean rows = way.solver == Method.BEST_SUPPORT;
                    Spec spec = Spec.of(Model.GNMF_L20, clusters)
                            .withKeep(Integer.parseInt(args[a]))
                            .withSelect(FeatureChoice.of(FeatureChoice.By.of(way.select)))
                            .withSolver(SolverSpec.of(way.solver))
                            .withGraphTerm(rows ? GraphTerm.INVARIANT : GraphTerm.TRACE)
                            .withGraph(GraphSpec.standard().withNeighbors(way.neighbors))
                            .withControls(false);
                    spec = rows ? spec.withAlpha(way.alpha) : spec.withLambda(100);
                    double nmi = 0;
                    double acc = 0;
                    for (int seed = 0; seed < seeds; seed++) {
                        try (Fit fit = Grapnel.fit(data, spec.withSeed(seed))) {
                            nmi += fit.scores().orElseThrow().nmi().get() / seeds;
                            acc += fit.scores().orElseThrow().acc().get() / seeds;
                        }
                    }
                    line.append(String.format(Locale.ROOT, "\t%.1f\t%.1f", 100 * nmi, 100 * acc));
                }
                System.out.println(line.append(alone(data, clusters)));
            }
        }
    }

    private static String alone(Prepared data, int clusters) {
        try (Compute on = Compute.of(2)) {
            KnnGraph graph = KnnGraph.of(on, data.data().X(), GraphSpec.standard());
            try (SpectralClustering.Result found = SpectralClustering.of(on, graph.graph(), clusters, 0)) {
                Scores scores = Scores.of(data.data().labels().orElseThrow(), found.clustering());
                return String.format(
                        Locale.ROOT,
                        "\t%.1f\t%.1f",
                        100 * scores.nmi().get(),
                        100 * scores.acc().get());
            }
        }
    }
}
