package org.grapnel.pipeline;

import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.graph.Graph;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.CountBackground;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.KlProblem;
import org.grapnel.model.Loss;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;

/** The loss kl in a fit: what it refuses, the problem of a spec, and what features that are not kept cost. */
final class KlFit {
    private KlFit() {}

    /** Refuses specs that the loss kl does not have, with what works instead. Other losses pass. */
    static void require(Spec spec) {
        if (spec.loss() != Loss.KL) return;
        Preconditions.require(
                !spec.model().isKMeans(),
                "model %s has squared distances, not the loss kl; use nmf, nmf-l20, gnmf or gnmf-l20",
                spec.model().cliName());
        Preconditions.require(
                spec.model().supportsBestSupport(),
                "model %s does not go with the loss kl, where a feature is kept or explained by the background as a whole;"
                        + " use nmf, nmf-l20, gnmf or gnmf-l20",
                spec.model().cliName());
        Preconditions.require(
                spec.solver().kind() == SolverKind.BEST_SUPPORT,
                "solver %s minimises squared errors, and the loss kl has a solver of its own; name no solver",
                spec.solver().kind().cliName());
        Preconditions.require(
                !spec.usesGraph() || spec.graphTerm() != GraphTerm.INVARIANT,
                "the graph term invariant has no solver for the loss kl; use the graph term joint or trace");
        if (spec.isJoint()) JointChecks.requireAlpha(spec);
    }

    /** Refuses weights of entries, and missing ones, which have weight 0. */
    static void requireNoWeights(Spec spec, boolean weighted) {
        Preconditions.require(
                spec.loss() != Loss.KL || !weighted,
                "the loss kl has no weights and no missing entries; use the loss squared, or fill missing values (impute)");
    }

    /**
     * Creates the problem of some features.
     *
     * @param background that of these features, with the depths of all features
     */
    static KlProblem problem(Matrix data, CountBackground background, Optional<Graph> graph, Spec spec) {
        int keep = spec.model().requireKeep(data.rows(), spec.keep());
        KlProblem problem =
                KlProblem.of(data, spec.rank()).withBackground(background).withKeep(keep);
        if (!spec.usesGraph()) return problem;
        Graph joined = graph.orElseThrow(
                () -> new IllegalArgumentException("model " + spec.model().cliName() + " needs a graph"));
        if (spec.isJoint())
            return problem.withJoint(
                    NormalizedAdjacency.of(joined), spec.weight().value());
        double lambda = spec.withLambdaFor(joined).weight().value();
        return problem.withTrace(joined.laplacian(spec.laplacian()), lambda);
    }

    /** Returns Σ D(xᵢ‖bᵢ) over the features that are not kept. */
    static double droppedLoss(Matrix X, RowSet kept) {
        CountBackground background = CountBackground.of(X);
        double sum = 0;
        for (int i = 0; i < X.rows(); i++) if (!kept.contains(i)) sum += background.divergence(X, i);
        return sum;
    }
}
