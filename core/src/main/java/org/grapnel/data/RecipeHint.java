package org.grapnel.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.grapnel.linalg.Matrix;

/**
 * The recipe that data look like, and why. Only whole numbers from 0 on are recognised: what has fractions was most likely prepared already.
 *
 * @param why what was seen, as a clause: {@code whole numbers whose sums differ}
 */
public record RecipeHint(Recipe recipe, String why) {
    /** Counts of genes or words have many features; a small table of whole numbers has columns of another meaning each. */
    private static final int FEWEST_FEATURES = 50;

    private static final int FEWEST_SAMPLES = 10;

    /** The spread of depths, 95 % over 5 %, from which on they must not decide the groups. */
    private static final double DEPTH_SPREAD = 1.3;

    private static final double MOST_ZEROS = 0.9;
    private static final double ZEROS_OF_WORDS = 0.5;
    private static final double MOST_WORDS = 0.6;
    private static final Pattern WORD = Pattern.compile("\\p{Ll}[\\p{Ll}'-]+");

    /** Looks at the data as they were read. */
    public static Optional<RecipeHint> of(Dataset data) {
        Matrix X = data.X();
        if (X.cols() < FEWEST_SAMPLES || X.rows() < FEWEST_FEATURES) return Optional.empty();
        return CountProfile.of(X).filter(numbers -> numbers.largest() > 1).flatMap(numbers -> of(data, numbers));
    }

    private static Optional<RecipeHint> of(Dataset data, CountProfile numbers) {
        if (data.picture().isPresent() || numbers.areGrey())
            return Optional.of(new RecipeHint(
                    Recipe.PICTURES,
                    "these look like pictures: whole numbers from 0 to " + (long) numbers.largest()
                            + ", most of them large"));
        Matrix X = data.X();
        boolean heavy = numbers.largest() > Math.max(20, 10 * numbers.median());
        double zeros = 1 - (double) X.nonZeros() / X.rows() / X.cols();
        if (zeros >= ZEROS_OF_WORDS && areWords(data.features()))
            return Optional.of(new RecipeHint(
                    Recipe.TEXT,
                    String.format(
                            Locale.ROOT,
                            "these look like counts of words: whole numbers, %.0f %% of them 0, and features named by words",
                            100 * zeros)));
        if (!heavy && zeros < MOST_ZEROS) return Optional.empty();
        return numbers.depthSpread() < DEPTH_SPREAD ? Optional.empty() : Optional.of(counts(numbers, zeros, data));
    }

    private static RecipeHint counts(CountProfile numbers, double zeros, Dataset data) {
        boolean unnamed = zeros >= MOST_ZEROS
                && data.features().equals(Dataset.numbered("f", data.X().rows()));
        return new RecipeHint(
                Recipe.COUNTS,
                String.format(
                        Locale.ROOT,
                        "these look like counts of samples at different depth: whole numbers whose sums go from %.0f to %.0f%s",
                        Arrays.stream(numbers.depths()).min().orElse(0),
                        Arrays.stream(numbers.depths()).max().orElse(0),
                        unnamed ? " (if they count words, the recipe is text)" : ""));
    }

    private static boolean areWords(List<String> names) {
        int step = Math.max(1, names.size() / 1000);
        int seen = 0;
        int words = 0;
        for (int i = 0; i < names.size(); i += step) {
            seen++;
            if (WORD.matcher(names.get(i)).matches()) words++;
        }
        return words >= MOST_WORDS * seen;
    }
}
