package org.grapnel.spark.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.data.Recipe;
import org.grapnel.data.RecipeHint;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.SourceScan;
import org.grapnel.spark.testing.TestDataFrames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DistributedPreparationTest {
    private static final int FEATURES = 14;
    private static final int SAMPLES = 41;

    /** Counts with an empty feature, a constant one and two equal ones. */
    private static DenseMatrix counts() {
        DenseMatrix X = DenseMatrix.zeros(FEATURES, SAMPLES);
        for (int j = 0; j < SAMPLES; j++) {
            for (int i = 0; i < FEATURES; i++) {
                double draw = CounterRandom.uniform(3, i, j);
                X.set(i, j, draw < 0.5 ? 0 : Math.floor(40 * draw * (1 + j % 3) * CounterRandom.uniform(4, i, 0)));
            }
            X.set(2, j, 0);
            X.set(5, j, 7);
            X.set(9, j, X.get(8, j));
        }
        return X;
    }

    static Stream<Preparation> preparations() {
        Preparation none = Preparation.none();
        return Stream.of(
                none.withLog1p(),
                none.withDropConstant(),
                none.withTopVariance(10),
                none.withLog1p().withDropConstant().withTopVariance(9),
                none.withNormalize(Normalization.MAX),
                none.withNormalize(Normalization.L2),
                none.withNormalize(Normalization.TOTAL),
                none.withTotal(100),
                none.withNormalize(Normalization.TFIDF),
                none.withFeatureScale(FeatureScaling.UNIT),
                Recipe.COUNTS.preparation().withTopVariance(10),
                Recipe.TEXT.preparation().withFeatureScale(FeatureScaling.UNIT),
                Recipe.PICTURES.preparation().withDropConstant());
    }

    private static JavaRDD<Row> rows(DenseMatrix X, boolean sparse, int partitions) {
        return (sparse ? TestDataFrames.sparse(X, partitions) : TestDataFrames.dense(X, partitions))
                .select("features", "id")
                .toJavaRDD();
    }

    @ParameterizedTest
    @MethodSource("preparations")
    void numbersAreThoseOfOneMachine(Preparation how) {
        try (PreparedData local = how.apply(Dataset.of(counts()));
                DenseMatrix X = counts()) {
            for (boolean sparse : List.of(true, false))
                for (int partitions : List.of(1, 4)) {
                    JavaRDD<Row> rows = rows(X, sparse, partitions);
                    DistributedPreparation fit = DistributedPreparation.fit(rows, SourceScan.read(rows), how, "made");
                    FittedPreparation fitted = fit.fitted(Dataset.numbered("f", FEATURES));
                    assertThat(fit.origins()).isEqualTo(local.origins());
                    assertThat(fitted.total())
                            .isEqualTo(local.fittedPreparation().total());
                    requireClose(fitted, local.fittedPreparation());
                    List<Row> prepared = fit.apply(rows).collect();
                    for (int j = 0; j < SAMPLES; j++) {
                        Vector x = prepared.get(j).getAs(0);
                        assertThat(x instanceof SparseVector).isEqualTo(sparse);
                        assertThat(prepared.get(j).getString(1)).isEqualTo("s" + j);
                        for (int i = 0; i < x.size(); i++)
                            assertThat(x.apply(i)).isCloseTo(local.data().X().get(i, j), within(1e-12));
                    }
                }
        }
    }

    private static void requireClose(FittedPreparation fitted, FittedPreparation local) {
        assertThat(fitted.features()).hasSameSizeAs(local.features());
        for (int i = 0; i < fitted.features().size(); i++) {
            FittedPreparation.FeatureTransform one = fitted.features().get(i);
            FittedPreparation.FeatureTransform other = local.features().get(i);
            assertThat(one.name()).isEqualTo(other.name());
            if (Double.isInfinite(other.divisor())) assertThat(one.divisor()).isInfinite();
            else assertThat(one.divisor()).isCloseTo(other.divisor(), within(1e-12 * other.divisor()));
            assertThat(one.featureDivisor()).isCloseTo(other.featureDivisor(), within(1e-12 * other.featureDivisor()));
        }
    }

    @Test
    void emptySamplesCannotBeScaledToASum() {
        try (DenseMatrix X = counts()) {
            for (int i = 0; i < FEATURES; i++) X.set(i, 3, 0);
            JavaRDD<Row> rows = rows(X, true, 3);
            SourceScan scan = SourceScan.read(rows);
            Preparation how = Preparation.none().withNormalize(Normalization.TOTAL);
            assertThatThrownBy(() -> DistributedPreparation.fit(rows, scan, how, "made"))
                    .isInstanceOf(DataException.class)
                    .hasMessage(
                            "made: sample 3 (s3) has depth 0: all its numbers are 0, so it cannot be scaled to the sum of the others; leave it out of the file");
        }
    }

    @Test
    void samplesThatTheSelectionEmptiesAreRefused() {
        try (DenseMatrix X = counts()) {
            for (int i = 0; i < FEATURES; i++) X.set(i, 3, i == 5 ? 7 : 0);
            JavaRDD<Row> rows = rows(X, false, 3);
            SourceScan scan = SourceScan.read(rows);
            Preparation how = Preparation.none().withDropConstant();
            assertThatThrownBy(() -> DistributedPreparation.fit(rows, scan, how, "made"))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("made: sample 3 (s3) is all zero on the 12 features that stay");
        }
    }

    @Test
    void recipeIsThatOfAnEvenSample() {
        DenseMatrix X = DenseMatrix.zeros(60, 1500);
        for (int j = 0; j < X.cols(); j++)
            for (int i = 0; i < X.rows(); i++)
                X.set(i, j, Math.floor(Math.max(0, 30 * CounterRandom.uniform(5, i, j) - 27) * (1 + j % 7)));
        List<String> names = Dataset.numbered("G", 60);
        try (Dataset data = new Dataset(X, names, Dataset.numbered("", 1500), Optional.empty(), DataSource.memory())) {
            JavaRDD<Row> rows = rows(X, true, 3);
            SourceScan scan = SourceScan.read(rows);
            assertThat(RecipeSample.size(scan)).isEqualTo(1000);
            assertThat(RecipeSample.look(rows, scan, names).map(RecipeHint::recipe))
                    .isEqualTo(RecipeHint.of(data).map(RecipeHint::recipe))
                    .hasValue(Recipe.COUNTS);
        }
    }

    @Test
    void fingerprintDependsOnTheNumbersAlone() {
        try (DenseMatrix X = counts();
                DenseMatrix other = counts()) {
            List<String> prints = new ArrayList<>();
            for (int partitions : List.of(1, 3, 50)) {
                prints.add(SourceScan.read(rows(X, true, partitions)).fingerprint());
                prints.add(SourceScan.read(rows(X, false, partitions)).fingerprint());
            }
            assertThat(prints).containsOnly(prints.get(0)).first().asString().matches("41x14-[0-9a-f]{16}");
            other.set(0, 0, other.get(0, 0) + 1e-9);
            assertThat(SourceScan.read(rows(other, true, 1)).fingerprint()).isNotEqualTo(prints.get(0));
        }
    }

    @Test
    void momentsGiveTheErrorOnTheKeptFeatures() {
        try (DenseMatrix X = counts()) {
            FeatureMoments moments = FeatureMoments.compute(rows(X, true, 3), FEATURES, SAMPLES);
            double[] sums = X.rowSums();
            for (int i = 0; i < FEATURES; i++)
                assertThat(moments.means()[i]).isCloseTo(sums[i] / SAMPLES, within(1e-12));
            List<Integer> kept = List.of(0, 5, 8);
            double floor = moments.errorFloor(kept);
            assertThat(moments.relativeErrorOn(kept, floor)).isCloseTo(0, within(1e-6));
            assertThat(moments.relativeErrorOn(kept, 1)).isCloseTo(1, within(1e-12));
        }
    }
}
