package org.grapnel.spark.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Marker;
import org.grapnel.evaluate.Markers;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.testing.SyntheticPoints;
import org.junit.jupiter.api.Test;

/** Markers of distributed samples: those of one machine. */
class SampleMarkersTest {
    private static final int[] FEATURES = {1, 4, 5, 11, 19};
    private static final List<int[]> PARTITIONS =
            List.of(new int[] {0, 80}, new int[] {0, 30, 60, 80}, new int[] {0, 0, 50, 50, 80});

    private static Markers onOneMachine(Matrix X, int[] features, Clustering groups) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return Markers.compute(context, X, RowSet.of(X.rows(), features), groups);
        }
    }

    /** Group 2 is empty, group 3 has one sample. */
    private static Clustering groups(int n) {
        return Clustering.ofLabels(
                5,
                IntStream.range(0, n)
                        .map(j -> j == 7 ? 3 : j % 3 == 0 ? 4 : j % 2)
                        .toArray());
    }

    private static void requireEqual(Markers found, Markers expected, double tolerance) {
        assertThat(found.groups()).isEqualTo(expected.groups());
        assertThat(found.all()).hasSameSizeAs(expected.all());
        for (int q = 0; q < expected.all().size(); q++) {
            Marker marker = found.all().get(q);
            Marker twin = expected.all().get(q);
            assertThat(marker.feature()).isEqualTo(twin.feature());
            assertThat(marker.group()).isEqualTo(twin.group());
            assertThat(marker.rank()).isEqualTo(twin.rank());
            assertThat(marker.auc()).isEqualTo(twin.auc());
            assertThat(marker.shareIn()).isEqualTo(twin.shareIn());
            assertThat(marker.shareOut()).isEqualTo(twin.shareOut());
            assertThat(marker.meanIn()).isCloseTo(twin.meanIn(), within(tolerance));
            assertThat(marker.meanOut()).isCloseTo(twin.meanOut(), within(tolerance));
            assertThat(found.groupOf(marker.feature())).isEqualTo(expected.groupOf(marker.feature()));
        }
    }

    @Test
    void markersEqualThoseOfOneMachine() {
        double[][] ties = SyntheticPoints.counts(3, 20, 80);
        double[][] negative = SyntheticPoints.clouds(5, 20, 80, 3, 2);
        for (double[] row : negative) for (int j = 0; j < 80; j++) row[j] = j % 4 == 0 ? 0 : row[j] - 2;
        for (double[][] values : List.of(ties, negative))
            try (DenseMatrix X = DenseMatrix.of(values)) {
                Markers expected = onOneMachine(X, FEATURES, groups(80));
                assertThat(expected.all()).isNotEmpty();
                for (int[] first : PARTITIONS)
                    for (Matrix data : List.of(X, SparseMatrix.of(X)))
                        try (GroupedTestData samples = GroupedTestData.create(data, groups(80), first, 13)) {
                            requireEqual(SampleMarkers.compute(samples.X, FEATURES, samples.groups), expected, 1e-13);
                        }
            }
    }

    @Test
    void beyondTheLimitOnlyAucsComeFromAPartOfTheSamples() {
        int n = 600;
        int most = 250;
        double[][] values = new double[3][n];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < n; j++)
                values[i][j] = Math.max(0, CounterRandom.gaussian(4, i, j) + (j % 2 == i % 2 ? 1.5 : 0));
        Clustering halves =
                Clustering.ofLabels(2, IntStream.range(0, n).map(j -> j % 2).toArray());
        int[] ranked = IntStream.range(0, n)
                .filter(j -> SampleMarkers.isRanked(j, n, most))
                .toArray();
        assertThat(ranked)
                .isEqualTo(IntStream.range(0, most).map(s -> s * n / most).toArray());
        Clustering part =
                Clustering.ofLabels(2, IntStream.of(ranked).map(halves::labelOf).toArray());
        try (DenseMatrix X = DenseMatrix.of(values);
                DenseMatrix few = X.selectColumns(ranked);
                GroupedTestData samples = GroupedTestData.create(SparseMatrix.of(X), halves, 3)) {
            int[] all = {0, 1, 2};
            Markers found = SampleMarkers.compute(samples.X, all, samples.groups, most);
            Markers full = onOneMachine(X, all, halves);
            Markers partial = onOneMachine(few, all, part);
            assertThat(found.all()).hasSize(3);
            for (Marker marker : found.all()) {
                Marker exact = of(full, marker);
                assertThat(marker.meanIn()).isCloseTo(exact.meanIn(), within(1e-13));
                assertThat(marker.meanOut()).isCloseTo(exact.meanOut(), within(1e-13));
                assertThat(marker.shareIn()).isEqualTo(exact.shareIn());
                assertThat(marker.shareOut()).isEqualTo(exact.shareOut());
                assertThat(marker.auc()).isEqualTo(of(partial, marker).auc());
                assertThat(marker.auc()).isCloseTo(exact.auc(), within(0.05));
            }
        }
        assertThat(SampleMarkers.note(200_000)).isEmpty();
        assertThat(SampleMarkers.note(1_000_000))
                .hasValue("markers: AUCs are estimated on 200000 evenly spaced samples of 1000000");
    }

    private static Marker of(Markers markers, Marker twin) {
        return markers.of(twin.group()).stream()
                .filter(marker -> marker.feature() == twin.feature())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void noFeaturesHaveNoMarkers() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.counts(3, 4, 30));
                GroupedTestData samples = GroupedTestData.create(X, groups(30), 2)) {
            assertThat(SampleMarkers.compute(samples.X, new int[0], samples.groups)
                            .all())
                    .isEmpty();
        }
    }

    @Test
    void unusableInputIsRefused() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.counts(3, 4, 30));
                DenseMatrix part = X.selectColumns(IntStream.range(0, 20).toArray());
                GroupedTestData samples = GroupedTestData.create(X, groups(30), 2);
                GroupedTestData fewer = GroupedTestData.create(part, groups(20), 2)) {
            assertThatThrownBy(() -> SampleMarkers.compute(samples.X, new int[] {0}, fewer.groups))
                    .hasMessage("30 samples do not match 20 clustered samples");
            assertThatThrownBy(() -> SampleMarkers.compute(samples.X, new int[] {4}, samples.groups))
                    .hasMessage("there is no feature 4 among 4");
        }
    }
}
