package org.grapnel.solve.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.Constraint;
import org.grapnel.model.Formulation;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.model.Term;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.block.LocalSampleBlock;

/** Small problems for the parts of best-support, and slow ways to compute what they compute. */
final class SupportProblems {
    static final int P = 70; // more than a tile
    static final int N = 30;
    static final int R = 5; // not a multiple of four

    private SupportProblems() {}

    /** The gain of every feature with its best row of W, by an exact solver. */
    static double[] exactGains(DenseMatrix XHt, DenseMatrix HHt, double[] ridge) {
        DenseMatrix G = HHt.copy();
        for (int j = 0; j < ridge.length; j++) G.set(j, j, G.get(j, j) + ridge[j]);
        double[] gain = new double[XHt.rows()];
        double[] b = new double[ridge.length];
        double[] w = new double[ridge.length];
        for (int i = 0; i < gain.length; i++) {
            XHt.row(i, b);
            new NonNegativeLeastSquares(G).solve(0, b, w);
            gain[i] = gain(G, w, b);
        }
        return gain;
    }

    /** w·b − ½wGw by loops. */
    static double gain(DenseMatrix G, double[] w, double[] b) {
        double sum = 0;
        for (int j = 0; j < w.length; j++) {
            sum += w[j] * b[j];
            for (int l = 0; l < w.length; l++) sum -= w[j] * G.get(j, l) * w[l] / 2;
        }
        return sum;
    }

    static Problem withGraph(Matrix X, int r, double lambda, Graph graph) {
        Laplacian L = graph.laplacian();
        List<Term> terms = new ArrayList<>(List.of(new LeastSquares()));
        if (lambda > 0) terms.add(new InvariantPenalty(lambda, L.norm()));
        return new Problem(
                X,
                lambda > 0 ? Optional.of(L) : Optional.empty(),
                new Formulation(r, terms, new NonNegative(), new NonNegative()));
    }

    /** A block on this machine whose candidate is a copy of Ht. */
    static LocalSampleBlock block(ExecutionContext context, Problem problem, DenseMatrix Ht, double lambda) {
        return LocalSampleBlock.forCoordinateSteps(context, problem, Ht.copy(), lambda, (H, gram, XtW, sweeps) -> {});
    }

    static Problem problem(Matrix X, int r, int keep, double lambda, Optional<Graph> graph) {
        List<Term> terms = new ArrayList<>(List.of(new LeastSquares()));
        Optional<Laplacian> L = lambda > 0 ? graph.map(Graph::laplacian) : Optional.empty();
        L.ifPresent(l -> terms.add(new InvariantPenalty(lambda, l.norm())));
        Constraint onW = keep < X.rows() ? new RowSparse(keep) : new NonNegative();
        return new Problem(X, L, new Formulation(r, terms, onW, new NonNegative()));
    }

    /** A random problem for {@link #stress}. */
    record StressProblem(Problem problem, double lambda, Optional<Graph> graph, long seed) {}

    /** Random shapes with zero and equal features, graph weights from zero to dominant, and k from 1 to p. */
    static StressProblem stress(long seed) {
        int p = 4 + (int) (20 * CounterRandom.uniform(seed, 0, 1));
        int n = 4 + (int) (16 * CounterRandom.uniform(seed, 0, 2));
        int r = 1 + (int) (Math.min(p, n) * 0.5 * CounterRandom.uniform(seed, 0, 3));
        int k = 1 + (int) (p * CounterRandom.uniform(seed, 0, 4));
        DenseMatrix X = SolverProblems.data(p, n, seed);
        if (seed % 3 == 0) X.zeroRow(1 + (int) (seed % (p - 1)));
        if (seed % 4 == 0) X.copyRow((int) ((seed + 1) % p), X, (int) ((seed + 2) % p));
        if (seed % 50 == 0) for (int i = 1; i < p; i++) X.copyRow(i, X, 0);
        double scale = Math.pow(10, 8 * CounterRandom.uniform(seed, 0, 5) - 4);
        X.map((i, j, x) -> scale * x);
        double lambda = seed % 5 == 0 ? 0 : Math.pow(10, 5 * CounterRandom.uniform(seed, 0, 6) - 2);
        Optional<Graph> graph = Optional.of(
                seed % 7 == 0
                        ? Graph.of(SparseMatrix.of(DenseMatrix.zeros(n, n)), "empty")
                        : SolverProblems.graph(n, seed));
        return new StressProblem(problem(X, r, k, lambda, graph), lambda, graph, seed);
    }
}
