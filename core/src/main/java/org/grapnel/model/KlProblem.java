package org.grapnel.model;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.graph.Laplacian;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * min Σ D(xᵢ‖wᵢH) over the kept features + Σ D(xᵢ‖bᵢ) over the others + (graph term), over W, H ≥ 0 and at most k kept features, with
 * D(x‖y) = Σ x log(x/y) − x + y and the {@link CountBackground} b.
 *
 * <p>The graph term is λTr(HLHᵀ), or that of {@link JointProblem}, (α/2)·(‖S − GᵀH‖² + b‖H − G‖²) with α = 2·weight·Σ D(xᵢ‖bᵢ)/r. There ½‖X‖² is
 * what WH can explain at most; here it is the divergence from the background. So a weight compares the explained share of the data with that of
 * the graph under both losses.
 *
 * @param keep k, at most the number of features, where all are kept
 * @param lambda λ of the trace term; 0 without it
 * @param weight of the joint term; 0 without it
 */
public record KlProblem(
        Matrix X,
        CountBackground background,
        int rank,
        int keep,
        Optional<Laplacian> laplacian,
        double lambda,
        Optional<NormalizedAdjacency> S,
        double weight) {
    public KlProblem {
        background.check(X);
        Problem.checkMagnitude(X);
        Preconditions.require(rank >= 1, "rank must be at least 1, got %d", rank);
        Preconditions.require(
                keep >= 1 && keep <= X.rows(),
                "keep must be between 1 and %d, the number of features, got %d",
                X.rows(),
                keep);
        Preconditions.require(
                lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be a number >= 0, got %s", lambda);
        Preconditions.require(
                weight >= 0 && weight < Double.POSITIVE_INFINITY, "alpha must be a number >= 0, got %s", weight);
        Preconditions.require(laplacian.isEmpty() || S.isEmpty(), "a problem has one graph term, trace or joint");
        int size = laplacian
                .map(Laplacian::size)
                .or(() -> S.map(NormalizedAdjacency::size))
                .orElse(X.cols());
        Preconditions.require(size == X.cols(), "the graph joins %d samples, the data have %d", size, X.cols());
    }

    /** Creates the problem without a graph, with all features. */
    public static KlProblem of(Matrix X, int rank) {
        return new KlProblem(X, CountBackground.of(X), rank, X.rows(), Optional.empty(), 0, Optional.empty(), 0);
    }

    /** Keeps at most k features. */
    public KlProblem withKeep(int k) {
        return new KlProblem(X, background, rank, k, laplacian, lambda, S, weight);
    }

    /** Sets the background, for features that were selected from more. */
    public KlProblem withBackground(CountBackground other) {
        return new KlProblem(X, other, rank, keep, laplacian, lambda, S, weight);
    }

    /** Adds the term λTr(HLHᵀ); λ = 0 leaves it out. */
    public KlProblem withTrace(Laplacian L, double ofTrace) {
        Optional<Laplacian> used = ofTrace == 0 ? Optional.empty() : Optional.of(L);
        return new KlProblem(X, background, rank, keep, used, ofTrace, S, weight);
    }

    /** Adds the joint term; weight 0 leaves it out. */
    public KlProblem withJoint(NormalizedAdjacency adjacency, double ofJoint) {
        Optional<NormalizedAdjacency> used = ofJoint == 0 ? Optional.empty() : Optional.of(adjacency);
        return new KlProblem(X, background, rank, keep, laplacian, lambda, used, ofJoint);
    }

    /** α = 2·weight·Σ D(xᵢ‖bᵢ)/r of the joint term. */
    public double alpha() {
        return alpha(Arrays.stream(backgroundDivergences()).sum(), rank, weight);
    }

    /** α of the joint term for a divergence from the background. */
    public static double alpha(double backgroundDivergence, int rank, double weight) {
        return 2 * weight * backgroundDivergence / rank;
    }

    /** Returns D(xᵢ‖bᵢ) of every feature. */
    public double[] backgroundDivergences() {
        double[] divergence = new double[X.rows()];
        for (int i = 0; i < divergence.length; i++) divergence[i] = background.divergence(X, i);
        return divergence;
    }
}
