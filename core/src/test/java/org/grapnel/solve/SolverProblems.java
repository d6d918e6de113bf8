package org.grapnel.solve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GraphPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.Term;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;

/** Small random problems, and plain loops for what the solvers compute fast. */
public final class SolverProblems {
    private SolverProblems() {}

    /** Low rank plus noise, with rows of very different size. */
    public static DenseMatrix data(int p, int n, long seed) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++) {
            double size = Math.exp(CounterRandom.gaussian(seed, i, 1_000_000));
            for (int j = 0; j < n; j++) {
                double pattern = Math.cos(i * (1 + j % 3)) + 1;
                X.set(i, j, size * (pattern + 0.3 * CounterRandom.uniform(seed, i, j)));
            }
        }
        return X;
    }

    /** A ring with some chords. */
    public static Graph graph(int n, long seed) {
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int step : new int[] {1, 2 + (int) (CounterRandom.uniform(seed, i, 0) * n / 2)}) {
                int j = (i + step) % n;
                if (i != j) A[i][j] = A[j][i] = 0.2 + CounterRandom.uniform(seed, Math.min(i, j), Math.max(i, j));
            }
        }
        return Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "ring");
    }

    public static Problem problem(Matrix X, int r, Constraint onW, double lambda, Optional<Graph> graph) {
        List<Term> terms = new ArrayList<>(List.of(new LeastSquares()));
        Optional<Laplacian> L = lambda > 0 ? graph.map(Graph::laplacian) : Optional.empty();
        L.ifPresent(l -> terms.add(new GraphPenalty(lambda, l.norm())));
        return new Problem(X, L, new Formulation(r, terms, onW, new NonNegative()));
    }

    public static Solution solve(int threads, Problem problem, long seed, Extrapolation extrapolation, int iterations) {
        return solve(threads, problem, seed, extrapolation, iterations, true);
    }

    public static Solution solve(
            int threads, Problem problem, long seed, Extrapolation extrapolation, int iterations, boolean screened) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return Solver.solve(
                    context,
                    problem,
                    Start.random(seed)
                            .point(context, problem.X(), problem.formulation().rank()),
                    new Palm(extrapolation),
                    Stop.after(iterations),
                    step -> {},
                    Checkpoint.none(),
                    screened);
        }
    }

    public static List<Extrapolation> extrapolations() {
        return List.of(
                Extrapolation.none(),
                Extrapolation.accPalmWithFixedBeta(0.6),
                Extrapolation.accPalm(0.5, 1.1, 0.9999),
                Extrapolation.ipalm(),
                Extrapolation.ipalmByTheory(),
                Extrapolation.bpl(),
                Extrapolation.bplByTheory());
    }

    /** ½‖X − WH‖² by three loops. */
    public static double loss(Matrix X, DenseMatrix W, DenseMatrix Ht) {
        double sum = 0;
        for (int i = 0; i < X.rows(); i++) {
            for (int j = 0; j < X.cols(); j++) {
                double e = X.get(i, j);
                for (int c = 0; c < W.cols(); c++) e -= W.get(i, c) * Ht.get(j, c);
                sum += e * e;
            }
        }
        return sum / 2;
    }

    /** λ/2 Σ aⱼₗ‖hⱼ − hₗ‖² by loops over pairs. */
    public static double graphTerm(Graph graph, double lambda, DenseMatrix Ht) {
        double sum = 0;
        for (int j = 0; j < graph.size(); j++) {
            for (int l = 0; l < graph.size(); l++) {
                double a = graph.adjacency().get(j, l);
                for (int c = 0; c < Ht.cols(); c++) sum += a * Math.pow(Ht.get(j, c) - Ht.get(l, c), 2);
            }
        }
        return lambda * sum / 2;
    }

    public static long[][] bits(DenseMatrix M) {
        return Arrays.stream(M.toArray())
                .map(row ->
                        Arrays.stream(row).mapToLong(Double::doubleToLongBits).toArray())
                .toArray(long[][]::new);
    }

    /** Uniform numbers in [0, 1). */
    public static DenseMatrix uniform(long seed, int rows, int cols) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        Start.uniform(seed, FactorId.W, M);
        return M;
    }

    /** HHᵀ. */
    public static DenseMatrix gram(ExecutionContext context, DenseMatrix Ht) {
        DenseMatrix G = DenseMatrix.zeros(Ht.cols(), Ht.cols());
        Gram.compute(context, Ht, RowSet.all(Ht.rows()), G);
        return G;
    }

    /** XHᵀ. */
    public static DenseMatrix product(ExecutionContext context, Matrix X, DenseMatrix Ht) {
        DenseMatrix XHt = DenseMatrix.zeros(X.rows(), Ht.cols());
        X.times(context, RowSet.all(X.rows()), Ht, XHt);
        return XHt;
    }

    /** ½‖X − WH‖² on some features + λ·‖wⱼ‖²·hⱼLhⱼᵀ of every component, by loops. */
    public static double objective(
            DenseMatrix X, RowSet kept, DenseMatrix W, DenseMatrix Ht, Graph graph, double lambda) {
        double F = 0;
        for (int q = 0; q < kept.count(); q++)
            for (int a = 0; a < X.cols(); a++) {
                double e = X.get(kept.get(q), a);
                for (int j = 0; j < W.cols(); j++) e -= W.get(kept.get(q), j) * Ht.get(a, j);
                F += e * e / 2;
            }
        for (int j = 0; j < W.cols(); j++) {
            double squares = 0;
            for (int q = 0; q < kept.count(); q++) squares += W.get(kept.get(q), j) * W.get(kept.get(q), j);
            DenseMatrix h = DenseMatrix.zeros(Ht.rows(), 1);
            for (int a = 0; a < Ht.rows(); a++) h.set(a, 0, Ht.get(a, j));
            F += squares * graphTerm(graph, lambda, h);
        }
        return F;
    }
}
