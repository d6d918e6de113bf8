package org.grapnel.model;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.MagnitudeCheck;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/** A {@link Formulation} with its data: X, and the Laplacian of the graph of its samples where a term uses one. */
public record Problem(Matrix X, Optional<Laplacian> laplacian, Formulation formulation) {
    public Problem {
        Preconditions.require(
                laplacian.isPresent() == formulation.usesGraph(), "a problem has a graph exactly where a term uses it");
        int size = laplacian.map(Laplacian::size).orElse(X.cols());
        Preconditions.require(size == X.cols(), "the graph joins %d samples, the data have %d", size, X.cols());
        checkMagnitude(X);
    }

    /** A problem without a graph. */
    public Problem(Matrix X, Formulation formulation) {
        this(X, Optional.empty(), formulation);
    }

    /** Refuses data whose squares leave the range of doubles. */
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
