package org.grapnel.linalg.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.junit.jupiter.api.Test;

/** Distances between points that are gathered one by one, against sums of squared differences. */
class PointRowsTest {
    private static final int[] SOME = {3, 17, 0, 41, 8, 9, 30, 31, 2, 11, 45, 5, 6};

    private static float[][] squares(PointRows rows, int[] points) {
        float[][] all = new float[points.length][points.length];
        try (Scratch scratch = new Scratch()) {
            PointRows.PointSet set = rows.gather(points, points.length, scratch);
            for (int a = 0; a < points.length; a++) set.squares(a, 0, all[a]);
        }
        return all;
    }

    @Test
    void squaresAreThoseOfTheColumnsUpToOneUnit() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (int p : new int[] {1, 3, 4, 7, 50}) {
                double[][] x = TestMatrices.signed(p, p, 50);
                try (Matrix X = DenseMatrix.of(x)) {
                    PointRows rows =
                            PointRows.create(context, X, IntStream.range(0, 50).toArray(), false);
                    float[][] found = squares(rows, SOME);
                    double unit = 0;
                    for (int a = 0; a < SOME.length; a++)
                        for (int b = 0; b < SOME.length; b++) {
                            double expected = 0;
                            for (double[] feature : x)
                                expected +=
                                        (feature[SOME[a]] - feature[SOME[b]]) * (feature[SOME[a]] - feature[SOME[b]]);
                            assertThat(found[a][b]).isEqualTo(found[b][a]);
                            if (unit == 0 && found[a][b] > 0) unit = Math.sqrt(expected / found[a][b]);
                            if (unit > 0)
                                assertThat(found[a][b] * unit * unit)
                                        .isCloseTo(expected, within(1e-5 * (1 + expected)));
                        }
                }
            }
        }
    }

    @Test
    void aLargeOffsetCostsNoDigits() {
        double[][] x = TestMatrices.uniform(1, 5, 50);
        double[][] shifted = TestMatrices.map(x, v -> v + 0x1p30);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x);
                Matrix Y = DenseMatrix.of(shifted)) {
            int[] all = IntStream.range(0, 50).toArray();
            float[][] plain = squares(PointRows.create(context, X, all, false), SOME);
            float[][] offset = squares(PointRows.create(context, Y, all, false), SOME);
            for (int a = 0; a < SOME.length; a++)
                for (int b = 0; b < SOME.length; b++)
                    assertThat((double) offset[a][b]).isCloseTo(plain[a][b], within(1e-5));
        }
    }

    /** The subset, the order of its points and the storage do not change a bit of a distance. */
    @Test
    void aPairHasTheSameBitsInAnySetAndStorage() {
        double[][] x = TestMatrices.uniform(4, 9, 50);
        for (int f = 0; f < 8; f++) for (int j = 0; j < 50; j++) if (x[f][j] < 0.6) x[f][j] = 0;
        for (int j = 0; j < 50; j++) x[8][j] += 3; // a feature without zeros
        int[] reversed = IntStream.range(0, SOME.length)
                .map(q -> SOME[SOME.length - 1 - q])
                .toArray();
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext two = ExecutionContext.createPlainJava(2);
                DenseMatrix X = DenseMatrix.of(x);
                Matrix S = SparseMatrix.of(X)) {
            int[] all = IntStream.range(0, 50).toArray();
            for (boolean unit : new boolean[] {false, true}) {
                float[][] expected = squares(PointRows.create(one, X, all, unit), SOME);
                for (Matrix M : List.of(X, S)) {
                    PointRows rows = PointRows.create(two, M, all, unit);
                    assertThat(squares(rows, SOME)).isEqualTo(expected);
                    float[][] turned = squares(rows, reversed);
                    for (int a = 0; a < SOME.length; a++)
                        for (int b = 0; b < SOME.length; b++)
                            assertThat(turned[SOME.length - 1 - a][SOME.length - 1 - b])
                                    .isEqualTo(expected[a][b]);
                }
                float[] dense = new float[50];
                float[] sparse = new float[50];
                PointRows.create(one, X, all, unit).project(3, 7, all, 0, 50, dense);
                PointRows.create(one, S, all, unit).project(3, 7, all, 0, 50, sparse);
                assertThat(sparse).isEqualTo(dense);
                assertThat(dense[3]).isGreaterThan(dense[7]);
            }
        }
    }

    @Test
    void theGivenColumnsAreTheStoredPoints() {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(TestMatrices.uniform(4, 6, 50))) {
            PointRows some = PointRows.create(context, X, SOME, false);
            assertThat(some.count()).isEqualTo(SOME.length);
            PointRows all = PointRows.create(context, X, IntStream.range(0, 50).toArray(), false);
            assertThat(squares(some, IntStream.range(0, SOME.length).toArray())).isEqualTo(squares(all, SOME));
        }
    }
}
