package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkersTest {
    private static Markers compute(int threads, Matrix X, RowSet features, Clustering groups) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return Markers.compute(context, X, features, groups);
        }
    }

    private static Markers compute(double[][] X, Clustering groups) {
        try (DenseMatrix dense = DenseMatrix.of(X)) {
            return compute(2, dense, RowSet.all(X.length), groups);
        }
    }

    /** Small integers, half of them zero, so that there are many ties. */
    private static double[][] ties(int p, int n, double from) {
        double[][] X = new double[p][n];
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++)
                X[i][j] = CounterRandom.uniform(7, i, j) < 0.5
                        ? 0
                        : from + Math.floor(5 * CounterRandom.uniform(8, i, j));
        return X;
    }

    /** By definition, pair by pair. */
    private static List<Marker> naive(double[][] X, Clustering groups, int g) {
        List<Marker> found = new ArrayList<>();
        for (int i = 0; i < X.length; i++) {
            double wins = 0;
            double pairs = 0;
            double[] sum = new double[2];
            double[] above = new double[2];
            double[] size = new double[2];
            for (int j = 0; j < groups.size(); j++) {
                int side = groups.labelOf(j) == g ? 0 : 1;
                sum[side] += X[i][j];
                above[side] += X[i][j] > 0 ? 1 : 0;
                size[side]++;
                for (int l = 0; side == 0 && l < groups.size(); l++) {
                    if (groups.labelOf(l) == g) continue;
                    pairs++;
                    wins += X[i][j] > X[i][l] ? 1 : X[i][j] == X[i][l] ? 0.5 : 0;
                }
            }
            double auc = wins / pairs;
            double in = sum[0] / size[0];
            double out = sum[1] / size[1];
            if (auc > 0.5 && in > out)
                found.add(new Marker(g, 0, i, in, out, above[0] / size[0], above[1] / size[1], auc));
        }
        found.sort(Comparator.<Marker>comparingDouble(m -> -m.auc())
                .thenComparingDouble(m -> m.meanOut() - m.meanIn())
                .thenComparingInt(Marker::feature));
        return found;
    }

    @ParameterizedTest
    @CsvSource({"6, 12, 2, 1", "30, 57, 5, 1", "20, 40, 3, -2", "3, 200, 40, 1"})
    void equalTheDefinition(int p, int n, int clusters, double from) {
        double[][] X = ties(p, n, from);
        Clustering groups = Clustering.ofLabels(clusters, RandomPartitions.random(p, n, clusters));
        Markers markers = compute(X, groups);
        assertThat(markers.groups()).isEqualTo(clusters);
        for (int g = 0; g < clusters; g++) {
            List<Marker> expected = naive(X, groups, g);
            assertThat(markers.of(g)).hasSameSizeAs(expected);
            for (int rank = 1; rank <= expected.size(); rank++) {
                Marker marker = markers.of(g).get(rank - 1);
                Marker twin = expected.get(rank - 1);
                assertThat(marker.rank()).isEqualTo(rank);
                assertThat(marker.group()).isEqualTo(g);
                assertThat(marker.feature()).isEqualTo(twin.feature());
                assertThat(marker.auc()).isEqualTo(twin.auc());
                assertThat(marker.shareIn()).isEqualTo(twin.shareIn());
                assertThat(marker.shareOut()).isEqualTo(twin.shareOut());
                assertThat(marker.meanIn()).isCloseTo(twin.meanIn(), within(1e-14));
                assertThat(marker.meanOut()).isCloseTo(twin.meanOut(), within(1e-14));
            }
        }
    }

    @Test
    void sparseDataAndAnyNumberOfThreadsGiveTheSameBits() {
        int n = 900;
        Clustering groups = Clustering.ofLabels(7, RandomPartitions.random(3, n, 7));
        try (DenseMatrix dense = DenseMatrix.of(ties(60, n, 0.1));
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            RowSet features = RowSet.of(60, 1, 5, 6, 20, 33, 59);
            List<Marker> expected = compute(1, dense, features, groups).all();
            assertThat(expected).isNotEmpty();
            assertThat(compute(3, dense, features, groups).all()).isEqualTo(expected);
            assertThat(compute(2, sparse, features, groups).all()).isEqualTo(expected);
        }
    }

    @Test
    void onlyTheGivenFeaturesAreMarkers() {
        Clustering groups = Clustering.ofLabels(2, 0, 0, 1, 1);
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{5, 5, 0, 0}, {4, 4, 1, 0}, {0, 0, 3, 3}})) {
            Markers markers = compute(1, X, RowSet.of(3, 1, 2), groups);
            assertThat(markers.of(0)).extracting(Marker::feature).containsExactly(1);
            assertThat(markers.groupOf(0)).isEmpty();
        }
    }

    @Test
    void featureBelongsToTheGroupItMarksBest() {
        Clustering groups = Clustering.ofLabels(3, 0, 0, 1, 1, 2, 2);
        Markers markers = compute(new double[][] {{9, 8, 5, 5, 0, 0}, {0, 0, 4, 4, 4, 4}, {1, 1, 1, 1, 1, 1}}, groups);
        assertThat(markers.groupOf(0)).isEqualTo(OptionalInt.of(0));
        assertThat(markers.groupOf(1)).isEqualTo(OptionalInt.of(1)); // a tie goes to the lower group
        assertThat(markers.groupOf(2)).isEmpty();
        assertThat(markers.of(2)).extracting(Marker::feature).containsExactly(1);
    }

    @Test
    void equalAucsAreOrderedByTheMeansAndThenByIndex() {
        Clustering groups = Clustering.ofLabels(2, 0, 0, 1, 1);
        Markers markers = compute(new double[][] {{3, 3, 0, 0}, {3, 3, 0, 0}, {9, 9, 0, 0}, {9, 0, 0, 0}}, groups);
        assertThat(markers.of(0)).extracting(Marker::feature).containsExactly(2, 0, 1, 3);
        assertThat(markers.of(0)).extracting(Marker::auc).containsExactly(1.0, 1.0, 1.0, 0.75);
        assertThat(markers.of(0).get(3)).isEqualTo(new Marker(0, 4, 3, 4.5, 0, 0.5, 0, 0.75));
    }

    /** A single huge value raises the mean but not the ranks, and ranks alone may be higher where the mean is lower. */
    @Test
    void needsBothAHigherMeanAndHigherRanks() {
        Clustering groups = Clustering.ofLabels(2, 0, 0, 0, 1, 1, 1);
        Markers markers = compute(new double[][] {{99, 0, 0, 1, 1, 1}}, groups);
        assertThat(markers.all()).isEmpty();
    }

    @Test
    void emptyGroupAndGroupOfAllSamplesHaveNone() {
        double[][] X = {{1, 2, 3}};
        assertThat(compute(X, Clustering.ofLabels(2, 1, 1, 1)).all()).isEmpty();
        assertThat(compute(X, Clustering.ofLabels(1, 0, 0, 0)).all()).isEmpty();
    }

    @Test
    void groupsOfOtherSamplesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> compute(new double[][] {{1, 2, 3}}, Clustering.ofLabels(2, 0, 1)))
                .withMessage("3 samples do not match 2 clustered samples");
    }
}
