package org.grapnel.spark.data;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;

/**
 * A dense panel on the heap, where Spark can measure its size. It is stored by feature, so that selecting features
 * copies no numbers.
 */
public final class DensePanel implements Panel {
    private static final long serialVersionUID = 1;

    /** Tile size, in numbers, with which the tile is still in the cache for the second product. */
    private static final int CACHED = 1 << 16;

    /** Minimum tile width; narrower products are slow. */
    private static final int NARROW = 64;

    private final int first;
    private final int samples;
    private final double[][] features;

    /** Takes ownership of the rows: one per feature, with one number per sample. */
    public DensePanel(int first, int samples, double[][] features) {
        for (double[] row : features)
            Preconditions.require(row.length == samples, "a row has %d numbers for %d samples", row.length, samples);
        this.first = first;
        this.samples = samples;
        this.features = features;
    }

    @Override
    public int first() {
        return first;
    }

    @Override
    public int samples() {
        return samples;
    }

    @Override
    public int features() {
        return features.length;
    }

    @Override
    public long nonZeros() {
        return (long) samples * features.length;
    }

    @Override
    public Matrix matrix() {
        DenseMatrix X = DenseMatrix.zeros(features.length, samples);
        for (int i = 0; i < features.length; i++) X.setRow(i, features[i]);
        return X;
    }

    @Override
    public int width() {
        return Math.max(1, Math.min(samples, Math.max(NARROW, CACHED / Math.max(1, features.length))));
    }

    @Override
    public Matrix matrix(Scratch scratch, int from, int count) {
        DenseMatrix X = ScratchMatrix.ROWS.in(scratch, features.length, count);
        for (int i = 0; i < features.length; i++) X.buffer(i).put(X.rowOffset(i), features[i], from, count);
        return X;
    }

    @Override
    public Panel selectFeatures(int[] rows) {
        double[][] selected = new double[rows.length][];
        for (int q = 0; q < rows.length; q++) selected[q] = features[rows[q]];
        return new DensePanel(first, samples, selected);
    }

    @Override
    public Panel selectSamples(int number, int[] positions) {
        double[][] selected = new double[features.length][positions.length];
        for (int i = 0; i < features.length; i++)
            for (int q = 0; q < positions.length; q++) selected[i][q] = features[i][positions[q]];
        return new DensePanel(number, positions.length, selected);
    }

    @Override
    public void copyTo(DenseMatrix into, int at, int from, int count) {
        for (int i = 0; i < features.length; i++) into.buffer(i).put(into.rowOffset(i) + at, features[i], from, count);
    }

    @Override
    public double[] project(double[] U, int r) {
        double[] sums = new double[Math.multiplyExact(samples, r)];
        // the sums of a few samples stay in the cache while all features pass
        for (int from = 0; from < samples; from += NARROW) {
            int end = Math.min(samples, from + NARROW);
            for (int i = 0; i < features.length; i++) {
                double[] x = features[i];
                for (int j = from; j < end; j++) if (x[j] != 0) addScaled(x[j], U, i * r, sums, j * r, r);
            }
        }
        return sums;
    }

    /** into ← into + x·from, for r numbers of each. */
    static void addScaled(double x, double[] from, int at, double[] into, int to, int r) {
        for (int q = 0; q < r; q++) into[to + q] += x * from[at + q];
    }

    /** Returns consecutive panels as one. */
    static DensePanel concat(List<Panel> parts) {
        int m = parts.stream().mapToInt(Panel::samples).sum();
        double[][] all = new double[parts.get(0).features()][m];
        int at = 0;
        for (Panel part : parts) {
            double[][] from = ((DensePanel) part).features;
            for (int i = 0; i < all.length; i++) System.arraycopy(from[i], 0, all[i], at, part.samples());
            at += part.samples();
        }
        return new DensePanel(parts.get(0).first(), m, all);
    }
}
