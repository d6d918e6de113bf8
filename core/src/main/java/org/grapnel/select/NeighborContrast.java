package org.grapnel.select;

import java.util.Arrays;
import java.util.function.Function;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * {@code structure}: selects the features that best separate neighbours from arbitrary pairs of samples. With fᵢ(a, b)
 * = (xᵢₐ − xᵢᵦ)² and d²_S = Σ_{i∈S} fᵢ,
 *
 * <pre>   max over |S| = k of R(S) = corr_P(d²_S, t),   P = ½·Unif(edges) + ½·Unif(all pairs),   t = 0 on edges, 1 on all pairs   </pre>
 *
 * <p>This is a Laplacian score of the whole set, in which a redundant feature counts for less. With a blend θ the
 * target is (1−θ)·t + θ·d² of all features, both standardised: θ = 1 preserves distances rather than neighbours. Edge
 * weights are ignored. Features are not scaled, because the model uses them as they are.
 *
 * <p>The search is forward greedy, k/60 features at a time where k ≥ 120 ({@link GreedyPath}). Below, the selection for
 * a smaller k is a prefix of that for a larger one. The score of a feature is R of the features before its batch plus
 * this one; the path is R itself. There are no random numbers. The cost is at most O(p(n + m)·min(k, 119) + p·n·k),
 * with memory for the k selected rows.
 *
 * @param blend θ, 0 … 1
 */
public record NeighborContrast(double blend) implements Selector {
    private static final double RHO = 0.5;

    /** Above this number edges are thinned evenly; the means over them are accurate enough. */
    static final int MAX_EDGES = 200_000;

    /** Features with a smaller share of the largest variance of an fᵢ are constant. */
    private static final double CONSTANT_SHARE = 1e-12;

    public NeighborContrast {
        Preconditions.require(blend >= 0 && blend <= 1, "blend must be between 0 and 1, got %s", blend);
    }

    /** Returns the selector with θ = 0: neighbours only. */
    public static NeighborContrast standard() {
        return new NeighborContrast(0);
    }

    public NeighborContrast withBlend(double theta) {
        return new NeighborContrast(theta);
    }

    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        return select(context, X, graph, keep, RowSet.all(X.rows()));
    }

    /**
     * Selects with preferred features: others enter only when these are used up, and the blend uses the squared
     * distance of these. Used for the features that {@link org.grapnel.select.noise.NoiseScreen} passes and the graph
     * built on them.
     */
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep, RowSet preferred) {
        SelectorPreconditions.requireEdges(X, graph, keep);
        return inRange(X, scaled -> selectScaled(context, scaled, graph, keep, preferred));
    }

    /** Selects from X, or from X times a power of two if its fourth powers would overflow or vanish. */
    static Selection inRange(Matrix X, Function<Matrix, Selection> select) {
        int exponent = MomentRange.exponent(X.rowSquares());
        if (exponent == 0) return select.apply(X);
        try (Matrix copy = X.selectRows(RowSet.all(X.rows()).toArray());
                Matrix scaled = copy.map((i, j, x) -> Math.scalb(x, -exponent))) {
            return select.apply(scaled);
        }
    }

    /** Selects from data whose fourth powers, and sums and differences of these, are finite. */
    private Selection selectScaled(ExecutionContext context, Matrix X, Graph graph, int keep, RowSet preferred) {
        EdgeList edges = EdgeList.collect(graph, MAX_EDGES);
        try (PairMoments moments = PairMoments.compute(context, X, edges, RHO, keep)) {
            double[] b = moments.contrast();
            if (blend > 0)
                blend(
                        b,
                        preferred,
                        preferred.isAll()
                                ? moments.totalCovariances(context)
                                : covariancesAmong(context, X, edges, preferred));
            boolean[] varying = varyingFeatures(moments);
            boolean[] isPreferred = new boolean[varying.length];
            for (int q = 0; q < preferred.count(); q++) isPreferred[preferred.get(q)] = true;
            return GreedyPath.select(context, moments, b, varying, isPreferred, keep);
        }
    }

    /** Blends b = cov(fᵢ, t)/sd(t) with the covariances of the given features with their squared distance. */
    private void blend(double[] b, RowSet features, double[] full) {
        double deviation = Math.sqrt(Math.max(1e-300, Arrays.stream(full).sum()));
        for (int i = 0; i < b.length; i++) b[i] *= 1 - blend;
        for (int q = 0; q < features.count(); q++) b[features.get(q)] += blend * full[q] / deviation;
    }

    private static double[] covariancesAmong(ExecutionContext context, Matrix X, EdgeList edges, RowSet preferred) {
        try (Matrix rows = X.selectRows(preferred.toArray());
                PairMoments moments = PairMoments.compute(context, rows, edges, RHO, 1)) {
            return moments.totalCovariances(context);
        }
    }

    /** Marks the features that are not constant. */
    private static boolean[] varyingFeatures(PairMoments moments) {
        double threshold =
                CONSTANT_SHARE * Arrays.stream(moments.variance).max().orElse(0);
        boolean[] varying = new boolean[moments.variance.length];
        for (int i = 0; i < varying.length; i++) varying[i] = moments.variance[i] > threshold;
        return varying;
    }
}
