package org.grapnel.formats.input;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.SparseMatrix;

/**
 * A sparse matrix that is read sample by sample while the number of samples and features is unknown. The entries of a
 * sample are added by ascending feature, so no place is given twice.
 */
public final class SparseMatrixBuilder {
    private static final int MAX_ENTRIES = 1 << 30;

    private final String file;
    private int[] end = new int[64];
    private int[] feature = new int[64];
    private double[] value = new double[64];
    private int samples;
    private int count;

    public SparseMatrixBuilder(String file) {
        this.file = file;
    }

    public int samples() {
        return samples;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Adds an entry of the current sample. */
    public void add(int i, double v) {
        if (count == MAX_ENTRIES) throw new DataException("%s: more than %d entries", file, MAX_ENTRIES);
        if (count == feature.length) {
            feature = Arrays.copyOf(feature, count + count / 2);
            value = Arrays.copyOf(value, count + count / 2);
        }
        feature[count] = i;
        value[count++] = v;
    }

    /** Ends the current sample. */
    public void endSample() {
        if (samples == end.length) end = Arrays.copyOf(end, samples + samples / 2);
        end[samples++] = count;
    }

    /** Returns X with one row per feature. Features are numbered from {@code base} to {@code base + features − 1}. */
    public SparseMatrix build(int features, int base) {
        int[] sample = new int[count];
        for (int j = 0; j < samples; j++) Arrays.fill(sample, j == 0 ? 0 : end[j - 1], end[j], j);
        int[] row = Arrays.copyOf(feature, count);
        for (int e = 0; e < count; e++) row[e] -= base;
        return CoordinateBuffer.ofArrays(file, row, sample, Arrays.copyOf(value, count))
                .requireSides(features, samples)
                .toMatrix(features, samples);
    }
}
