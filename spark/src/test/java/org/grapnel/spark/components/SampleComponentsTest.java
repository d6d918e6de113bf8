package org.grapnel.spark.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.graph.ComponentKind;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleComponentsTest {
    private static final GraphSpec SPEC = GraphSpec.standard().withComponents(6);

    /** Non-negative data with a few strong directions, many zeros, and three pairs of equal samples. */
    private static DenseMatrix data(int p, int n) {
        double[][] x = SyntheticPoints.clouds(5, p, n, 9, 0.4);
        for (int i = 0; i < p; i++) for (int j = 0; j < n; j++) if (CounterRandom.uniform(8, i, j) < 0.6) x[i][j] = 0;
        for (double[] row : x) for (int q = 0; q < 3; q++) row[n - 1 - q] = row[7 * q];
        return DenseMatrix.of(SyntheticPoints.withoutZeros(x));
    }

    private static Panels panels(Matrix X, int partitions) {
        return TestPanels.create(TestPanels.context(), X, partitions, 17);
    }

    private static DenseMatrix collect(Panels X) {
        return (DenseMatrix) X.collect(IntStream.range(0, X.samples()).toArray());
    }

    private static double distance(DenseMatrix points, int i, int j) {
        double sum = 0;
        for (int f = 0; f < points.rows(); f++) sum += Math.pow(points.get(f, i) - points.get(f, j), 2);
        return Math.sqrt(sum);
    }

    /** ‖UUᵀ − VVᵀ‖² = 2M − 2‖UᵀV‖² for orthonormal U and V. */
    private static double subspaceGap(DenseMatrix U, DenseMatrix V) {
        double squares = 0;
        for (int a = 0; a < U.cols(); a++)
            for (int b = 0; b < V.cols(); b++) {
                double dot = 0;
                for (int i = 0; i < U.rows(); i++) dot += U.get(i, a) * V.get(i, b);
                squares += dot * dot;
            }
        return 2 * U.cols() - 2 * squares;
    }

    private static void assertEqualToOneMachine(Matrix X, Panels distributed, GraphSpec spec, int largestGram) {
        try (ExecutionContext context = ExecutionContext.create(1);
                SampleComponents found =
                        SampleComponents.compute(distributed, spec, largestGram).orElseThrow()) {
            ComponentScores expected = ComponentScores.compute(context, X, spec).orElseThrow();
            assertThat(found.kind()).isEqualTo(expected.kind());
            assertThat(found.count()).isEqualTo(expected.count());
            double[] mean = found.mean();
            for (int i = 0; i < mean.length; i++)
                assertThat(mean[i]).isCloseTo(expected.mean(i), within(1e-12 * (1 + Math.abs(expected.mean(i)))));
            assertThat(subspaceGap(found.directions(), expected.directions())).isCloseTo(0, within(1e-12));
            try (DenseMatrix points = collect(found.points())) {
                double scale = distance(expected.points(), 0, 1);
                for (int j = 1; j < X.cols(); j++) {
                    assertThat(distance(points, 0, j))
                            .isCloseTo(distance(expected.points(), 0, j), within(1e-9 * scale));
                    for (int q = 0; q < found.count(); q++)
                        assertThat(points.get(q, j)).isCloseTo(expected.points().get(q, j), within(1e-7 * scale));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "40, 130, 1, 2048", // CCᵀ is decomposed as a whole
        "120, 150, 3, 2048", // CCᵀ is formed once
        "120, 150, 4, 8", // a job for every product
        "150, 120, 3, 2048", // CᵀC is formed once
        "150, 60, 4, 2048", // CᵀC is decomposed as a whole
        "150, 110, 3, 8" // two jobs for every product
    })
    void pointsAreThoseOfOneMachine(int p, int n, int partitions, int largestGram) {
        try (DenseMatrix X = data(p, n);
                SparseMatrix sparse = SparseMatrix.of(X)) {
            for (ComponentKind kind : ComponentKind.values()) {
                GraphSpec spec = SPEC.withComponents(ComponentSpec.of(6).withKind(kind));
                assertEqualToOneMachine(X, panels(X, partitions), spec, largestGram);
                assertEqualToOneMachine(sparse, panels(sparse, partitions), spec, largestGram);
            }
        }
    }

    @Test
    void kindFollowsTheSourceAndNotTheStorage() {
        try (DenseMatrix X = data(30, 60);
                SparseMatrix sparse = SparseMatrix.of(X);
                SparseMatrix unit = sparse.selectColumns(IntStream.range(0, 60).toArray(), sparse.columnNorms())) {
            Panels stored = panels(sparse, 3);
            Panels givenDense = Panels.of(stored.rdd(), 30, stored.offsets(), true);
            assertEqualToOneMachine(X, givenDense, SPEC, 2048);
            assertKind(givenDense, SPEC, ComponentKind.CENTERED);
            assertKind(givenDense, SPEC.withMetric(Metric.COSINE), ComponentKind.UNIT_LENGTH);
            assertKind(stored, SPEC, ComponentKind.UNIT_LENGTH);
            Panels units = panels(unit, 3);
            assertKind(Panels.of(units.rdd(), 30, units.offsets(), true), SPEC, ComponentKind.UNIT_LENGTH);
        }
    }

    private static void assertKind(Panels X, GraphSpec spec, ComponentKind expected) {
        try (SampleComponents found = SampleComponents.compute(X, spec).orElseThrow()) {
            assertThat(found.kind()).isEqualTo(expected);
        }
    }

    @Test
    void equalSamplesHaveEqualPointsBitByBit() {
        try (DenseMatrix X = data(40, 130);
                SparseMatrix sparse = SparseMatrix.of(X)) {
            for (Matrix stored : new Matrix[] {X, sparse})
                for (ComponentKind kind : ComponentKind.values()) {
                    GraphSpec spec = SPEC.withComponents(ComponentSpec.of(6).withKind(kind));
                    try (SampleComponents found = SampleComponents.compute(panels(stored, 4), spec)
                                    .orElseThrow();
                            DenseMatrix points = collect(found.points())) {
                        for (int pair = 0; pair < 3; pair++)
                            for (int q = 0; q < 6; q++)
                                assertThat(points.get(q, 129 - pair)).isEqualTo(points.get(q, 7 * pair));
                    }
                }
        }
    }

    @Test
    void partitionsChangeOnlyRoundingAndRunsChangeNothing() {
        try (DenseMatrix X = data(40, 130);
                SampleComponents one =
                        SampleComponents.compute(panels(X, 1), SPEC).orElseThrow();
                DenseMatrix expected = collect(one.points())) {
            for (int partitions : new int[] {3, 4}) {
                try (SampleComponents found = SampleComponents.compute(panels(X, partitions), SPEC)
                                .orElseThrow();
                        SampleComponents again = SampleComponents.compute(panels(X, partitions), SPEC)
                                .orElseThrow();
                        DenseMatrix points = collect(found.points());
                        DenseMatrix repeated = collect(again.points())) {
                    assertThat(repeated.toArray()).isDeepEqualTo(points.toArray());
                    assertThat(found.points().offsets())
                            .isEqualTo(panels(X, partitions).offsets());
                    for (int q = 0; q < 6; q++)
                        for (int j = 0; j < 130; j++)
                            assertThat(points.get(q, j)).isCloseTo(expected.get(q, j), within(1e-9));
                }
            }
        }
    }

    @Test
    void pointsHaveTotalsAndCanBeComputedAgain() {
        try (DenseMatrix X = data(40, 130);
                SampleComponents found =
                        SampleComponents.compute(panels(X, 3), SPEC).orElseThrow();
                DenseMatrix points = collect(found.points())) {
            assertThat(found.points().nonZeros()).isEqualTo(6 * 130);
            assertThat(found.points().sum()).isCloseTo(points.sum(), within(1e-9));
            assertThat(found.points().rowSquares()).containsExactly(points.rowSquares(), within(1e-9));
            assertThat(found.points().isGivenDense()).isTrue();
            found.points().unpersist(); // as if the executors were lost
            try (DenseMatrix again = collect(found.points())) {
                assertThat(again.toArray()).isDeepEqualTo(points.toArray());
            }
        }
    }

    @Test
    void partitionWithoutSamplesAndZeroSamplesAreAllowed() {
        double[][] x = SyntheticPoints.counts(3, 8, 11);
        for (double[] row : x) row[4] = 0;
        try (DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(X)) {
            GraphSpec spec = SPEC.withComponents(3);
            assertEqualToOneMachine(X, panels(X, 13), spec, 2048);
            assertEqualToOneMachine(sparse, panels(sparse, 13), spec, 2048);
            assertEqualToOneMachine(sparse, panels(sparse, 13), spec, 2);
        }
    }

    @Test
    void extremeDataHaveScaledPoints() {
        try (DenseMatrix X = data(30, 60)) {
            for (double factor : new double[] {0x1p-330, 0x1p330}) {
                try (DenseMatrix scaled = X.copy().map((i, j, x) -> x * factor)) {
                    for (int largestGram : new int[] {2, 2048})
                        assertEqualToOneMachine(scaled, panels(scaled, 3), SPEC, largestGram);
                }
            }
            try (DenseMatrix huge = X.copy().map((i, j, x) -> x * 1e140);
                    ExecutionContext context = ExecutionContext.create(1)) {
                String[] message = new String[1];
                assertThatThrownBy(() -> ComponentScores.compute(context, huge, SPEC))
                        .isInstanceOf(DataException.class)
                        .satisfies(e -> message[0] = e.getMessage());
                assertThatThrownBy(() -> SampleComponents.compute(panels(huge, 3), SPEC))
                        .isInstanceOf(DataException.class)
                        .hasMessage(message[0]);
            }
        }
    }

    @Test
    void shiftedDataKeepTheirDigits() {
        try (DenseMatrix X = data(40, 130);
                DenseMatrix shifted = X.copy().map((i, j, x) -> x + 1e5)) {
            for (int largestGram : new int[] {2, 2048}) {
                try (SampleComponents one = SampleComponents.compute(panels(X, 3), SPEC, largestGram)
                                .orElseThrow();
                        SampleComponents other = SampleComponents.compute(panels(shifted, 3), SPEC, largestGram)
                                .orElseThrow();
                        DenseMatrix points = collect(one.points());
                        DenseMatrix moved = collect(other.points())) {
                    for (int j = 1; j < 130; j++)
                        assertThat(distance(moved, 0, j)).isCloseTo(distance(points, 0, j), within(1e-6));
                }
            }
        }
    }

    @Test
    void noPointsWhereAllComponentsAreUsed() {
        try (DenseMatrix X = data(10, 40)) {
            Panels panels = panels(X, 3);
            assertThat(SampleComponents.compute(panels, GraphSpec.standard())).isEqualTo(Optional.empty());
            assertThat(SampleComponents.compute(panels, SPEC.withComponents(10)))
                    .isEqualTo(Optional.empty());
            assertThat(SampleComponents.compute(panels, SPEC.withComponents(ComponentSpec.atMost(50))))
                    .isEqualTo(Optional.empty());
            assertThatThrownBy(() -> SampleComponents.compute(panels, SPEC.withComponents(11)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("graph-pcs must be between 1 and 10");
        }
    }
}
