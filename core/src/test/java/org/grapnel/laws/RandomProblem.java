package org.grapnel.laws;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.grapnel.Spec;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.start.Start;

/**
 * A small problem with difficult numbers, as plain arrays: X is p × n, A is the adjacency matrix of the samples.
 *
 * @param seed for {@link RandomProblemGenerator}
 */
record RandomProblem(long seed, Set<Hazard> hazards, double[][] X, boolean sparse, double[][] A, Spec spec) {
    int features() {
        return X.length;
    }

    int samples() {
        return X[0].length;
    }

    boolean has(Hazard hazard) {
        return hazards.contains(hazard);
    }

    Matrix matrix() {
        DenseMatrix dense = DenseMatrix.of(X);
        return sparse ? SparseMatrix.of(dense) : dense;
    }

    Optional<Graph> graph() {
        return spec.usesGraph()
                ? Optional.of(Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "random"))
                : Optional.empty();
    }

    RandomProblem with(Spec other) {
        return new RandomProblem(seed, hazards, X, sparse, A, other);
    }

    /** Returns the problem in other units: X times root², a given start times root. */
    RandomProblem inUnitsOf(double root) {
        double[][] scaled = new double[features()][samples()];
        for (int i = 0; i < features(); i++) for (int j = 0; j < samples(); j++) scaled[i][j] = X[i][j] * root * root;
        Start start = spec.start();
        Start other = !start.kind().equals("given")
                ? start
                : (context, X, r) -> {
                    Start.StartPoint point = start.point(context, X, r);
                    point.W().map((i, j, w) -> w * root);
                    point.Ht().map((i, j, h) -> h * root);
                    return point;
                };
        return new RandomProblem(seed, hazards, scaled, sparse, A, spec.withStart(other));
    }

    /** Returns the problem with feature rows[i] in place i and sample cols[j] in place j, with the same start. */
    RandomProblem permuted(int[] rows, int[] cols) {
        double[][] permuted = new double[features()][samples()];
        double[][] joined = new double[samples()][samples()];
        for (int i = 0; i < features(); i++) for (int j = 0; j < samples(); j++) permuted[i][j] = X[rows[i]][cols[j]];
        for (int j = 0; j < samples(); j++) for (int l = 0; l < samples(); l++) joined[j][l] = A[cols[j]][cols[l]];
        Matrix mine = matrix();
        Start start = (context, ignored, r) -> {
            try (Start.StartPoint point = spec.start().point(context, mine, r)) {
                return new Start.StartPoint(
                        point.W().selectRows(rows), point.Ht().selectRows(cols));
            }
        };
        return new RandomProblem(seed, hazards, permuted, sparse, joined, spec.withStart(start));
    }

    /** Returns the problem with the last bits of X and of the start changed. */
    RandomProblem rounded(long trial) {
        RandomSequence random = new RandomSequence(CounterRandom.split(seed, trial));
        double[][] other = new double[features()][samples()];
        for (int i = 0; i < features(); i++)
            for (int j = 0; j < samples(); j++) other[i][j] = X[i][j] * (1 + Math.ulp(1.0) * random.between(-2, 2));
        Matrix mine = matrix();
        Start start = (context, ignored, r) -> {
            Start.StartPoint point = spec.start().point(context, mine, r);
            point.W().map((i, j, w) -> w * (1 + Math.ulp(1.0) * random.between(-2, 2)));
            point.Ht().map((i, j, h) -> h * (1 + Math.ulp(1.0) * random.between(-2, 2)));
            return point;
        };
        return new RandomProblem(seed, hazards, other, sparse, A, spec.withStart(start));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "problem %d: %d × %d%s, %s by %s%s, rank %d%s, start %s, lambda %s, %s, %s, tol %s, max-iter %d, %s",
                seed,
                features(),
                samples(),
                sparse ? " sparse" : "",
                spec.model().cliName(),
                spec.solver().kind(),
                spec.solver().fixedBeta() ? " (fixed beta)" : "",
                spec.rank(),
                spec.keep().map(k -> ", keep " + k).orElse(""),
                spec.start().kind(),
                spec.weight().value(),
                spec.graphTerm(),
                spec.laplacian(),
                spec.stop().tolerance(),
                spec.stop().maxIterations(),
                hazards);
    }
}
