package org.grapnel.solve.kl;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.block.JointSampleSteps;
import org.jspecify.annotations.Nullable;

/**
 * (α/2)·(‖S − GᵀH‖² + b‖H − G‖²) as in {@code JointProblem}. For a fixed G it is (α/2)hᵀ(GGᵀ + bI)h − α·hᵀ(Gs + bg) in every column h, exactly. G is
 * lowered after H, by the steps of {@link JointSampleSteps}. Samples without an edge take no part.
 */
final class JointTerm implements SampleTerm {
    private static final int SWEEPS = 2;

    private final ExecutionContext context;
    private final NormalizedAdjacency S;
    private final double alpha;
    private final double b;
    private final int r;
    private final JointSampleSteps steps;
    private final JointSampleSteps.SampleRange range;
    private final double[] g;
    private final double[] Q;
    private final DenseMatrix Ht;
    private final DenseMatrix Gt;
    private final DenseMatrix HHt;
    private final DenseMatrix GGt;
    private double cross;
    private double apart;

    JointTerm(ExecutionContext context, NormalizedAdjacency S, double alpha, int r) {
        this.context = context;
        this.S = S;
        this.alpha = alpha;
        this.r = r;
        b = S.largest();
        int n = S.size();
        steps = new JointSampleSteps(context, S.matrix()::timesRow, alpha, b, r);
        range = new JointSampleSteps.SampleRange(0, S.joined(), RowSet.none(n));
        g = new double[n * r];
        Q = new double[r * r];
        Ht = DenseMatrix.zeros(n, r);
        Gt = DenseMatrix.zeros(n, r);
        HHt = DenseMatrix.zeros(r, r);
        GGt = DenseMatrix.zeros(r, r);
    }

    /** Multiplies H by the number that explains S best, copies it to G, and computes the value. */
    void begin(double[] h) {
        double most = Arrays.stream(h).max().orElse(0);
        // exact, and squares stay in range; where H explains nothing of S, its scale is that of S all the same
        double unit = most > 0 ? Math.scalb(1.0, -Math.getExponent(most)) : 1;
        for (int q = 0; q < h.length; q++) h[q] *= unit;
        copyH(h);
        double squares = dot(HHt, HHt);
        double inner = inner(h);
        double factor = inner > 0 ? Math.sqrt(inner / squares) : 1;
        for (int q = 0; q < h.length; q++) h[q] *= factor;
        for (int q = 0; q < S.joined().count(); q++) {
            int j = S.joined().get(q);
            System.arraycopy(h, j * r, g, j * r, r);
        }
        Gt.setRows(0, Gt.rows(), g);
        copyH(h);
        Gram.compute(context, Gt, S.joined(), GGt);
        cross = inner(h);
        apart = 0;
    }

    private double inner(double[] h) {
        double[] row = new double[r];
        double sum = 0;
        for (int j = 0; j < S.size(); j++) {
            S.matrix().timesRow(j, h, r, row);
            for (int k = 0; k < r; k++) sum += row[k] * h[j * r + k];
        }
        return sum;
    }

    private void copyH(double[] h) {
        Ht.setRows(0, Ht.rows(), h);
        Gram.compute(context, Ht, S.joined(), HHt);
    }

    @Override
    public void prepare(double[] h) {
        for (int k = 0; k < r; k++)
            for (int l = 0; l < r; l++) Q[k * r + l] = alpha * (GGt.get(k, l) + (k == l ? b : 0));
    }

    @Override
    public void gradient(int sample, double[] h, double[] gradient) {
        if (!S.joined().contains(sample)) return;
        S.matrix().timesRow(sample, g, r, gradient);
        for (int k = 0, at = sample * r; k < r; k++) {
            double sum = -alpha * (gradient[k] + b * g[at + k]);
            for (int l = 0; l < r; l++) sum += Q[k * r + l] * h[at + l];
            gradient[k] = sum;
        }
    }

    @Override
    public double ridge(int sample) {
        return 0;
    }

    @Override
    public double @Nullable [] matrix(int sample) {
        return S.joined().contains(sample) ? Q : null;
    }

    @Override
    public void follow(double[] h) {
        copyH(h);
        steps.prepareG(HHt);
        JointSampleSteps.MisfitSums sums = steps.descendG(range, h, g, Gt, SWEEPS);
        cross = sums.cross();
        apart = sums.apart();
        Gram.compute(context, Gt, S.joined(), GGt);
    }

    @Override
    public double value() {
        return alpha / 2 * (Math.max(0, S.squares() - 2 * cross + dot(HHt, GGt)) + b * apart);
    }

    @Override
    public double magnitude() {
        return 0;
    }

    @Override
    public double residual(double[] h) {
        steps.prepareG(HHt);
        return steps.residualG(range, h, g);
    }

    @Override
    public double size() {
        return alpha * S.squares();
    }

    @Override
    public double symmetryGap() {
        double squares = 0;
        for (int k = 0; k < r; k++) squares += HHt.get(k, k);
        return apart == 0 ? 0 : Math.sqrt(apart / squares);
    }

    private static double dot(DenseMatrix A, DenseMatrix B) {
        double sum = 0;
        for (int k = 0; k < A.rows(); k++) for (int l = 0; l < A.cols(); l++) sum += A.get(k, l) * B.get(k, l);
        return sum;
    }

    @Override
    public void transfer(StateStream stream, double[] h) {
        stream.doubles(g);
        cross = stream.doubleValue(cross);
        apart = stream.doubleValue(apart);
        if (!stream.isReading()) return;
        Gt.setRows(0, Gt.rows(), g);
        copyH(h);
        Gram.compute(context, Gt, S.joined(), GGt);
    }

    @Override
    public void close() {
        for (DenseMatrix M : new DenseMatrix[] {Ht, Gt, HHt, GGt}) M.close();
    }
}
