package org.grapnel.solve.block;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/**
 * All samples on this machine, with the updates of {@link JointSampleSteps}. A sample without an edge takes no part in the Gram matrices of the
 * graph.
 *
 * <p>H and G are stored twice: off the heap for the products of the kernel, and on the heap, where rows of neighbours are read quickly. An
 * update reads the rows of a tile once and writes both. One update of H and G costs nnz(X)·r + 2·nnz(S)·r + 2·sweeps·n·r² operations.
 */
public final class LocalJointSampleBlock implements JointSampleBlock {
    private final ExecutionContext context;
    private final Matrix given;
    private final Optional<EntryWeights> weights;
    private final Matrix X; // with weights C∘X
    private final double[] rowSquares;
    private final @Nullable WeightedSide featureSide; // only where entries have weights
    private final @Nullable WeightedSide sampleSide;
    private final SparseMatrix S;
    private final double alpha;
    private final double b;
    private final double squaresOfS;
    private final int n;
    private final int r;
    private final RowSet features;
    private final RowSet joined;
    private final RowSet isolated;
    private final double[] h; // rows of samples, one after the other
    private final double[] g;
    private final DenseMatrix Ht;
    private final DenseMatrix Gt;
    private final DenseMatrix XtW;
    private final DenseMatrix HHt; // over the samples with an edge
    private final DenseMatrix GGt;
    private final DenseMatrix isolatedHHt;
    private final JointSampleSteps steps;
    private final JointSampleSteps.SampleRange range;
    private double cross; // ⟨HS, G⟩
    private double apart; // ‖H − G‖²
    private double fitted; // Σ c(wh)² where each line has a Gram matrix
    private boolean taken;

    /** Owns Ht, the first H. */
    public LocalJointSampleBlock(ExecutionContext context, JointProblem problem, DenseMatrix Ht) {
        this.context = context;
        given = problem.X();
        Preconditions.require( // before the weighted copy of X, which nothing would free
                (long) Math.max(given.cols(), problem.weights().isPresent() ? given.rows() : 0) * problem.rank()
                        <= Integer.MAX_VALUE - 16,
                "%d samples or %d features times rank %d are more numbers than fit on one machine; lower the rank",
                given.cols(),
                given.rows(),
                problem.rank());
        weights = problem.weights();
        X = weights.map(c -> c.times(given)).orElse(given);
        rowSquares = weights.map(c -> c.rowSquares(given)).orElseGet(given::rowSquares);
        S = problem.S().matrix();
        alpha = problem.alpha();
        b = problem.symmetry();
        squaresOfS = problem.S().squares();
        n = X.cols();
        r = problem.rank();
        boolean means =
                weights.isPresent() && WeightedSide.suitsMeans(weights.get().byFeature(), X.rows());
        featureSide = weights.map(c -> new WeightedSide(context, c.byFeature(), X.rows(), r, means))
                .orElse(null);
        sampleSide = weights.map(c -> new WeightedSide(context, c.bySample(), n, r, means))
                .orElse(null);
        features = RowSet.all(X.rows());
        joined = problem.S().joined();
        isolated = problem.S().isolated();
        this.Ht = Ht;
        h = new double[n * r];
        g = new double[n * r];
        Gt = DenseMatrix.zeros(n, r);
        XtW = DenseMatrix.zeros(n, r);
        HHt = DenseMatrix.zeros(r, r);
        GGt = DenseMatrix.zeros(r, r);
        isolatedHHt = DenseMatrix.zeros(r, r);
        steps = new JointSampleSteps(context, S::timesRow, alpha, b, r);
        range = new JointSampleSteps.SampleRange(0, joined, isolated);
    }

    @Override
    public int features() {
        return X.rows();
    }

    @Override
    public int samples() {
        return n;
    }

    @Override
    public double[] rowSquares() {
        return rowSquares.clone();
    }

    @Override
    public boolean isWeighted() {
        return weights.isPresent();
    }

    private static WeightedSide require(@Nullable WeightedSide side) {
        if (side == null) throw new IllegalStateException("the entries of X have no weights");
        return side;
    }

    @Override
    public void descendW(DenseMatrix W, DenseMatrix allHHt, DenseMatrix XHt, int sweeps) {
        require(featureSide).set(Ht, allHHt);
        fitted = require(featureSide).descend(W, XHt, sweeps);
    }

    @Override
    public double fittedSquares(DenseMatrix W, DenseMatrix WtW, DenseMatrix allHHt) {
        double computed = require(featureSide).fittedSquares(W, WtW, Ht, allHHt);
        return Double.isNaN(computed) ? fitted : computed;
    }

    @Override
    public double coordinateResidualW(DenseMatrix W, DenseMatrix allHHt, DenseMatrix XHt) {
        require(featureSide).setGrams(Ht, allHHt);
        return require(featureSide).residual(W, XHt);
    }

    @Override
    public void begin() {
        Ht.rows(0, n, h);
        double most = Arrays.stream(h).max().orElse(0);
        scale(most > 0 ? Math.scalb(1.0, -Math.getExponent(most)) : 1); // exact, and squares stay in range
        Gram.compute(context, Ht, joined, HHt);
        double inner = inner(h, h);
        double squares = dot(HHt, HHt);
        if (inner > 0) scale(Math.sqrt(inner / squares));
        copyToG();
        measureGraph();
    }

    private void scale(double factor) {
        for (int q = 0; q < h.length; q++) h[q] *= factor;
        Ht.setRows(0, n, h);
    }

    /** G ← H for the samples with an edge. */
    private void copyToG() {
        for (int q = 0; q < joined.count(); q++) {
            int i = joined.get(q);
            System.arraycopy(h, i * r, g, i * r, r);
        }
        Gt.setRows(0, n, g);
    }

    /** Computes what {@link #graphMisfit} and the next update need, from H and G as they are. */
    private void measureGraph() {
        gramOfH();
        Gram.compute(context, Gt, joined, GGt);
        cross = inner(h, g);
        apart = context.sum(n, ExecutionContext.blockCount(3.0 * n * r), (from, end, scratch) -> {
            double sum = 0;
            for (int i = from; i < end; i++) if (joined.contains(i)) sum += squaredDistance(i);
            return sum;
        });
    }

    private double squaredDistance(int i) {
        double sum = 0;
        for (int q = i * r; q < (i + 1) * r; q++) sum += (h[q] - g[q]) * (h[q] - g[q]);
        return sum;
    }

    /** ⟨AS, B⟩ for factors stored as rows of samples. */
    private double inner(double[] A, double[] B) {
        return context.sum(n, ExecutionContext.blockCount(2.0 * S.nonZeros() * r), (from, end, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.SUMS, r);
            double sum = 0;
            for (int i = from; i < end; i++) {
                S.timesRow(i, A, r, row);
                for (int j = 0; j < r; j++) sum += row[j] * B[i * r + j];
            }
            return sum;
        });
    }

    private void gramOfH() {
        Gram.compute(context, Ht, joined, HHt);
        if (isolated.count() > 0) Gram.compute(context, Ht, isolated, isolatedHHt);
    }

    /** Q and q of H: WᵀW + α(GGᵀ + bI), with XᵀW for the linear terms. */
    private void prepareH(DenseMatrix W, DenseMatrix WtW) {
        X.transposeTimes(context, features, W, XtW);
        steps.prepareH(WtW, GGt);
        if (sampleSide != null) sampleSide.setShared(alpha, GGt, alpha * b);
    }

    @Override
    public void descendH(DenseMatrix W, DenseMatrix WtW, int sweeps) {
        prepareH(W, WtW);
        if (sampleSide == null) steps.descendH(range, XtW, h, g, Ht, sweeps);
        else {
            sampleSide.set(W, WtW);
            fitted = steps.descendH(range, XtW, h, g, Ht, sweeps, sampleSide);
        }
        gramOfH();
    }

    @Override
    public void descendG(int sweeps) {
        steps.prepareG(HHt);
        JointSampleSteps.MisfitSums sums = steps.descendG(range, h, g, Gt, sweeps);
        cross = sums.cross();
        apart = sums.apart();
        Gram.compute(context, Gt, joined, GGt);
    }

    @Override
    public void measure(DenseMatrix allHHt, DenseMatrix XHt) {
        allHHt.copyFrom(HHt);
        if (isolated.count() > 0)
            for (int j = 0; j < r; j++)
                for (int l = 0; l < r; l++) allHHt.set(j, l, HHt.get(j, l) + isolatedHHt.get(j, l));
        X.times(context, features, Ht, XHt);
    }

    @Override
    public double graphMisfit() {
        return Math.max(0, squaresOfS - 2 * cross + dot(HHt, GGt)) + b * apart;
    }

    @Override
    public double squaredResidual(DenseMatrix W) {
        return weights.isPresent()
                ? WeightedResidual.compute(context, given, weights.get(), features, W, Ht)
                : X.squaredResidual(context, features, W, Ht);
    }

    @Override
    public double coordinateResidual(DenseMatrix W, DenseMatrix WtW) {
        prepareH(W, WtW);
        if (sampleSide != null) sampleSide.setGrams(W, WtW);
        double ofH =
                sampleSide == null ? steps.residualH(range, XtW, h, g) : steps.residualH(range, XtW, h, g, sampleSide);
        steps.prepareG(HHt);
        return ofH + steps.residualG(range, h, g);
    }

    @Override
    public double symmetryGap() {
        double squares = 0;
        for (int j = 0; j < r; j++) squares += HHt.get(j, j);
        return apart == 0 ? 0 : Math.sqrt(apart / squares);
    }

    private static double dot(DenseMatrix A, DenseMatrix B) {
        double sum = 0;
        for (int j = 0; j < A.rows(); j++) for (int l = 0; l < A.cols(); l++) sum += A.get(j, l) * B.get(j, l);
        return sum;
    }

    @Override
    public void transfer(StateStream stream) {
        stream.matrix(Ht);
        stream.matrix(Gt);
        cross = stream.doubleValue(cross);
        apart = stream.doubleValue(apart);
        if (!stream.isReading()) return;
        if (featureSide != null) featureSide.forget();
        Ht.rows(0, n, h);
        Gt.rows(0, n, g);
        gramOfH();
        Gram.compute(context, Gt, joined, GGt);
    }

    /** H as Ht, which outlives this block: the caller closes it. */
    public DenseMatrix take() {
        taken = true;
        return Ht;
    }

    @Override
    public void close() {
        if (!taken) Ht.close();
        if (weights.isPresent()) X.close();
        if (featureSide != null) featureSide.close();
        if (sampleSide != null) sampleSide.close();
        for (DenseMatrix M : new DenseMatrix[] {Gt, XtW, HHt, GGt, isolatedHHt}) M.close();
    }
}
