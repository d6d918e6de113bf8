package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.model.RowSource;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of a prox, for every penalty of the examples. */
class PenaltyLawsTest {
    private static final int ROWS = 7;
    private static final int R = 3;
    private static final ExecutionContext ON = ExecutionContext.create(2);

    @AfterAll
    static void free() {
        ON.close();
    }

    static Stream<Constraint> penalties() {
        return Stream.of(new RowShrinkage(0), new RowShrinkage(0.6), new SoftThreshold(0), new SoftThreshold(0.6));
    }

    /** A matrix whose rows a constraint projects. */
    private record StoredPoint(DenseMatrix values, RowSet rows) implements RowSource {
        @Override
        public RowSet computeAndClip(Constraint constraint, double stepLength) {
            double[] row = new double[R];
            for (int i = 0; i < ROWS; i++) {
                values.row(i, row);
                constraint.clip(row, R, stepLength);
                values.setRow(i, row);
            }
            return rows.fill();
        }
    }

    private static double[][] point(long seed) {
        double[][] v = new double[ROWS][R];
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < R; j++) v[i][j] = 2 * CounterRandom.uniform(seed, i, j) - (i == 2 ? 2 : 0.5);
        return v;
    }

    private static double[][] prox(Constraint penalty, double[][] v, double step) {
        try (DenseMatrix V = DenseMatrix.of(v)) {
            RowSet rows = RowSet.none(ROWS);
            penalty.project(ON, new StoredPoint(V, rows), step);
            for (int i = 0; i < ROWS; i++)
                assertThat(rows.contains(i) || V.isZeroRow(i)).isTrue();
            return V.toArray();
        }
    }

    private static double value(Constraint penalty, double[][] z) {
        try (DenseMatrix Z = DenseMatrix.of(z)) {
            return penalty.value(ON, Z, RowSet.all(ROWS));
        }
    }

    /** g(Z) + ‖Z − V‖²/(2·step). */
    private static double merit(Constraint penalty, double[][] z, double[][] v, double step) {
        double squares = 0;
        for (int i = 0; i < ROWS; i++) for (int j = 0; j < R; j++) squares += Math.pow(z[i][j] - v[i][j], 2);
        return value(penalty, z) + squares / (2 * step);
    }

    @ParameterizedTest
    @MethodSource("penalties")
    void noFeasiblePointIsBetterThanTheProx(Constraint penalty) {
        for (double step : new double[] {0.1, 1, 3})
            for (long seed = 0; seed < 5; seed++) {
                double[][] v = point(seed);
                double[][] z = prox(penalty, v, step);
                double least = merit(penalty, z, v, step);
                for (long attempt = 0; attempt < 200; attempt++) {
                    double size = attempt % 2 == 0 ? 1 : 1e-3;
                    double[][] other = new double[ROWS][R];
                    for (int i = 0; i < ROWS; i++)
                        for (int j = 0; j < R; j++)
                            other[i][j] =
                                    Math.max(0, z[i][j] + size * (CounterRandom.uniform(100 + attempt, i, j) - 0.5));
                    assertThat(merit(penalty, other, v, step)).isGreaterThanOrEqualTo(least - 1e-12);
                }
            }
    }

    @ParameterizedTest
    @MethodSource("penalties")
    void proxIsNonNegativeAndNonExpansive(Constraint penalty) {
        for (long seed = 0; seed < 20; seed++) {
            double[][] v = point(seed);
            double[][] other = point(seed + 50);
            double[][] z = prox(penalty, v, 0.5);
            double[][] there = prox(penalty, other, 0.5);
            double moved = 0;
            double before = 0;
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < R; j++) {
                    assertThat(z[i][j]).isNotNegative();
                    moved += Math.pow(z[i][j] - there[i][j], 2);
                    before += Math.pow(v[i][j] - other[i][j], 2);
                }
            assertThat(moved).isLessThanOrEqualTo(before * (1 + 1e-12));
        }
    }

    @ParameterizedTest
    @MethodSource("penalties")
    void whatIsNoNumberStaysNoNumber(Constraint penalty) {
        double[][] v = point(1);
        v[1][1] = Double.NaN;
        assertThat(prox(penalty, v, 0.5)[1][1]).isNaN();
    }

    @ParameterizedTest
    @MethodSource("penalties")
    void valueGrowsWithTheSize(Constraint penalty) {
        double[][] z = prox(penalty, point(1), 0);
        double[][] twice = new double[ROWS][R];
        for (int i = 0; i < ROWS; i++) for (int j = 0; j < R; j++) twice[i][j] = 2 * z[i][j];
        assertThat(value(penalty, twice)).isCloseTo(2 * value(penalty, z), within(1e-12));
    }
}
