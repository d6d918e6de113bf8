package org.grapnel.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.cluster.SpectralClusteringResult;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.Scores;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;

/** Compares methods of fitting on one data set: mean NMI of the groups over seeds, in percent, and that of the graph alone. */
final class DefaultsRun {
    private record FitVariant(String select, SolverKind solver, double alpha, int neighbors) {}

    private static final List<FitVariant> WAYS = List.of(
            new FitVariant("model", SolverKind.ACCPALM, 0, 5),
            new FitVariant("gain", SolverKind.BEST_SUPPORT, 5, 5),
            new FitVariant("structure", SolverKind.ACCPALM, 0, 5),
            new FitVariant("structure", SolverKind.BEST_SUPPORT, 1, 5),
            new FitVariant("structure", SolverKind.BEST_SUPPORT, 5, 5),
            new FitVariant("structure", SolverKind.BEST_SUPPORT, 20, 5),
            new FitVariant("structure", SolverKind.BEST_SUPPORT, 5, 10));

    private DefaultsRun() {}

    /** Arguments: file, labels, clusters, seeds, then numbers of features. Prints one line for each: k, then NMI and ACC of each method. */
    public static void main(String[] args) throws Exception {
        int clusters = Integer.parseInt(args[2]);
        int seeds = Integer.parseInt(args[3]);
        try (Dataset read = Datasets.read(Path.of(args[0]), ReadOptions.plain().withLabels(args[1]))) {
            PreparedData data =
                    Preparation.none().withNormalize(Normalization.MAX).apply(read);
            for (int a = 4; a < args.length; a++) {
                StringBuilder line = new StringBuilder(args[a]);
                for (FitVariant way : WAYS) {
                    boolean rows = way.solver == SolverKind.BEST_SUPPORT;
                    Spec spec = Spec.paper(Model.GNMF_L20, clusters)
                            .withKeep(Integer.parseInt(args[a]))
                            .withSelect(FeatureSelection.of(FeatureSelection.Strategy.parse(way.select)))
                            .withSolver(SolverSpec.of(way.solver))
                            .withGraphTerm(rows ? GraphTerm.INVARIANT : GraphTerm.TRACE)
                            .withGraph(GraphSpec.standard().withNeighbors(way.neighbors))
                            .withBaselines(false);
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

    private static String alone(PreparedData data, int clusters) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            KnnGraph graph = KnnGraph.build(context, data.data().X(), GraphSpec.standard());
            try (SpectralClusteringResult found = SpectralClustering.cluster(context, graph.graph(), clusters, 0)) {
                Scores scores = Scores.compute(data.data().labels().orElseThrow(), found.clustering());
                return String.format(
                        Locale.ROOT,
                        "\t%.1f\t%.1f",
                        100 * scores.nmi().get(),
                        100 * scores.acc().get());
            }
        }
    }
}
