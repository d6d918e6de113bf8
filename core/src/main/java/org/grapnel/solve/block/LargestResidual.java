package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** The feature that the model explains worst: the row i of R = X − WH with the largest ‖[Rᵢ]₊‖. */
final class LargestResidual {
    private final ExecutionContext context;
    private final Matrix X;
    private final RowSet support;
    private final DenseMatrix W;
    private final double[][] H;

    LargestResidual(ExecutionContext context, Matrix X, RowSet support, DenseMatrix W, DenseMatrix Ht) {
        this.context = context;
        this.X = X;
        this.support = support;
        this.W = W;
        H = rowsOfH(Ht);
    }

    /** h ← [Rᵢ]₊ of the worst row; returns its length. Ties go to the lower row. */
    double find(double[] h) {
        int count = support.count();
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount(2.0 * count * h.length * H.length)));
        double[] squares = new double[count];
        context.run(blocks, (block, scratch) -> {
            double[] residual = scratch.doubles(ScratchArray.ROW, h.length);
            int end = ExecutionContext.blockStart(count, block + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, block, blocks); q < end; q++)
                squares[q] = positivePart(support.get(q), residual);
        });
        int worst = 0;
        for (int q = 1; q < count; q++) if (squares[q] > squares[worst]) worst = q;
        return Math.sqrt(positivePart(support.get(worst), h));
    }

    /** Hh. */
    double[] overlap(double[] h) {
        double[] overlap = new double[H.length];
        for (int j = 0; j < overlap.length; j++) for (int i = 0; i < h.length; i++) overlap[j] += H[j][i] * h[i];
        return overlap;
    }

    /** residual ← [Xᵢ − WᵢH]₊; returns its squared length. */
    private double positivePart(int i, double[] residual) {
        X.row(i, residual);
        int n = X.cols();
        for (int j = 0; j < H.length; j++) {
            double w = W.get(i, j);
            double[] h = H[j];
            if (w != 0) for (int a = 0; a < n; a++) residual[a] -= w * h[a];
        }
        double sum = 0;
        for (int a = 0; a < n; a++) {
            residual[a] = Math.max(0, residual[a]);
            sum += residual[a] * residual[a];
        }
        return sum;
    }

    private static double[][] rowsOfH(DenseMatrix Ht) {
        double[][] rows = new double[Ht.cols()][Ht.rows()];
        double[] column = new double[Ht.cols()];
        for (int i = 0; i < Ht.rows(); i++) {
            Ht.row(i, column);
            for (int j = 0; j < column.length; j++) rows[j][i] = column[j];
        }
        return rows;
    }
}
