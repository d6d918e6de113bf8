package org.grapnel.embed;

import org.grapnel.data.DataException;
import org.grapnel.data.MagnitudeCheck;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/** Start positions for t-SNE: n × 2 with a standard deviation of 10⁻⁴, small enough for points to pass each other. */
public final class TsneStart {
    private static final double SPREAD = 1e-4;
    private static final double FLAT = 1e-8; // of the first standard deviation: below it a direction is rounding

    private TsneStart() {}

    /**
     * Returns the two leading principal components of the columns of X, both divided by the standard deviation of the
     * first. A direction that the samples do not have (they are on a line, or all equal) is drawn at random, because no
     * gradient leads from a line into the plane.
     */
    public static DenseMatrix pca(ExecutionContext context, Matrix X) {
        int n = X.cols();
        int r = Math.min(2, Math.min(X.rows(), n));
        DenseMatrix start = random(n, 0);
        if (r == 0) return start;
        MagnitudeCheck.check(X).ifPresent(cell -> {
            throw new DataException("the largest value, %s, is %s", cell.value(), cell.fault());
        });
        try (PrincipalComponents pca = PrincipalComponents.compute(context, X, r)) {
            double first = Math.sqrt(pca.variance(0));
            for (int j = 0; j < r; j++) {
                if (!(Math.sqrt(pca.variance(j)) > FLAT * first)) continue;
                for (int i = 0; i < n; i++) start.set(i, j, pca.scores().get(i, j) / first * SPREAD);
            }
        }
        return start;
    }

    /** Returns independent normal coordinates. */
    public static DenseMatrix random(int n, long seed) {
        Preconditions.require(n >= 0, "the number of samples must not be negative, got %d", n);
        DenseMatrix start = DenseMatrix.zeros(n, 2);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 2; j++) start.set(i, j, SPREAD * CounterRandom.gaussian(seed, i, j));
        return start;
    }
}
