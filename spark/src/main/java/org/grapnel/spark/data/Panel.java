package org.grapnel.spark.data;

import java.io.Serializable;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Scratch;

/**
 * Consecutive samples as the columns of a p × m matrix.
 *
 * <p>A partition is a sequence of panels of a few megabytes each, so that a partition larger than memory can be read
 * from disk panel by panel. Sample numbers continue from one partition to the next.
 */
public interface Panel extends Serializable {
    /** Maximum number of entries in a panel, unless a single sample has more: 8 MB. */
    int NUMBERS = 1 << 20;

    /** Returns the number of its first sample among all samples. */
    int first();

    /** Returns the number of samples, m. */
    int samples();

    /** Returns the number of features, p. */
    int features();

    /** Returns the number of stored entries. */
    long nonZeros();

    /** Returns X on these samples. Close it: it may be a copy outside the heap. */
    Matrix matrix();

    /** Returns the number of samples to process together for the best speed. */
    int width();

    /**
     * Returns X on samples [from, from + count) of the panel. A copy lives in the scratch memory until the next call.
     * Do not close it.
     */
    Matrix matrix(Scratch scratch, int from, int count);

    /** Returns the samples with these features only, in this order. Shares memory where possible. */
    Panel selectFeatures(int[] rows);

    /**
     * Returns the samples at these ascending positions of the panel.
     *
     * @param number number of the first of them among the samples that are selected
     */
    Panel selectSamples(int number, int[] positions);

    /** Copies X on samples [from, from + count) of the panel, zeros included, to the columns of {@code into} from {@code at} on. */
    void copyTo(DenseMatrix into, int at, int from, int count);

    /**
     * Returns XᵀU, m × r, row by row. The products of a sample are summed in the order of its features, zeros left out,
     * so equal samples have equal results, bit by bit, in any panel.
     *
     * @param U p × r, row by row
     */
    double[] project(double[] U, int r);
}
