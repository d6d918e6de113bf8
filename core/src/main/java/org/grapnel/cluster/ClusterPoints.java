package org.grapnel.cluster;

import java.nio.DoubleBuffer;
import java.util.HashSet;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * The n samples to cluster, points of d dimensions, dense or sparse. Distances to many centres come from products,
 * <pre>‖x − c‖² = ‖x − m‖² − 2·x·(c − m) + 2·m·(c − m) + ‖c − m‖²,</pre>
 * where m is the mean of all samples. Only centres are shifted, so sparse samples stay sparse, and cancellation is
 * limited to the size of the spread, not of the distance from the origin. {@link #error} bounds the rounding error.
 */
abstract sealed class ClusterPoints implements AutoCloseable permits DenseClusterPoints, SparseClusterPoints {

    private static final double LARGEST_SQUARE = 1e300;

    final int n;
    final int d;
    final double[] mean;
    private final double meanLength;
    private final double[] squares;
    private final double[] lengths;
    private final double rounding;

    /** Takes the mean, computed by the subclass, which then calls {@link #setSquares} for every sample. */
    ClusterPoints(int n, int d, double[] mean) {
        this.n = n;
        this.d = d;
        this.mean = mean;
        double sum = 0;
        for (double m : mean) sum += m * m;
        meanLength = Math.sqrt(sum);
        squares = new double[n];
        lengths = new double[n];
        rounding = 4 * (d + 16) * 0x1p-53;
    }

    /** Stores ‖x − m‖² and ‖x‖² of sample i. */
    final void setSquares(int i, double aroundMean, double aroundZero) {
        if (!(aroundZero < LARGEST_SQUARE))
            throw new DataException("sample %d has a value that is not finite or too large to square", i);
        squares[i] = aroundMean;
        lengths[i] = Math.sqrt(aroundZero) + meanLength;
    }

    /** ‖x − m‖² of sample i. */
    final double square(int i) {
        return squares[i];
    }

    /** Σ ‖x − m‖². */
    final double spread() {
        double sum = 0;
        for (double s : squares) sum += s;
        return sum;
    }

    /**
     * An upper bound of the rounding error in the squared distance of sample i to a centre with ‖c − m‖ ≤ reach, by
     * products or directly: the classical d·2⁻⁵³ for each sum of d terms, with a margin.
     */
    final double error(int i, double reach) {
        double own = exactSquares() ? squares[i] : lengths[i] * lengths[i];
        return rounding * (own + 2 * lengths[i] * reach + reach * reach);
    }

    /** Relative rounding error of a distance that was computed directly. */
    final double rounding() {
        return rounding;
    }

    /** Whether ‖x − m‖² is a sum of squares, without cancellation. */
    abstract boolean exactSquares();

    /** Prepares products with c vectors, the columns of a d × c matrix stored by rows. */
    abstract void prepareProducts(double[] vectors, int c, Scratch scratch);

    /**
     * Products of the samples samples[from] … samples[from + m − 1], ascending, with the vectors of the last
     * {@link #prepareProducts}, sample by sample. At most {@link #blockSize} samples.
     */
    abstract void products(
            ExecutionContext context,
            int[] samples,
            int from,
            int m,
            double[] vectors,
            int c,
            double[] into,
            Scratch scratch);

    /** The number of samples per block of products. */
    abstract int blockSize();

    /** sums[at …] += sign·x of sample i. */
    abstract void add(int i, double sign, double[] sums, int at, Scratch scratch);

    /** Copies sample i as a dense vector. */
    abstract void copy(int i, double[] into, int at, Scratch scratch);

    /** ‖x − c‖² of sample i and the centre at {@code at}, from the differences, added in order of the dimensions. */
    abstract double distance(int i, double[] centres, int at, Scratch scratch);

    /** Σ ‖x − c‖² over the samples and the centres of their labels, from the differences. */
    abstract double inertia(int[] labels, double[] centres, Scratch scratch);

    /** The mean of each group, one after the other; an empty group gets the mean of all samples. */
    final double[] means(Clustering groups, Scratch scratch) {
        int[] sizes = groups.sizes();
        double[] means = new double[Math.multiplyExact(sizes.length, d)];
        for (int i = 0; i < n; i++) add(i, 1, means, groups.labelOf(i) * d, scratch);
        for (int j = 0; j < sizes.length; j++) {
            if (sizes[j] == 0) System.arraycopy(mean, 0, means, j * d, d);
            else for (int f = j * d; f < (j + 1) * d; f++) means[f] /= sizes[j];
        }
        return means;
    }

    /** The number of distinct samples; slow, for an error message. */
    final int countDistinct(Scratch scratch) {
        Set<DoubleBuffer> seen = new HashSet<>();
        for (int i = 0; i < n; i++) {
            double[] x = new double[d];
            copy(i, x, 0, scratch);
            for (int f = 0; f < d; f++) x[f] += 0.0; // turns −0 into 0
            seen.add(DoubleBuffer.wrap(x));
        }
        return seen.size();
    }

    @Override
    public abstract void close();
}
