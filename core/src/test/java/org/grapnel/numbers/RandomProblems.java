package org.grapnel.numbers;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Start;
import org.grapnel.solve.StopSpec;

/** Small problems that mix what makes numbers misbehave, every model, every solver and every kind of start; a function of the seed. */
final class RandomProblems {
    private static final Model[] MODELS = {
        Model.NMF, Model.NMF_L20, Model.NMF_L0, Model.NMF_LC0, Model.GNMF, Model.GNMF_L20, Model.GNMF_L0, Model.GNMF_LC0
    };

    private final Dice dice;
    private final Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);

    private RandomProblems(long seed) {
        dice = new Dice(seed);
    }

    static RandomProblem of(long seed) {
        return new RandomProblems(seed).problem(seed);
    }

    /** Whether this hazard is one of the problem's: so once in so many. */
    private boolean hazard(Hazard hazard, int oneIn) {
        if (!dice.oneIn(oneIn)) return false;
        hazards.add(hazard);
        return true;
    }

    private RandomProblem problem(long seed) {
        int p = hazard(Hazard.ONE_FEATURE, 12) ? 1 : dice.between(2, 16);
        int n = hazard(Hazard.TWO_SAMPLES, 12) ? 2 : dice.between(3, 16);
        int most = Math.min(p, n);
        int r = hazard(Hazard.FULL_RANK, 8) ? most : dice.between(1, Math.min(4, most));
        double[][] X = data(p, n, r);
        double[][] A = adjacency(n);
        Spec spec = solver(model(p, r));
        spec = spec.withStart(start(spec, p, n))
                .withStop(new StopSpec(dice.of(0.0, 1e-3, 1e-8), dice.of(1, 4, 25, 60), Optional.empty()))
                .withThreads(1)
                .withControls(false);
        return new RandomProblem(seed, hazards, X, dice.oneIn(3), A, spec);
    }

    private double[][] data(int p, int n, int r) {
        double[][] X = new double[p][n];
        boolean deficient = hazard(Hazard.RANK_DEFICIENT, 6);
        boolean sparse = dice.oneIn(3);
        int rank = Math.max(1, deficient ? r - 1 : r);
        double[][] left = uniform(p, rank);
        double[][] right = uniform(rank, n);
        double noise = deficient ? 0 : dice.of(0.0, 0.01, 0.3, 1.0);
        for (int i = 0; i < p; i++) {
            double size = Math.pow(10, 2 * dice.next() - 1);
            for (int j = 0; j < n; j++) {
                for (int q = 0; q < rank; q++) X[i][j] += size * left[i][q] * right[q][j];
                X[i][j] += size * noise * dice.next();
                if (sparse && dice.oneIn(2)) X[i][j] = 0;
            }
        }
        if (hazard(Hazard.ALL_EQUAL, 20)) for (double[] row : X) Arrays.fill(row, dice.of(1.0, 1.0 / 3, 7.0));
        twins(X);
        if (hazard(Hazard.ZERO_FEATURES, 10)) for (int q = 0; q <= p / 4; q++) Arrays.fill(X[dice.below(p)], 0);
        if (hazard(Hazard.ZERO_SAMPLES, 10)) for (int q = 0; q <= n / 4; q++) column(X, dice.below(n), 0);
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
        if (hazard(Hazard.TWIN_FEATURES, 8))
            for (int q = 0; q <= p / 2; q++) X[dice.below(p)] = X[dice.below(p)].clone();
        if (!hazard(Hazard.TWIN_SAMPLES, 8)) return;
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
        if (hazard(Hazard.LARGE_UNITS, 16)) scale(X, dice.of(1e20, 1e60, 1e100, 1e120));
        else if (hazard(Hazard.SMALL_UNITS, 12)) scale(X, dice.of(1e-20, 1e-60, 1e-100, 1e-120));
        if (hazard(Hazard.DENORMALS, 10))
            for (int q = 0; q <= p * n / 6; q++)
                X[dice.below(p)][dice.below(n)] = Double.MIN_VALUE * Math.pow(2, dice.below(50));
        if (hazard(Hazard.OUTLIER, 10)) X[dice.below(p)][dice.below(n)] *= dice.of(1e6, 1e12, 1e50, 1e150);
        if (hazard(Hazard.HUGE_1E308, 40)) X[dice.below(p)][dice.below(n)] = 1e308;
        else if (hazard(Hazard.TINY_1E308, 40)) scale(X, 1e-308 / Math.max(1e-300, largest(X)));
    }

    private static void scale(double[][] X, double by) {
        for (double[] row : X) for (int j = 0; j < row.length; j++) row[j] *= by;
    }

    private static double largest(double[][] X) {
        return Arrays.stream(X).flatMapToDouble(Arrays::stream).max().orElse(0);
    }

    private double[][] adjacency(int n) {
        double[][] A = new double[n][n];
        if (hazard(Hazard.NO_EDGES, 30)) return A;
        boolean isolated = hazard(Hazard.ISOLATED_SAMPLES, 4);
        boolean faint = hazard(Hazard.FAINT_EDGES, 4);
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
        Model model = dice.of(MODELS);
        Spec spec = Spec.of(model, r)
                .withLaplacian(dice.of(LaplacianKind.PLAIN, LaplacianKind.NORMALIZED))
                .withGraphTerm(dice.of(GraphTerm.TRACE, GraphTerm.INVARIANT));
        double lambda = dice.of(0.0, 1e-300, 1e-3, 1.0, 1.0, 100.0, 100.0, 1e12);
        if (model.usesGraph()) {
            if (lambda == 0) hazards.add(Hazard.LAMBDA_0);
            if (lambda == 1e-300) hazards.add(Hazard.LAMBDA_1E_300);
            if (lambda == 1e12) hazards.add(Hazard.LAMBDA_1E12);
        } else {
            hazards.removeAll(Set.of(Hazard.ISOLATED_SAMPLES, Hazard.FAINT_EDGES, Hazard.NO_EDGES));
        }
        spec = spec.withLambda(lambda);
        return model.keeps() ? spec.withKeep(dice.oneIn(5) ? p : dice.between(1, p)) : spec;
    }

    private Spec solver(Spec spec) {
        Method method =
                dice.of(Method.PALM, Method.ACCPALM, Method.ACCPALM, Method.IPALM, Method.BPL, Method.BEST_SUPPORT);
        if (method == Method.BEST_SUPPORT) {
            if (!spec.model().solvedByRows()) method = Method.PALM;
            else return spec.withGraphTerm(GraphTerm.INVARIANT).withSolver(SolverSpec.of(method));
        }
        SolverSpec solver = SolverSpec.of(method);
        if (dice.oneIn(2)) solver = solver.withFixedBeta(dice.of(0.2, 0.6, 1.0));
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
        boolean deadW = dice.oneIn(2);
        boolean deadH = !deadW || dice.oneIn(2);
        if (deadW) hazards.add(Hazard.DEAD_W);
        if (deadH) hazards.add(Hazard.DEAD_H);
        int ofW = dice.below(spec.rank());
        int ofH = dice.below(spec.rank());
        double[][] W = uniform(p, spec.rank());
        double[][] H = uniform(spec.rank(), n);
        if (deadW) column(W, ofW, 0);
        if (deadH) Arrays.fill(H[ofH], 0);
        return Start.given(DenseMatrix.of(W), DenseMatrix.of(H));
    }
}
