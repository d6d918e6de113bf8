package org.grapnel.embed;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;

/**
 * Gradient descent on KL(P‖Q) with qᵢⱼ/Z, qᵢⱼ = 1/(1+‖yᵢ−yⱼ‖²): ∂/∂yᵢ = 4·(Σⱼ pᵢⱼqᵢⱼ(yᵢ−yⱼ) − Σⱼ qᵢⱼ²(yᵢ−yⱼ)/Z), with momentum and a gain for each
 * coordinate that grows while the gradient keeps its sign against the step (Jacobs 1988; van der Maaten and Hinton 2008).
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
    private final double[][] A; // the attraction in parts, which are added in order
    private double Z;

    /** Takes over Y, the points interleaved. */
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

    /** Forgets the speed and the gains. */
    void resetMomentum() {
        Arrays.fill(step, 0);
        Arrays.fill(gain, 1);
    }

    /** Computes the forces at the present points. */
    void computeForces() {
        context.run(1 + A.length, (task, scratch) -> {
            if (task == 0) { // the tree takes one thread: the others pull meanwhile
                repulsion.build(Y);
            } else {
                Arrays.fill(A[task - 1], 0);
                P.attract(partStart(task - 1), partStart(task), Y, A[task - 1]);
            }
        });
        Z = repulsion.evaluate(context, R);
    }

    /** The first sample of a part of the attraction: parts have about as many pairs. */
    private int partStart(int part) {
        return part == A.length ? n : P.sampleAt(ExecutionContext.blockStart(P.pairs(), part, A.length));
    }

    /** Moves by the last {@link #computeForces}, P exaggerated; returns ‖gains ∘ gradient‖. */
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

    /** Component c of the gradient at the points of the last {@link #computeForces}. */
    double gradient(int c, double exaggeration) {
        double a = 0;
        for (double[] part : A) a += part[c];
        return 4 * (exaggeration * a - R[c] / Z);
    }

    /** Σ qᵢⱼ at the last {@link #computeForces}; not a number, or infinite, once the points have left the range of numbers. */
    double Z() {
        return Z;
    }

    /** KL(P‖Q) at the points of the last {@link #computeForces}, which have not moved since; exact but for Z. */
    double divergence() {
        int blocks = ExecutionContext.blockCount(100.0 * P.pairs());
        return negativeEntropy + Math.log(Z) + context.sum(n, blocks, (from, end, scratch) -> P.spread(from, end, Y));
    }

    double[] Y() {
        return Y;
    }
}
