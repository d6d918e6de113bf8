package org.grapnel.bench;

import java.nio.file.Path;
import java.util.Locale;
import org.grapnel.Control;
import org.grapnel.FeatureChoice;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalize;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.io.Datasets;
import org.grapnel.io.ReadOptions;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.SolverSpec;

/**
 * One way of fitting on one data set, under one protocol: NMI and ACC of the groups, of k-means on the kept features alone and on
 * random ones, and the share of edges kept, means over seeds. {@code bench/defaults} makes the table of it.
 */
final class DefaultsRun {
    private DefaultsRun() {}

    /** Arguments: file, labels, clusters, keep, select, blend, solver, alpha (0: λ = 100), neighbours, seeds. */
    public static void main(String[] args) throws Exception {
        int clusters = Integer.parseInt(args[2]);
        FeatureChoice select = FeatureChoice.of(FeatureChoice.By.of(args[4])).withBlend(Double.parseDouble(args[5]));
        Method solver = Method.of(args[6]);
        double alpha = Double.parseDouble(args[7]);
        int seeds = Integer.parseInt(args[9]);
        try (Dataset read = Datasets.read(Path.of(args[0]), ReadOptions.plain().withLabels(args[1]))) {
            Prepared data = Preparation.none().withNormalize(Normalize.MAX).of(read);
            Spec spec = Spec.of(Model.GNMF_L20, clusters)
                    .withKeep(Integer.parseInt(args[3]))
                    .withSelect(select)
                    .withSolver(SolverSpec.of(solver))
                    .withGraphTerm(solver == Method.BEST_SUPPORT ? GraphTerm.INVARIANT : GraphTerm.TRACE);
            spec = spec.withGraph(spec.graph().withNeighbors(Integer.parseInt(args[8])));
            spec = alpha > 0 ? spec.withAlpha(alpha) : spec.withLambda(100);
            double[] sum = new double[8];
            double seconds = 0;
            for (int seed = 0; seed < seeds; seed++) {
                try (Fit fit = Grapnel.fit(data, spec.withSeed(seed))) {
                    sum[0] += fit.scores().orElseThrow().nmi().get();
                    sum[1] += fit.scores().orElseThrow().acc().get();
                    Control.Kind[] kinds = {
                        Control.Kind.KEPT_FEATURES,
                        Control.Kind.RANDOM_FEATURES,
                        Control.Kind.ALL_FEATURES,
                        Control.Kind.GRAPH_ALONE
                    };
                    for (int c = 0; c < kinds.length; c++) {
                        int at = c;
                        sum[2 + c] += fit.controls()
                                .flatMap(all -> all.of(kinds[at]))
                                .flatMap(Control::scores)
                                .map(s -> s.nmi().get())
                                .orElse(Double.NaN);
                    }
                    for (int c = 0; c < 2; c++) {
                        int at = c;
                        sum[6 + c] += fit.controls()
                                .flatMap(all -> all.of(kinds[at]))
                                .map(x -> x.edgesKept().isDefined()
                                        ? x.edgesKept().get()
                                        : Double.NaN)
                                .orElse(Double.NaN);
                    }
                    seconds += fit.solution().trace().last().seconds();
                }
            }
            StringBuilder line = new StringBuilder();
            for (double s : sum) line.append(String.format(Locale.ROOT, "%.1f\t", 100 * s / seeds));
            System.out.println(line + String.format(Locale.ROOT, "%.3f", seconds / seeds));
        }
    }
}
