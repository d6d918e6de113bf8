package org.grapnel.spark.data;

import java.io.Serializable;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Scratch;

/**
 * Some samples that follow one another, as the columns of a p × m matrix. A partition is a run of panels, each a few megabytes: it can be
 * read from disk piece by piece where it does not fit in memory. The sample that comes first in a partition has the number where the
 * partition before it ended.
 */
public interface Panel extends Serializable {
    /** How many numbers a panel has at most, unless a single sample has more: 8 MB. */
    int NUMBERS = 1 << 20;

    /** The number of its first sample, over all partitions. */
    int first();

    /** m. */
    int samples();

    /** p. */
    int features();

    /** Stored numbers. */
    long nonZeros();

    /** X on these samples. Close it: it may be a copy outside the heap. */
    Matrix matrix();

    /** How many samples are best looked at together. */
    int width();

    /**
     * X on {@code count} samples from {@code from} on, counted from the panel's first, in memory of the scratch where it has to be copied: until it
     * is next asked for. Not to be closed.
     */
    Matrix matrix(Scratch scratch, int from, int count);

    /** The same samples with these features alone, in this order. Shares memory with this one where it can. */
    Panel selectFeatures(int[] rows);
}
