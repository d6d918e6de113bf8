package org.grapnel.solve.kl;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.CountBackground;
import org.grapnel.runtime.ExecutionContext;

/**
 * gᵢ = D(xᵢ‖bᵢ) − min(D(xᵢ‖bᵢ), min over w ≥ 0 of D(xᵢ‖wH)): by how much a feature lowers the divergence if it is kept, for a fixed H.
 *
 * <p>The divergence of all features is Σ D(xᵢ‖bᵢ) − Σ gᵢ over the kept ones, so the k features with the largest gains are the best k. Each minimum is a
 * convex problem of r numbers. A kept feature may use the background too, so no gain is negative.
 */
public final class KlGains {
    private static final int MOST_SWEEPS = 5000;

    /** A row is solved when Σ C·Δ² is below this share of its counts. */
    private static final double SOLVED = 1e-22;

    private final double[] gains;

    private KlGains(double[] gains) {
        this.gains = gains;
    }

    /** Computes the gain of every feature. */
    public static KlGains compute(ExecutionContext context, Matrix X, CountBackground background, DenseMatrix Ht) {
        int r = Ht.cols();
        double[] h = new double[X.cols() * r];
        Ht.rows(0, X.cols(), h);
        double[] sums = new double[r];
        for (int q = 0; q < h.length; q++) sums[q % r] += h[q];
        double all = Arrays.stream(sums).sum();
        CountLines lines = CountLines.ofRows(X);
        double[] counts = lines.sums();
        double[] w = new double[X.rows() * r];
        for (int q = 0; q < w.length; q++) w[q] = all > 0 ? counts[q / r] / all : 0;
        double[] gains = new double[X.rows()];
        new LineUpdates(context, lines, r).forEach(w, h, null, 100, false, (i, steps) -> {
            if (counts[i] > 0 && steps.isFinite()) {
                for (int s = 0; s < MOST_SWEEPS && steps.residual(sums, 0, null) > SOLVED * counts[i]; s++)
                    steps.sweep(sums, 0, null);
                double fitted = steps.divergence();
                for (int k = 0; k < r; k++) fitted += steps.z[k] * sums[k];
                gains[i] = Math.max(0, background.divergence(X, i) - fitted);
            }
            return 0;
        });
        return new KlGains(gains);
    }

    /** Returns the gain of a feature. */
    public double gain(int feature) {
        return gains[feature];
    }

    /** Returns the k features with the largest gains, or all with a positive gain if they are fewer. */
    public RowSet best(int k) {
        return RowSet.of(gains.length, best(gains, k).toArray());
    }

    /** The rows with the k largest positive gains, ascending. Equal gains go to the lower row. */
    static IntStream best(double[] gains, int k) {
        return IntStream.range(0, gains.length)
                .filter(i -> gains[i] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -gains[i]))
                .limit(k)
                .mapToInt(Integer::intValue)
                .sorted();
    }
}
