package org.grapnel.laws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;

/**
 * Small problems that mix what makes numbers misbehave, every model, every solver and every kind of start; a function of the seed. One
 * hazard may undo another: {@link HazardDetector} says which are there in the end.
 */
final class RandomProblemGenerator {
    static final Model[] MODELS = {
        Model.NMF, Model.NMF_L20, Model.NMF_L0, Model.NMF_LC0, Model.GNMF, Model.GNMF_L20, Model.GNMF_L0, Model.GNMF_LC0
    };

    private static final List<SolverKind> SOLVERS = List.of(SolverKind.values());

    private final RandomSequence dice;

    private RandomProblemGenerator(long seed) {
        dice = new RandomSequence(seed);
    }

    static RandomProblem create(long seed) {
        return new RandomProblemGenerator(seed).problem(seed);
    }

    private RandomProblem problem(long seed) {
        int p = dice.oneIn(12) ? 1 : dice.between(2, 16);
        int n = dice.oneIn(12) ? 2 : dice.between(3, 16);
        int most = Math.min(p, n);
        int r = dice.oneIn(8) ? most : dice.between(1, Math.min(4, most));
        double[][] X = data(p, n, r);
        double[][] A = adjacency(n);
        Spec spec = solver(model(p, r));
        spec = spec.withStart(start(spec, p, n))
                .withStop(new StopSpec(dice.choose(0.0, 1e-3, 1e-8), dice.choose(1, 4, 25, 60), Optional.empty()))
                .withThreads(1)
                .withBaselines(false);
        return new RandomProblem(seed, HazardDetector.detect(X, A, spec), X, dice.oneIn(3), A, spec);
    }

    private double[][] data(int p, int n, int r) {
        double[][] X = new double[p][n];
        boolean deficient = dice.oneIn(6);
        boolean sparse = !deficient && dice.oneIn(3);
        int rank = Math.max(1, deficient ? r - 1 : r);
        double[][] left = uniform(p, rank);
        double[][] right = uniform(rank, n);
        double noise = deficient ? 0 : dice.choose(0.0, 0.01, 0.3, 1.0);
        for (int i = 0; i < p; i++) {
            double size = Math.pow(10, 2 * dice.next() - 1);
            for (int j = 0; j < n; j++) {
                for (int q = 0; q < rank; q++) X[i][j] += size * left[i][q] * right[q][j];
                X[i][j] += size * noise * dice.next();
                if (sparse && dice.oneIn(2)) X[i][j] = 0;
            }
        }
        if (dice.oneIn(20)) {
            double value = dice.choose(1.0, 1.0 / 3, 7.0);
            for (double[] row : X) Arrays.fill(row, value);
        }
        twins(X);
        if (dice.oneIn(10)) for (int q = 0; q <= p / 4; q++) Arrays.fill(X[dice.below(p)], 0);
        if (dice.oneIn(10)) for (int q = 0; q <= n / 4; q++) column(X, dice.below(n), 0);
        sizes(X);
        return X;
    }

    private double[][] uniform(int rows, int cols) {
        double[][] U = new double[rows][cols];
        for (double[] row : U) for (int j = 0; j < cols; j++) row[j] = dice.next();
        return U;
    }

    private void twins(double[][] X) {
        int p = X.length;
        int n = X[0].length;
        if (dice.oneIn(8)) for (int q = 0; q <= p / 2; q++) X[dice.below(p)] = X[dice.below(p)].clone();
        if (!dice.oneIn(8)) return;
        for (int q = 0; q <= n / 2; q++) {
            int from = dice.below(n);
            int to = dice.below(n);
            for (double[] row : X) row[to] = row[from];
        }
    }

    private static void column(double[][] X, int j, double value) {
        for (double[] row : X) row[j] = value;
    }

    private void sizes(double[][] X) {
        int p = X.length;
        int n = X[0].length;
        if (dice.oneIn(16)) scale(X, dice.choose(1e20, 1e60, 1e100, 1e120));
        else if (dice.oneIn(12)) scale(X, dice.choose(1e-20, 1e-60, 1e-100, 1e-120));
        if (dice.oneIn(10))
            for (int q = 0; q <= p * n / 6; q++)
                X[dice.below(p)][dice.below(n)] = Double.MIN_VALUE * Math.pow(2, dice.below(50));
        if (dice.oneIn(10)) outlier(X, dice.choose(1e6, 1e12, 1e50, 1e150));
        if (dice.oneIn(40)) X[dice.below(p)][dice.below(n)] = 1e308;
        else if (dice.oneIn(40)) scale(X, 1e-308 / Math.max(1e-300, largest(X)));
    }

    /** One of the entries that are not zero becomes so many times the largest. */
    private void outlier(double[][] X, double times) {
        List<int[]> cells = new ArrayList<>();
        for (int i = 0; i < X.length; i++)
            for (int j = 0; j < X[i].length; j++) if (X[i][j] > 0) cells.add(new int[] {i, j});
        if (cells.isEmpty()) return;
        int[] cell = cells.get(dice.below(cells.size()));
        X[cell[0]][cell[1]] = times * largest(X);
    }

    private static void scale(double[][] X, double by) {
        for (double[] row : X) for (int j = 0; j < row.length; j++) row[j] *= by;
    }

    private static double largest(double[][] X) {
        return Arrays.stream(X).flatMapToDouble(Arrays::stream).max().orElse(0);
    }

    private double[][] adjacency(int n) {
        double[][] A = new double[n][n];
        if (dice.oneIn(30)) return A;
        boolean isolated = dice.oneIn(4);
        boolean faint = dice.oneIn(4);
        for (int i = 0; i < n; i++) {
            for (int q = 0; q < 2; q++) {
                int j = dice.below(n);
                if (i != j) A[i][j] = A[j][i] = faint && dice.oneIn(2) ? 1e-300 : 0.1 + dice.next();
            }
        }
        for (int q = 0; isolated && q <= n / 4; q++) {
            int alone = dice.below(n);
            Arrays.fill(A[alone], 0);
            column(A, alone, 0);
        }
        return A;
    }

    private Spec model(int p, int r) {
        Model model = dice.choose(MODELS);
        Spec spec = Spec.paper(model, r)
                .withLaplacian(dice.choose(LaplacianKind.PLAIN, LaplacianKind.NORMALIZED))
                .withGraphTerm(dice.choose(GraphTerm.TRACE, GraphTerm.INVARIANT));
        spec = spec.withLambda(dice.choose(0.0, 1e-300, 1e-3, 1.0, 1.0, 100.0, 100.0, 1e12));
        return model.isSparse() ? spec.withKeep(dice.oneIn(5) ? p : dice.between(1, p)) : spec;
    }

    private Spec solver(Spec spec) {
        SolverKind method = dice.choose(
                SolverKind.PALM,
                SolverKind.ACCPALM,
                SolverKind.ACCPALM,
                SolverKind.IPALM,
                SolverKind.BPL,
                SolverKind.BEST_SUPPORT);
        if (method == SolverKind.BEST_SUPPORT) {
            if (!spec.model().supportsBestSupport()) method = SolverKind.PALM;
            else return spec.withGraphTerm(GraphTerm.INVARIANT).withSolver(SolverSpec.of(method));
        }
        SolverSpec solver = SolverSpec.of(method);
        if (dice.oneIn(2)) solver = solver.withFixedBeta(dice.choose(0.2, 0.6, 1.0));
        if (dice.oneIn(5)) solver = solver.withTheory();
        if (dice.oneIn(8)) solver = solver.withStepFactor(1.5);
        if (dice.oneIn(6)) solver = solver.withProjectedStart();
        return spec.withSolver(solver);
    }

    private Start start(Spec spec, int p, int n) {
        long seed = dice.below(1000);
        int kind = dice.below(10);
        if (kind < 4) return Start.random(seed);
        if (kind < 6) return Start.nndsvd();
        if (kind == 6) return Grapnel.kmeansStart(seed);
        // best-support does not look at W
        boolean deadW = spec.solver().method() != SolverKind.BEST_SUPPORT && dice.oneIn(2);
        boolean deadH = !deadW || dice.oneIn(2);
        int ofW = dice.below(spec.rank());
        int ofH = dice.below(spec.rank());
        double[][] W = uniform(p, spec.rank());
        double[][] H = uniform(spec.rank(), n);
        if (deadW) column(W, ofW, 0);
        if (deadH) Arrays.fill(H[ofH], 0);
        return Start.given(DenseMatrix.of(W), DenseMatrix.of(H));
    }

    /** One that is cut into several blocks for the threads, which small ones are not: every model and every solver in turn. */
    static RandomProblem large(long seed) {
        return new RandomProblemGenerator(seed).largeProblem(seed);
    }

    private RandomProblem largeProblem(long seed) {
        int p = dice.between(280, 320);
        int n = dice.between(380, 420);
        int r = 16; // with fewer, sums over the rows of a factor are one block
        Model model = MODELS[(int) (seed % MODELS.length)];
        SolverKind method = SOLVERS.get((int) (seed % SOLVERS.size()));
        boolean byRows = method == SolverKind.BEST_SUPPORT;
        if (byRows && !model.supportsBestSupport()) model = model.usesGraph() ? Model.GNMF_L20 : Model.NMF_L20;
        boolean sparse = dice.oneIn(4);
        double[][] left = uniform(p, r);
        double[][] right = uniform(r, n);
        double[][] X = uniform(p, n);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++) {
                for (int q = 0; q < r; q++) X[i][j] += left[i][q] * right[q][j];
                if (sparse && !dice.oneIn(5)) X[i][j] = 0;
            }
        Spec spec = Spec.paper(model, r)
                .withLaplacian(dice.choose(LaplacianKind.values()))
                .withGraphTerm(byRows ? GraphTerm.INVARIANT : dice.choose(GraphTerm.values()))
                .withLambda(dice.choose(0.1, 1.0, 100.0))
                .withSolver(SolverSpec.of(method))
                .withStart(Start.random(seed))
                .withStop(new StopSpec(0, 3, Optional.empty()))
                .withBaselines(false);
        if (model.isSparse()) spec = spec.withKeep(dice.between(p / 10, p / 2));
        double[][] A = model.usesGraph() ? adjacency(n) : new double[n][n];
        return new RandomProblem(seed, Set.of(), X, sparse, A, spec);
    }
}
