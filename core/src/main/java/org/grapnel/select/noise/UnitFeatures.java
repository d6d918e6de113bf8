package org.grapnel.select.noise;

import java.util.Arrays;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * The features as unit vectors u = (x − mean) / ‖x − mean‖ over a limited number of evenly spaced samples. Rows are
 * computed on demand, so there is no second copy of X. A constant feature is marked as not varying, and its u is 0.
 */
final class UnitFeatures {
    private static final double CONSTANT_SHARE = 1e-12;

    private final Matrix X;
    private final int samples;
    private final int[] column; // of the a-th sample
    private final int[] place; // of a column among the samples; −1 if unused
    private final double[] centre;
    private final double[] scale;
    private final double[] square;
    private final double[] fourth;
    private final RowSet varying;

    private UnitFeatures(Matrix X, int maxSamples) {
        int p = X.rows();
        int n = X.cols();
        this.X = X;
        this.samples = Math.min(n, maxSamples);
        column = new int[samples];
        place = new int[n];
        Arrays.fill(place, -1);
        for (int a = 0; a < samples; a++) {
            column[a] = (int) ((long) a * n / samples);
            place[column[a]] = a;
        }
        centre = new double[p];
        scale = new double[p];
        square = new double[p];
        fourth = new double[p];
        varying = RowSet.none(p);
    }

    static UnitFeatures compute(ExecutionContext context, Matrix X, int maxSamples) {
        UnitFeatures units = new UnitFeatures(X, maxSamples);
        units.measure(context);
        return units;
    }

    private void measure(ExecutionContext context) {
        int p = features();
        context.runEach(p, 4.0 * p * samples, (i, scratch) -> {
            double[] x = scratch.doubles(ScratchArray.ROW, X.cols());
            values(i, x);
            centre[i] = mean(x);
            double sum = 0;
            for (int a = 0; a < samples; a++) sum += (x[a] - centre[i]) * (x[a] - centre[i]);
            square[i] = sum;
            double unit = sum > 0 ? 1 / Math.sqrt(sum) : 0;
            double powers = 0;
            for (int a = 0; a < samples; a++) {
                double u = (x[a] - centre[i]) * unit;
                powers += u * u * (u * u);
            }
            fourth[i] = powers;
        });
        double largest = 1e-300;
        for (double s : square) largest = Math.max(largest, s);
        for (int i = 0; i < p; i++) {
            if (!(square[i] > CONSTANT_SHARE * largest)) continue;
            scale[i] = 1 / Math.sqrt(square[i]);
            varying.add(i);
        }
    }

    /** Averages the differences to the first value, so that the mean of a constant feature is exact. */
    private double mean(double[] x) {
        double first = x[0];
        double sum = 0;
        for (int a = 1; a < samples; a++) sum += x[a] - first;
        return first + sum / samples;
    }

    int features() {
        return X.rows();
    }

    int samples() {
        return samples;
    }

    /** The features that vary; callers must not modify it. */
    RowSet varying() {
        return varying;
    }

    boolean isVarying(int i) {
        return scale[i] > 0;
    }

    /** ‖x − mean‖². */
    double square(int i) {
        return square[i];
    }

    /** Σ u⁴. */
    double fourth(int i) {
        return fourth[i];
    }

    /** Writes the unit vector of feature i into the first entries of u, an array of {@link #rowLength} entries. */
    void row(int i, double[] u) {
        values(i, u);
        double c = centre[i];
        double factor = scale[i];
        for (int a = 0; a < samples; a++) u[a] = (u[a] - c) * factor;
    }

    private void values(int i, double[] into) {
        if (samples == X.cols()) {
            X.row(i, into);
        } else if (X instanceof SparseMatrix sparse) { // costs the non-zeros of the row, not all samples
            Arrays.fill(into, 0, samples, 0);
            sparse.forEachInRow(i, (j, x) -> {
                if (place[j] >= 0) into[place[j]] = x;
            });
        } else {
            for (int a = 0; a < samples; a++) into[a] = X.get(i, column[a]);
        }
    }

    /** The array length that {@link #row} needs. */
    int rowLength() {
        return X.cols();
    }
}
