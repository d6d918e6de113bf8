package org.grapnel.linalg.decomp;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.Scaling;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Principal components of the columns of X: the leading singular triplets of C = X − μ·1ᵀ ≈ U·diag(σ)·Vᵀ, where μ is the
 * mean column, or zero without centring. Directions are U, p × r. Scores are CᵀU = V·diag(σ), n × r. Variances are σ²/n.
 *
 * <p>The eigenvectors of the smaller of CCᵀ and CᵀC are computed by subspace iteration with a Chebyshev filter. If that
 * matrix has at most {@value #WHOLE} rows, it is decomposed as a whole. If X is dense and the matrix has at most {@value
 * #LARGEST_GRAM} rows, it is formed once, so an iteration costs min(p, n)²·r. Otherwise an iteration multiplies by X
 * twice: a sparse X stays sparse, and no matrix larger than {@value #LARGEST_GRAM} × {@value #LARGEST_GRAM} or than X is
 * held. The bits do not depend on the number of threads.
 *
 * <p>Data far from 1 are scaled by a power of two, which changes no digit. Components whose σ is below 10⁻⁷ of the largest are lost to rounding; they are zero. The sign of every direction
 * makes its loading of largest magnitude, the first of equals, positive.
 */
public final class PrincipalComponents implements AutoCloseable {
    static final int WHOLE = 96;
    static final int LARGEST_GRAM = 4096;

    private static final double VANISHED = 1e-7;
    private static final double ROUNDING = 1e-14;

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
        boolean outOfRange = largest > PRODUCTS_IN_RANGE || (largest > 0 && largest < 1 / PRODUCTS_IN_RANGE);
        if (!outOfRange) return computeInRange(context, X, options);
        double unit = Scaling.powerOfTwo(largest);
        try (Matrix scaled = X.selectRows(RowSet.all(X.rows()).toArray()).map((i, j, x) -> x / unit)) {
            return computeInRange(context, scaled, options).times(unit);
        }
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
        int r = options.count();
        CenteredMatrix C = new CenteredMatrix(X, options.centred());
        boolean ofSamples = X.cols() <= X.rows();
        DenseMatrix U = DenseMatrix.zeros(X.rows(), r);
        DenseMatrix scores = DenseMatrix.zeros(X.cols(), r);
        try (DenseMatrix leading = leading(context, X, C, ofSamples, options)) {
            if (ofSamples) C.times(context, leading, U);
            else U.copyFrom(leading);
            orthonormalise(context, U);
            C.transposeTimes(context, U, scores);
            double[] variance = align(context, U, scores, rounding(C, X.cols()));
            setSigns(U, scores);
            return new PrincipalComponents(scores, U, C.mean(), variance);
        } catch (RuntimeException | Error e) {
            U.close();
            scores.close();
            throw e;
        }
    }

    /** Returns the r leading eigenvectors of CᵀC, n × r, or of CCᵀ, p × r. */
    private static DenseMatrix leading(
            ExecutionContext context, Matrix X, CenteredMatrix C, boolean ofSamples, ComponentOptions options) {
        int m = ofSamples ? X.cols() : X.rows();
        int r = options.count();
        ChebyshevEigenSolver.BlockOperator products = (compute, V, GV) -> {
            try (DenseMatrix CV = DenseMatrix.zeros(ofSamples ? X.rows() : X.cols(), V.cols())) {
                if (ofSamples) {
                    C.times(compute, V, CV);
                    C.transposeTimes(compute, CV, GV);
                } else {
                    C.transposeTimes(compute, V, CV);
                    C.times(compute, CV, GV);
                }
            }
        };
        if (!X.isDense() || m > LARGEST_GRAM) return solve(context, m, products, options);
        try (DenseMatrix G = ofSamples ? C.gramOfSamples(context) : C.gramOfFeatures(context)) {
            if (m <= WHOLE) {
                try (DenseMatrix E = DenseMatrix.zeros(m, m)) {
                    SymmetricEigen.decompose(G, E);
                    return firstColumns(E, r);
                }
            }
            RowSet all = RowSet.all(m);
            return solve(context, m, (compute, V, GV) -> G.times(compute, all, V, GV), options);
        }
    }

    private static DenseMatrix solve(
            ExecutionContext context, int m, ChebyshevEigenSolver.BlockOperator A, ComponentOptions options) {
        return LeadingEigenSolver.solve(context, m, A, options.count(), options.tolerance(), 0)
                .vectors();
    }

    private static DenseMatrix firstColumns(DenseMatrix E, int r) {
        DenseMatrix first = DenseMatrix.zeros(E.rows(), r);
        double[] row = new double[E.cols()];
        for (int i = 0; i < E.rows(); i++) {
            E.row(i, row);
            first.setRow(i, row);
        }
        return first;
    }

    /** Lengths below this are the rounding of the mean. */
    private static double rounding(CenteredMatrix C, int n) {
        double squares = 0;
        for (double m : C.mean()) squares += m * m;
        return ROUNDING * Math.sqrt(squares * n);
    }

    /** U ← U·E·Λ^(−½) with UᵀU = E·Λ·Eᵀ, twice: the second time removes the rounding of the first. */
    private static void orthonormalise(ExecutionContext context, DenseMatrix U) {
        int r = U.cols();
        for (int pass = 0; pass < 2; pass++) {
            try (DenseMatrix E = DenseMatrix.zeros(r, r)) {
                double[] squares = spectrum(context, U, E);
                for (int j = 0; j < r; j++) {
                    boolean present = squares[j] > VANISHED * VANISHED * squares[0];
                    double by = present ? 1 / Math.sqrt(squares[j]) : 0;
                    for (int i = 0; i < r; i++) E.set(i, j, by * E.get(i, j));
                }
                rotate(context, U, E);
            }
        }
    }

    /** Rotates both sides of U·scoresᵀ so that the scores are orthogonal; returns their variances, largest first. */
    private static double[] align(ExecutionContext context, DenseMatrix U, DenseMatrix scores, double rounding) {
        int r = scores.cols();
        try (DenseMatrix E = DenseMatrix.zeros(r, r)) {
            double[] squares = spectrum(context, scores, E);
            double[] variance = new double[r];
            double least = Math.max(rounding, VANISHED * Math.sqrt(Math.max(0, squares[0])));
            for (int j = 0; j < r; j++) {
                boolean present = Math.sqrt(Math.max(0, squares[j])) > least;
                if (present) variance[j] = squares[j] / scores.rows();
                else for (int i = 0; i < r; i++) E.set(i, j, 0);
            }
            rotate(context, U, E);
            rotate(context, scores, E);
            return variance;
        }
    }

    private static double[] spectrum(ExecutionContext context, DenseMatrix M, DenseMatrix E) {
        try (DenseMatrix MtM = DenseMatrix.zeros(M.cols(), M.cols())) {
            Gram.compute(context, M, RowSet.all(M.rows()), MtM);
            return SymmetricEigen.decompose(MtM, E);
        }
    }

    /** M ← M·E. */
    private static void rotate(ExecutionContext context, DenseMatrix M, DenseMatrix E) {
        int blocks = Math.max(1, Math.min(M.rows(), ExecutionContext.blockCount(0.1 * M.rows() * M.cols() * M.cols())));
        try (DenseMatrix rotated = DenseMatrix.zeros(M.rows(), M.cols())) {
            context.run(blocks, (b, scratch) -> {
                int from = ExecutionContext.blockStart(M.rows(), b, blocks);
                TileProducts.timesSmall(
                        context, M, from, ExecutionContext.blockStart(M.rows(), b + 1, blocks), E, rotated, scratch);
            });
            M.copyFrom(rotated);
        }
    }

    private static void setSigns(DenseMatrix U, DenseMatrix scores) {
        int r = U.cols();
        double[] largest = new double[r];
        double[] row = new double[r];
        for (int i = 0; i < U.rows(); i++) {
            U.row(i, row);
            for (int j = 0; j < r; j++) if (Math.abs(row[j]) > Math.abs(largest[j])) largest[j] = row[j];
        }
        for (DenseMatrix M : new DenseMatrix[] {U, scores}) {
            for (int i = 0; i < M.rows(); i++) {
                M.row(i, row);
                for (int j = 0; j < r; j++) if (largest[j] < 0) row[j] = -row[j];
                M.setRow(i, row);
            }
        }
    }

    @Override
    public void close() {
        scores.close();
        directions.close();
    }
}
