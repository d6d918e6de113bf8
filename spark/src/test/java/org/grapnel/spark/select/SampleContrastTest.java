package org.grapnel.spark.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.GroupContrast;
import org.grapnel.select.Selection;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.SyntheticPoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Features of distributed samples by group contrast: the selection of one machine, in few jobs. */
class SampleContrastTest {
    /** Partitions of 90 samples: one, three, and four of which two are empty. */
    private static final List<int[]> PARTITIONS =
            List.of(new int[] {0, 90}, new int[] {0, 30, 60, 90}, new int[] {0, 0, 50, 50, 90});

    private static Selection onOneMachine(Matrix X, Clustering groups, int keep) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return GroupContrast.select(context, X, groups, keep);
        }
    }

    private static void requireEqual(Selection found, Selection expected) {
        assertThat(found.order()).isEqualTo(expected.order());
        assertThat(found.informative()).isEqualTo(expected.informative());
        assertThat(found.outOf()).isEqualTo(expected.outOf());
        for (int s = 0; s < expected.order().size(); s++) {
            double path = expected.path().get(s);
            double score = expected.scores().get(s);
            assertThat(found.path().get(s)).isCloseTo(path, within(1e-9 * Math.abs(path)));
            assertThat(found.scores().get(s)).isCloseTo(score, within(1e-9));
        }
    }

    private static void requireEqualInAllPartitions(DenseMatrix X, Clustering groups, int keep) {
        Selection expected = onOneMachine(X, groups, keep);
        for (int[] first : PARTITIONS) {
            requireEqual(select(X, groups, first, keep), expected);
            requireEqual(select(SparseMatrix.of(X), groups, first, keep), expected);
        }
    }

    private static Selection select(Matrix X, Clustering groups, int[] first, int keep) {
        try (GroupedTestData samples = GroupedTestData.create(X, groups, first, 17)) {
            return SampleContrast.select(samples.X, samples.groups, keep);
        }
    }

    /** Groups of unequal size; group 2 is empty and group 3 has one sample. */
    private static Clustering uneven(int n) {
        return Clustering.ofLabels(
                6,
                IntStream.range(0, n)
                        .map(j -> j == 41 ? 3 : j % 9 == 0 ? 5 : j % 4 == 0 ? 4 : j % 2)
                        .toArray());
    }

    /** Features shifted in one of the groups, with strengths of their own, then noise. */
    private static double[][] shifted(int informative, int noise, Clustering groups, long seed) {
        double[][] X = new double[informative + noise][groups.size()];
        for (int i = 0; i < X.length; i++) {
            double shift = i < informative ? 2 + 3 * CounterRandom.uniform(seed + 1, i, 0) : 0;
            for (int j = 0; j < groups.size(); j++) {
                boolean isHigh = (groups.labelOf(j) + i) % 3 == 0;
                X[i][j] = 10 + CounterRandom.gaussian(seed, i, j) + (isHigh ? shift : 0);
            }
        }
        return X;
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 40})
    void selectionEqualsThatOfOneMachine(int keep) {
        double[][] values = shifted(22, 18, uneven(90), 3);
        for (int j = 0; j < 90; j++) {
            values[5][j] = 0.1; // constant
            values[30][j] = 0;
            values[7][j] = values[6][j]; // a copy
        }
        try (DenseMatrix X = DenseMatrix.of(values)) {
            int informative = onOneMachine(X, uneven(90), 40).informative().orElseThrow();
            assertThat(informative).isBetween(15, 29);
            requireEqualInAllPartitions(X, uneven(90), keep);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 25})
    void selectionOfCountsWithTiesEqualsThatOfOneMachine(int keep) {
        Clustering groups = uneven(90);
        double[][] values = new double[25][90];
        for (int i = 0; i < 25; i++)
            for (int j = 0; j < 90; j++) {
                double level = groups.labelOf(j) == i % 6 ? 2 + i % 7 : 1;
                values[i][j] = Math.max(0, Math.floor((1 + level) * CounterRandom.uniform(4, j, i)) - 1);
            }
        values[20] = values[8].clone(); // a copy comes after its original
        try (DenseMatrix X = DenseMatrix.of(values)) {
            requireEqualInAllPartitions(X, groups, keep);
        }
    }

    @Test
    void selectionOfCloudsEqualsThatOfOneMachineInBatches() {
        double[][] values = SyntheticPoints.clouds(7, 90, 90, 4, 1.2);
        Clustering groups = Clustering.ofLabels(
                4,
                IntStream.range(0, 90)
                        .map(j -> (int) (CounterRandom.uniform(7, j, 1_000_003) * 4))
                        .toArray());
        try (DenseMatrix X = DenseMatrix.of(values)) {
            Selection expected = onOneMachine(X, groups, 80);
            requireEqual(select(X, groups, PARTITIONS.get(1), 80), expected);
            requireEqual(select(SparseMatrix.of(X), groups, PARTITIONS.get(2), 80), expected);
        }
    }

    /** A sparse matrix in which a feature has no zeros and a mean far above its deviation. */
    @Test
    void denseFeatureOfSparseDataLosesNoDigits() {
        double[][] values = shifted(10, 5, uneven(90), 8);
        for (int i = 0; i < 15; i++)
            for (int j = 0; j < 90; j++)
                values[i][j] = i < 3 ? values[i][j] + 1000 : values[i][j] > 12 ? values[i][j] - 12 : 0;
        try (DenseMatrix X = DenseMatrix.of(values)) {
            requireEqualInAllPartitions(X, uneven(90), 15);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-200, 1e-100, 1e120})
    void extremeScalesGiveTheSelectionOfOneMachine(double scale) {
        double[][] values = shifted(12, 8, uneven(90), 5);
        for (double[] row : values) for (int j = 0; j < row.length; j++) row[j] *= scale;
        try (DenseMatrix X = DenseMatrix.of(values)) {
            Selection expected = onOneMachine(X, uneven(90), 16);
            requireEqual(select(X, uneven(90), PARTITIONS.get(2), 16), expected);
            requireEqual(select(SparseMatrix.of(X), uneven(90), PARTITIONS.get(1), 16), expected);
        }
    }

    @Test
    void dataWithoutInformativeFeaturesAreOrderedAsOnOneMachine() {
        try (DenseMatrix X = DenseMatrix.of(shifted(0, 12, uneven(90), 9));
                DenseMatrix constant = DenseMatrix.zeros(5, 90)) {
            for (DenseMatrix data : List.of(X, constant))
                requireEqual(select(data, uneven(90), PARTITIONS.get(2), 4), onOneMachine(data, uneven(90), 4));
        }
    }

    @Test
    void samePartitionsGiveTheSameBits() {
        try (DenseMatrix X = DenseMatrix.of(shifted(20, 10, uneven(90), 6));
                GroupedTestData samples = GroupedTestData.create(X, uneven(90), 4)) {
            Selection once = SampleContrast.select(samples.X, samples.groups, 25);
            assertThat(SampleContrast.select(samples.X, samples.groups, 25)).isEqualTo(once);
        }
    }

    private static int countJobs(Runnable run) throws TimeoutException {
        AtomicInteger jobs = new AtomicInteger();
        SparkListener listener = new SparkListener() {
            @Override
            public void onJobStart(SparkListenerJobStart start) {
                jobs.incrementAndGet();
            }
        };
        SparkContext context = LocalSpark.session().sparkContext();
        context.listenerBus().waitUntilEmpty();
        context.addSparkListener(listener);
        try {
            run.run();
            context.listenerBus().waitUntilEmpty();
            return jobs.get();
        } finally {
            context.removeSparkListener(listener);
        }
    }

    @Test
    void fewHundredCandidatesNeedOneJobAfterTwoPasses() throws TimeoutException {
        Clustering groups = uneven(150);
        try (DenseMatrix X = DenseMatrix.of(shifted(300, 20, groups, 1));
                GroupedTestData samples = GroupedTestData.create(X, groups, 3)) {
            assertThat(countJobs(() -> SampleContrast.select(samples.X, samples.groups, 50)))
                    .isEqualTo(3);
            assertThat(countJobs(() -> SampleContrast.select(samples.X, samples.groups, 1)))
                    .isEqualTo(2);
        }
    }

    @Test
    void manyCandidatesNeedFarFewerJobsThanSelectedFeatures() throws TimeoutException {
        Clustering groups = uneven(60);
        try (DenseMatrix X = DenseMatrix.of(shifted(700, 0, groups, 2));
                GroupedTestData samples = GroupedTestData.create(X, groups, 3)) {
            int jobs = countJobs(() -> {
                Selection found = SampleContrast.select(samples.X, samples.groups, 60);
                requireEqual(found, onOneMachine(X, groups, 60));
            });
            assertThat(jobs).isLessThanOrEqualTo(6);
        }
    }

    @Test
    void unusableInputIsRefusedAsOnOneMachine() {
        Clustering one = Clustering.ofLabels(1, new int[12]);
        Clustering two =
                Clustering.ofLabels(2, IntStream.range(0, 12).map(j -> j % 2).toArray());
        try (DenseMatrix X = DenseMatrix.of(shifted(2, 2, two, 0));
                GroupedTestData single = GroupedTestData.create(X, one, 2);
                GroupedTestData samples = GroupedTestData.create(X, two, 2);
                DenseMatrix part = X.selectColumns(IntStream.range(0, 11).toArray());
                GroupedTestData fewer =
                        GroupedTestData.create(part, Clustering.ofLabels(2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0), 2)) {
            assertThatThrownBy(() -> SampleContrast.select(single.X, single.groups, 2))
                    .hasMessage(
                            "select groups needs at least 2 groups and more samples than groups, got 1 groups of 12 samples");
            assertThatThrownBy(() -> SampleContrast.select(samples.X, fewer.groups, 2))
                    .hasMessage("the groups have 11 samples, the data have 12");
            assertThatThrownBy(() -> SampleContrast.select(samples.X, samples.groups, 5))
                    .hasMessage("keep must be between 1 and the 4 features, got 5");
        }
    }
}
