package org.grapnel.solve.kl;

import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.KlProblem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Stop;
import org.grapnel.solve.start.Start;

/** Random counts and what the tests of the divergence compute from them. */
final class KlProblems {
    private KlProblems() {}

    /** Counts from 0 to 9, most of them 0; row 0 and column 0 are empty for odd seeds. */
    static DenseMatrix counts(long seed, int p, int n) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < n; j++) {
                double u = CounterRandom.uniform(seed, i, j);
                boolean empty = seed % 2 == 1 && (i == 0 || j == 0);
                X.set(i, j, empty || u < 0.5 ? 0 : Math.floor(20 * (u - 0.5)));
            }
        }
        X.set(p - 1, n - 1, 3);
        return X;
    }

    /** A ring of all samples but the last. */
    static Graph ring(int n) {
        int m = n - 1;
        int[] row = new int[2 * m];
        int[] column = new int[2 * m];
        double[] value = new double[2 * m];
        for (int j = 0; j < m; j++) {
            int next = (j + 1) % m;
            row[2 * j] = column[2 * j + 1] = j;
            column[2 * j] = row[2 * j + 1] = next;
            value[2 * j] = value[2 * j + 1] = 1 + j % 3;
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, value), "ring");
    }

    /** D(X‖WH) over the rows from the definition. */
    static double divergence(Matrix X, DenseMatrix W, DenseMatrix Ht, int row) {
        double sum = 0;
        for (int j = 0; j < X.cols(); j++) {
            double fitted = 0;
            for (int k = 0; k < W.cols(); k++) fitted += W.get(row, k) * Ht.get(j, k);
            double x = X.get(row, j);
            sum += fitted - x + (x > 0 ? x * Math.log(x / fitted) : 0);
        }
        return sum;
    }

    static double divergence(Matrix X, DenseMatrix W, DenseMatrix Ht) {
        double sum = 0;
        for (int i = 0; i < X.rows(); i++) sum += divergence(X, W, Ht, i);
        return sum;
    }

    static Solution solve(KlProblem problem, Start start, int threads, Stop stop, Checkpoint checkpoint) {
        try (ExecutionContext context = ExecutionContext.createPlainJava(threads)) {
            Start.StartPoint point = start.point(context, problem.X(), problem.rank());
            return KlFactorization.standard().solve(context, problem, point, stop, step -> {}, checkpoint);
        }
    }

    static Solution solve(KlProblem problem, long seed, int iterations) {
        return solve(problem, Start.random(seed), 1, Stop.after(iterations), Checkpoint.none());
    }
}
