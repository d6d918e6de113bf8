package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

class SyntheticDataTest {
    private static double[][] values(SyntheticData synthetic) {
        try (Dataset data = synthetic.generate()) {
            return ((DenseMatrix) data.X()).toArray();
        }
    }

    private static double mean(double[] row, int from, int to) {
        return Arrays.stream(row, from, to).average().orElseThrow();
    }

    @Test
    void theStandardSetHasThePapersThreeNoiseRowsAfterTheSignal() {
        try (Dataset data = SyntheticData.of(1).generate()) {
            assertThat(data.X().rows()).isEqualTo(23);
            assertThat(data.X().cols()).isEqualTo(300);
            assertThat(data.features().subList(18, 23))
                    .containsExactly("signal-018", "signal-019", "noise-000", "noise-001", "noise-002");
            assertThat(data.samples())
                    .startsWith("sample-000")
                    .endsWith("sample-299")
                    .doesNotHaveDuplicates();
            assertThat(data.labels().orElseThrow().stream().distinct()).containsExactly("low", "middle", "high");
            assertThat(data.source()).isEqualTo(DataSource.memory());
            assertThat(data.check()).isEmpty();
        }
    }

    @Test
    void valuesRangeFromZeroToOne() {
        for (long seed = 0; seed < 5; seed++) {
            double[] all = Arrays.stream(values(SyntheticData.of(seed)))
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
            assertThat(Arrays.stream(all).min().orElseThrow()).isEqualTo(0);
            assertThat(Arrays.stream(all).max().orElseThrow()).isEqualTo(1);
        }
    }

    /** On a signal feature the classes lie evenly, two standard deviations apart; on a noise feature they do not differ. */
    @Test
    void signalSeparatesTheClassesAndNoiseDoesNot() {
        int each = 4000;
        double[][] X =
                values(SyntheticData.of(3).withSamples(3 * each).withSignal(4).withNoise(4));
        double unit = deviation(X[7], 0, 3 * each); // of a noise row: 1 before scaling
        double error = 5 * Math.sqrt(2.0 / each) + 0.05;
        for (int i = 0; i < 8; i++) {
            double low = mean(X[i], 0, each) / unit;
            double middle = mean(X[i], each, 2 * each) / unit;
            double high = mean(X[i], 2 * each, 3 * each) / unit;
            assertThat(middle - low).isCloseTo(i < 4 ? 2 : 0, within(error));
            assertThat(high - middle).isCloseTo(i < 4 ? 2 : 0, within(error));
            for (int c = 0; c < 3; c++)
                assertThat(deviation(X[i], c * each, (c + 1) * each) / unit).isCloseTo(1, within(0.06));
        }
    }

    /** Identity covariance: given the class, features are uncorrelated; noise is no copy of a signal. */
    @Test
    void withinAClassFeaturesAreUncorrelated() {
        int each = 4000;
        double[][] X =
                values(SyntheticData.of(5).withSamples(3 * each).withSignal(3).withNoise(3));
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < 6; i++)
                for (int l = 0; l < i; l++)
                    assertThat(correlation(X[i], X[l], c * each, (c + 1) * each))
                            .isCloseTo(0, within(0.08));
    }

    private static double deviation(double[] row, int from, int to) {
        double mean = mean(row, from, to);
        return Math.sqrt(Arrays.stream(row, from, to)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow());
    }

    private static double correlation(double[] x, double[] y, int from, int to) {
        double meanX = mean(x, from, to);
        double meanY = mean(y, from, to);
        double sum = 0;
        for (int j = from; j < to; j++) sum += (x[j] - meanX) * (y[j] - meanY);
        return sum / (to - from) / deviation(x, from, to) / deviation(y, from, to);
    }

    @Test
    void theFirstClassesHaveOneSampleMore() {
        int[][] sizes = {{3, 1, 1, 1}, {4, 2, 1, 1}, {5, 2, 2, 1}, {6, 2, 2, 2}, {100, 34, 33, 33}, {101, 34, 34, 33}};
        for (int[] size : sizes) {
            try (Dataset data = SyntheticData.of(1).withSamples(size[0]).generate()) {
                List<String> labels = data.labels().orElseThrow();
                assertThat(Collections.frequency(labels, "low")).isEqualTo(size[1]);
                assertThat(Collections.frequency(labels, "middle")).isEqualTo(size[2]);
                assertThat(Collections.frequency(labels, "high")).isEqualTo(size[3]);
                assertThat(labels).as("class by class").startsWith("low").endsWith("high");
                assertThat(labels.lastIndexOf("low")).isLessThan(labels.indexOf("middle"));
                assertThat(labels.lastIndexOf("middle")).isLessThan(labels.indexOf("high"));
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameBitsAndAnotherSeedOthers() {
        assertThat(values(SyntheticData.of(8))).isDeepEqualTo(values(SyntheticData.of(8)));
        assertThat(Arrays.deepEquals(values(SyntheticData.of(8)), values(SyntheticData.of(9))))
                .isFalse();
    }

    @Test
    void namesSortAsNumbers() {
        try (Dataset data = SyntheticData.of(1).withSamples(1001).withNoise(0).generate()) {
            assertThat(data.samples())
                    .startsWith("sample-0000")
                    .endsWith("sample-1000")
                    .isSorted();
            assertThat(data.features()).hasSize(20).allMatch(name -> name.startsWith("signal-"));
        }
    }

    @Test
    void invalidSizesAreRefused() {
        assertRefused(
                () -> SyntheticData.of(1).withSamples(2), "samples must be at least 3, one for each class, got 2");
        assertRefused(() -> SyntheticData.of(1).withSignal(0), "signal must be at least 1 feature, got 0");
        assertRefused(() -> SyntheticData.of(1).withNoise(-1), "noise must be at least 0 features, got -1");
        assertRefused(
                () -> SyntheticData.of(1).withNoise(Integer.MAX_VALUE),
                "signal and noise must be at most 2147483647 features together, got 20 and 2147483647");
    }

    private static void assertRefused(Runnable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }
}
