package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class RelativeErrorTest {
    private static final int P = 30;
    private static final int N = 17;
    private static final int R = 4;

    private static RelativeError of(int threads, double[][] x, double[][] w, double[][] ht) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix W = DenseMatrix.of(w);
                DenseMatrix Ht = DenseMatrix.of(ht)) {
            return RelativeError.compute(context, X, W, Ht);
        }
    }

    /** W in which only every third row is kept. */
    private static double[][] sparseRows() {
        double[][] w = TestMatrices.uniform(2, P, R);
        for (int i = 0; i < P; i++) if (i % 3 != 0) w[i] = new double[R];
        return w;
    }

    @Test
    void equalsTheDefinition() {
        double[][] x = TestMatrices.uniform(1, P, N);
        double[][] w = sparseRows();
        double[][] ht = TestMatrices.uniform(3, N, R);
        double[][] residual = TestMatrices.minus(x, TestMatrices.product(w, TestMatrices.transpose(ht)));
        double keptResidual = 0;
        double kept = 0;
        for (int i = 0; i < P; i += 3) {
            keptResidual += TestMatrices.squares(new double[][] {residual[i]});
            kept += TestMatrices.squares(new double[][] {x[i]});
        }
        double all = TestMatrices.squares(x);
        RelativeError error = of(2, x, w, ht);
        assertThat(error.error().get()).isCloseTo(Math.sqrt(TestMatrices.squares(residual) / all), within(1e-14));
        assertThat(error.floor().get()).isCloseTo(Math.sqrt((all - kept) / all), within(1e-14));
        assertThat(error.onKept().get()).isCloseTo(Math.sqrt(keptResidual / kept), within(1e-14));
    }

    @Test
    void errorIsNeverBelowTheFloor() {
        double[][] w = sparseRows();
        double[][] ht = TestMatrices.uniform(3, N, R);
        double[][] x = TestMatrices.product(w, TestMatrices.transpose(ht));
        for (int i = 0; i < P; i++) if (i % 3 != 0) x[i] = TestMatrices.uniform(i, 1, N)[0];
        RelativeError fitted = of(1, x, w, ht);
        assertThat(fitted.error().get()).isCloseTo(fitted.floor().get(), within(1e-14));
        assertThat(fitted.onKept().get()).isLessThan(1e-14);
        for (int seed = 0; seed < 20; seed++) {
            RelativeError other = of(1, x, w, TestMatrices.uniform(seed, N, R));
            assertThat(other.error().get()).isGreaterThanOrEqualTo(other.floor().get());
            assertThat(other.floor()).isEqualTo(fitted.floor());
        }
    }

    @Test
    void floorIsZeroWithAllRowsAndOneWithNone() {
        double[][] x = TestMatrices.uniform(1, P, N);
        RelativeError all = of(1, x, TestMatrices.map(TestMatrices.uniform(2, P, R), v -> v + 1), new double[N][R]);
        assertThat(all.floor().get()).isZero();
        assertThat(all.error().get()).isEqualTo(1);
        RelativeError none = of(1, x, new double[P][R], TestMatrices.uniform(3, N, R));
        assertThat(none.floor().get()).isEqualTo(1);
        assertThat(none.error().get()).isEqualTo(1);
        assertThat(none.onKept()).hasToString("undefined: ‖X on the kept rows‖ is 0");
    }

    @Test
    void floorOfGivenRowsIsTheEnergyOfTheOthers() {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{3, 0}, {0, 4}, {0, 0}})) {
            assertThat(RelativeError.floor(X, RowSet.of(3, 1)).get()).isEqualTo(0.6);
            assertThat(RelativeError.floor(X, RowSet.of(3, 0, 2)).get()).isEqualTo(0.8);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RelativeError.floor(X, RowSet.all(2)))
                    .withMessage("the row set is for 2 rows, X has 3");
        }
    }

    @Test
    void zeroDataHaveNoRelativeError() {
        RelativeError error = of(1, new double[P][N], sparseRows(), TestMatrices.uniform(3, N, R));
        assertThat(error.error()).hasToString("undefined: ‖X‖ is 0");
        assertThat(error.floor()).hasToString("undefined: ‖X‖ is 0");
        double[][] oneHuge = TestMatrices.uniform(1, P, N);
        oneHuge[0][0] = 1e200;
        try (DenseMatrix X = DenseMatrix.of(oneHuge)) {
            assertThat(RelativeError.floor(X, RowSet.of(P, 0)).isDefined()).isFalse();
        }
        RelativeError infinite = of(
                1,
                TestMatrices.map(TestMatrices.uniform(1, P, N), v -> 1e200),
                sparseRows(),
                TestMatrices.uniform(3, N, R));
        assertThat(infinite.error()).hasToString("undefined: the squares of X or of the residual are not finite");
    }

    @Test
    void denseAndSparseDataAgreeForAnyNumberOfThreads() {
        double[][] x = TestMatrices.mostlyZero(1, P, N);
        double[][] w = sparseRows();
        double[][] ht = TestMatrices.uniform(3, N, R);
        RelativeError one = of(1, x, w, ht);
        assertThat(of(2, x, w, ht)).isEqualTo(one);
        assertThat(of(3, x, w, ht)).isEqualTo(one);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix W = DenseMatrix.of(w);
                DenseMatrix Ht = DenseMatrix.of(ht)) {
            RelativeError sparse = RelativeError.compute(context, SparseMatrix.of(X), W, Ht);
            assertThat(sparse.error().get()).isCloseTo(one.error().get(), within(1e-14));
            assertThat(sparse.floor().get()).isCloseTo(one.floor().get(), within(1e-14));
            assertThat(sparse.onKept().get()).isCloseTo(one.onKept().get(), within(1e-14));
        }
    }

    @Test
    void shapesMustFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(1, new double[P][N], new double[P][R], new double[N][R + 1]))
                .withMessage("W (30 × 4) and Hᵀ (17 × 5) do not fit X (30 × 17)");
    }
}
