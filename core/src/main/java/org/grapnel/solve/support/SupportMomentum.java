package org.grapnel.solve.support;

import org.grapnel.checkpoint.StateStream;

/** The weight β of best-support's extrapolation: it grows after a success, up to a cap that grows more slowly, and shrinks after a failure. */
final class SupportMomentum {
    private static final double GROWTH = 1.05;
    private static final double CAP_GROWTH = 1.01;
    private static final double SHRINK = 1.5;

    private double beta;
    private double cap = 1;

    SupportMomentum(double beta) {
        this.beta = beta;
    }

    double beta() {
        return beta;
    }

    void grow() {
        beta = Math.min(cap, GROWTH * beta);
        cap = Math.min(1, CAP_GROWTH * cap);
    }

    void shrink() {
        cap = beta;
        beta /= SHRINK;
    }

    void transfer(StateStream stream) {
        beta = stream.doubleValue(beta);
        cap = stream.doubleValue(cap);
    }
}
