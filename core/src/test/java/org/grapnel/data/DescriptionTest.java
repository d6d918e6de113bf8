package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.Description.CellValue;
import org.grapnel.data.Description.Duplicate;
import org.grapnel.data.Description.LabelCandidate;
import org.grapnel.data.Description.LabelClass;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class DescriptionTest {
    private static final double NaN = Double.NaN;

    @Test
    void numbersAreDescribedByTheirShapeRangeAndQuartiles() {
        Description d = of(new double[][] {{0, 1, 2, 3}, {4, 5, 6, 7}});
        assertThat(d.features()).isEqualTo(2);
        assertThat(d.samples()).isEqualTo(4);
        assertThat(d.bytes()).isEqualTo(64);
        assertThat(d.sparse()).isFalse();
        assertThat(d.zeros()).isEqualTo(1);
        assertThat(d.zeroShare()).isEqualTo(1 / 8.0);
        assertThat(d.whole()).isTrue();
        assertThat(d.isFit()).isTrue();
        assertThat(d.values().orElseThrow().min()).isZero();
        assertThat(d.values().orElseThrow().max()).isEqualTo(7);
        assertThat(d.values().orElseThrow().mean()).isEqualTo(3.5);
        assertThat(d.values().orElseThrow().quartiles()).containsExactly(1.0, 3.0, 5.0);
    }

    @Test
    void quartilesCoverZerosAndNegativeNumbers() {
        for (int round = 0; round < 50; round++) {
            double[][] X = new double[3][7];
            double[] all = new double[21];
            for (int i = 0; i < 21; i++) {
                double x = CounterRandom.uniform(round, 0, i) < 0.4
                        ? 0
                        : Math.rint(20 * CounterRandom.uniform(round, 1, i) - 10) + 0.0;
                X[i / 7][i % 7] = x;
                all[i] = x;
            }
            Arrays.sort(all);
            assertThat(of(X).values().orElseThrow().quartiles()).containsExactly(all[5], all[10], all[15]);
        }
    }

    @Test
    void invalidEntriesAreCountedAndTheFirstAreNamed() {
        Description d = of(new double[][] {{1, NaN, 3}, {-4, 5, Double.POSITIVE_INFINITY}, {NaN, -1, 1.5}});
        assertThat(d.isFit()).isFalse();
        assertThat(d.missing().count()).isEqualTo(2);
        assertThat(d.missing().first()).containsExactly(new CellValue(0, 1, NaN), new CellValue(2, 0, NaN));
        assertThat(d.infinite().first()).containsExactly(new CellValue(1, 2, Double.POSITIVE_INFINITY));
        assertThat(d.negative().first()).containsExactly(new CellValue(1, 0, -4), new CellValue(2, 1, -1));
        assertThat(d.whole()).isFalse();
        assertThat(d.values().orElseThrow().mean()).isCloseTo(5.5 / 6, within(1e-15));
    }

    @Test
    void dataWithoutFiniteValuesAreDescribed() {
        Description d = of(new double[][] {{NaN, NaN}});
        assertThat(d.values()).isEmpty();
        assertThat(d.isFit()).isFalse();
        assertThat(d.missing().count()).isEqualTo(2);
    }

    @Test
    void constantAndRepeatedFeaturesAndSamplesAreFound() {
        Description d = of(new double[][] {
            {0, 0, 0, 0},
            {1, 2, 3, 1},
            {7, 7, 7, 7},
            {1, 2, 3, 1},
            {1, 2, 3, 1},
            {0, 0, -0.0, 0}
        });
        assertThat(d.constant().count()).isEqualTo(3);
        assertThat(d.constant().first()).containsExactly("f0", "f2", "f5");
        assertThat(d.repeatedFeatures().count()).isEqualTo(2);
        assertThat(d.repeatedFeatures().first()).containsExactly(new Duplicate("f1", "f3"), new Duplicate("f1", "f4"));
        assertThat(d.repeatedSamples().count()).isEqualTo(1);
        assertThat(d.repeatedSamples().first()).containsExactly(new Duplicate("0", "3"));
        assertThat(new Duplicate("0", "3")).hasToString("3 = 0");
    }

    @Test
    void sparseAndDenseDataDifferOnlyInMemory() {
        double[][] values = {{0, 0, 5, 0}, {1, 0, 0, 2}, {0, 0, 0, 0}};
        DenseMatrix dense = DenseMatrix.of(values);
        Description a = of(values);
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Description b = Description.compute(context, Dataset.of(SparseMatrix.of(dense)));
            assertThat(b.sparse()).isTrue();
            assertThat(b.bytes()).isEqualTo(3 * 24 + 4 * 9);
            assertThat(b.values()).isEqualTo(a.values());
            assertThat(b.zeros()).isEqualTo(a.zeros()).isEqualTo(9);
            assertThat(b.constant()).isEqualTo(a.constant());
            assertThat(b.repeatedSamples()).isEqualTo(a.repeatedSamples());
            assertThat(b.scales()).isEqualTo(a.scales());
        }
    }

    @Test
    void differentScalesOfFeaturesAreFound() {
        assertThat(of(new double[][] {{1, 2, 3}, {1000, 5000, 9000}})
                        .scales()
                        .orElseThrow()
                        .areFarApart())
                .isTrue();
        assertThat(of(new double[][] {{1, 2, 3}, {10, 50, 90}})
                        .scales()
                        .orElseThrow()
                        .areFarApart())
                .isFalse();
        assertThat(of(new double[][] {{1, 2, 3}}).scales()).isEmpty();
    }

    @Test
    void countsAreWholeWithALongTail() {
        double[][] counts = new double[1][40];
        counts[0][3] = 500;
        counts[0][4] = 2;
        assertThat(of(counts).areCounts()).isTrue();
        counts[0][4] = 2.5;
        assertThat(of(counts).areCounts()).isFalse();
        assertThat(of(new double[][] {{0, 16, 8, 4, 12}}).areCounts()).isFalse();
    }

    @Test
    void aFeatureThatLooksLikeLabelsIsNamed() {
        double[][] X = new double[3][12];
        for (int j = 0; j < 12; j++) {
            X[0][j] = 0.5 + j;
            X[1][j] = j % 2;
            X[2][j] = j % 3;
        }
        assertThat(of(X).likeLabels()).as("the last counts classes").containsExactly(new LabelCandidate("f2", 3));
        for (int j = 0; j < 12; j++) X[0][j] = j;
        assertThat(of(X).likeLabels()).as("all are whole").isEmpty();
        try (ExecutionContext context = ExecutionContext.create(1);
                Dataset named = new Dataset(
                        DenseMatrix.of(X),
                        List.of("a", "Class", "b"),
                        Dataset.numbered("", 12),
                        Optional.empty(),
                        DataSource.memory())) {
            assertThat(Description.compute(context, named).likeLabels())
                    .containsExactly(new LabelCandidate("Class", 2));
        }
    }

    @Test
    void classesComeLargestFirst() {
        try (ExecutionContext context = ExecutionContext.create(1);
                Dataset data = new Dataset(
                        DenseMatrix.of(new double[][] {{1, 2, 3, 4}}),
                        List.of("f"),
                        Dataset.numbered("", 4),
                        Optional.of(List.of("b", "c", "b", "a")),
                        DataSource.memory())) {
            assertThat(Description.compute(context, data).classes())
                    .containsExactly(new LabelClass("b", 2), new LabelClass("a", 1), new LabelClass("c", 1));
        }
    }

    @Test
    void quartilesOfManyNumbersComeFromASample() {
        Quantiles quantiles = new Quantiles(5_000_000);
        List<Double> expected = new ArrayList<>(List.of(1.25e6, 2.5e6, 3.75e6));
        for (int i = 1; i <= 5_000_000; i++) quantiles.add(i);
        List<Double> found = quantiles.at(5_000_000, 0, 0.25, 0.5, 0.75);
        for (int i = 0; i < 3; i++) assertThat(found.get(i)).isCloseTo(expected.get(i), within(10.0));
    }

    @Test
    void memoryIsFormattedWithUnits() {
        assertThat(Description.memory(999)).isEqualTo("999 bytes");
        assertThat(Description.memory(1000)).isEqualTo("1.0 kB");
        assertThat(Description.memory(123_456_789)).isEqualTo("123 MB");
        assertThat(Description.memory(11_800_000_000L)).isEqualTo("11.8 GB");
    }

    private static Description of(double[][] values) {
        try (ExecutionContext context = ExecutionContext.create(2);
                Dataset data = Dataset.of(DenseMatrix.of(values))) {
            return Description.compute(context, data);
        }
    }
}
