package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** What dense and sparse matrices say of their columns. */
class MatrixTest {
    private static final int[][] SHAPES = {{1, 1}, {3, 2}, {1, 90}, {33, 70}, {400, 130}, {5, 600}};

    private static List<Matrix> forms(double[][] x) {
        DenseMatrix X = DenseMatrix.of(x);
        int cols = x.length == 0 ? 0 : x[0].length;
        return List.of(X, SparseMatrix.of(X), TestMatrices.segmented(x, cols, 2));
    }

    @Test
    void normsAreThoseOfTheLoopAlsoWhereSquaresLeaveTheRange() {
        for (int[] shape : SHAPES) {
            double[][] x = TestMatrices.mostlyZero(1, shape[0], shape[1]);
            for (int power : new int[] {-1000, -600, 0, 600, 1000}) {
                double[][] scaled = TestMatrices.map(x, v -> Math.scalb(v, power));
                for (Matrix X : forms(scaled)) {
                    double[] norms = X.columnNorms();
                    assertThat(norms).hasSize(shape[1]);
                    for (int j = 0; j < shape[1]; j++) {
                        double sum = 0;
                        for (double[] row : x) sum += row[j] * row[j];
                        double norm = Math.scalb(Math.sqrt(sum), power);
                        assertThat(norms[j]).isCloseTo(norm, within(1e-14 * norm));
                    }
                    X.close();
                }
            }
        }
    }

    @Test
    void dotsAreThoseOfTheLoopForAnyThreads() {
        for (int[] shape : SHAPES) {
            int n = shape[1];
            double[][] x = TestMatrices.map(TestMatrices.mostlyZero(2, shape[0], n), v -> v > 0.5 ? -v : v);
            int[] start = new int[n + 1];
            for (int i = 0; i < n; i++) start[i + 1] = start[i] + i % 4; // some have none
            int[] other = IntStream.range(0, start[n])
                    .map(q -> TestMatrices.below(n, 3, q, 0))
                    .toArray();
            for (Matrix X : forms(x)) {
                double[] first = new double[0];
                for (int threads = 1; threads <= 3; threads++) {
                    double[] into = new double[start[n] + 2];
                    Arrays.fill(into, 77); // must not be added to
                    try (ExecutionContext context = ExecutionContext.create(threads)) {
                        X.columnDots(context, start, other, into);
                    }
                    for (int i = 0; i < n; i++)
                        for (int q = start[i]; q < start[i + 1]; q++) {
                            double dot = 0;
                            for (double[] row : x) dot += row[i] * row[other[q]];
                            assertThat(into[q]).isCloseTo(dot, within(1e-13));
                        }
                    assertThat(into[start[n]]).isEqualTo(77);
                    if (threads == 1) first = into;
                    assertThat(into).isEqualTo(first);
                }
                X.close();
            }
        }
    }

    @Test
    void equalColumnsHaveEqualHashesAndOthersHardlyEver() {
        for (int[] shape : new int[][] {{1, 90}, {12, 700}, {400, 130}}) {
            // integers, as counts are: their bits are the hardest to spread
            double[][] x = TestMatrices.map(TestMatrices.uniform(4, shape[0], shape[1]), v -> Math.floor(3 * v));
            for (Matrix X : forms(x)) {
                long[] hash;
                try (ExecutionContext context = ExecutionContext.create(2)) {
                    hash = X.columnHashes(context);
                    assertThat(X.columnHashes(context)).isEqualTo(hash);
                }
                try (ExecutionContext context = ExecutionContext.create(3)) {
                    assertThat(X.columnHashes(context)).isEqualTo(hash);
                }
                for (int j = 0; j < shape[1]; j++)
                    for (int l = 0; l < shape[1]; l++) {
                        boolean same = true;
                        for (double[] row : x) same &= row[j] == row[l];
                        if (X.columnsEqual(j, l) != same)
                            assertThat(X.columnsEqual(j, l)).isEqualTo(same);
                        if ((hash[j] == hash[l]) != same)
                            assertThat(hash[j] == hash[l]).isEqualTo(same);
                    }
                X.close();
            }
        }
    }

    @Test
    void minusZeroEqualsZero() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{0.0, -0.0}, {1, 1}})) {
            assertThat(X.columnsEqual(0, 1)).isTrue();
            assertThat(X.columnHashes(context)[0]).isEqualTo(X.columnHashes(context)[1]);
            assertThat(DistinctColumns.find(context, X).count()).isEqualTo(1);
        }
    }

    @Test
    void distinctColumnsAreGroupedByTheirFirst() {
        for (int seed = 0; seed < 30; seed++) {
            int n = 1 + TestMatrices.below(300, seed, 0, 0);
            int values = 1 + TestMatrices.below(20, seed, 0, 1);
            int s = seed;
            double[][] x = TestMatrices.map(new double[2][n], v -> v);
            for (int j = 0; j < n; j++) {
                x[0][j] = TestMatrices.below(values, s, j, 2);
                x[1][j] = TestMatrices.below(3, s, j, 3);
            }
            int[] group = new int[n];
            int groups = 0;
            for (int j = 0; j < n; j++) {
                group[j] = -1;
                for (int l = 0; l < j && group[j] < 0; l++)
                    if (x[0][l] == x[0][j] && x[1][l] == x[1][j]) group[j] = group[l];
                if (group[j] < 0) group[j] = groups++;
            }
            for (Matrix X : forms(x)) {
                try (ExecutionContext context = ExecutionContext.create(2)) {
                    DistinctColumns distinct = DistinctColumns.find(context, X);
                    assertThat(distinct.columns()).isEqualTo(n);
                    assertThat(distinct.count()).isEqualTo(groups);
                    int[][] members = distinct.members();
                    assertThat(members).hasNumberOfRows(groups);
                    int all = 0;
                    for (int g = 0; g < groups; g++) {
                        assertThat(members[g][0]).isEqualTo(distinct.first()[g]);
                        assertThat(members[g]).isSorted().doesNotHaveDuplicates();
                        all += members[g].length;
                    }
                    assertThat(all).isEqualTo(n);
                    for (int j = 0; j < n; j++) {
                        assertThat(distinct.group(j)).isEqualTo(group[j]);
                        assertThat(members[group[j]]).contains(j);
                    }
                    distinct.first()[0] = 99; // a copy
                    assertThat(distinct.first()[0]).isZero();
                }
                X.close();
            }
        }
    }
}
