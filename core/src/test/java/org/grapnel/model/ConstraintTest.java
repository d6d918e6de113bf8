package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of a projection, for every constraint. A new constraint needs a line in {@link #constraints}. */
class ConstraintTest {
    /** What the constraint limits: nothing, the entries of the matrix, the entries of each column, or the rows. */
    enum SparsityUnit {
        NOTHING,
        ENTRIES,
        COLUMN_ENTRIES,
        ROWS
    }

    /** A constraint, with what it limits and the largest number allowed. */
    record ConstraintCase(Constraint constraint, SparsityUnit unit, int atMost) {
        /** Whether Z ≥ 0 has no more non-zeros than allowed. */
        boolean holds(double[][] z) {
            for (double[] row : z) for (double x : row) if (!(x >= 0)) return false;
            return switch (unit) {
                case NOTHING -> true;
                case ENTRIES ->
                    Arrays.stream(z).mapToInt(ConstraintCase::nonZeros).sum() <= atMost;
                case COLUMN_ENTRIES ->
                    Arrays.stream(TestMatrices.transpose(z)).allMatch(column -> nonZeros(column) <= atMost);
                case ROWS -> Arrays.stream(z).filter(row -> nonZeros(row) > 0).count() <= atMost;
            };
        }

        private static int nonZeros(double[] row) {
            int count = 0;
            for (double x : row) if (x != 0) count++;
            return count;
        }

        /** The obvious projection: sort everything with a stable sort, keep the first ones. */
        double[][] obvious(double[][] v) {
            double[][] z = TestMatrices.map(v, x -> Math.max(0, x));
            int rows = z.length;
            int cols = z[0].length;
            switch (unit) {
                case NOTHING -> {}
                case ENTRIES -> keep(z, places(rows, 0, cols), atMost);
                case COLUMN_ENTRIES -> {
                    for (int j = 0; j < cols; j++) keep(z, places(rows, j, j + 1), atMost);
                }
                case ROWS -> {
                    double[][] norms = new double[rows][1];
                    for (int i = 0; i < rows; i++) for (double x : z[i]) norms[i][0] += x * x;
                    double[][] kept = TestMatrices.map(norms, x -> x == 0 ? -1 : x);
                    keep(kept, places(rows, 0, 1), atMost);
                    for (int i = 0; i < rows; i++) if (kept[i][0] <= 0) z[i] = new double[cols];
                }
            }
            return z;
        }

        private static List<int[]> places(int rows, int left, int right) {
            List<int[]> places = new ArrayList<>();
            for (int i = 0; i < rows; i++) for (int j = left; j < right; j++) places.add(new int[] {i, j});
            return places;
        }

        private static void keep(double[][] z, List<int[]> places, int count) {
            places.sort(Comparator.comparingDouble((int[] at) -> -z[at[0]][at[1]]));
            for (int[] at : places.subList(Math.min(count, places.size()), places.size())) z[at[0]][at[1]] = 0;
        }
    }

    private static final int R = 3;
    private static final ExecutionContext ON = ExecutionContext.create(2);

    @AfterAll
    static void free() {
        ON.close();
    }

    static Stream<ConstraintCase> constraints() {
        return IntStream.of(1, 2, 3, 4, 7, 100)
                .boxed()
                .flatMap(k -> Stream.of(
                        new ConstraintCase(new NonNegative(), SparsityUnit.NOTHING, 0),
                        new ConstraintCase(new RowSparse(k), SparsityUnit.ROWS, k),
                        new ConstraintCase(new EntrySparse(k), SparsityUnit.ENTRIES, k),
                        new ConstraintCase(new ColumnSparse(k), SparsityUnit.COLUMN_ENTRIES, k)))
                .distinct();
    }

    /** Signed, non-negative, full of ties, negative, zero, with zero rows, with equal rows, of very different sizes. */
    private static List<double[][]> points(int rows, int cols) {
        List<double[][]> points = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            int s = seed;
            points.add(TestMatrices.signed(seed, rows, cols));
            points.add(TestMatrices.uniform(seed + 10, rows, cols));
            points.add(TestMatrices.map(TestMatrices.signed(seed + 20, rows, cols), x -> Math.floor(2 * x)));
            points.add(TestMatrices.mostlyZero(seed + 30, rows, cols));
            double[][] equalRows = TestMatrices.signed(seed + 40, rows, cols);
            for (int i = 1; i < rows; i += 2) equalRows[i] = equalRows[i - 1].clone();
            points.add(equalRows);
            double[][] holes = TestMatrices.uniform(seed + 50, rows, cols);
            for (int i = 0; i < rows; i++) if (CounterRandom.uniform(s, 1, i) < 0.5) holes[i] = new double[cols];
            points.add(holes);
        }
        points.add(TestMatrices.map(TestMatrices.uniform(60, rows, cols), x -> -x));
        points.add(TestMatrices.map(TestMatrices.uniform(61, rows, cols), x -> 1));
        points.add(new double[rows][cols]);
        points.add(TestMatrices.map(
                TestMatrices.signed(62, rows, cols), x -> Math.copySign(Math.pow(10, 200 * Math.abs(x) - 100), x)));
        return points;
    }

    private static double[][] project(ExecutionContext context, Constraint constraint, double[][] v, RowSet rows) {
        try (DenseMatrix V = DenseMatrix.of(v)) {
            constraint.project(context, V, rows);
            return V.toArray();
        }
    }

    private static double[][] project(ConstraintCase c, double[][] v) {
        return project(ON, c.constraint, v, RowSet.all(v.length));
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void projectionIsFeasible(ConstraintCase c) {
        for (int rows : new int[] {1, 4, 7, 20})
            for (double[][] v : points(rows, R))
                assertThat(c.holds(project(c, v))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void projectionEqualsTheObviousOne(ConstraintCase c) {
        for (int rows : new int[] {1, 4, 7, 20})
            for (int cols : new int[] {1, R, 9})
                for (double[][] v : points(rows, cols))
                    assertThat(project(c, v)).isDeepEqualTo(c.obvious(v));
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void projectionIsIdempotent(ConstraintCase c) {
        for (double[][] v : points(9, R)) {
            double[][] once = project(c, v);
            assertThat(project(c, once)).isDeepEqualTo(once);
        }
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void noFeasiblePointIsNearer(ConstraintCase c) {
        for (double[][] v : points(6, R).subList(0, 26)) {
            double distance = TestMatrices.squares(TestMatrices.minus(v, project(c, v)));
            for (int attempt = 0; attempt < 60; attempt++) {
                // a random point, or V itself, on a random support, perhaps nudged
                double[][] z = attempt % 3 == 0
                        ? TestMatrices.uniform(attempt, 6, R)
                        : TestMatrices.map(v, x -> Math.max(0, x));
                if (attempt % 3 == 2) z = TestMatrices.map(z, x -> x * 1.01);
                z = c.obvious(withRandomZeros(z, attempt));
                assertThat(c.holds(z)).isTrue();
                assertThat(TestMatrices.squares(TestMatrices.minus(v, z)))
                        .isGreaterThanOrEqualTo(distance * (1 - 1e-14));
            }
        }
    }

    /** Makes random rows and entries zero, so that what is left is no longer the largest. */
    private static double[][] withRandomZeros(double[][] z, long seed) {
        double[][] some = TestMatrices.copy(z);
        for (int i = 0; i < z.length; i++)
            for (int j = 0; j < z[i].length; j++)
                if (CounterRandom.uniform(seed, i, 0) < 0.4 || CounterRandom.uniform(seed, i, j + 1) < 0.3)
                    some[i][j] = 0;
        return some;
    }

    /** On a support S the nearest point is max(0, V) there: try all 2⁹ or 2¹⁰ supports. */
    @ParameterizedTest
    @MethodSource("constraints")
    void noOtherSupportIsNearer(ConstraintCase c) {
        for (int[] shape : new int[][] {{3, 3}, {5, 2}}) {
            int cells = shape[0] * shape[1];
            for (double[][] v : points(shape[0], shape[1]).subList(0, 12)) {
                double best = Double.POSITIVE_INFINITY;
                for (int support = 0; support < 1 << cells; support++) {
                    double[][] z = new double[shape[0]][shape[1]];
                    double distance = 0;
                    for (int e = 0; e < cells; e++) {
                        double x = v[e / shape[1]][e % shape[1]];
                        if ((support >> e & 1) == 1) z[e / shape[1]][e % shape[1]] = Math.max(0, x);
                        double d = x - z[e / shape[1]][e % shape[1]];
                        distance += d * d;
                    }
                    if (distance < best && c.holds(z)) best = distance;
                }
                double found = TestMatrices.squares(TestMatrices.minus(v, project(c, v)));
                assertThat(found).isLessThanOrEqualTo(best * (1 + 1e-14));
            }
        }
    }

    /** A point that is zero outside a random set of rows. */
    private record PartialPoint(double[][] values, RowSet rows) {}

    private static List<PartialPoint> partialPoints() {
        List<PartialPoint> partial = new ArrayList<>();
        for (int seed = 0; seed < 10; seed++) {
            for (double[][] v : points(12, R)) {
                RowSet rows = RowSet.none(12);
                for (int i = 0; i < 12; i++) {
                    if (CounterRandom.uniform(seed, 9, i) < 0.6) rows.add(i);
                    else v[i] = new double[R];
                }
                partial.add(new PartialPoint(v, rows));
            }
        }
        return partial;
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void projectionOfTheNonZeroRowsEqualsThatOfAll(ConstraintCase c) {
        for (PartialPoint point : partialPoints())
            assertThat(project(ON, c.constraint, point.values, point.rows)).isDeepEqualTo(c.obvious(point.values));
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void theSetListsTheNonZeroRowsAfterTheProjection(ConstraintCase c) {
        for (PartialPoint point : partialPoints()) {
            RowSet before = RowSet.none(12).copyFrom(point.rows);
            double[][] z = project(ON, c.constraint, point.values, point.rows);
            for (int i = 0; i < 12; i++) {
                if (point.rows.contains(i)) assertThat(before.contains(i)).isTrue();
                else assertThat(z[i]).containsOnly(0);
            }
            assertThat(point.rows.count()).isLessThanOrEqualTo(c.constraint.rowLimit(12));
        }
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void entriesWhoseSquaresUnderflowAreKept(ConstraintCase c) {
        // their squares vanish: a row of them is not zero, and must not leave the set
        double[][] v = new double[8][R];
        for (int i = 0; i < 8; i += 2) Arrays.fill(v[i], 1e-200);
        try (ExecutionContext context = ExecutionContext.create(1)) {
            RowSet rows = RowSet.all(8);
            double[][] z = project(context, c.constraint, v, rows);
            for (int i = 0; i < 8; i++)
                if (TestMatrices.largest(new double[][] {z[i]}) > 0)
                    assertThat(rows.contains(i)).as("row %d", i).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void emptySetOfRowsStaysEmpty(ConstraintCase c) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            RowSet rows = RowSet.none(5);
            assertThat(project(context, c.constraint, new double[5][R], rows)).isDeepEqualTo(new double[5][R]);
            assertThat(rows.count()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("constraints")
    void projectionDoesNotDependOnTheNumberOfThreads(ConstraintCase c) {
        double[][] v = TestMatrices.map(TestMatrices.signed(70, 3000, 11), x -> Math.floor(40 * x) / 8);
        double[][] expected = c.obvious(v);
        for (int threads : new int[] {1, 2, 3, 5}) {
            try (ExecutionContext context = ExecutionContext.create(threads)) {
                assertThat(project(context, c.constraint, v, RowSet.all(3000))).isDeepEqualTo(expected);
            }
        }
    }

    @Test
    void tiesGoToTheLowerIndex() {
        double[][] ones = {{1, 1}, {1, 1}, {1, 1}};
        assertThat(project(new ConstraintCase(new EntrySparse(3), SparsityUnit.ENTRIES, 3), ones))
                .isDeepEqualTo(new double[][] {{1, 1}, {1, 0}, {0, 0}});
        assertThat(project(new ConstraintCase(new ColumnSparse(1), SparsityUnit.COLUMN_ENTRIES, 1), ones))
                .isDeepEqualTo(new double[][] {{1, 1}, {0, 0}, {0, 0}});
    }

    @Test
    void constraintsThatDoNotRankRowsRuleNoRowOut() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix V = DenseMatrix.of(TestMatrices.uniform(1, 5, R))) {
            for (Constraint constraint :
                    new Constraint[] {new NonNegative(), new EntrySparse(2), new ColumnSparse(1)}) {
                assertThat(constraint.entryThreshold(context, V, RowSet.all(5))).isZero();
                assertThat(constraint.rowLimit(5)).isEqualTo(5);
            }
            assertThat(new RowSparse(3).rowLimit(5)).isEqualTo(3);
            assertThat(new RowSparse(9).rowLimit(5)).isEqualTo(5);
        }
    }

    /** A run that diverged must show it. */
    @Test
    void nanSurvivesTheProjection() {
        double[][] v = TestMatrices.uniform(2, 6, R);
        v[4][1] = Double.NaN;
        for (Constraint constraint :
                new Constraint[] {new NonNegative(), new RowSparse(2), new EntrySparse(2), new ColumnSparse(1)}) {
            try (ExecutionContext context = ExecutionContext.create(1)) {
                double[][] z = project(context, constraint, v, RowSet.all(6));
                assertThat(Arrays.stream(z).flatMapToDouble(Arrays::stream).anyMatch(Double::isNaN))
                        .as("%s", constraint)
                        .isTrue();
            }
        }
    }

    @Test
    void keepBelowOneIsRefused() {
        for (int k : new int[] {0, -3}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new RowSparse(k))
                    .withMessage("keep must be at least 1, got " + k);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ColumnSparse(k))
                    .withMessage("keep must be at least 1, got " + k);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new EntrySparse(k))
                    .withMessage("the number of entries kept must be at least 1, got " + k);
        }
    }
}
