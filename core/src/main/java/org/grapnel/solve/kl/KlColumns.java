package org.grapnel.solve.kl;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.CountBackground;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * min over h ≥ 0 of Σᵢ (Wh)ᵢ − xᵢ log(Wh)ᵢ + ½hᵀ(Q + ridge·I)h − hᵀc for every sample x, with W fixed: a convex problem of r numbers, solved by the
 * steps of {@link LineSteps} until they are below 1e-11 of the sample.
 *
 * <p>A feature whose row of W is zero cannot explain a count, so it is left out.
 */
public final class KlColumns {
    private static final int MOST_SWEEPS = 5000;

    /** A sample is solved when Σ C·Δ² is below this share of its counts. */
    private static final double SOLVED = 1e-22;

    private final ExecutionContext context;
    private final CountLines lines;
    private final double[] w;
    private final double[] sums;
    private final boolean[] used;
    private final int r;

    /**
     * Prepares the samples.
     *
     * @param X features × samples
     * @param W features × r
     */
    public KlColumns(ExecutionContext context, Matrix X, DenseMatrix W) {
        this.context = context;
        r = W.cols();
        lines = CountLines.ofRows(X, CountBackground.leastOfSamples(X)).transpose(X.cols());
        w = new double[W.rows() * r];
        W.rows(0, W.rows(), w);
        sums = new double[r];
        used = new boolean[W.rows()];
        for (int q = 0; q < w.length; q++) {
            sums[q % r] += w[q];
            used[q / r] |= w[q] > 0;
        }
    }

    /** The quadratic part of the problem of a sample. */
    public interface SampleQuadratic {
        /** The multiple of I beside Q. */
        double ridge();

        /** Q as r × r numbers; null for 0. */
        double @Nullable [] matrix();

        /** c at h, for a part that is itself a minimum over something else. */
        double[] linear(double[] h);
    }

    /** Returns the quadratic part of a sample, called from several threads. */
    @FunctionalInterface
    public interface QuadraticSource {
        SampleQuadratic of(int sample);
    }

    /** Ht ← the minimum of every sample. */
    public void solve(QuadraticSource term, DenseMatrix Ht) {
        double[] h = new double[lines.lines() * r];
        double all = Arrays.stream(sums).sum();
        double[] counts = lines.sums();
        for (int q = 0; q < h.length; q++) h[q] = all > 0 ? counts[q / r] / all : 0;
        new LineUpdates(context, lines, r)
                .forEach(h, w, used, 100, true, (j, steps) -> descend(steps, term.of(j), counts[j]));
        Ht.setRows(0, lines.lines(), h);
    }

    private double descend(LineSteps steps, SampleQuadratic term, double counts) {
        for (int s = 0; s < MOST_SWEEPS; s++) {
            double[] c = term.linear(steps.z);
            setGradient(steps, term, c);
            double size = counts;
            for (int k = 0; k < r; k++) size += Math.abs(c[k]) * steps.z[k];
            if (steps.residual(sums, term.ridge(), term.matrix()) <= SOLVED * size) break;
            steps.sweep(sums, term.ridge(), term.matrix());
        }
        return 0;
    }

    /** The gradient of the quadratic part: (Q + ridge·I)h − c. */
    private void setGradient(LineSteps steps, SampleQuadratic term, double[] c) {
        double[] Q = term.matrix();
        for (int k = 0; k < r; k++) {
            double sum = term.ridge() * steps.z[k] - c[k];
            if (Q != null) for (int l = 0; l < r; l++) sum += Q[k * r + l] * steps.z[l];
            steps.gradient[k] = sum;
        }
    }
}
