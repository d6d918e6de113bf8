package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * min ½Σ (xᵢⱼ − wᵢhⱼ)² over the observed entries of X and W, H ≥ 0: NMF of data with a few missing entries.
 *
 * <p>A missing entry is replaced by the current wᵢhⱼ. The squared residual of the completed matrix is an upper bound of the loss that touches it
 * at the current point, so coordinate steps on it never raise the loss. The completed matrix is not formed: its product with H is
 * XHᵀ + (D∘WH)Hᵀ, where D marks the missing entries, and costs 4r operations per missing entry more than XHᵀ.
 */
public final class ObservedNmf implements AutoCloseable {
    private static final int SWEEPS = 2;

    private final ExecutionContext context;
    private final Matrix X;
    private final SparseMatrix missing;
    private final double squares;
    private final DenseMatrix W;
    private final DenseMatrix Ht;
    private final DenseMatrix productW;
    private final DenseMatrix productH;
    private final DenseMatrix gram;
    private final CoordinateDescent steps;

    /**
     * Starts from random factors of the size of the data.
     *
     * @param weights each is 0 (missing) or 1 (observed)
     */
    public ObservedNmf(ExecutionContext context, Matrix X, EntryWeights weights, int rank, long seed) {
        this.context = context;
        missing = weights.deficits();
        for (int i = 0; i < X.rows(); i++)
            missing.forEachInRow(
                    i, (j, d) -> Preconditions.require(d == 1, "a weight must be 0 or 1 here, got %s", 1 - d));
        this.X = weights.times(X);
        double sum = 0;
        for (double row : this.X.rowSquares()) sum += row;
        squares = sum;
        double observed = (double) X.rows() * X.cols() - missing.nonZeros();
        double size = Math.sqrt(this.X.sum() / Math.max(1, observed) / rank);
        W = random(X.rows(), rank, 2 * size, CounterRandom.split(seed, 0));
        Ht = random(X.cols(), rank, 2 * size, CounterRandom.split(seed, 1));
        productW = DenseMatrix.zeros(X.rows(), rank);
        productH = DenseMatrix.zeros(X.cols(), rank);
        gram = DenseMatrix.zeros(rank, rank);
        steps = new CoordinateDescent(rank);
    }

    private static DenseMatrix random(int rows, int rank, double scale, long seed) {
        DenseMatrix M = DenseMatrix.zeros(rows, rank);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rank; j++) M.set(i, j, scale * CounterRandom.uniform(seed, i, j));
        return M;
    }

    public DenseMatrix W() {
        return W;
    }

    public DenseMatrix Ht() {
        return Ht;
    }

    /** Updates W, then H. */
    public void iterate() {
        X.times(context, RowSet.all(W.rows()), Ht, productW);
        addPredictions(W, Ht, productW, true);
        descend(W, productW, Ht);
        X.transposeTimes(context, RowSet.all(W.rows()), W, productH);
        addPredictions(Ht, W, productH, false);
        descend(Ht, productH, W);
    }

    private void descend(DenseMatrix Z, DenseMatrix product, DenseMatrix other) {
        Gram.compute(context, other, RowSet.all(other.rows()), gram);
        RowDescent.descend(context, Z, product, steps.setGram(gram), SWEEPS);
    }

    /** Adds Σⱼ (zᵢ·yⱼ)·yⱼ over the missing entries j of line i to row i of the product. */
    private void addPredictions(DenseMatrix Z, DenseMatrix Y, DenseMatrix product, boolean byFeature) {
        int r = Z.cols();
        double[] y = new double[Math.multiplyExact(Y.rows(), r)];
        Y.rows(0, Y.rows(), y);
        int blocks = Math.min(Z.rows(), ExecutionContext.blockCount(4.0 * missing.nonZeros() * r));
        context.run(Math.max(1, blocks), (block, scratch) -> {
            int end = ExecutionContext.blockStart(Z.rows(), block + 1, Math.max(1, blocks));
            double[] z = new double[r];
            double[] sum = new double[r];
            for (int i = ExecutionContext.blockStart(Z.rows(), block, Math.max(1, blocks)); i < end; i++) {
                Z.row(i, z);
                product.row(i, sum);
                SparseMatrix.EntryVisitor add = (j, d) -> {
                    double predicted = 0;
                    for (int l = 0; l < r; l++) predicted += z[l] * y[j * r + l];
                    for (int l = 0; l < r; l++) sum[l] += predicted * y[j * r + l];
                };
                if (byFeature) missing.forEachInRow(i, add);
                else missing.forEachInColumn(i, add);
                product.setRow(i, sum);
            }
        });
    }

    /** Returns Σ (x − wh)² over the observed entries. */
    public double squaredResidual() {
        double all = X.squaredResidual(context, RowSet.all(W.rows()), W, Ht);
        int r = W.cols();
        double[] h = new double[Math.multiplyExact(Ht.rows(), r)];
        Ht.rows(0, Ht.rows(), h);
        double predicted = context.sum(
                W.rows(), ExecutionContext.blockCount(2.0 * missing.nonZeros() * r), (from, end, scratch) -> {
                    double[] sum = {0};
                    double[] w = new double[r];
                    for (int i = from; i < end; i++) {
                        W.row(i, w);
                        missing.forEachInRow(i, (j, d) -> {
                            double wh = 0;
                            for (int l = 0; l < r; l++) wh += w[l] * h[j * r + l];
                            sum[0] += wh * wh;
                        });
                    }
                    return sum[0];
                });
        return Math.max(0, all - predicted);
    }

    /** Iterates until five iterations lower the loss by less than a share of it, at most {@code limit} times. */
    public void run(double tolerance, int limit) {
        double before = Double.POSITIVE_INFINITY;
        for (int it = 1; it <= limit; it++) {
            iterate();
            if (it % 5 != 0) continue;
            double now = squaredResidual();
            if (before - now <= tolerance * now || now <= 1e-14 * squares) return;
            before = now;
        }
    }

    @Override
    public void close() {
        X.close();
        for (DenseMatrix M : new DenseMatrix[] {W, Ht, productW, productH, gram}) M.close();
    }
}
