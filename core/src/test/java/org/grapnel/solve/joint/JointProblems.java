package org.grapnel.solve.joint;

import java.util.function.Consumer;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.start.Start;

/** Small random joint problems, and plain loops for what the solver computes fast. */
final class JointProblems {
    private JointProblems() {}

    /** Features that are large in one group, on top of noise. */
    static DenseMatrix data(int p, int n, int groups, long seed) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        X.map((i, j, x) -> CounterRandom.uniform(seed, i, j) + (i % groups == j % groups ? 2 : 0));
        return X;
    }

    /** Edges mostly within groups j mod c; the last samples have none. */
    static Graph graph(int n, int groups, int isolated, long seed) {
        double[][] A = new double[n][n];
        for (int i = 0; i < n - isolated; i++) {
            for (int j = 0; j < i; j++) {
                double chance = i % groups == j % groups ? 0.6 : 0.05;
                if (CounterRandom.uniform(seed, i, j) < chance)
                    A[i][j] = A[j][i] = 0.1 + CounterRandom.uniform(seed + 1, i, j);
            }
        }
        if (n - isolated >= 2 && A[0][1] == 0) A[0][1] = A[1][0] = 0.5;
        return Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "random");
    }

    /** A problem whose shape, sparsity, weight and isolated samples depend on the seed. */
    static JointProblem random(long seed) {
        int p = 1 + (int) (CounterRandom.uniform(seed, 0, 1) * 12);
        int n = 3 + (int) (CounterRandom.uniform(seed, 0, 2) * 25);
        int r = 1 + (int) (CounterRandom.uniform(seed, 0, 3) * 6);
        int isolated = seed % 3 == 0 ? Math.min(n - 2, 3) : 0;
        double weight = Math.pow(10, 4 * CounterRandom.uniform(seed, 0, 4) - 2);
        double size = seed % 7 == 0 ? 1e100 : seed % 7 == 1 ? 1e-100 : 1;
        DenseMatrix X = data(p, n, 2, seed);
        X.map((i, j, x) -> size * (seed % 5 == 0 && CounterRandom.uniform(seed + 2, i, j) < 0.7 ? 0 : x));
        if (seed % 11 == 0) X.map((i, j, x) -> i == 0 ? x : 0); // a fit that is nearly exact
        X.set(0, 0, size);
        Matrix data = seed % 2 == 0 ? SparseMatrix.of(X) : X;
        return JointProblem.of(data, graph(n, 2, isolated, seed), r, weight);
    }

    static Solution solve(JointProblem problem, Start start, int threads, Stop stop) {
        return solve(problem, start, threads, stop, step -> {}, Checkpoint.none());
    }

    static Solution solve(
            JointProblem problem,
            Start start,
            int threads,
            Stop stop,
            Consumer<? super Step> listener,
            Checkpoint checkpoint) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            Start.StartPoint point = start.point(context, problem.X(), problem.rank());
            return JointFactorization.standard().solve(context, problem, point, stop, listener, checkpoint);
        }
    }

    /** Groups j mod c. */
    static Clustering groups(int n, int c) {
        int[] labels = new int[n];
        for (int i = 0; i < n; i++) labels[i] = i % c;
        return Clustering.ofLabels(c, labels);
    }

    /** min over G ≥ 0 of ‖S − GᵀH‖² + b‖H − G‖² over the samples with an edge, by loops, for a given G. */
    static double misfit(JointProblem problem, double[][] H, double[][] G) {
        double sum = 0;
        for (int a : problem.S().joined().toArray()) {
            for (int c : problem.S().joined().toArray()) {
                double fitted = 0;
                for (int j = 0; j < problem.rank(); j++) fitted += G[a][j] * H[c][j];
                double miss = problem.S().matrix().get(a, c) - fitted;
                sum += miss * miss;
            }
            for (int j = 0; j < problem.rank(); j++)
                sum += problem.symmetry() * (H[a][j] - G[a][j]) * (H[a][j] - G[a][j]);
        }
        return sum;
    }
}
