package org.grapnel.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** New samples with missing entries: each is placed by the entries that it has. */
class MissingTransformTest {
    private static final int P = 60;
    private static final int N = 90;
    private static final int FRESH = 30;

    private static double value(int seed, int i, int j) {
        return CounterRandom.uniform(seed, i, j) + (i < 45 && i % 3 == j % 3 ? 2 : 0);
    }

    private static boolean isHidden(int i, int j) {
        return j >= 10 && CounterRandom.uniform(9, i, j) < 0.4;
    }

    private static Dataset data(int seed, int n, boolean gaps) {
        DenseMatrix X = DenseMatrix.zeros(P, n);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < n; j++) X.set(i, j, gaps && isHidden(i, j) ? Double.NaN : value(seed, i, j));
        return Dataset.of(X);
    }

    private static Spec nmf() {
        return Spec.forSolver(SolverKind.ACCPALM, Model.NMF, 3).withBaselines(false);
    }

    private static Spec joint() {
        return Spec.recommended(3, 30).withBaselines(false);
    }

    /** Brute force: the least squares of a sample over the features that it has. */
    @Test
    void aSampleIsPlacedByItsObservedEntries() {
        try (Dataset data = data(1, N, false);
                Dataset fresh = data(2, FRESH, true);
                Fit fit = Grapnel.fit(data, nmf());
                FittedModel model = fit.toModel();
                TransformResult placed = model.transform(fresh.withMissing(), 2)) {
            for (int j = 0; j < FRESH; j++) {
                int sample = j;
                int[] there = IntStream.range(0, P)
                        .filter(i -> !Double.isNaN(fresh.X().get(i, sample)))
                        .toArray();
                double[] h = leastSquares(model.W(), fresh.X()::get, there, j);
                for (int q = 0; q < 3; q++)
                    assertThat(placed.Ht().get(j, q)).as("sample %d", j).isCloseTo(h[q], within(1e-9));
                double rest = 0;
                double size = 0;
                for (int i : there) {
                    double x = fresh.X().get(i, j);
                    double wh = 0;
                    for (int q = 0; q < 3; q++) wh += model.W().get(i, q) * h[q];
                    rest += (x - wh) * (x - wh);
                    size += x * x;
                }
                assertThat(placed.relativeError(j)).isCloseTo(Math.sqrt(rest / size), within(1e-9));
            }
            assertThat(placed.notes()).anyMatch(note -> note.contains("of the kept features are missing"));
        }
    }

    private interface Entry {
        double get(int i, int j);
    }

    private static double[] leastSquares(DenseMatrix W, Entry X, int[] there, int j) {
        try (DenseMatrix some = W.selectRows(there);
                DenseMatrix G = DenseMatrix.zeros(3, 3)) {
            double[] b = new double[3];
            for (int i = 0; i < there.length; i++)
                for (int q = 0; q < 3; q++) {
                    b[q] += some.get(i, q) * X.get(there[i], j);
                    for (int l = 0; l < 3; l++) G.set(q, l, G.get(q, l) + some.get(i, q) * some.get(i, l));
                }
            double[] h = new double[3];
            new NonNegativeLeastSquares(G).solve(0, b, h);
            return h;
        }
    }

    @Test
    void sparseSamplesArePlacedLikeDenseOnes() {
        try (Dataset data = data(1, N, false);
                Dataset fresh = data(2, FRESH, true);
                Dataset sparse = fresh.withX(SparseMatrix.of((DenseMatrix) fresh.X()));
                Fit fit = Grapnel.fit(data, joint());
                FittedModel model = fit.toModel();
                TransformResult one = model.transform(fresh.withMissing(), 1);
                TransformResult other = model.transform(sparse.withMissing(), 2)) {
            assertThat(TestMatrices.distance(other.Ht().toArray(), one.Ht().toArray()))
                    .isLessThan(1e-9);
        }
    }

    /** The estimates for the search of neighbours leave complete samples alone, and the groups survive. */
    @Test
    void gapsChangeNeitherCompleteSamplesNorTheGroups() {
        try (Dataset data = data(1, N, false);
                Dataset whole = data(2, FRESH, false);
                Dataset fresh = data(2, FRESH, true);
                Fit fit = Grapnel.fit(data, joint());
                FittedModel model = fit.toModel();
                TransformResult complete = model.transform(whole, 1);
                TransformResult placed = model.transform(fresh.withMissing(), 1)) {
            for (int j = 0; j < 10; j++)
                for (int q = 0; q < 3; q++)
                    assertThat(placed.Ht().get(j, q)).isCloseTo(complete.Ht().get(j, q), within(1e-12));
            for (int j = 0; j < FRESH; j++)
                assertThat(placed.groups().labelOf(j))
                        .as("sample %d", j)
                        .isEqualTo(fit.groups().clustering().labelOf(j % 3));
        }
    }

    /** An entry of weight 0 is missing, whatever the data have there. */
    @ParameterizedTest
    @EnumSource(
            value = GraphTerm.class,
            names = {"TRACE", "INVARIANT"})
    void hiddenValuesDoNotReachTheResult(GraphTerm term) {
        Spec spec = Spec.forSolver(SolverKind.ACCPALM, Model.GNMF_L20, 3)
                .withKeep(30)
                .withGraphTerm(term)
                .withBaselines(false);
        try (Dataset data = data(1, N, false);
                Dataset fresh = data(2, FRESH, true);
                Dataset whole = data(2, FRESH, false);
                Fit fit = Grapnel.fit(data, spec);
                FittedModel model = fit.toModel();
                TransformResult gaps = model.transform(fresh.withMissing(), 1);
                TransformResult masked = model.transform(
                        whole.withWeights(fresh.withMissing().weights().orElseThrow()), 1)) {
            assertThat(masked.Ht().toArray()).isDeepEqualTo(gaps.Ht().toArray());
            assertThat(whole.X().get(0, 12)).isEqualTo(value(2, 0, 12)); // the given data stay
        }
    }

    @Test
    void samplesWithoutKeptFeaturesAndUndeclaredGapsAreRefused() {
        try (Dataset data = data(1, N, false);
                Dataset fresh = data(2, FRESH, true);
                Fit fit = Grapnel.fit(data, nmf());
                FittedModel model = fit.toModel()) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> model.transform(fresh, 1))
                    .withMessageContaining("Dataset.withMissing() leaves them out of the placement");
            DenseMatrix X = (DenseMatrix) fresh.X();
            for (int i = 0; i < P; i++) X.set(i, 4, Double.NaN);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> model.transform(fresh.withMissing(), 1))
                    .withMessageContaining(
                            "a sample has none of the 60 kept features, so nothing places it: 4 (4); leave it out");
        }
    }
}
