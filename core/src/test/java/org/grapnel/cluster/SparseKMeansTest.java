package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class SparseKMeansTest {
    private static final KMeansOptions FOUR = KMeansOptions.of(4).withStarts(5);

    /** Features in rows: the given ones separate four groups, the others are noise. */
    private static double[][] planted(long seed, int p, int n, int... telling) {
        double[][] x = TestMatrices.uniform(seed, p, n);
        for (int f : telling) for (int i = 0; i < n; i++) x[f][i] += 8 * ((i % 4 + f) % 4);
        return x;
    }

    private static double spread(double[] x, int[] labels, int clusters) {
        double mean = Arrays.stream(x).average().orElseThrow();
        double sum = 0;
        for (int j = 0; j < clusters; j++) {
            double inGroup = 0;
            int size = 0;
            for (int i = 0; i < x.length; i++) {
                if (labels[i] != j) continue;
                inGroup += x[i];
                size++;
            }
            if (size > 0) sum += size * Math.pow(inGroup / size - mean, 2);
        }
        return sum;
    }

    @Test
    void informativeFeaturesAreKept() {
        double[][] x = planted(1, 30, 120, 3, 7, 8, 22);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                SparseKMeansResult result = SparseKMeans.cluster(context, X, SparseKMeansOptions.of(4, FOUR))) {
            assertThat(result.kept()).isEqualTo(RowSet.of(30, 3, 7, 8, 22));
            assertThat(result.settled()).isTrue();
            for (int i = 4; i < 120; i++)
                assertThat(result.clustering().labelOf(i))
                        .isEqualTo(result.clustering().labelOf(i % 4));
        }
    }

    /** The alternation written out, using only the fast k-means. */
    @Test
    void resultEqualsTheNaiveAlternation() {
        for (int seed = 0; seed < 6; seed++) {
            double[][] x = TestMatrices.uniform(seed, 15, 60);
            int keep = 3 + seed;
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    SparseKMeansResult result = SparseKMeans.cluster(context, X, SparseKMeansOptions.of(keep, FOUR))) {
                assertThat(result.settled()).isTrue();
                Clustering labels = labels(KMeans.clusterColumns(context, X, FOUR));
                RowSet kept = RowSet.all(15);
                for (int round = 0; round < result.rounds(); round++) {
                    kept = largest(x, labels, keep);
                    labels = labels(KMeans.clusterColumns(context, X, kept, FOUR, labels));
                }
                assertThat(result.kept()).isEqualTo(kept).isEqualTo(largest(x, labels, keep));
                assertThat(result.clustering()).isEqualTo(labels);
                for (int q = 0; q < keep; q++)
                    assertThat(result.scores().get(q))
                            .isCloseTo(spread(x[kept.get(q)], labels.toArray(), 4), within(1e-9));
            }
        }
    }

    private static Clustering labels(KMeansResult result) {
        try (result) {
            return result.clustering();
        }
    }

    private static RowSet largest(double[][] x, Clustering labels, int keep) {
        RowSet rows = RowSet.none(x.length);
        for (int f = 0; f < x.length; f++) {
            int better = 0;
            for (double[] other : x)
                if (spread(other, labels.toArray(), 4) > spread(x[f], labels.toArray(), 4)) better++;
            if (better < keep) rows.add(f);
        }
        return rows;
    }

    @Test
    void spreadOfTheKeptFeaturesNeverFalls() {
        KMeansOptions exact = FOUR.withTolerance(0).withStarts(1);
        for (int seed = 0; seed < 10; seed++) {
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(seed, 60, 80))) {
                double before = 0;
                boolean settled = false;
                for (int rounds = 1; !settled; rounds++) {
                    var options = SparseKMeansOptions.of(20, exact).withMaxRounds(rounds);
                    try (SparseKMeansResult result = SparseKMeans.cluster(context, X, options)) {
                        double sum = result.scores().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum();
                        assertThat(sum).isGreaterThanOrEqualTo(before * (1 - 1e-12));
                        before = sum;
                        settled = result.settled();
                        assertThat(result.rounds()).isEqualTo(rounds);
                    }
                }
            }
        }
    }

    @Test
    void labelsBelongToTheReportedFeatures() {
        double[][] x = TestMatrices.uniform(11, 40, 70);
        for (int rounds : new int[] {1, 2, 50}) {
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    SparseKMeansResult result = SparseKMeans.cluster(
                            context, X, SparseKMeansOptions.of(6, FOUR).withMaxRounds(rounds));
                    KMeansResult fresh = KMeans.clusterColumns(context, X, result.kept(), FOUR)) {
                assertThat(result.rounds()).isLessThanOrEqualTo(rounds);
                assertThat(result.kept().count()).isEqualTo(6);
                assertThat(result.inertia()).isLessThanOrEqualTo(fresh.inertia() * (1 + 1e-12));
                double[][] centres = result.centres().toArray();
                for (int i = 0; i < 70; i++) {
                    double[] sample = new double[6];
                    for (int q = 0; q < 6; q++) sample[q] = x[result.kept().get(q)][i];
                    double[] own = centres[result.clustering().labelOf(i)];
                    for (double[] centre : centres)
                        assertThat(PlainLloyd.square(sample, own))
                                .isLessThanOrEqualTo(PlainLloyd.square(sample, centre));
                }
            }
        }
    }

    @Test
    void equalFeaturesGoToTheLowerIndex() {
        double[][] x = planted(1, 6, 40, 4);
        x[2] = x[4].clone();
        x[5] = x[4].clone();
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                SparseKMeansResult result = SparseKMeans.cluster(context, X, SparseKMeansOptions.of(2, FOUR))) {
            assertThat(result.kept()).isEqualTo(RowSet.of(6, 2, 4));
        }
    }

    @Test
    void keepingAllFeaturesIsKMeans() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(3, 10, 50));
                SparseKMeansResult all = SparseKMeans.cluster(context, X, SparseKMeansOptions.of(10, FOUR));
                KMeansResult plain = KMeans.clusterColumns(context, X, FOUR)) {
            assertThat(all.kept().isAll()).isTrue();
            assertThat(all.settled()).isTrue();
            assertThat(all.clustering()).isEqualTo(plain.clustering());
        }
    }

    @Test
    void denseAndSparseAndAnyNumberOfThreadsAgree() {
        for (int seed = 0; seed < 4; seed++) {
            try (ExecutionContext one = ExecutionContext.create(1);
                    ExecutionContext three = ExecutionContext.create(3);
                    DenseMatrix X = DenseMatrix.of(TestMatrices.mostlyZero(seed, 50, 60));
                    SparseMatrix S = SparseMatrix.of(X);
                    SparseKMeansResult a = SparseKMeans.cluster(one, X, SparseKMeansOptions.of(9, FOUR));
                    SparseKMeansResult b = SparseKMeans.cluster(three, X, SparseKMeansOptions.of(9, FOUR));
                    SparseKMeansResult c = SparseKMeans.cluster(three, S, SparseKMeansOptions.of(9, FOUR))) {
                for (SparseKMeansResult other : new SparseKMeansResult[] {b, c}) {
                    assertThat(other.kept()).isEqualTo(a.kept());
                    assertThat(other.clustering()).isEqualTo(a.clustering());
                    assertThat(other.scores()).isEqualTo(a.scores());
                    assertThat(other.rounds()).isEqualTo(a.rounds());
                }
                assertThat(b.inertia()).isEqualTo(a.inertia());
            }
        }
    }

    @Test
    void tooFewDistinctValuesAreADataFault() {
        double[][] x = TestMatrices.uniform(1, 5, 40);
        for (int i = 0; i < 40; i++) x[3][i] = 100 * (i % 2);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            assertThatThrownBy(() -> SparseKMeans.cluster(context, X, SparseKMeansOptions.of(1, FOUR)))
                    .isInstanceOf(DataException.class)
                    .hasMessage(
                            "on the 1 kept features: only 2 distinguishable samples for 4 clusters; lower the number of clusters");
        }
    }

    @Test
    void tiesInSpreadGoToTheLowerRows() {
        assertThat(FeatureSpread.largest(new double[] {1, 5, 1, 1}, 2)).isEqualTo(RowSet.of(4, 0, 1));
        assertThat(FeatureSpread.largest(new double[] {1, 1, 5, 7, 1}, 4)).isEqualTo(RowSet.of(5, 0, 1, 2, 3));
    }
}
