package org.grapnel.solve.kl;

import org.grapnel.checkpoint.StateStream;
import org.jspecify.annotations.Nullable;

/**
 * The graph term as the steps of H see it: for every sample a quadratic bound of the term at the current H, which touches it there. The bounds of all
 * samples together are a bound of the whole term, so samples can move at the same time.
 */
interface SampleTerm extends AutoCloseable {
    /** Prepares the bounds at H, rows of r numbers. */
    void prepare(double[] h);

    /** Sets the gradient of the bound of a sample at its current column. */
    void gradient(int sample, double[] h, double[] gradient);

    /** The multiple of I in the bound of a sample. */
    double ridge(int sample);

    /** The matrix in the bound of a sample, r × r; null for 0. */
    double @Nullable [] matrix(int sample);

    /** Follows an update of H: lowers the term over what else it holds, and computes its value. */
    void follow(double[] h);

    /** The value of the term, with its weight, at the last H that it followed. */
    double value();

    /** The sum of the magnitudes that cancel in the value where H is constant along the edges; 0 where the value cannot vanish. */
    double magnitude();

    /** Σ C·Δ² over what the term holds beside H. */
    double residual(double[] h);

    /** What the residual is compared with, beside Σx. */
    double size();

    /** ‖H − G‖/‖H‖ where the term holds a copy G; otherwise NaN. */
    double symmetryGap();

    /** Writes the state to a checkpoint, or reads it back; {@code h} is already read. */
    void transfer(StateStream stream, double[] h);

    @Override
    void close();

    /** No graph. */
    static SampleTerm none() {
        return new SampleTerm() {
            @Override
            public void prepare(double[] h) {}

            @Override
            public void gradient(int sample, double[] h, double[] gradient) {}

            @Override
            public double ridge(int sample) {
                return 0;
            }

            @Override
            public double @Nullable [] matrix(int sample) {
                return null;
            }

            @Override
            public void follow(double[] h) {}

            @Override
            public double value() {
                return 0;
            }

            @Override
            public double magnitude() {
                return 0;
            }

            @Override
            public double residual(double[] h) {
                return 0;
            }

            @Override
            public double size() {
                return 0;
            }

            @Override
            public double symmetryGap() {
                return Double.NaN;
            }

            @Override
            public void transfer(StateStream stream, double[] h) {}

            @Override
            public void close() {}
        };
    }
}
