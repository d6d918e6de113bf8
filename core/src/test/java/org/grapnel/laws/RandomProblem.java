package org.grapnel.laws;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.grapnel.Spec;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Loss;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.start.Start;
import org.jspecify.annotations.Nullable;

/**
 * A small problem with difficult numbers, as plain arrays: X is p × n, A is the adjacency matrix of the samples.
 *
 * @param seed for {@link RandomProblemGenerator}
 * @param C the weights of the entries, p × n; null if all count alike
 */
record RandomProblem(
        long seed,
        Set<Hazard> hazards,
        double[][] X,
        double @Nullable [][] C,
        boolean sparse,
        double[][] A,
        Spec spec) {
    /** What solves a problem. */
    enum SolverFamily {
        GRADIENT_STEPS,
        BEST_SUPPORT,
        JOINT,
        KL
    }

    SolverFamily family() {
        if (spec.loss() == Loss.KL) return SolverFamily.KL;
        boolean best = spec.solver().kind() == SolverKind.BEST_SUPPORT;
        // best-support has no weights, and the steps of the joint factorisation solve in its place
        if (spec.isJoint() || (best && C != null)) return SolverFamily.JOINT;
        return best ? SolverFamily.BEST_SUPPORT : SolverFamily.GRADIENT_STEPS;
    }

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
        return matrix(X);
    }

    private Matrix matrix(double[][] numbers) {
        DenseMatrix dense = DenseMatrix.of(numbers);
        return sparse ? SparseMatrix.of(dense) : dense;
    }

    Optional<EntryWeights> weights() {
        return Optional.ofNullable(C).map(RandomProblem::weights);
    }

    private static EntryWeights weights(double[][] C) {
        return EntryWeights.ofDeficits(C.length, C[0].length, (i, row) -> {
            for (int j = 0; j < row.length; j++) row[j] = 1 - C[i][j];
        });
    }

    /** Returns the weights as the library has them, which are the doubles 1 − (1 − c). */
    double[][] weightsInUse() {
        double[][] used = new double[features()][samples()];
        for (int i = 0; i < features(); i++)
            for (int j = 0; j < samples(); j++) used[i][j] = C == null ? 1 : 1 - (1 - C[i][j]);
        return used;
    }

    /** Returns X with zeros where there is no weight, and in place of numbers that the loss kl neglects. */
    double[][] observed() {
        double[][] observed = withMissing(0);
        if (family() != SolverFamily.KL) return observed;
        double largest = Arrays.stream(X).flatMapToDouble(Arrays::stream).max().orElse(0);
        for (double[] row : observed) for (int j = 0; j < row.length; j++) if (row[j] < 1e-100 * largest) row[j] = 0;
        return observed;
    }

    private double[][] withMissing(double value) {
        double[][] weight = weightsInUse();
        double[][] changed = new double[features()][samples()];
        for (int i = 0; i < features(); i++)
            for (int j = 0; j < samples(); j++) changed[i][j] = weight[i][j] == 0 ? value : X[i][j];
        return changed;
    }

    /** Returns the problem with other numbers at the entries without weight. */
    RandomProblem withOtherMissing() {
        // of a sparse matrix, zeros are stored then
        return new RandomProblem(seed, hazards, withMissing(sparse ? 77 : Double.NaN), C, sparse, A, spec);
    }

    RandomProblem withWeights(double @Nullable [][] other) {
        return new RandomProblem(seed, hazards, X, other, sparse, A, spec);
    }

    Optional<Graph> graph() {
        return spec.usesGraph()
                ? Optional.of(Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "random"))
                : Optional.empty();
    }

    RandomProblem with(Spec other) {
        return new RandomProblem(seed, hazards, X, C, sparse, A, other);
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
        return new RandomProblem(seed, hazards, scaled, C, sparse, A, spec.withStart(other));
    }

    /** Returns the problem with feature rows[i] in place i and sample cols[j] in place j, with the same start. */
    RandomProblem permuted(int[] rows, int[] cols) {
        double[][] permuted = new double[features()][samples()];
        double[][] weight = C == null ? null : new double[features()][samples()];
        double[][] joined = new double[samples()][samples()];
        for (int i = 0; i < features(); i++) for (int j = 0; j < samples(); j++) permuted[i][j] = X[rows[i]][cols[j]];
        if (C != null && weight != null)
            for (int i = 0; i < features(); i++) for (int j = 0; j < samples(); j++) weight[i][j] = C[rows[i]][cols[j]];
        for (int j = 0; j < samples(); j++) for (int l = 0; l < samples(); l++) joined[j][l] = A[cols[j]][cols[l]];
        Matrix mine = matrix(C == null ? X : observed());
        Start start = (context, ignored, r) -> {
            try (Start.StartPoint point = spec.start().point(context, mine, r)) {
                return new Start.StartPoint(
                        point.W().selectRows(rows), point.Ht().selectRows(cols));
            }
        };
        return new RandomProblem(seed, hazards, permuted, weight, sparse, joined, spec.withStart(start));
    }

    /** Returns the problem with the last bits of X and of the start changed. */
    RandomProblem rounded(long trial) {
        RandomSequence random = new RandomSequence(CounterRandom.split(seed, trial));
        double[][] other = new double[features()][samples()];
        for (int i = 0; i < features(); i++)
            for (int j = 0; j < samples(); j++) other[i][j] = X[i][j] * (1 + Math.ulp(1.0) * random.between(-2, 2));
        Matrix mine = matrix(C == null ? X : observed());
        Start start = (context, ignored, r) -> {
            Start.StartPoint point = spec.start().point(context, mine, r);
            point.W().map((i, j, w) -> w * (1 + Math.ulp(1.0) * random.between(-2, 2)));
            point.Ht().map((i, j, h) -> h * (1 + Math.ulp(1.0) * random.between(-2, 2)));
            return point;
        };
        return new RandomProblem(seed, hazards, other, C, sparse, A, spec.withStart(start));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "problem %d: %d × %d%s%s, %s by %s%s, loss %s, rank %d%s, start %s, %s %s, %s, %s, tol %s, max-iter %d, %s",
                seed,
                features(),
                samples(),
                sparse ? " sparse" : "",
                C == null ? "" : " with weights",
                spec.model().cliName(),
                spec.solver().kind(),
                spec.solver().fixedBeta() ? " (fixed beta)" : "",
                spec.loss(),
                spec.rank(),
                spec.keep().map(k -> ", keep " + k).orElse(""),
                spec.start().kind(),
                spec.isJoint() ? "alpha" : "lambda",
                spec.weight().value(),
                spec.graphTerm(),
                spec.laplacian(),
                spec.stop().tolerance(),
                spec.stop().maxIterations(),
                hazards);
    }
}
