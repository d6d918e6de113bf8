package org.grapnel.cluster;

import java.nio.DoubleBuffer;
import java.util.HashSet;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * The n samples that are grouped, points of d dimensions, dense or sparse. Distances to many centres come from products,
 * <pre>‖x − c‖² = ‖x − m‖² − 2·x·(c − m) + 2·m·(c − m) + ‖c − m‖²,</pre>
 * where m is the mean of all samples: only centres are shifted, so sparse samples stay sparse, and what cancels is of the
 * size of the spread, not of the distance from the origin. {@link #error} bounds what rounding does to it.
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

    /** For a mean that the subclass has computed; it calls {@link #measured} for every sample. */
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

    /** Notes ‖x − m‖² and ‖x‖² of sample i. */
    final void measured(int i, double aroundMean, double aroundZero) {
        if (!(aroundZero < LARGEST_SQUARE))
            throw new DataException("sample %d holds a number that is not finite, or too large to square", i);
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
     * More than rounding can add to, or take from, the squared distance of sample i to a centre with ‖c − m‖ ≤ reach, by
     * products or directly: the classical d·2⁻⁵³ for each sum of d terms, with room to spare.
     */
    final double error(int i, double reach) {
        double own = exactSquares() ? squares[i] : lengths[i] * lengths[i];
        return rounding * (own + 2 * lengths[i] * reach + reach * reach);
    }

    /** Relative, for a distance that was computed directly. */
    final double rounding() {
        return rounding;
    }

    /** Whether ‖x − m‖² is a sum of squares, without cancellation. */
    abstract boolean exactSquares();

    /** Gets ready for products with these c vectors, which are the columns of a d × c matrix given row after row. */
    abstract void use(double[] vectors, int c, Scratch scratch);

    /**
     * Products of samples which[from] … which[from + m − 1], ascending, with the c vectors of the last {@link #use}: sample
     * after sample in {@code into}. At most {@link #blockSize} samples at once.
     */
    abstract void products(
            ExecutionContext context,
            int[] which,
            int from,
            int m,
            double[] vectors,
            int c,
            double[] into,
            Scratch scratch);

    /** How many samples a block of products holds. */
    abstract int blockSize();

    /** sums[at …] += sign·x of sample i. */
    abstract void add(int i, double sign, double[] sums, int at, Scratch scratch);

    /** Copies sample i, zeros and all. */
    abstract void copy(int i, double[] into, int at, Scratch scratch);

    /** ‖x − c‖² of sample i and the centre at {@code at}, from the differences, added in the order of the dimensions. */
    abstract double distance(int i, double[] centres, int at, Scratch scratch);

    /** Σ ‖x − c‖² of every sample and the centre of its label, from the differences. */
    abstract double inertia(int[] labels, double[] centres, Scratch scratch);

    /** The mean of each group, one after the other; that of all samples for a group that has none. */
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

    /** How many samples differ; slow, for a message. */
    final int distinct(Scratch scratch) {
        Set<DoubleBuffer> seen = new HashSet<>();
        for (int i = 0; i < n; i++) {
            double[] x = new double[d];
            copy(i, x, 0, scratch);
            for (int f = 0; f < d; f++) x[f] += 0.0; // −0 is 0
            seen.add(DoubleBuffer.wrap(x));
        }
        return seen.size();
    }

    @Override
    public abstract void close();
}
