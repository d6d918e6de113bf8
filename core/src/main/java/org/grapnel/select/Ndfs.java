package org.grapnel.select;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Nonnegative discriminative feature selection (Li, Yang, Liu, Zhou, Lu: Unsupervised feature selection using
 * nonnegative spectral analysis, AAAI 2012): a linear map from the features to group memberships F that has few
 * non-zero rows,
 *
 * <pre>   min Tr(FᵀLF) + α(‖XᵀW + 1bᵀ − F‖² + β‖W‖₂,₁) + γ/2·‖FᵀF − I‖²,   F ≥ 0   </pre>
 *
 * <p>with the normalised Laplacian L of the graph, W p × c and F n × c. The score of a feature is ‖wᵢ‖. α = β = 1, γ =
 * 10⁸ and 100 iterations are the authors'. With that γ, F stays close to the groups it starts from.
 *
 * <p>Two things are added, so that units and offsets do not matter. The intercept b centres the features, so a constant
 * feature has wᵢ = 0 and comes last. X is scaled to a mean variance of 1/20 per feature, about that of the authors' data,
 * pictures in [0, 1]; β = 1 means little without a scale.
 *
 * <p>An iteration is one step in W and one in F; neither raises the objective. W: each ‖wᵢ‖ is replaced by the quadratic
 * bound ‖wᵢ‖²/2‖wᵢ'‖ + ‖wᵢ'‖/2, which leaves a least-squares problem with min(p, n) unknowns ({@link RidgeSystem}). F: a
 * multiplicative step that minimises a quartic bound,
 *
 * <pre>   F ← F ∘ [(SF + αG⁺ + γF) / (F + αF + αG⁻ + γFFᵀF)]^¼,   G = XᵀW + 1bᵀ,   L = I − S   </pre>
 *
 * <p>Public codes differ: without the fourth root and the signs of G the objective may rise.
 *
 * <p>O(min(p, n)²·(p + n)) per iteration at most. Nothing is drawn.
 */
public final class Ndfs implements Selector {
    /** The largest min(p, n). Beyond it one of the 100 systems would take seconds, and its matrix 128 MB. */
    public static final int MOST_EQUATIONS = 4096;

    static final double ALPHA = 1;
    static final double BETA = 1;
    static final double GAMMA = 1e8;
    private static final int ITERATIONS = 100;

    /** Added to the indicator of the groups by the authors: a multiplicative step cannot leave 0. */
    private static final double OFFSET = 0.02;

    private final Clustering start;

    private Ndfs(Clustering start) {
        this.start = start;
    }

    /** Creates a selector that starts from these groups, usually those of the graph. */
    public static Ndfs of(Clustering groups) {
        Preconditions.require(groups.clusters() >= 2, "ndfs needs at least 2 groups, got %d", groups.clusters());
        return new Ndfs(groups);
    }

    /** Refuses a graph without edges, which has no groups to start from. */
    public static void requireEdges(Graph graph) {
        SelectorPreconditions.requireEdges(graph);
    }

    /** Whether data of this shape are small enough. */
    public static boolean accepts(int features, int samples) {
        return Math.min(features, samples) <= MOST_EQUATIONS;
    }

    /** Refuses data that are too large. */
    public static void requireAccepted(int features, int samples) {
        Preconditions.require(
                accepts(features, samples),
                "ndfs solves min(p, n) equations 100 times, at most %,d; got %,d features and %,d samples; select by another strategy, or from fewer features",
                MOST_EQUATIONS,
                features,
                samples);
    }

    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        SelectorPreconditions.requireEdges(X, graph, keep);
        NdfsResult found = solve(context, X, graph, ITERATIONS);
        double[] value = found.norms.clone();
        for (int i = 0; i < value.length; i++) if (found.constant[i]) value[i] = Double.NEGATIVE_INFINITY;
        return Selection.ofLargest(value, found.norms, keep);
    }

    /** ‖wᵢ‖ of every feature, which features are constant, and the objective after every iteration. */
    record NdfsResult(double[] norms, boolean[] constant, List<Double> objective) {}

    NdfsResult solve(ExecutionContext context, Matrix X, Graph graph, int iterations) {
        requireAccepted(X.rows(), X.cols());
        Preconditions.require(
                start.size() == X.cols(), "the groups have %d samples, the data have %d", start.size(), X.cols());
        NdfsMemberships F = NdfsMemberships.start(start, OFFSET, graph);
        CenteredFeatures features = CenteredFeatures.measure(context, X);
        double[] u = new double[X.rows()]; // 2‖wᵢ‖, the inverse of the weight that wᵢ has in the quadratic bound
        for (int i = 0; i < u.length; i++) u[i] = features.isConstant(i) ? 0 : 1;
        double[] norms = new double[u.length];
        List<Double> objective = new ArrayList<>();
        try (RidgeSystem system = RidgeSystem.create(context, features, start.clusters())) {
            for (int iteration = 0; iteration < iterations; iteration++) {
                double[][] residual = system.solve(u, F.centered(), BETA, norms);
                double sum = 0;
                for (int i = 0; i < u.length; i++) {
                    u[i] = 2 * norms[i];
                    sum += norms[i];
                }
                F.update(residual, ALPHA, GAMMA);
                objective.add(F.objective(ALPHA, GAMMA) + ALPHA * BETA * sum);
            }
        }
        boolean[] constant = new boolean[u.length];
        for (int i = 0; i < constant.length; i++) constant[i] = features.isConstant(i);
        return new NdfsResult(norms, constant, objective);
    }
}
