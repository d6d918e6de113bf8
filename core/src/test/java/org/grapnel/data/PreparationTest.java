package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreparationTest {
    private static final double NAN = Double.NaN;

    private static Dataset data(double[][] x) {
        return Dataset.of(DenseMatrix.of(x));
    }

    private static Dataset sparse(double[][] x) {
        try (DenseMatrix X = DenseMatrix.of(x)) {
            return Dataset.of(SparseMatrix.of(X));
        }
    }

    private static double[][] array(Matrix X) {
        double[][] a = new double[X.rows()][X.cols()];
        for (int i = 0; i < a.length; i++) X.row(i, a[i]);
        return a;
    }

    private static double[][] prepared(Preparation how, double[][] x) {
        try (PreparedData prepared = how.apply(data(x))) {
            return array(prepared.data().X());
        }
    }

    private static void assertRefused(Preparation how, double[][] x, String message) {
        for (Dataset data : List.of(data(x), sparse(x)))
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> how.apply(data))
                    .withMessage(message);
    }

    @Test
    void noPreparationChangesNothing() {
        Dataset data = data(TestMatrices.uniform(1, 3, 4));
        try (PreparedData prepared = Preparation.none().apply(data)) {
            assertThat(prepared.data()).isSameAs(data);
            assertThat(prepared.notes()).isEmpty();
            assertThat(prepared.fittedPreparation().features())
                    .extracting(FittedPreparation.FeatureTransform::name)
                    .containsExactly("f0", "f1", "f2");
        }
    }

    @Test
    void missingValuesAreRefusedWithTheFirstOnesNamed() {
        double[][] x = {{1, NAN, 2}, {NAN, 1, NAN}, {1, 1, NAN}};
        assertRefused(
                Preparation.none(),
                x,
                "memory: 4 missing values: sample 1 (1), feature 0 (f0); sample 0 (0), feature 1 (f1);"
                        + " sample 2 (2), feature 1 (f1); …; Preparation.withImpute(ZERO) or Preparation.withImpute(MEAN) fills them, and Preparation.withImpute(MODEL) completes them");
        assertRefused(
                Preparation.none(),
                new double[][] {{1, NAN}},
                "memory: 1 missing value: sample 1 (1), feature 0 (f0); Preparation.withImpute(ZERO) or Preparation.withImpute(MEAN) fills it, and Preparation.withImpute(MODEL) completes it");
    }

    @Test
    void anInvalidEntryHasItsPlaceInTheDataAsRead() {
        double[][] x = {{3, 3, 3}, {1, 2, 1}, {5, 4, -1}};
        assertRefused(
                Preparation.none().withDropConstant().withTopVariance(1),
                x,
                "memory: sample 2 (2), feature 2 (f2) is -1.0: negative; allowed are numbers >= 0, and Preparation.withNormalize(MINMAX)"
                        + " brings all of the data to [0, 1]");
        assertThatExceptionOfType(CellException.class)
                .isThrownBy(() -> Preparation.none().withDropConstant().apply(data(x)))
                .satisfies(e -> assertThat(e.feature()).isEqualTo(2));
    }

    @Test
    void refusedDataLeakNoMemory() {
        double[][] x = TestMatrices.uniform(1, 300, 400);
        Arrays.fill(x[0], 3);
        x[7][7] = -1;
        long before = offHeap();
        for (int i = 0; i < 50; i++) {
            try (Dataset read = data(x)) {
                assertThatExceptionOfType(DataException.class)
                        .isThrownBy(() -> Preparation.none().withDropConstant().apply(read));
            }
        }
        assertThat(offHeap() - before).isLessThan(10 * 8 * 300 * 400);
    }

    private static long offHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void infiniteValuesAreAlwaysRefused() {
        for (Preparation how : List.of(Preparation.none(), Preparation.none().withImpute(Imputation.MEAN)))
            assertRefused(
                    how,
                    new double[][] {{1, Double.POSITIVE_INFINITY}},
                    "memory: sample 1 (1), feature 0 (f0) is Infinity: infinite; allowed are finite numbers >= 0");
    }

    @Test
    void negativeValuesAreRefusedAfterThePreparationOnly() {
        double[][] x = {{1, -1}, {3, 0}};
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Preparation.none().apply(data(x)))
                .withMessageContaining("Preparation.withNormalize(MINMAX)");
        assertThat(prepared(Preparation.none().withNormalize(Normalization.MINMAX), x))
                .isDeepEqualTo(new double[][] {{0.5, 0}, {1, 0.25}});
        assertThat(prepared(Preparation.none().withFeatureScale(FeatureScaling.SHIFT_UNIT), x))
                .isDeepEqualTo(new double[][] {{1, 0}, {1, 0}});
    }

    @Test
    void missingValuesAreFilledWithZeroOrTheMean() {
        double[][] x = {{1, NAN, 3}, {0, 5, NAN}};
        assertThat(prepared(Preparation.none().withImpute(Imputation.ZERO), x))
                .isDeepEqualTo(new double[][] {{1, 0, 3}, {0, 5, 0}});
        assertThat(prepared(Preparation.none().withImpute(Imputation.MEAN), x))
                .isDeepEqualTo(new double[][] {{1, 2, 3}, {0, 5, 2.5}});
        try (PreparedData prepared =
                Preparation.none().withImpute(Imputation.MEAN).apply(data(x))) {
            assertThat(prepared.notes()).containsExactly("2 missing values were filled with the mean of the feature");
        }
        assertRefused(
                Preparation.none().withImpute(Imputation.MEAN),
                new double[][] {{1, 2}, {NAN, NAN}},
                "memory: feature 1 (f1) has no value at all, so it has no mean; leave it out, or use Preparation.withImpute(ZERO)");
    }

    @Test
    void logarithmsComeBeforeMeans() {
        double[][] x = {{0, Math.expm1(2), NAN}};
        assertThat(prepared(Preparation.none().withLog1p().withImpute(Imputation.MEAN), x)[0][2])
                .isCloseTo(1, within(1e-15));
        assertRefused(
                Preparation.none().withLog1p(),
                new double[][] {{1, -1}},
                "memory: sample 1 (1), feature 0 (f0) is -1.0: log1p needs numbers above -1");
    }

    @Test
    void constantFeaturesAreDroppedAndTheMostVariableKept() {
        double[][] x = {{1, 1, 1}, {1, 6, 1}, {1, 2, 3}, {0, 0, 0}, {1, 6, 1}, {4, 4, 9}};
        Preparation how = Preparation.none().withDropConstant();
        try (PreparedData dropped = how.apply(data(x));
                PreparedData top = how.withTopVariance(2).apply(data(x));
                PreparedData more = how.withTopVariance(9).apply(data(x))) {
            assertThat(dropped.data().features()).containsExactly("f1", "f2", "f4", "f5");
            assertThat(dropped.notes()).containsExactly("2 constant features were dropped");
            // f1, f4 and f5 have the same variance: the lower come first
            assertThat(top.data().features()).containsExactly("f1", "f4");
            assertThat(array(top.data().X())).isDeepEqualTo(new double[][] {{1, 6, 1}, {1, 6, 1}});
            assertThat(top.notes())
                    .containsExactly(
                            "2 constant features were dropped", "the 2 features of largest variance were kept, of 6");
            assertThat(more.notes()).contains("top variance 9 keeps all 4 features: there are no more");
        }
        assertRefused(
                how,
                new double[][] {{1, 1}},
                "memory: all 1 features are constant, so Preparation.withDropConstant leaves none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> how.withTopVariance(0))
                .withMessage("topVariance must be at least 1, got 0");
    }

    @Test
    void variancesOfHugeNumbersDoNotOverflow() {
        double[][] x = {{1e200, 2e200, 3e200}, {1e200, 5e200, 9e200}, {1, 2, 3}};
        try (PreparedData prepared = Preparation.none().withTopVariance(1).apply(data(x))) {
            assertThat(prepared.data().features()).containsExactly("f1");
        }
        try (PreparedData prepared =
                Preparation.none().withFeatureScale(FeatureScaling.UNIT).apply(data(x))) {
            for (double[] row : array(prepared.data().X()))
                assertThat(Math.sqrt(TestMatrices.squares(new double[][] {row})))
                        .isCloseTo(1, within(1e-14));
        }
    }

    /** tf-idf, which rounds more than once, has a test of its own. */
    @ParameterizedTest
    @EnumSource(value = Normalization.class, names = "TFIDF", mode = EnumSource.Mode.EXCLUDE)
    void scalingFollowsItsDefinition(Normalization scale) {
        double[][] x = {{0, 3, 0.5}, {1, 4, 0}};
        double[][] expected = switch (scale) {
            case NONE -> x;
            case MAX, MINMAX -> TestMatrices.map(x, v -> v / 4);
            case L2 -> new double[][] {{0, 0.6, 1}, {1, 0.8, 0}};
            case TOTAL -> new double[][] {{0, 3.0 / 7, 1}, {1, 4.0 / 7, 0}}; // the sums are 1, 7, 0.5
            case TFIDF -> throw new AssertionError();
        };
        Preparation how = Preparation.none().withNormalize(scale);
        assertThat(prepared(how, x)).isDeepEqualTo(expected);
        try (PreparedData ofSparse = how.apply(sparse(x))) {
            assertThat(ofSparse.data().X().isDense()).isFalse();
            assertThat(array(ofSparse.data().X())).isDeepEqualTo(expected);
        }
    }

    @Test
    void dataWithoutAScaleAreRefused() {
        assertRefused(
                Preparation.none().withNormalize(Normalization.MAX),
                new double[][] {{0, 0}},
                "memory: no number is above 0, so Preparation.withNormalize(MAX) has nothing to divide by");
        assertRefused(
                Preparation.none().withNormalize(Normalization.MINMAX),
                new double[][] {{2, 2}},
                "memory: the numbers go from 2.0 to 2.0, which Preparation.withNormalize(MINMAX) cannot bring to [0, 1]");
    }

    @Test
    void subtractionFromSparseDataIsRefused() {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() ->
                        Preparation.none().withNormalize(Normalization.MINMAX).apply(sparse(new double[][] {{0, -1}})))
                .withMessageContaining("would fill every zero");
        try (PreparedData prepared = Preparation.none()
                .withFeatureScale(FeatureScaling.SHIFT_UNIT)
                .apply(sparse(new double[][] {{0, 3, 4}}))) {
            assertThat(prepared.data().X().nonZeros()).isEqualTo(2);
        }
    }

    /** All steps together give other samples the same values, with other samples around them and in another order. */
    @ParameterizedTest
    @EnumSource(Normalization.class)
    void aFittedPreparationRepeatsThePreparation(Normalization scale) {
        // whole numbers, whose sums do not depend on the order of the features; no sample is zero
        double[][] x = TestMatrices.map(TestMatrices.mostlyZero(5, 8, 20), v -> Math.rint(90 * v));
        for (int j = 0; j < 20; j++) x[j % 5][j] += 100 + j;
        x[7] = new double[20];
        x[2][4] = NAN;
        for (FeatureScaling features : FeatureScaling.values()) {
            Preparation how = Preparation.none()
                    .withLog1p()
                    .withClip(0.8)
                    .withImpute(Imputation.MEAN)
                    .withDropConstant()
                    .withTopVariance(5)
                    .withNormalize(scale)
                    .withFeatureScale(features);
            try (PreparedData prepared = how.apply(data(x))) {
                int m = prepared.fittedPreparation().features().size();
                assertThat(m).isEqualTo(5);
                int[] wanted = {4, 0, 2};
                Dataset turned = turned(x);
                try (Dataset again = prepared.fittedPreparation().apply(turned, wanted)) {
                    for (int q = 0; q < wanted.length; q++) {
                        double[] row = new double[20];
                        double[] fresh = new double[20];
                        prepared.data().X().row(wanted[q], row);
                        again.X().row(q, fresh);
                        for (int j = 0; j < 20; j++) assertThat(fresh[j]).isEqualTo(row[19 - j]);
                        assertThat(again.features().get(q))
                                .isEqualTo(prepared.data().features().get(wanted[q]));
                    }
                    assertThat(array(turned.X())[0]).isEqualTo(array(turned(x).X())[0]);
                }
            }
        }
    }

    /** Features and samples from last to first. */
    private static Dataset turned(double[][] x) {
        double[][] t = new double[x.length][x[0].length];
        for (int i = 0; i < x.length; i++)
            for (int j = 0; j < x[0].length; j++) t[i][j] = x[x.length - 1 - i][x[0].length - 1 - j];
        List<String> names = IntStream.range(0, x.length)
                .mapToObj(i -> "f" + (x.length - 1 - i))
                .toList();
        return new Dataset(
                DenseMatrix.of(t), names, Dataset.numbered("", x[0].length), Optional.empty(), DataSource.memory());
    }

    @Test
    void aFittedPreparationNeedsItsFeaturesAndRefusesMissingValues() {
        try (PreparedData prepared = Preparation.none().apply(data(TestMatrices.uniform(1, 3, 4)));
                Dataset twice = new Dataset(
                        DenseMatrix.of(TestMatrices.uniform(1, 3, 2)),
                        List.of("f0", "f1", "f0"),
                        List.of("a", "b"),
                        Optional.empty(),
                        DataSource.memory());
                Dataset gap = data(new double[][] {{1}, {NAN}, {3}})) {
            FittedPreparation recipe = prepared.fittedPreparation();
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> recipe.apply(twice, new int[] {0}))
                    .withMessage("memory: two features are called 'f0', so they cannot be told apart");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> recipe.apply(gap, new int[] {1}))
                    .withMessageContaining("1 missing value: sample 0 (0), feature 1 (f1)");
            try (Dataset fine = recipe.apply(gap, new int[] {2, 0})) {
                assertThat(array(fine.X())).isDeepEqualTo(new double[][] {{3}, {1}});
            }
            assertThatIllegalArgumentException().isThrownBy(() -> recipe.apply(gap, new int[] {3}));
        }
    }

    @Test
    void samplesAreScaledToTheMedianSumOrToTheOneAskedFor() {
        double[][] x = {{1, 0, 6}, {3, 2, 0}, {0, 0, 2}}; // sums 4, 2, 8
        assertThat(prepared(Preparation.none().withNormalize(Normalization.TOTAL), x))
                .isDeepEqualTo(new double[][] {{1, 0, 3}, {3, 4, 0}, {0, 0, 1}});
        assertThat(prepared(Preparation.none().withTotal(8), x))
                .isDeepEqualTo(new double[][] {{2, 0, 6}, {6, 8, 0}, {0, 0, 2}});
        try (PreparedData even =
                Preparation.none().withNormalize(Normalization.TOTAL).apply(data(new double[][] {{1, 3}}))) {
            assertThat(even.fittedPreparation().total()).isEqualTo(OptionalDouble.of(2));
            assertThat(even.notes()).containsExactly("every sample was scaled to the sum 2; the sums were 1 to 3");
        }
    }

    /** Sparse and dense data, logarithms after the sums, missing values left out of them. */
    @Test
    void sumsComeBeforeLogarithms() {
        double[][] x = {{1, 0, 6}, {3, 2, NAN}, {0, 0, 2}};
        Preparation how = Preparation.none().withTotal(10).withLog1p().withImpute(Imputation.ZERO);
        for (Dataset data : List.of(data(x), sparse(x)))
            try (PreparedData prepared = how.apply(data)) {
                double[][] y = array(prepared.data().X());
                double[] depth = {4, 2, 8};
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        assertThat(y[i][j])
                                .isCloseTo(
                                        Double.isNaN(x[i][j]) ? 0 : Math.log1p(x[i][j] * 10 / depth[j]), within(1e-15));
            }
    }

    @Test
    void aSampleOfDepthZeroIsRefused() {
        assertRefused(
                Preparation.none().withNormalize(Normalization.TOTAL),
                new double[][] {{1, 0, 2}, {1, 0, 0}},
                "memory: sample 1 (1) has depth 0: all its numbers are 0, so it cannot be scaled to the sum of the others; leave it out of the file");
        assertRefused(
                Preparation.none().withNormalize(Normalization.TOTAL),
                new double[][] {{1, 0, 2, -1}},
                "memory: sample 3 (3), feature 0 (f0) is -1.0: negative; sums of samples need numbers >= 0, such as counts");
    }

    /** tf-idf as textbooks have it: (1 + ln x)·ln(n/nᵢ), each sample at unit length. */
    @Test
    void tfIdfWeighsWordsByHowFewTextsHaveThem() {
        double[][] x = {{4, 0, 0}, {1, 2, 7}, {0, 3, 0.5}};
        for (Dataset data : List.of(data(x), sparse(x)))
            try (PreparedData prepared =
                    Preparation.none().withNormalize(Normalization.TFIDF).apply(data)) {
                double[][] y = array(prepared.data().X());
                assertThat(y[1]).containsExactly(0, 0, 0); // in every text
                assertThat(y[0][0]).isCloseTo(1, within(1e-15));
                assertThat(y[2][1]).isCloseTo(1, within(1e-15));
                assertThat(y[2][2]).isCloseTo(1, within(1e-15));
                assertThat(1 / prepared.fittedPreparation().features().get(0).divisor())
                        .isCloseTo(Math.log(3), within(1e-15));
            }
        double[][] two = {{4, 0, 1}, {1, 2, 0}};
        double[][] y = prepared(Preparation.none().withNormalize(Normalization.TFIDF), two);
        assertThat(y[0][0] / y[1][0]).isCloseTo(1 + Math.log(4), within(1e-14));
    }

    @Test
    void tfIdfRefusesNegativeNumbersAndFeaturesThatAllHave() {
        Preparation how = Preparation.none().withNormalize(Normalization.TFIDF);
        assertRefused(
                how,
                new double[][] {{1, -2}},
                "memory: sample 1 (1), feature 0 (f0) is -2.0: negative; tf-idf needs numbers >= 0, such as counts of words");
        assertRefused(
                how,
                new double[][] {{1, 2}, {3, 4}},
                "memory: every sample has every feature, so Preparation.withNormalize(TFIDF), which weighs features by how few samples have them, leaves nothing");
    }

    @Test
    void clippingLimitsAFeatureToAQuantileOfItsNonZeros() {
        double[][] x = {{1, 2, 3, 900, 0, 0}, {0, 0, 0, 0, 0, 5}, {7, 7, 7, 7, 7, 7}};
        for (Dataset data : List.of(data(x), sparse(x)))
            try (PreparedData prepared = Preparation.none().withClip(0.75).apply(data)) {
                assertThat(array(prepared.data().X()))
                        .isDeepEqualTo(new double[][] {{1, 2, 3, 3, 0, 0}, {0, 0, 0, 0, 0, 5}, {7, 7, 7, 7, 7, 7}});
                assertThat(prepared.notes()).containsExactly("1 value was clipped to the quantile 0.75 of the feature");
            }
    }

    @Test
    void samplesThatLoseAllTheirValuesAreRefused() {
        double[][] x = {{90, 0, 50, 10}, {1, 2, 1, 1}};
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Preparation.none().withTopVariance(1).apply(data(x)))
                .withMessage(
                        "memory: sample 1 (1) is all zero on the 1 features that stay; keep more of them (Preparation.withTopVariance), or leave out this sample");
    }

    @Test
    void oneValueThatOutweighsAllOthersIsNamed() {
        double[][] x = TestMatrices.uniform(3, 5, 30);
        x[2][17] = 1e6;
        try (PreparedData prepared = Preparation.none().apply(data(x));
                PreparedData clipped = Preparation.none().withClip(0.9).apply(data(x))) {
            assertThat(prepared.notes())
                    .singleElement()
                    .asString()
                    .startsWith("sample 17 (17), feature 2 (f2) is 1000000.0 after the preparation and outweighs");
            assertThat(clipped.notes()).noneMatch(note -> note.contains("outweighs"));
        }
    }

    @Test
    void anOutlierIsNamedByItsPlaceInTheFile() {
        double[][] x = TestMatrices.uniform(3, 6, 30);
        x[0] = new double[30]; // dropped, so that every other feature moves up
        x[3][4] = 1e6;
        Preparation how = Preparation.none().withDropConstant();
        for (Dataset data : List.of(data(x), sparse(x)))
            try (PreparedData prepared = how.apply(data)) {
                assertThat(prepared.notes().get(1)).startsWith("sample 4 (4), feature 3 (f3) is 1000000.0");
            }
    }

    /** The sum of a sample is over all features of its file, which must be as many as those of the fit. */
    @Test
    void sumsOfNewSamplesNeedAllFeatures() {
        double[][] x = TestMatrices.map(TestMatrices.uniform(1, 6, 12), v -> Math.ceil(20 * v));
        Preparation how = Preparation.none().withNormalize(Normalization.TOTAL).withTopVariance(3);
        try (PreparedData prepared = how.apply(data(x));
                Dataset fewer = data(Arrays.copyOf(x, 5));
                Dataset negative = data(x)) {
            FittedPreparation fitted = prepared.fittedPreparation();
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> fitted.apply(fewer.withFeatures(fewer.X(), names(fitted, 5)), new int[] {0}))
                    .withMessageContaining("has 5 features, the fit had 6; every sample is scaled by its sum");
            ((DenseMatrix) negative.X()).set(other(fitted), 2, -5);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> fitted.apply(negative, new int[] {0}))
                    .withMessageContaining("is -5.0: negative; sums of samples need numbers >= 0");
        }
    }

    /** The names of the fitted features, and others. */
    private static List<String> names(FittedPreparation fitted, int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        i < fitted.features().size() ? fitted.features().get(i).name() : "other" + i)
                .toList();
    }

    /** A feature that the preparation dropped. */
    private static int other(FittedPreparation fitted) {
        List<String> kept = fitted.features().stream()
                .map(FittedPreparation.FeatureTransform::name)
                .toList();
        return IntStream.range(0, 6)
                .filter(i -> !kept.contains("f" + i))
                .findFirst()
                .orElseThrow();
    }
}
