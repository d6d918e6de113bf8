package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The updates of lines whose entries have weights, against plain loops over ½Σ c(x − z·m)². */
class WeightedSideTest {
    private static final int P = 70; // more than a tile
    private static final int N = 30;
    private static final int R = 3;

    private static ExecutionContext context;

    @BeforeAll
    static void open() {
        context = ExecutionContext.create(2);
    }

    @AfterAll
    static void close() {
        context.close();
    }

    private static WeightedSide side(EntryWeights C) {
        return new WeightedSide(context, C.byFeature(), P, R, WeightedSide.suitsMeans(C.byFeature(), P));
    }

    /** Weights that few, many and nearly all entries have. */
    private static EntryWeights weights(double share, boolean missingOnly) {
        double[][] d = new double[P][N];
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++)
                if (CounterRandom.uniform(7, i, j) < share)
                    d[i][j] = missingOnly ? 1 : 1 - 3 * CounterRandom.uniform(8, i, j);
        return EntryWeights.ofDeficits(SparseMatrix.of(DenseMatrix.of(d)));
    }

    private static double[] losses(DenseMatrix X, EntryWeights C, double[][] Z, DenseMatrix M) {
        double[] loss = new double[P];
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) {
                double miss = X.get(i, j);
                for (int k = 0; k < R; k++) miss -= Z[i][k] * M.get(j, k);
                loss[i] += C.get(i, j) * miss * miss / 2;
            }
        return loss;
    }

    private static DenseMatrix product(DenseMatrix X, EntryWeights C, DenseMatrix M) {
        return SolverProblems.product(context, C.times(X), M);
    }

    /** Central differences of a quadratic are exact but for rounding: of the first and of the second order. */
    private static double[][][] differences(DenseMatrix X, EntryWeights C, double[][] Z, DenseMatrix M) {
        double[][] slope = new double[P][R];
        double[][] curvature = new double[P][R];
        double[] here = losses(X, C, Z, M);
        for (int k = 0; k < R; k++) {
            int at = k;
            double[][] more = Arrays.stream(Z).map(double[]::clone).toArray(double[][]::new);
            double[][] less = Arrays.stream(Z).map(double[]::clone).toArray(double[][]::new);
            Arrays.stream(more).forEach(z -> z[at] += 0.5);
            Arrays.stream(less).forEach(z -> z[at] -= 0.5);
            double[] above = losses(X, C, more, M);
            double[] below = losses(X, C, less, M);
            for (int i = 0; i < P; i++) {
                slope[i][k] = above[i] - below[i];
                curvature[i][k] = 4 * (above[i] + below[i] - 2 * here[i]);
            }
        }
        return new double[][][] {slope, curvature};
    }

    @Test
    void gradientAndResidualAreThoseOfFiniteDifferences() {
        DenseMatrix X = SolverProblems.data(P, N, 3);
        DenseMatrix M = SolverProblems.uniform(4, N, R);
        double[][] Z = SolverProblems.uniform(5, P, R).toArray();
        DenseMatrix G = SolverProblems.gram(context, M);
        for (boolean missingOnly : new boolean[] {true, false})
            for (double share : new double[] {0.02, 0.4, 0.9}) {
                EntryWeights C = weights(share, missingOnly);
                double[][][] expected = differences(X, C, Z, M);
                DenseMatrix B = product(X, C, M);
                double[] deficit = new double[P * R];
                new DeficitProducts(context, C.byFeature(), P, M)
                        .addTo(deficit, flat(Z), RowSet.all(P), 0, P, context.callerScratch());
                double squares = 0;
                for (int i = 0; i < P; i++)
                    for (int k = 0; k < R; k++) {
                        double slope = -B.get(i, k) - deficit[i * R + k];
                        for (int l = 0; l < R; l++) slope += Z[i][l] * G.get(l, k);
                        assertThat(slope).isCloseTo(expected[0][i][k], within(1e-10 * (1 + Math.abs(slope))));
                        double curvature = expected[1][i][k];
                        if (!(curvature > 1e-9)) continue;
                        double step = Math.max(0, Z[i][k] - expected[0][i][k] / curvature) - Z[i][k];
                        squares += curvature * step * step;
                    }
                try (WeightedSide side = side(C)) {
                    side.setGrams(M, G);
                    assertThat(side.residual(DenseMatrix.of(Z), B)).isCloseTo(squares, within(1e-9 * squares));
                }
            }
    }

    private static double[] flat(double[][] Z) {
        return Arrays.stream(Z).flatMapToDouble(Arrays::stream).toArray();
    }

    @Test
    void meansSuitEntriesMissingAtRandomButNoBlock() {
        EntryWeights scattered = weights(0.3, true);
        assertThat(WeightedSide.suitsMeans(scattered.byFeature(), P)).isTrue();
        assertThat(WeightedSide.suitsMeans(scattered.bySample(), N)).isTrue();
        assertThat(WeightedSide.suitsMeans(weights(0.3, false).byFeature(), P)).isFalse();
        double[][] d = new double[P][N];
        for (int i = 0; i < 30; i++) Arrays.fill(d[i], 0, 15, 1);
        EntryWeights block = EntryWeights.ofDeficits(SparseMatrix.of(DenseMatrix.of(d)));
        assertThat(WeightedSide.suitsMeans(block.byFeature(), P)).isFalse();
    }

    /** One component is large in half of the samples only, so Gᵢ differs from c̄ᵢG. */
    @Test
    void noUpdateRaisesALineAndUpdatesReachItsMinimum() {
        DenseMatrix X = SolverProblems.data(P, N, 3);
        DenseMatrix M = SolverProblems.uniform(4, N, R).map((j, k, x) -> (j < 15) == (k == 0) ? 20 * x : x);
        DenseMatrix G = SolverProblems.gram(context, M);
        for (boolean missingOnly : new boolean[] {true, false})
            for (double share : new double[] {0.02, 0.3, 0.8}) {
                EntryWeights C = weights(share, missingOnly);
                DenseMatrix B = product(X, C, M);
                DenseMatrix Z = SolverProblems.uniform(5, P, R);
                try (WeightedSide side = side(C)) {
                    double[] before = losses(X, C, Z.toArray(), M);
                    for (int update = 0; update < 3000; update++) {
                        side.set(M, G);
                        side.descend(Z, B, 2);
                        if (update > 30 && update % 100 != 0) continue;
                        double[] after = losses(X, C, Z.toArray(), M);
                        for (int i = 0; i < P; i++)
                            assertThat(after[i]).isLessThanOrEqualTo(before[i] * (1 + 1e-12) + 1e-12);
                        before = after;
                    }
                    double[] best = losses(X, C, minimum(X, C, M), M);
                    for (int i = 0; i < P; i++) assertThat(before[i]).isCloseTo(best[i], within(1e-9 * (1 + best[i])));
                }
            }
    }

    /** Some lines miss just the entries that matter little: Gᵢ is nearly G, so steps with c̄ᵢG are too long by 1/c̄ᵢ. */
    @Test
    void stepsThatAreTooLongAreCut() {
        DenseMatrix X = SolverProblems.data(P, N, 3);
        DenseMatrix M = SolverProblems.uniform(4, N, R).map((j, k, x) -> j < 6 ? 20 * x : x / 20);
        double[][] d = new double[P][N];
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++)
                d[i][j] = i % 20 == 0 ? (j < 6 ? 0 : 1) : CounterRandom.uniform(7, i, j) < 0.2 ? 1 : 0;
        EntryWeights C = EntryWeights.ofDeficits(SparseMatrix.of(DenseMatrix.of(d)));
        DenseMatrix B = product(X, C, M);
        DenseMatrix Z = SolverProblems.uniform(5, P, R);
        try (WeightedSide side = new WeightedSide(context, C.byFeature(), P, R, true)) {
            double[] before = losses(X, C, Z.toArray(), M);
            for (int update = 0; update < 30; update++) {
                side.set(M, SolverProblems.gram(context, M));
                side.descend(Z, B, 2);
                double[] after = losses(X, C, Z.toArray(), M);
                for (int i = 0; i < P; i++)
                    assertThat(after[i]).as("line %d", i).isLessThanOrEqualTo(before[i] * (1 + 1e-12));
                before = after;
            }
        }
    }

    /** Coordinate descent by plain loops. */
    private static double[][] minimum(DenseMatrix X, EntryWeights C, DenseMatrix M) {
        double[][] Z = new double[P][R];
        for (int i = 0; i < P; i++)
            for (int round = 0; round < 5000; round++)
                for (int k = 0; k < R; k++) {
                    double slope = 0;
                    double curvature = 0;
                    for (int j = 0; j < N; j++) {
                        double miss = X.get(i, j);
                        for (int l = 0; l < R; l++) miss -= Z[i][l] * M.get(j, l);
                        slope -= C.get(i, j) * miss * M.get(j, k);
                        curvature += C.get(i, j) * M.get(j, k) * M.get(j, k);
                    }
                    if (curvature > 0) Z[i][k] = Math.max(0, Z[i][k] - slope / curvature);
                }
        return Z;
    }

    @Test
    void fittedSquaresAreTheSumOverEntriesAndDoNotChangeTheNextUpdate() {
        DenseMatrix X = SolverProblems.data(P, N, 3);
        DenseMatrix M = SolverProblems.uniform(4, N, R);
        DenseMatrix G = SolverProblems.gram(context, M);
        for (double share : new double[] {0.02, 0.3}) {
            EntryWeights C = weights(share, true);
            DenseMatrix B = product(X, C, M);
            DenseMatrix Z = SolverProblems.uniform(5, P, R);
            DenseMatrix other = Z.copy();
            DenseMatrix nothing = DenseMatrix.zeros(P, N);
            double expected =
                    2 * Arrays.stream(losses(nothing, C, Z.toArray(), M)).sum();
            try (WeightedSide side = side(C);
                    WeightedSide second = side(C)) {
                assertThat(side.fittedSquares(Z, SolverProblems.gram(context, Z), M, G))
                        .isCloseTo(expected, within(1e-12 * expected));
                for (int update = 0; update < 2; update++) { // the second one must not use what the first one kept
                    side.set(M, G);
                    second.set(M, G);
                    side.descend(Z, B, 2);
                    second.descend(other, B, 2);
                    assertThat(SolverProblems.bits(Z)).isEqualTo(SolverProblems.bits(other));
                }
            }
        }
    }

    @Test
    void linesWithoutEntriesDoNotMove() {
        DenseMatrix X = SolverProblems.data(P, N, 3);
        DenseMatrix M = SolverProblems.uniform(4, N, R);
        DenseMatrix G = SolverProblems.gram(context, M);
        double[][] d = new double[P][N];
        for (int i = 0; i < P; i++) for (int j = 0; j < N; j++) d[i][j] = CounterRandom.uniform(7, i, j) < 0.2 ? 1 : 0;
        for (int i : new int[] {3, 50}) Arrays.fill(d[i], 1);
        EntryWeights C = EntryWeights.ofDeficits(SparseMatrix.of(DenseMatrix.of(d)));
        assertThat(WeightedSide.suitsMeans(C.byFeature(), P)).isTrue();
        for (DenseMatrix start : List.of(DenseMatrix.zeros(P, R), SolverProblems.uniform(5, P, R))) {
            DenseMatrix Z = start.copy();
            try (WeightedSide side = side(C)) {
                side.set(M, G);
                side.descend(Z, product(X, C, M), 2);
            }
            for (int i : new int[] {3, 50})
                for (int k = 0; k < R; k++) assertThat(Z.get(i, k)).isCloseTo(start.get(i, k), within(1e-12));
        }
    }
}
