package org.grapnel.embed;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;

/**
 * Gradient descent on KL(P‖Q) with qᵢⱼ/Z, qᵢⱼ = 1/(1+‖yᵢ−yⱼ‖²): ∂/∂yᵢ = 4·(Σⱼ pᵢⱼqᵢⱼ(yᵢ−yⱼ) − Σⱼ qᵢⱼ²(yᵢ−yⱼ)/Z). It
 * uses momentum and a gain per coordinate that grows while the gradient keeps its sign against the step (Jacobs 1988;
 * van der Maaten and Hinton 2008).
 */
final class TsneDescent {
    private static final double LEAST_GAIN = 0.01;
    private static final int PAIRS_IN_PART = 50_000;
    private static final int MOST_PARTS = 16;

    private final ExecutionContext context;
    private final TsneAffinities P;
    private final double negativeEntropy;
    private final TsneRepulsion repulsion;
    private final int n;
    private final double[] Y;
    private final double[] step;
    private final double[] gain;
    private final double[] R;
    private final double[][] A; // the attraction in parts, added in order
    private double Z;

    /** Takes ownership of Y, the interleaved coordinates. */
    TsneDescent(ExecutionContext context, TsneAffinities P, double[] Y, double theta) {
        this.context = context;
        this.P = P;
        this.Y = Y;
        n = P.size();
        negativeEntropy = P.negativeEntropy();
        repulsion = new TsneRepulsion(n, theta);
        step = new double[2 * n];
        gain = new double[2 * n];
        R = new double[2 * n];
        A = new double[Math.max(1, Math.min(MOST_PARTS, P.pairs() / PAIRS_IN_PART))][2 * n];
        resetMomentum();
    }

    /** Resets the momentum and the gains. */
    void resetMomentum() {
        Arrays.fill(step, 0);
        Arrays.fill(gain, 1);
    }

    /** Computes the forces at the current points. */
    void computeForces() {
        context.run(1 + A.length, (task, scratch) -> {
            if (task == 0) { // the tree needs one thread; the others compute the attraction
                repulsion.build(Y);
            } else {
                Arrays.fill(A[task - 1], 0);
                P.attract(partStart(task - 1), partStart(task), Y, A[task - 1]);
            }
        });
        Z = repulsion.evaluate(context, R);
    }

    /** Returns the first sample of a part of the attraction. Parts have about the same number of pairs. */
    private int partStart(int part) {
        return part == A.length ? n : P.sampleAt(ExecutionContext.blockStart(P.pairs(), part, A.length));
    }

    /** Moves the points by the last {@link #computeForces} with exaggerated P; returns ‖gains ∘ gradient‖. */
    double move(double exaggeration, double rate, double momentum) {
        double squares =
                context.sum(2 * n, ExecutionContext.blockCount(2.0 * n * (15 + A.length)), (from, end, scratch) -> {
                    double sum = 0;
                    for (int c = from; c < end; c++) {
                        double g = gradient(c, exaggeration);
                        gain[c] = Math.max(LEAST_GAIN, step[c] * g < 0 ? gain[c] + 0.2 : gain[c] * 0.8);
                        g *= gain[c];
                        sum += g * g;
                        step[c] = momentum * step[c] - rate * g;
                        Y[c] += step[c];
                    }
                    return sum;
                });
        return Math.sqrt(squares);
    }

    /** Returns component c of the gradient at the points of the last {@link #computeForces}. */
    double gradient(int c, double exaggeration) {
        double a = 0;
        for (double[] part : A) a += part[c];
        return 4 * (exaggeration * a - R[c] / Z);
    }

    /** Returns Σ qᵢⱼ at the last {@link #computeForces}; NaN or infinite once the points overflow. */
    double Z() {
        return Z;
    }

    /**
     * Returns KL(P‖Q) at the points of the last {@link #computeForces}, which must not have moved since. Only Z is
     * approximate.
     */
    double divergence() {
        int blocks = ExecutionContext.blockCount(100.0 * P.pairs());
        return negativeEntropy + Math.log(Z) + context.sum(n, blocks, (from, end, scratch) -> P.spread(from, end, Y));
    }

    double[] Y() {
        return Y;
    }
}
