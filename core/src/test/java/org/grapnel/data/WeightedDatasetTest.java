package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data whose entries have weights: weight 0 is a missing entry. */
@Tag("once")
class WeightedDatasetTest {
    private static final int P = 12;
    private static final int N = 20;
    private static final Preparation MODEL = Preparation.none().withImpute(Imputation.MODEL);

    private static double value(int i, int j) {
        return CounterRandom.uniform(1, i, j) < 0.3 ? 0 : 1 + 5 * CounterRandom.uniform(2, i, j);
    }

    private static boolean isHidden(int i, int j) {
        return CounterRandom.uniform(3, i, j) < 0.15;
    }

    private static Matrix matrix(boolean sparse, boolean gaps) {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) X.set(i, j, gaps && isHidden(i, j) ? Double.NaN : value(i, j));
        return sparse ? SparseMatrix.of(X) : X;
    }

    private static EntryWeights mask() {
        return EntryWeights.ofDeficits(P, N, (i, row) -> {
            for (int j = 0; j < N; j++) row[j] = isHidden(i, j) ? 1 : 0;
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMaskGivesTheBitsOfNaN(boolean sparse) {
        Preparation steps = MODEL.withLog1p().withTopVariance(9).withNormalize(Normalization.L2);
        try (PreparedData gaps = steps.apply(Dataset.of(matrix(sparse, true)));
                PreparedData masked =
                        steps.apply(Dataset.of(matrix(sparse, false)).withWeights(mask()))) {
            assertThat(masked.data().X().isDense()).isEqualTo(!sparse);
            assertThat(rows(masked.data().X())).isDeepEqualTo(rows(gaps.data().X()));
            assertThat(rows(masked.weights().orElseThrow().deficits()))
                    .isDeepEqualTo(rows(gaps.weights().orElseThrow().deficits()));
            assertThat(masked.missing().orElseThrow().count())
                    .isEqualTo(gaps.missing().orElseThrow().count())
                    .isPositive();
            assertThat(masked.notes()).isEqualTo(gaps.notes());
        }
    }

    private static double[][] rows(Matrix X) {
        double[][] rows = new double[X.rows()][X.cols()];
        for (int i = 0; i < rows.length; i++) X.row(i, rows[i]);
        return rows;
    }

    @Test
    void weightsFollowTheFeaturesThatStay() {
        EntryWeights weights = EntryWeights.ofDeficits(3, 2, (i, row) -> {
            row[0] = i * 0.25;
            row[1] = 0;
        });
        Dataset data = Dataset.ofSamples(new double[][] {{1, 7, 2}, {1, 3, 9}}).withWeights(weights);
        try (PreparedData prepared = Preparation.none().withDropConstant().apply(data)) {
            assertThat(prepared.weights().orElseThrow().get(0, 0)).isEqualTo(0.75);
            assertThat(prepared.weights().orElseThrow().get(1, 0)).isEqualTo(0.5);
            assertThat(prepared.missing()).isEmpty();
            assertThat(prepared.notes()).contains("entries have weights from 0.5000 to 1");
        }
    }

    @Test
    void weightsOfOneAreNoWeights() {
        assertThat(Dataset.of(matrix(false, false))
                        .withWeights(EntryWeights.ones(P, N))
                        .weights())
                .isEmpty();
    }

    @Test
    void aMissingEntryWithoutCompletionIsRefused() {
        Dataset data = Dataset.of(matrix(false, false)).withWeights(mask());
        assertThatThrownBy(() -> Preparation.none().apply(data))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("missing values")
                .hasMessageContaining("Preparation.withImpute(MODEL) completes them");
        assertThatThrownBy(() -> Preparation.none().withImpute(Imputation.MEAN).apply(data))
                .hasMessageContaining("go with Preparation.withImpute(MODEL), not with Preparation.withImpute(MEAN)");
    }

    @Test
    void weightsOfAnotherShapeAreRefused() {
        Dataset data = Dataset.of(matrix(false, false));
        assertThatThrownBy(() -> data.withWeights(EntryWeights.ones(N, P)))
                .isInstanceOf(DataException.class)
                .hasMessage("weights of 20 features of 12 samples for 12 features of 20 samples");
    }

    static List<Preparation> invertible() {
        return Stream.of(
                        MODEL,
                        MODEL.withLog1p(),
                        MODEL.withTotal(50).withLog1p(),
                        MODEL.withNormalize(Normalization.L2),
                        MODEL.withNormalize(Normalization.MINMAX),
                        MODEL.withNormalize(Normalization.TFIDF),
                        MODEL.withTopVariance(9).withNormalize(Normalization.MAX),
                        MODEL.withFeatureScale(FeatureScaling.UNIT),
                        MODEL.withLog1p().withFeatureScale(FeatureScaling.SHIFT_UNIT))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("invertible")
    void preparedNumbersAreTurnedBackIntoThoseOfTheFile(Preparation steps) {
        try (Matrix read = matrix(false, false);
                PreparedData prepared = steps.apply(Dataset.of(matrix(false, true)))) {
            for (int i = 0; i < prepared.data().X().rows(); i++)
                for (int j = 0; j < N; j++) {
                    int origin = prepared.origins().get(i);
                    if (isHidden(origin, j)) continue;
                    assertThat(prepared.units()
                                    .restore(i, j, prepared.data().X().get(i, j)))
                            .as("feature %d, sample %d", origin, j)
                            .isCloseTo(read.get(origin, j), within(1e-9));
                }
        }
    }
}
