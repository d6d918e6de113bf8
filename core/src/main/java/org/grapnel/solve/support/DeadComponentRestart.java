package org.grapnel.solve.support;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * A component that explains nothing gets the largest of what is unexplained: with R = X − WH on the kept features,
 *
 * <pre>  i = argmax ‖[Rᵢ]₊‖,   h = [Rᵢ]₊/‖[Rᵢ]₊‖,   w = [Rhᵀ]₊/(1 + 2λ·hLhᵀ),</pre>
 *
 * which lowers F by at least ‖[Rᵢ]₊‖²/(2(1 + 2λ·hLhᵀ)).
 */
final class DeadComponentRestart {
    private final ExecutionContext context;
    private final Problem problem;
    private final double lambda;

    DeadComponentRestart(ExecutionContext context, Problem problem, double lambda) {
        this.context = context;
        this.problem = problem;
        this.lambda = lambda;
    }

    /**
     * Gives component j, whose column of W is zero, a new column in W and H; false where nothing above {@code least} is left
     * to explain.
     */
    boolean restart(int j, RowSet kept, DenseMatrix W, DenseMatrix Ht, double least) {
        Matrix X = problem.X();
        int n = X.cols();
        double[][] H = columns(Ht);
        double[] h = new double[n];
        double length = largestResidual(X, kept, W, H, h);
        if (!(length > least)) return false;
        for (int i = 0; i < n; i++) h[i] /= length;
        double[] overlap = new double[W.cols()];
        for (int l = 0; l < overlap.length; l++) for (int i = 0; i < n; i++) overlap[l] += H[l][i] * h[i];
        try (DenseMatrix column = DenseMatrix.zeros(n, 1);
                DenseMatrix Xh = DenseMatrix.zeros(X.rows(), 1)) {
            for (int i = 0; i < n; i++) column.set(i, 0, h[i]);
            double[] rough = new double[1];
            problem.laplacian().ifPresent(L -> L.graphEnergy(context, column, rough));
            double smooth = 1 + 2 * lambda * rough[0];
            X.times(context, kept, column, Xh);
            for (int q = 0; q < kept.count(); q++) {
                int i = kept.get(q);
                double rest = Xh.get(i, 0);
                for (int l = 0; l < overlap.length; l++) rest -= W.get(i, l) * overlap[l];
                W.set(i, j, Math.max(0, rest) / smooth);
            }
        }
        for (int i = 0; i < n; i++) Ht.set(i, j, h[i]);
        return true;
    }

    /** Leaves the positive part of the largest residual row in {@code h} and returns its length; ties go to the lower row. */
    private double largestResidual(Matrix X, RowSet kept, DenseMatrix W, double[][] H, double[] h) {
        int count = kept.count();
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount(2.0 * count * h.length * H.length)));
        double[] squares = new double[count];
        context.run(blocks, (block, scratch) -> {
            double[] rest = scratch.doubles(ScratchArray.ROW, h.length);
            for (int q = ExecutionContext.blockStart(count, block, blocks);
                    q < ExecutionContext.blockStart(count, block + 1, blocks);
                    q++) squares[q] = positiveRest(X, kept.get(q), W, H, rest);
        });
        int best = 0;
        for (int q = 1; q < count; q++) if (squares[q] > squares[best]) best = q;
        return Math.sqrt(positiveRest(X, kept.get(best), W, H, h));
    }

    /** rest ← [Xᵢ − WᵢH]₊, and its square. */
    private static double positiveRest(Matrix X, int i, DenseMatrix W, double[][] H, double[] rest) {
        X.row(i, rest);
        int n = X.cols();
        for (int l = 0; l < H.length; l++) {
            double w = W.get(i, l);
            double[] h = H[l];
            if (w != 0) for (int a = 0; a < n; a++) rest[a] -= w * h[a];
        }
        double sum = 0;
        for (int a = 0; a < n; a++) {
            rest[a] = Math.max(0, rest[a]);
            sum += rest[a] * rest[a];
        }
        return sum;
    }

    private static double[][] columns(DenseMatrix Ht) {
        double[][] columns = new double[Ht.cols()][Ht.rows()];
        double[] row = new double[Ht.cols()];
        for (int i = 0; i < Ht.rows(); i++) {
            Ht.row(i, row);
            for (int j = 0; j < row.length; j++) columns[j][i] = row[j];
        }
        return columns;
    }
}
