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
 * Generates small problems that mix hazards, models, solvers and starts; each is a function of its seed. One hazard may
 * undo another; {@link HazardDetector} tells which remain.
 */
final class RandomProblemGenerator {
    static final Model[] MODELS = {
        Model.NMF, Model.NMF_L20, Model.NMF_L0, Model.NMF_LC0, Model.GNMF, Model.GNMF_L20, Model.GNMF_L0, Model.GNMF_LC0
    };

    private static final List<SolverKind> SOLVERS = List.of(SolverKind.values());

    private final RandomSequence random;

    private RandomProblemGenerator(long seed) {
        random = new RandomSequence(seed);
    }

    /** Generates the problem of a seed: one of the paper's, or a {@link ProblemVariants variant} of it. */
    static RandomProblem create(long seed) {
        return HazardDetector.detect(ProblemVariants.vary(new RandomProblemGenerator(seed).problem(seed)));
    }

    /** Generates the problem of a seed with a model and a solver of the paper, or best-support. */
    static RandomProblem plain(long seed) {
        return HazardDetector.detect(new RandomProblemGenerator(seed).problem(seed));
    }

    private RandomProblem problem(long seed) {
        int p = random.oneIn(12) ? 1 : random.between(2, 16);
        int n = random.oneIn(12) ? 2 : random.between(3, 16);
        int most = Math.min(p, n);
        int r = random.oneIn(8) ? most : random.between(1, Math.min(4, most));
        double[][] X = data(p, n, r);
        double[][] A = adjacency(n);
        Spec spec = solver(model(p, r));
        spec = spec.withStart(start(spec, p, n))
                .withStop(new StopSpec(random.choose(0.0, 1e-3, 1e-8), random.choose(1, 4, 25, 60), Optional.empty()))
                .withThreads(1)
                .withBaselines(false);
        return new RandomProblem(seed, Set.of(), X, null, random.oneIn(3), A, spec);
    }

    private double[][] data(int p, int n, int r) {
        double[][] X = new double[p][n];
        boolean deficient = random.oneIn(6);
        boolean sparse = !deficient && random.oneIn(3);
        int rank = Math.max(1, deficient ? r - 1 : r);
        double[][] left = uniform(p, rank);
        double[][] right = uniform(rank, n);
        double noise = deficient ? 0 : random.choose(0.0, 0.01, 0.3, 1.0);
        for (int i = 0; i < p; i++) {
            double size = Math.pow(10, 2 * random.next() - 1);
            for (int j = 0; j < n; j++) {
                for (int q = 0; q < rank; q++) X[i][j] += size * left[i][q] * right[q][j];
                X[i][j] += size * noise * random.next();
                if (sparse && random.oneIn(2)) X[i][j] = 0;
            }
        }
        if (random.oneIn(20)) {
            double value = random.choose(1.0, 1.0 / 3, 7.0);
            for (double[] row : X) Arrays.fill(row, value);
        }
        twins(X);
        if (random.oneIn(10)) for (int q = 0; q <= p / 4; q++) Arrays.fill(X[random.below(p)], 0);
        if (random.oneIn(10)) for (int q = 0; q <= n / 4; q++) column(X, random.below(n), 0);
        sizes(X);
        return X;
    }

    private double[][] uniform(int rows, int cols) {
        double[][] U = new double[rows][cols];
        for (double[] row : U) for (int j = 0; j < cols; j++) row[j] = random.next();
        return U;
    }

    private void twins(double[][] X) {
        int p = X.length;
        int n = X[0].length;
        if (random.oneIn(8)) for (int q = 0; q <= p / 2; q++) X[random.below(p)] = X[random.below(p)].clone();
        if (!random.oneIn(8)) return;
        for (int q = 0; q <= n / 2; q++) {
            int from = random.below(n);
            int to = random.below(n);
            for (double[] row : X) row[to] = row[from];
        }
    }

    private static void column(double[][] X, int j, double value) {
        for (double[] row : X) row[j] = value;
    }

    private void sizes(double[][] X) {
        int p = X.length;
        int n = X[0].length;
        if (random.oneIn(16)) scale(X, random.choose(1e20, 1e60, 1e100, 1e120));
        else if (random.oneIn(12)) scale(X, random.choose(1e-20, 1e-60, 1e-100, 1e-120));
        if (random.oneIn(10))
            for (int q = 0; q <= p * n / 6; q++)
                X[random.below(p)][random.below(n)] = Double.MIN_VALUE * Math.pow(2, random.below(50));
        if (random.oneIn(10)) outlier(X, random.choose(1e6, 1e12, 1e50, 1e150));
        if (random.oneIn(40)) X[random.below(p)][random.below(n)] = 1e308;
        else if (random.oneIn(40)) scale(X, 1e-308 / Math.max(1e-300, largest(X)));
    }

    /** Sets one non-zero entry to {@code times} the largest. */
    private void outlier(double[][] X, double times) {
        List<int[]> cells = new ArrayList<>();
        for (int i = 0; i < X.length; i++)
            for (int j = 0; j < X[i].length; j++) if (X[i][j] > 0) cells.add(new int[] {i, j});
        if (cells.isEmpty()) return;
        int[] cell = cells.get(random.below(cells.size()));
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
        if (random.oneIn(30)) return A;
        boolean isolated = random.oneIn(4);
        boolean faint = random.oneIn(4);
        for (int i = 0; i < n; i++) {
            for (int q = 0; q < 2; q++) {
                int j = random.below(n);
                if (i != j) A[i][j] = A[j][i] = faint && random.oneIn(2) ? 1e-300 : 0.1 + random.next();
            }
        }
        for (int q = 0; isolated && q <= n / 4; q++) {
            int alone = random.below(n);
            Arrays.fill(A[alone], 0);
            column(A, alone, 0);
        }
        return A;
    }

    private Spec model(int p, int r) {
        Model model = random.choose(MODELS);
        Spec spec = Spec.paper(model, r)
                .withLaplacian(random.choose(LaplacianKind.PLAIN, LaplacianKind.NORMALIZED))
                .withGraphTerm(random.choose(GraphTerm.TRACE, GraphTerm.INVARIANT));
        spec = spec.withLambda(random.choose(0.0, 1e-300, 1e-3, 1.0, 1.0, 100.0, 100.0, 1e12));
        return model.isSparse() ? spec.withKeep(random.oneIn(5) ? p : random.between(1, p)) : spec;
    }

    private Spec solver(Spec spec) {
        SolverKind kind = random.choose(
                SolverKind.PALM,
                SolverKind.ACCPALM,
                SolverKind.ACCPALM,
                SolverKind.IPALM,
                SolverKind.BPL,
                SolverKind.BEST_SUPPORT);
        if (kind == SolverKind.BEST_SUPPORT) {
            if (!spec.model().supportsBestSupport()) kind = SolverKind.PALM;
            else return spec.withGraphTerm(GraphTerm.INVARIANT).withSolver(SolverSpec.of(kind));
        }
        SolverSpec solver = SolverSpec.of(kind);
        if (random.oneIn(2)) solver = solver.withFixedBeta(random.choose(0.2, 0.6, 1.0));
        if (random.oneIn(5)) solver = solver.withTheory();
        if (random.oneIn(8)) solver = solver.withStepFactor(1.5);
        if (random.oneIn(6)) solver = solver.withProjectedStart();
        return spec.withSolver(solver);
    }

    private Start start(Spec spec, int p, int n) {
        long seed = random.below(1000);
        int kind = random.below(10);
        if (kind < 4) return Start.random(seed);
        if (kind < 6) return Start.nndsvd();
        if (kind == 6) return Grapnel.kmeansStart(seed);
        // best-support does not use W
        boolean deadW = spec.solver().kind() != SolverKind.BEST_SUPPORT && random.oneIn(2);
        boolean deadH = !deadW || random.oneIn(2);
        int ofW = random.below(spec.rank());
        int ofH = random.below(spec.rank());
        double[][] W = uniform(p, spec.rank());
        double[][] H = uniform(spec.rank(), n);
        if (deadW) column(W, ofW, 0);
        if (deadH) Arrays.fill(H[ofH], 0);
        return Start.given(DenseMatrix.of(W), DenseMatrix.of(H));
    }

    /** Generates a problem large enough to be cut into blocks: every model and every solver in turn. */
    static RandomProblem large(long seed) {
        return new RandomProblemGenerator(seed).largeProblem(seed);
    }

    /** Generates a large variant: every kind in turn. */
    static RandomProblem largeVariant(long seed) {
        return ProblemVariants.large(large(seed), (int) (seed % ProblemVariants.KINDS_OF_LARGE));
    }

    private RandomProblem largeProblem(long seed) {
        int p = random.between(280, 320);
        int n = random.between(380, 420);
        int r = 16; // with fewer, sums over the rows of a factor are one block
        Model model = MODELS[(int) (seed % MODELS.length)];
        SolverKind kind = SOLVERS.get((int) (seed % SOLVERS.size()));
        boolean byRows = kind == SolverKind.BEST_SUPPORT;
        if (byRows && !model.supportsBestSupport()) model = model.usesGraph() ? Model.GNMF_L20 : Model.NMF_L20;
        boolean sparse = random.oneIn(4);
        double[][] left = uniform(p, r);
        double[][] right = uniform(r, n);
        double[][] X = uniform(p, n);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++) {
                for (int q = 0; q < r; q++) X[i][j] += left[i][q] * right[q][j];
                if (sparse && !random.oneIn(5)) X[i][j] = 0;
            }
        Spec spec = Spec.paper(model, r)
                .withLaplacian(random.choose(LaplacianKind.values()))
                .withGraphTerm(byRows ? GraphTerm.INVARIANT : random.choose(GraphTerm.TRACE, GraphTerm.INVARIANT))
                .withLambda(random.choose(0.1, 1.0, 100.0))
                .withSolver(SolverSpec.of(kind))
                .withStart(Start.random(seed))
                .withStop(new StopSpec(0, 3, Optional.empty()))
                .withBaselines(false);
        if (model.isSparse()) spec = spec.withKeep(random.between(p / 10, p / 2));
        return new RandomProblem(seed, Set.of(), X, null, sparse, adjacency(n), spec);
    }
}
