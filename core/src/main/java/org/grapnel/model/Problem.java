package org.grapnel.model;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.MagnitudeCheck;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * A {@link Formulation} with its data: X, and the Laplacian of the graph of its samples where a term uses one.
 *
 * @param weights with them the loss is ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)², and what X has at entries without weight does not count
 */
public record Problem(
        Matrix X, Optional<Laplacian> laplacian, Formulation formulation, Optional<EntryWeights> weights) {
    public Problem {
        Preconditions.require(
                laplacian.isPresent() == formulation.usesGraph(), "a problem has a graph exactly where a term uses it");
        int size = laplacian.map(Laplacian::size).orElse(X.cols());
        Preconditions.require(size == X.cols(), "the graph joins %d samples, the data have %d", size, X.cols());
        checkData(X, weights);
    }

    /** A problem all of whose entries count alike. */
    public Problem(Matrix X, Optional<Laplacian> laplacian, Formulation formulation) {
        this(X, laplacian, formulation, Optional.empty());
    }

    /** The problem with weights of the entries of X. */
    public Problem withWeights(EntryWeights entries) {
        return new Problem(X, laplacian, formulation, Optional.of(entries));
    }

    /** A problem without a graph. */
    public Problem(Matrix X, Formulation formulation) {
        this(X, Optional.empty(), formulation);
    }

    /** Refuses weights of another shape, and data whose squares leave the range of doubles. */
    static void checkData(Matrix X, Optional<EntryWeights> weights) {
        if (weights.isEmpty()) {
            checkMagnitude(X);
            return;
        }
        try (Matrix CX = weights.get().times(X)) {
            checkMagnitude(CX);
        }
    }

    static void checkMagnitude(Matrix X) {
        MagnitudeCheck.check(X).ifPresent(cell -> {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the largest value of X, %s at feature %d and sample %d, is %s",
                    cell.value(),
                    cell.row(),
                    cell.column(),
                    cell.fault()));
        });
    }

    static void checkRank(int features, int samples, int rank) {
        int most = Math.min(features, samples);
        Preconditions.require(
                rank >= 1 && rank <= most,
                "rank must be between 1 and min(features, samples) = %d, got %d",
                most,
                rank);
    }
}
