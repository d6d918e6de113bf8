package org.grapnel.linalg.decomp;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.Scaling;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Principal components of the columns of X: the leading singular triplets of C = X − μ·1ᵀ ≈ U·diag(σ)·Vᵀ, where μ is the
 * mean column, or zero without centring. Directions are U, p × r. Scores are CᵀU = V·diag(σ), n × r. Variances are σ²/n.
 *
 * <p>The eigenvectors of the smaller of CCᵀ and CᵀC are computed by subspace iteration with a Chebyshev filter. If that
 * matrix has at most {@value PrincipalDirections#WHOLE} rows, it is decomposed as a whole. If X is dense and the matrix has at most {@value
 * CenteredMatrix#LARGEST_GRAM} rows, it is formed once, so an iteration costs min(p, n)²·r. Otherwise an iteration multiplies by X
 * twice: a sparse X stays sparse, and no matrix larger than {@value CenteredMatrix#LARGEST_GRAM} × {@value CenteredMatrix#LARGEST_GRAM} or than X is
 * held. The bits do not depend on the number of threads.
 *
 * <p>Data far from 1 are scaled by a power of two, which changes no digit. Components whose σ is below 10⁻⁷ of the largest are lost to rounding; they are zero. The sign of every direction
 * makes its loading of largest magnitude, the first of equals, positive.
 */
public final class PrincipalComponents implements AutoCloseable {
    /** Variances of larger numbers overflow. */
    private static final double LARGEST = 1e150;

    /** Fourth powers of larger numbers, or of smaller than its inverse, may be out of range: such data are scaled. */
    private static final double PRODUCTS_IN_RANGE = 1e50;

    private final DenseMatrix scores;
    private final DenseMatrix directions;
    private final double[] mean;
    private final double[] variance;

    private PrincipalComponents(DenseMatrix scores, DenseMatrix directions, double[] mean, double[] variance) {
        this.scores = scores;
        this.directions = directions;
        this.mean = mean;
        this.variance = variance;
    }

    /**
     * What to compute.
     *
     * @param count r, the number of components
     * @param centred whether the mean is subtracted
     * @param tolerance bound on ‖CCᵀu − σ²u‖ of all components, relative to σᵣ²
     */
    public record ComponentOptions(int count, boolean centred, double tolerance) {
        /** Sufficient for distances between samples: these are then exact to about six digits. */
        public static final double FAST = 1e-6;

        /** As exact as rounding allows. */
        public static final double EXACT = 1e-13;

        public ComponentOptions {
            Preconditions.require(count >= 1, "components must be at least 1, got %d", count);
            Preconditions.require(
                    tolerance > 0 && tolerance < 1, "tolerance must be a number between 0 and 1, got %s", tolerance);
        }

        /** Returns options for centred components that are as exact as rounding allows. */
        public static ComponentOptions of(int count) {
            return new ComponentOptions(count, true, EXACT);
        }

        public ComponentOptions withCentred(boolean other) {
            return new ComponentOptions(count, other, tolerance);
        }

        public ComponentOptions withTolerance(double other) {
            return new ComponentOptions(count, centred, other);
        }
    }

    /** Returns the coordinates of the samples along the components, n × r. */
    public DenseMatrix scores() {
        return scores;
    }

    /** Returns the components in columns, p × r, orthonormal; zero if the samples have no further direction. */
    public DenseMatrix directions() {
        return directions;
    }

    /** Returns the mean of feature i that was subtracted; 0 without centring. */
    public double mean(int i) {
        return mean[i];
    }

    /** Returns the variance that component j explains, largest first: the mean of its squared scores. */
    public double variance(int j) {
        return variance[j];
    }

    /** Computes the r leading components as exactly as rounding allows. Missing directions are zero. */
    public static PrincipalComponents compute(ExecutionContext context, Matrix X, int r) {
        Preconditions.require(
                r >= 1 && r <= Math.min(X.rows(), X.cols()),
                "components must be between 1 and %d, got %d",
                Math.min(X.rows(), X.cols()),
                r);
        return compute(context, X, ComponentOptions.of(r));
    }

    /** Computes the leading components. If the samples have fewer directions, the rest is zero. */
    public static PrincipalComponents compute(ExecutionContext context, Matrix X, ComponentOptions options) {
        int most = Math.min(X.rows(), X.cols());
        int r = options.count();
        Preconditions.require(r <= most, "components must be between 1 and %d, got %d", most, r);
        double largest = largest(X);
        Preconditions.require(
                !(largest > LARGEST),
                "the largest value, %s, is too large to be squared in double precision; divide the data by it, as Preparation.withNormalize(MAX) does",
                largest);
        double unit = unit(largest);
        if (unit == 1) return computeInRange(context, X, options);
        try (Matrix scaled = X.selectRows(RowSet.all(X.rows()).toArray()).map((i, j, x) -> x / unit)) {
            return computeInRange(context, scaled, options).times(unit);
        }
    }

    /**
     * Returns the power of two that data of this largest magnitude are divided by: 1, unless their fourth powers may be out of range.
     */
    public static double unit(double largest) {
        boolean outOfRange = largest > PRODUCTS_IN_RANGE || (largest > 0 && largest < 1 / PRODUCTS_IN_RANGE);
        return outOfRange ? Scaling.powerOfTwo(largest) : 1;
    }

    private static double largest(Matrix X) {
        double largest = 0;
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (double x : row) largest = Math.max(largest, Math.abs(x));
        }
        return largest;
    }

    /** Multiplies the data by a power of two. The directions stay as they are. */
    private PrincipalComponents times(double unit) {
        scores.map((i, j, x) -> x * unit);
        return new PrincipalComponents(
                scores,
                directions,
                Arrays.stream(mean).map(x -> x * unit).toArray(),
                Arrays.stream(variance).map(x -> x * unit * unit).toArray());
    }

    private static PrincipalComponents computeInRange(ExecutionContext context, Matrix X, ComponentOptions options) {
        DenseMatrix scores = DenseMatrix.zeros(X.cols(), options.count());
        CenteredMatrix C = new CenteredMatrix(X, options.centred(), scores);
        try (PrincipalDirections found = PrincipalDirections.compute(context, C, options)) {
            found.rotateScores(context, scores);
            double[] variance = new double[options.count()];
            Arrays.setAll(variance, found::variance);
            return new PrincipalComponents(scores, found.matrix().copy(), C.mean(), variance);
        } catch (RuntimeException | Error e) {
            scores.close();
            throw e;
        }
    }

    @Override
    public void close() {
        scores.close();
        directions.close();
    }
}
