package org.grapnel;

import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.data.Dataset;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Problem;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.Start;
import org.grapnel.solve.Step;

/**
 * Which k features matter, and which groups do the samples form?
 *
 * <pre>{@code
 * try (var data = Datasets.read(Path.of("genes.csv"), ReadOptions.plain());
 *         var fit = Grapnel.fit(data, graph, Spec.of(Model.GNMF_L20, 15).withKeep(40))) {
 *     for (int i : fit.support().toArray()) System.out.println(data.features().get(i));
 * }
 * }</pre>
 */
public final class Grapnel {
    private Grapnel() {}

    /** Fits a model to a data set, after checking that it can be. */
    public static Solution fit(Dataset data, Optional<Graph> graph, Spec spec) {
        data.check();
        return fit(data.X(), graph, spec, step -> {});
    }

    /** The same for numbers without names; the watcher sees every step, the starting point first. */
    public static Solution fit(Matrix X, Optional<Graph> graph, Spec spec, Consumer<Step> watch) {
        boolean smooth = spec.model().usesGraph() && spec.lambda() > 0;
        Optional<Laplacian> L = smooth ? graph.map(Graph::laplacian) : Optional.empty();
        Problem problem = spec.model().problem(X, spec.rank(), spec.keep(), spec.lambda(), L);
        try (Compute on = Compute.of(spec.threads())) {
            Start.Point start = spec.start().point(on, X, spec.rank());
            if (spec.solver().projectStart()) start.projected(on, problem);
            return Solver.solve(
                    on,
                    problem,
                    start,
                    spec.solver().algorithm(!spec.model().keeps()),
                    spec.stop().rule(),
                    watch);
        }
    }
}
