package org.grapnel.cluster;

import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** Squared distances of blocks of samples to a few centres by products, see {@link ClusterPoints}. Single-threaded. */
final class CenterDistances {
    private final ExecutionContext context;
    private final ClusterPoints points;
    private final Scratch scratch;
    private int c;
    private double[] constants = new double[0];
    private double[] vectors = new double[0];
    private double reach;

    CenterDistances(ExecutionContext context, ClusterPoints points, Scratch scratch) {
        this.context = context;
        this.points = points;
        this.scratch = scratch;
    }

    /** Sets the centres, stored one after the other. */
    void setCentres(double[] centres, int count) {
        int d = points.d;
        c = count;
        if (constants.length < c) constants = new double[c];
        vectors = scratch.doubles(ScratchArray.CENTERS, Math.multiplyExact(c, d));
        reach = 0;
        for (int j = 0; j < c; j++) {
            double constant = 0;
            double square = 0;
            for (int f = 0; f < d; f++) {
                double shifted = centres[j * d + f] - points.mean[f];
                vectors[f * c + j] = shifted;
                constant += 2 * points.mean[f] * shifted + shifted * shifted;
                square += shifted * shifted;
            }
            constants[j] = constant;
            reach = Math.max(reach, Math.sqrt(square));
        }
        points.prepareProducts(vectors, c, scratch);
    }

    /**
     * ‖x − c‖² of the samples samples[from] … samples[from + m − 1] to all centres, sample by sample, each within
     * {@link #error}. The next call overwrites the array.
     */
    double[] squares(int[] samples, int from, int m) {
        double[] squares = scratch.doubles(ScratchArray.DISTANCES, m * c);
        points.products(context, samples, from, m, vectors, c, squares, scratch);
        for (int q = 0; q < m; q++) {
            double own = points.square(samples[from + q]);
            for (int j = 0, at = q * c; j < c; j++) squares[at + j] = own + (constants[j] - 2 * squares[at + j]);
        }
        return squares;
    }

    /** Error bound of a squared distance of sample i. */
    double error(int i) {
        return points.error(i, reach);
    }
}
