package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class RecipeTest {
    private static final int P = 120;
    private static final int N = 60;

    /** Whole numbers: entry (i, j) is drawn around depth(j). */
    private static double[][] counts(long seed, double zeros, IntToDoubleFunction depth) {
        Random random = new Random(seed);
        double[][] x = new double[P][N];
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++)
                if (random.nextDouble() >= zeros)
                    x[i][j] =
                            Math.ceil(-Math.log(random.nextDouble()) * depth.applyAsDouble(j) * (i % 10 == 0 ? 30 : 1));
        return x;
    }

    private static Dataset data(double[][] x, List<String> names) {
        return Dataset.of(DenseMatrix.of(x)).withFeatures(DenseMatrix.of(x), names);
    }

    private static List<String> genes() {
        return IntStream.range(0, P).mapToObj(i -> "Gene" + i).toList();
    }

    @Test
    void countsOfDifferentDepthAreRecognised() {
        double[][] x = counts(1, 0.6, j -> 1 + j % 4);
        try (Dataset dense = data(x, genes());
                Dataset sparse = dense.withFeatures(SparseMatrix.of(DenseMatrix.of(x)), genes())) {
            assertThat(Recipe.suggest(dense)).contains(Recipe.COUNTS);
            assertThat(RecipeHint.of(sparse)).isEqualTo(RecipeHint.of(dense));
            assertThat(RecipeHint.of(dense).orElseThrow().why()).contains("whose sums go from");
        }
    }

    @Test
    void wordsAreRecognisedByTheirNames() {
        List<String> words = IntStream.range(0, P)
                .mapToObj(i -> "word" + (char) ('a' + i % 26) + (char) ('a' + i / 26))
                .toList();
        try (Dataset text = data(counts(2, 0.95, j -> 2), words)) {
            assertThat(Recipe.suggest(text)).contains(Recipe.TEXT);
        }
    }

    @Test
    void greyLevelsAreRecognised() {
        Random random = new Random(3);
        double[][] x = new double[P][N];
        for (double[] row : x) for (int j = 0; j < N; j++) row[j] = random.nextInt(256);
        try (Dataset pixels = data(x, genes())) {
            assertThat(Recipe.suggest(pixels)).contains(Recipe.PICTURES);
        }
    }

    /** Fractions, small tables, equal depth, zeros and ones, negative and missing numbers. */
    @Test
    void otherDataLookLikeNothing() {
        double[][] fractions = counts(4, 0.5, j -> 1 + j % 5);
        fractions[P - 1][N - 1] = 0.5;
        double[][] negative = counts(4, 0.5, j -> 1 + j % 5);
        negative[0][0] = -1;
        double[][] missing = counts(4, 0.5, j -> 1 + j % 5);
        missing[0][0] = Double.NaN;
        double[][] binary = counts(4, 0.5, j -> 1e-9);
        for (double[] row : binary) for (int j = 0; j < N; j++) row[j] = Math.min(1, row[j]);
        for (double[][] x : List.of(fractions, negative, missing, binary))
            try (Dataset data = data(x, genes())) {
                assertThat(Recipe.suggest(data)).isEqualTo(Optional.empty());
            }
        double[][] few = Arrays.copyOf(counts(5, 0.6, j -> 1 + j % 4), 20);
        try (Dataset table = Dataset.of(DenseMatrix.of(few))) {
            assertThat(Recipe.suggest(table)).isEmpty();
        }
    }

    @Test
    void aRecipeIsAPreparation() {
        assertThat(Recipe.COUNTS.preparation())
                .isEqualTo(Preparation.none()
                        .withNormalize(Normalization.TOTAL)
                        .withLog1p()
                        .withRecipe(Recipe.COUNTS));
        assertThat(Recipe.TEXT.preparation().normalize()).isEqualTo(Normalization.TFIDF);
        assertThat(Recipe.PICTURES.preparation().normalize()).isEqualTo(Normalization.MAX);
        assertThat(Preparation.none()
                        .withTotal(1e4)
                        .withRecipe(Recipe.COUNTS)
                        .total()
                        .orElseThrow())
                .isEqualTo(1e4);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Preparation.none().withNormalize(Normalization.L2).withRecipe(Recipe.COUNTS))
                .withMessage("recipe counts normalizes by total, not by l2");
        assertThat(Recipe.NONE.preparation()).isEqualTo(Preparation.none());
    }
}
