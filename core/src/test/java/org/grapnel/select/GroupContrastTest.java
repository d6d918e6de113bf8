package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Features that tell groups apart: equal to brute force over all pairs, nested, and never noise before a marker. */
class GroupContrastTest {
    /** {@code informative} features shifted in one of three groups, then noise. */
    private static DenseMatrix shifted(int informative, int noise, int n, double shift, long seed) {
        DenseMatrix X = DenseMatrix.zeros(informative + noise, n);
        for (int i = 0; i < X.rows(); i++)
            for (int j = 0; j < n; j++)
                X.set(i, j, 10 + CounterRandom.gaussian(seed, i, j) + (i < informative && j % 3 == i % 3 ? shift : 0));
        return X;
    }

    private static Clustering thirds(int n) {
        return Clustering.ofLabels(3, IntStream.range(0, n).map(j -> j % 3).toArray());
    }

    private static Selection select(Matrix X, List<Clustering> groups, int keep) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            return GroupContrast.select(context, X, groups, keep);
        }
    }

    /** R of a set of features over explicit lists of all pairs and of near pairs, with their weights. */
    private static double correlation(Matrix X, List<Clustering> groupings, List<Integer> features) {
        int n = X.cols();
        List<double[]> pairs = new ArrayList<>(); // weight, d², t
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                if (a != b) pairs.add(new double[] {0.5 / (n * (n - 1.0)), distance(X, features, a, b), 1});
        for (Clustering groups : groupings) {
            int[] sizes = groups.sizes();
            int paired = 0;
            for (int size : sizes) if (size > 1) paired += size;
            for (int a = 0; a < n; a++)
                for (int b = 0; b < n; b++)
                    if (a != b && groups.labelOf(a) == groups.labelOf(b))
                        pairs.add(new double[] {
                            0.5 / groupings.size() / paired / (sizes[groups.labelOf(a)] - 1),
                            distance(X, features, a, b),
                            0
                        });
        }
        double d = 0;
        double t = 0;
        for (double[] pair : pairs) {
            d += pair[0] * pair[1];
            t += pair[0] * pair[2];
        }
        double dd = 0;
        double dt = 0;
        double tt = 0;
        for (double[] pair : pairs) {
            dd += pair[0] * (pair[1] - d) * (pair[1] - d);
            dt += pair[0] * (pair[1] - d) * (pair[2] - t);
            tt += pair[0] * (pair[2] - t) * (pair[2] - t);
        }
        return dt / Math.sqrt(dd * tt);
    }

    private static double distance(Matrix X, List<Integer> features, int a, int b) {
        double sum = 0;
        for (int i : features) sum += (X.get(i, a) - X.get(i, b)) * (X.get(i, a) - X.get(i, b));
        return sum;
    }

    @Test
    void pathEqualsTheCorrelationOverExplicitPairs() {
        int n = 17;
        Clustering uneven = Clustering.ofLabels(
                4,
                IntStream.range(0, n)
                        .map(j -> j == 0 ? 3 : j % 5 == 0 ? 2 : j % 2)
                        .toArray());
        List<Clustering> both = List.of(uneven, thirds(n));
        try (DenseMatrix X = shifted(3, 4, n, 6, 5)) {
            for (List<Clustering> groupings : List.of(both, both.subList(0, 1))) {
                Selection found = select(X, groupings, 7);
                for (int s = 1; s <= 7; s++)
                    assertThat(found.path().get(s - 1))
                            .isCloseTo(correlation(X, groupings, found.order().subList(0, s)), within(1e-12));
            }
        }
    }

    /** Beyond fifty features several are added at a time. */
    @Test
    void pathEqualsTheCorrelationInsideBatches() {
        int n = 18;
        try (DenseMatrix X = shifted(40, 24, n, 4, 6)) {
            Selection found = select(X, List.of(thirds(n)), 64);
            for (int s = 50; s <= 64; s++)
                assertThat(found.path().get(s - 1))
                        .isCloseTo(
                                correlation(X, List.of(thirds(n)), found.order().subList(0, s)), within(1e-10));
        }
    }

    @Test
    void firstFeatureHasTheLargestCorrelationAndEachNextOneAddsMost() {
        int n = 30;
        try (DenseMatrix X = shifted(6, 0, n, 5, 9)) {
            Selection found = select(X, List.of(thirds(n)), 4);
            assertThat(found.informative()).hasValue(4);
            for (int s = 0; s < 4; s++) {
                List<Integer> before = found.order().subList(0, s);
                int best = IntStream.range(0, 6)
                        .filter(i -> !before.contains(i))
                        .boxed()
                        .max(Comparator.comparingDouble(i -> {
                            List<Integer> with = new ArrayList<>(before);
                            with.add(i);
                            return correlation(X, List.of(thirds(n)), with);
                        }))
                        .orElseThrow();
                assertThat(found.order().get(s)).isEqualTo(best);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 200, 2000})
    void noiseNeverComesBeforeAFeatureThatSeparatesGroups(int noise) {
        for (long seed = 0; seed < 5; seed++)
            try (DenseMatrix X = shifted(9, noise, 300, 4, seed)) {
                Selection found = select(X, List.of(thirds(300)), 9 + Math.min(5, noise));
                assertThat(found.order().subList(0, 9)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8);
                assertThat(found.peak()).hasValue(9);
            }
    }

    @Test
    void selectionOfFewerFeaturesIsAPrefix() {
        try (DenseMatrix X = shifted(120, 60, 60, 2, 3)) {
            List<Integer> all = select(X, List.of(thirds(60)), 180).order();
            for (int keep : new int[] {1, 7, 51, 100, 130})
                assertThat(select(X, List.of(thirds(60)), keep).order()).isEqualTo(all.subList(0, keep));
            assertThat(all)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 180).boxed().toList());
        }
    }

    @Test
    void scoresNeverRiseAndAddUpToTheCriterionOfTheInformativeFeatures() {
        try (DenseMatrix X = shifted(20, 30, 60, 3, 4)) {
            Selection found = select(X, List.of(thirds(60)), 40);
            for (int s = 1; s < 40; s++)
                assertThat(found.scores().get(s))
                        .isLessThanOrEqualTo(found.scores().get(s - 1));
            int informative = found.informative().orElseThrow();
            double sum = found.scores().subList(0, informative).stream()
                    .mapToDouble(v -> v)
                    .sum();
            assertThat(informative).isBetween(18, 21);
            assertThat(sum).isCloseTo(found.path().get(informative - 1), within(1e-12));
            assertThat(found.scores().subList(informative, 40)).allMatch(score -> score < 0);
            int peak = found.peak().orElseThrow();
            assertThat(found.scores().subList(0, peak)).allMatch(score -> score > 0);
        }
    }

    @Test
    void constantFeaturesComeLast() {
        try (DenseMatrix X = shifted(3, 4, 30, 4, 8)) {
            for (int j = 0; j < 30; j++) X.set(1, j, 0.1);
            List<Integer> order = select(X, List.of(thirds(30)), 7).order();
            assertThat(order.get(6)).isEqualTo(1);
            assertThat(order.subList(0, 2)).containsExactlyInAnyOrder(0, 2);
        }
    }

    @Test
    void constantFeaturesDoNotChangeThePath() {
        try (DenseMatrix X = shifted(3, 4, 30, 4, 8)) {
            for (int j = 0; j < 30; j++) {
                X.set(1, j, 0.1);
                X.set(5, j, 7);
            }
            Selection found = select(X, List.of(thirds(30)), 7);
            assertThat(found.order().subList(5, 7)).containsExactly(1, 5);
            for (int s = 5; s <= 7; s++)
                assertThat(found.path().get(s - 1))
                        .isCloseTo(
                                correlation(
                                        X, List.of(thirds(30)), found.order().subList(0, 5)),
                                within(1e-12));
        }
    }

    @Test
    void sparseAndDenseDataGiveTheSameFeatures() {
        int n = 90;
        int p = 40;
        List<int[]> cells = new ArrayList<>();
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++)
                if (CounterRandom.uniform(6, i, j) < (i < 12 && j % 3 == i % 3 ? 0.7 : 0.2))
                    cells.add(new int[] {i, j});
        int[] rows = cells.stream().mapToInt(c -> c[0]).toArray();
        int[] columns = cells.stream().mapToInt(c -> c[1]).toArray();
        double[] values = cells.stream()
                .mapToDouble(c -> 1 + CounterRandom.uniform(7, c[0], c[1]))
                .toArray();
        SparseMatrix sparse = SparseMatrix.ofTriples(p, n, rows, columns, values);
        try (DenseMatrix dense = DenseMatrix.zeros(p, n)) {
            for (int q = 0; q < rows.length; q++) dense.set(rows[q], columns[q], values[q]);
            Selection ofSparse = select(sparse, List.of(thirds(n)), 20);
            Selection ofDense = select(dense, List.of(thirds(n)), 20);
            assertThat(ofSparse).isEqualTo(ofDense);
        }
    }

    @Test
    void resultDoesNotDependOnThreadsScaleOrShift() {
        try (DenseMatrix X = shifted(15, 15, 45, 3, 2);
                DenseMatrix scaled = DenseMatrix.zeros(30, 45)) {
            for (int i = 0; i < 30; i++) for (int j = 0; j < 45; j++) scaled.set(i, j, Math.scalb(X.get(i, j), 300));
            Selection two = select(X, List.of(thirds(45)), 20);
            try (ExecutionContext one = ExecutionContext.create(1)) {
                assertThat(GroupContrast.select(one, X, thirds(45), 20)).isEqualTo(two);
            }
            Selection large = select(scaled, List.of(thirds(45)), 20);
            assertThat(large.order()).isEqualTo(two.order());
            assertThat(large.path()).isEqualTo(two.path());
        }
    }

    @Test
    void permutedFeaturesAndSamplesGiveThePermutedSelection() {
        int n = 45;
        try (DenseMatrix X = shifted(10, 10, n, 3, 1);
                DenseMatrix permuted = DenseMatrix.zeros(20, n)) {
            int[] labels = new int[n];
            for (int j = 0; j < n; j++) {
                labels[(j * 7) % n] = j % 3;
                for (int i = 0; i < 20; i++) permuted.set(19 - i, (j * 7) % n, X.get(i, j));
            }
            List<Integer> order = select(X, List.of(thirds(n)), 12).order();
            List<Integer> other = select(permuted, List.of(Clustering.ofLabels(3, labels)), 12)
                    .order();
            assertThat(other.stream().map(i -> 19 - i).toList()).isEqualTo(order);
        }
    }

    @Test
    void tailOfTheFDistributionEqualsKnownValues() {
        // scipy.stats.f.sf(F, c-1, n-c) with F = (share/(c-1))/((1-share)/(n-c)); scipy 1.10
        assertThat(FTest.upperTail(0.1, 3, 100)).isCloseTo(TAIL_A, within(1e-13));
        assertThat(FTest.upperTail(0.5, 10, 60) / TAIL_B).isCloseTo(1, within(1e-10));
        assertThat(FTest.upperTail(0.002, 8, 30_000) / TAIL_C).isCloseTo(1, within(1e-9));
        assertThat(FTest.upperTail(0, 3, 100)).isEqualTo(1);
        assertThat(FTest.upperTail(1, 3, 100)).isZero();
    }

    @Test
    void unusableGroupsAreRefused() {
        try (DenseMatrix X = shifted(2, 2, 12, 3, 0)) {
            Clustering one = Clustering.ofLabels(1, new int[12]);
            assertThatThrownBy(() -> select(X, List.of(one), 2))
                    .hasMessage(
                            "select groups needs at least 2 groups and more samples than groups, got 1 groups of 12 samples");
            assertThatThrownBy(() -> select(X, List.of(thirds(11)), 2))
                    .hasMessage("the groups have 11 samples, the data have 12");
            assertThatThrownBy(() -> select(X, List.of(thirds(12)), 5))
                    .hasMessage("keep must be between 1 and the 4 features, got 5");
        }
    }

    private static final double TAIL_A = 0.006036173408754843;
    private static final double TAIL_B = 2.739515689569896e-05;
    private static final double TAIL_C = 1.4758818531587433e-10;
}
