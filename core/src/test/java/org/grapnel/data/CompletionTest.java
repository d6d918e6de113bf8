package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** The laws of {@link Completion}. */
class CompletionTest {
    /** A non-negative matrix of a low rank. */
    private static DenseMatrix lowRank(int p, int n, int rank) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int q = 0; q < rank; q++) sum += CounterRandom.uniform(1, i, q) * CounterRandom.uniform(2, j, q);
                X.set(i, j, sum);
            }
        return X;
    }

    private static boolean isHidden(int i, int j) {
        return CounterRandom.uniform(7, i, j) < 0.3;
    }

    private static DenseMatrix hide(DenseMatrix X) {
        return X.copy().map((i, j, x) -> isHidden(i, j) ? Double.NaN : x);
    }

    private static double error(Matrix found, Matrix truth) {
        double wrong = 0;
        double size = 0;
        for (int i = 0; i < truth.rows(); i++)
            for (int j = 0; j < truth.cols(); j++)
                if (isHidden(i, j)) {
                    wrong += Math.pow(found.get(i, j) - truth.get(i, j), 2);
                    size += Math.pow(truth.get(i, j), 2);
                }
        return Math.sqrt(wrong / size);
    }

    private static Completion complete(Matrix X, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return Completion.compute(context, X, 3);
        }
    }

    @Test
    void lowRankIsRecoveredInBothShapes() {
        for (int[] shape : new int[][] {{40, 90}, {90, 40}}) {
            DenseMatrix X =
                    lowRank(shape[0], shape[1], 3).map((i, j, x) -> x * (1 + 0.02 * CounterRandom.gaussian(5, i, j)));
            Completion found = complete(hide(X), 1);
            assertThat(found.method()).isEqualTo(Completion.Method.SHRUNK_COMPONENTS);
            assertThat(error(found.X(), X)).isLessThan(0.04);
            assertThat(found.heldOutError()).isBetween(error(found.X(), X) / 1.5, error(found.X(), X) * 1.5);
        }
    }

    @Test
    void observedEntriesStayAndNothingIsMissingOrNegative() {
        DenseMatrix X = lowRank(30, 50, 4).map((i, j, x) -> Math.max(0, x - 1));
        DenseMatrix given = hide(X);
        Completion found = complete(given, 2);
        long filled = 0;
        for (int i = 0; i < 30; i++)
            for (int j = 0; j < 50; j++) {
                assertThat(found.X().get(i, j)).isGreaterThanOrEqualTo(0);
                if (isHidden(i, j)) {
                    filled++;
                    assertThat(given.get(i, j)).isNaN();
                } else assertThat(found.X().get(i, j)).isEqualTo(X.get(i, j));
            }
        assertThat(found.filled()).isEqualTo(filled);
    }

    @Test
    void threadsDoNotChangeTheBits() {
        DenseMatrix X = hide(lowRank(250, 300, 5));
        assertThat(complete(X, 3).X()).satisfies(three -> {
            Matrix one = complete(X, 1).X();
            for (int i = 0; i < 250; i++)
                for (int j = 0; j < 300; j++) assertThat(three.get(i, j)).isEqualTo(one.get(i, j));
        });
    }

    @Test
    void independentNoiseIsFilledByTheMeans() {
        DenseMatrix X = DenseMatrix.zeros(20, 30);
        X.map((i, j, x) -> i + CounterRandom.uniform(4, i, j));
        Completion found = complete(hide(X), 1);
        double[] sum = new double[20];
        double[] count = new double[20];
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 30; j++)
                if (!isHidden(i, j)) {
                    sum[i] += X.get(i, j);
                    count[i]++;
                }
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 30; j++)
                if (isHidden(i, j))
                    assertThat(found.X().get(i, j)).isBetween(sum[i] / count[i] - 0.7, sum[i] / count[i] + 0.7);
    }

    @Test
    void sparseDataStaySparseAndOnlyListedEntriesAreFilled() {
        List<int[]> places = new ArrayList<>();
        for (int i = 0; i < 12; i++) for (int j = 0; j < 15; j++) if ((i + j) % 4 == 0) places.add(new int[] {i, j});
        int[] row = places.stream().mapToInt(at -> at[0]).toArray();
        int[] column = places.stream().mapToInt(at -> at[1]).toArray();
        double[] value = new double[row.length];
        for (int q = 0; q < value.length; q++) value[q] = q % 5 == 0 ? Double.NaN : 1 + q % 3;
        Completion found = complete(SparseMatrix.ofTriples(12, 15, row, column, value), 1);
        assertThat(found.X().isDense()).isFalse();
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 15; j++) {
                assertThat(found.X().get(i, j)).isNotNaN().isGreaterThanOrEqualTo(0);
                if ((i + j) % 4 != 0) assertThat(found.X().get(i, j)).isZero();
            }
    }

    @Test
    void completeDataAreCopied() {
        DenseMatrix X = lowRank(5, 6, 2);
        Completion found = complete(X, 1);
        assertThat(found.filled()).isZero();
        assertThat(((DenseMatrix) found.X()).toArray()).isDeepEqualTo(X.toArray());
    }

    @Test
    void hugeAndTinyUnitsChangeTheExponentsOnly() {
        DenseMatrix X = hide(lowRank(12, 20, 2));
        for (Matrix data : List.of(X, SparseMatrix.of(X))) {
            Completion found = complete(data, 1);
            for (double unit : new double[] {0x1p-900, 0x1p-400, 0x1p400, 0x1p900}) {
                Matrix other = (data instanceof DenseMatrix dense ? dense.copy() : data).map((i, j, x) -> x * unit);
                Completion scaled = complete(other, 1);
                assertThat(scaled.method()).isEqualTo(found.method());
                assertThat(scaled.heldOutError()).isEqualTo(found.heldOutError());
                for (int i = 0; i < 12; i++)
                    for (int j = 0; j < 20; j++)
                        assertThat(scaled.X().get(i, j)).isEqualTo(found.X().get(i, j) * unit);
            }
        }
    }

    @Test
    void errorIsUnknownWhereOnlyZerosWereHeldOut() {
        DenseMatrix X = DenseMatrix.zeros(30, 4);
        X.map((i, j, x) -> j == 0 ? Double.NaN : j == 1 && CounterRandom.uniform(3, i, 1) >= 0.05 ? 1 + i : 0);
        assertThat(complete(X, 1).heldOutError()).isNaN();
    }
}
