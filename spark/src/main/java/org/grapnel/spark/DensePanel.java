package org.grapnel.spark;

import org.grapnel.linalg.Check;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Scratch;

/** A panel on the heap, where Spark can see how large it is: feature after feature, so that some features are quickly had. */
final class DensePanel implements Panel {
    private static final long serialVersionUID = 1;

    private final int first;
    private final int samples;
    private final double[][] features;

    /** Takes over the rows: one for each feature, with a number for each sample. */
    DensePanel(int first, int samples, double[][] features) {
        for (double[] row : features)
            Check.that(row.length == samples, "%d numbers for %d samples", row.length, samples);
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
        return filled(DenseMatrix.zeros(features.length, samples));
    }

    @Override
    public Matrix matrix(Scratch scratch) {
        return filled(scratch.matrix(Scratch.FREE, features.length, samples));
    }

    private DenseMatrix filled(DenseMatrix X) {
        for (int i = 0; i < features.length; i++) X.setRow(i, features[i]);
        return X;
    }

    @Override
    public Panel only(int[] rows) {
        double[][] some = new double[rows.length][];
        for (int q = 0; q < rows.length; q++) some[q] = features[rows[q]];
        return new DensePanel(first, samples, some);
    }
}
