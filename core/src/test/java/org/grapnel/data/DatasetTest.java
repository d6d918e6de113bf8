package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class DatasetTest {
    private static final DataSource FILE = new DataSource("genes.csv", 12, "abc");

    /** Three features, two samples. */
    private static Dataset named(Matrix X) {
        return new Dataset(X, List.of("A", "B", "C"), List.of("left", "right"), Optional.empty(), FILE);
    }

    private static double[][] fine() {
        return new double[][] {{1, 2}, {0, 3}, {4, 0}};
    }

    private static void assertRefused(Dataset data, String message) {
        assertThatExceptionOfType(DataException.class).isThrownBy(data::check).withMessage(message);
    }

    @Test
    void validDataPassUnchangedWithoutNotes() {
        try (Dataset data = named(DenseMatrix.of(fine()))) {
            assertThat(data.check()).isEmpty();
            assertThat(((DenseMatrix) data.X()).toArray()).isDeepEqualTo(fine());
        }
        try (Dataset data = named(SparseMatrix.of(DenseMatrix.of(fine())))) {
            assertThat(data.check()).isEmpty();
        }
        double[][] signedZero = fine();
        signedZero[1][0] = -0.0;
        try (Dataset data = named(DenseMatrix.of(signedZero))) {
            assertThat(data.check()).isEmpty();
        }
    }

    @Test
    void anInvalidEntryIsNamedWithSampleFeatureAndValue() {
        Object[][] faults = {
            {
                -1.5,
                "-1.5: negative; allowed are numbers >= 0, and Preparation.withNormalize(MINMAX) brings all of the data to [0, 1]"
            },
            {
                -Double.MIN_VALUE,
                "-4.9E-324: negative; allowed are numbers >= 0, and Preparation.withNormalize(MINMAX) brings all of the data to [0, 1]"
            },
            {
                Double.NaN,
                "NaN: a missing value; Preparation.withImpute(ZERO) or Preparation.withImpute(MEAN) fills it, and Preparation.withImpute(MODEL) completes it"
            },
            {Double.POSITIVE_INFINITY, "Infinity: infinite; allowed are finite numbers >= 0"},
            {Double.NEGATIVE_INFINITY, "-Infinity: infinite; allowed are finite numbers >= 0"},
        };
        for (Object[] fault : faults) {
            double[][] x = fine();
            x[2][1] = (double) fault[0];
            String message = "genes.csv: sample 1 (right), feature 2 (C) is " + fault[1];
            try (DenseMatrix X = DenseMatrix.of(x)) {
                assertRefused(named(X), message);
                assertRefused(named(SparseMatrix.of(X)), message);
            }
        }
    }

    @Test
    void dataWithoutANonZeroAreRefused() {
        try (Dataset data = named(DenseMatrix.zeros(3, 2))) {
            assertRefused(data, "genes.csv: every entry is zero");
        }
    }

    @Test
    void dataWithoutSamplesOrFeaturesAreRefused() {
        try (Dataset data = Dataset.of(DenseMatrix.zeros(0, 4))) {
            assertRefused(data, "memory holds 4 samples and 0 features");
        }
        try (Dataset data = Dataset.of(DenseMatrix.zeros(3, 0))) {
            assertRefused(data, "memory holds 0 samples and 3 features");
        }
    }

    @Test
    void zeroFeaturesAndSamplesAreNoted() {
        try (Dataset data = named(DenseMatrix.of(new double[][] {{1, 0}, {0, 0}, {2, 0}}))) {
            assertThat(data.check()).containsExactly("1 feature is all zero: B", "1 sample is all zero: right");
        }
        try (Dataset data = named(DenseMatrix.of(new double[][] {{0, 0}, {1, 1}, {0, 0}}))) {
            assertThat(data.check()).containsExactly("2 features are all zero: A, C");
        }
    }

    @Test
    void repeatedSampleNamesAreNoted() {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{1, 2, 3}})) {
            Dataset data = new Dataset(
                    X, List.of("a"), List.of("p", "q", "p"), Optional.empty(), new DataSource("x.csv", 0, ""));
            assertThat(data.check()).containsExactly("several samples are called 'p'");
        }
    }

    @Test
    void onlyTheFirstFiveZeroNamesAreListed() {
        for (int zeros : new int[] {5, 6}) {
            double[][] x = new double[zeros + 1][1];
            x[zeros][0] = 1;
            try (Dataset data = Dataset.of(DenseMatrix.of(x))) {
                assertThat(data.check())
                        .containsExactly(
                                zeros + " features are all zero: f0, f1, f2, f3, f4" + (zeros == 6 ? ", …" : ""));
            }
        }
    }

    @Test
    void aPercentSignInANameIsNotAFormat() {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{-1}})) {
            Dataset data =
                    new Dataset(X, List.of("100%d"), List.of("%s"), Optional.empty(), new DataSource("50%.csv", 0, ""));
            assertRefused(
                    data,
                    "50%.csv: sample 0 (%s), feature 0 (100%d) is -1.0: negative; allowed are numbers >= 0, and"
                            + " Preparation.withNormalize(MINMAX) brings all of the data to [0, 1]");
            X.set(0, 0, 0);
            assertRefused(data, "50%.csv: every entry is zero");
        }
    }

    @Test
    void namesAndLabelsMustMatchTheMatrix() {
        try (DenseMatrix X = DenseMatrix.of(fine())) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> new Dataset(X, List.of("A"), List.of("l", "r"), Optional.empty(), FILE))
                    .withMessage("1 feature names for 3 features");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> new Dataset(X, List.of("A", "B", "C"), List.of(), Optional.empty(), FILE))
                    .withMessage("0 sample names for 2 samples");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() ->
                            new Dataset(X, List.of("A", "B", "C"), List.of("l", "r"), Optional.of(List.of("x")), FILE))
                    .withMessage("1 labels for 2 samples");
        }
    }

    @Test
    void aDatasetCopiesItsNamesAndOwnsItsMatrix() {
        List<String> features = new ArrayList<>(List.of("A", "B", "C"));
        List<String> labels = new ArrayList<>(List.of("x", "y"));
        DenseMatrix X = DenseMatrix.of(fine());
        Dataset data = new Dataset(X, features, List.of("l", "r"), Optional.of(labels), FILE);
        features.set(0, "changed");
        labels.set(0, "changed");
        assertThat(data.features()).containsExactly("A", "B", "C");
        assertThat(data.labels()).contains(List.of("x", "y"));
        data.close();
        assertThatIllegalStateException().isThrownBy(() -> X.get(0, 0));
    }

    @Test
    void samplesAreTheRowsOfAnArray() {
        double[][] rows = {{1, 2, 3}, {4, 5, 6}};
        float[][] floats = {{1, 2, 3}, {4, 5, 6}};
        try (Dataset data = Dataset.ofSamples(rows, List.of("a", "b", "c")).withLabels(List.of("x", "y"));
                Dataset same = Dataset.ofSamples(floats)) {
            assertThat(data.X().rows()).isEqualTo(3);
            assertThat(data.X().cols()).isEqualTo(2);
            assertThat(data.X().get(2, 0)).isEqualTo(3);
            assertThat(data.features()).containsExactly("a", "b", "c");
            assertThat(data.samples()).containsExactly("0", "1");
            assertThat(data.labels()).contains(List.of("x", "y"));
            assertThat(same.features()).containsExactly("f0", "f1", "f2");
            assertThat(same.X().get(1, 1)).isEqualTo(5);
            rows[0][0] = 9;
            assertThat(data.X().get(0, 0)).isEqualTo(1);
        }
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Dataset.ofSamples(new double[][] {{1, 2}, {3}}))
                .withMessage("sample 1 has 1 values for 2 features");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Dataset.ofSamples(rows, List.of("a")))
                .withMessage("sample 0 has 3 values for 1 features");
    }

    @Test
    void toStringIsShortAndClosingTwiceIsHarmless() {
        Dataset data = Dataset.ofSamples(new double[50][400]);
        assertThat(data).hasToString("Dataset[memory: 50 samples, 400 features]");
        data.close();
        data.close();
    }

    @Test
    void defaultNamesAreNumbered() {
        try (Dataset data = Dataset.of(DenseMatrix.of(TestMatrices.uniform(1, 2, 3)))) {
            assertThat(data.features()).containsExactly("f0", "f1");
            assertThat(data.samples()).containsExactly("0", "1", "2");
            assertThat(data.labels()).isEmpty();
            assertThat(data.source()).isEqualTo(DataSource.memory());
        }
    }
}
