package org.grapnel.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;

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

    private static final int BYTE = 255;

    /** Half of the grey levels that are not black are at least this; half of small counts are 1 or 2. */
    private static final double USUAL_GREY = 16;

    private static final double MOST_ZEROS = 0.9;
    private static final double MOST_WORDS = 0.6;
    private static final Pattern WORD = Pattern.compile("\\p{Ll}[\\p{Ll}'-]+");

    /** Looks at the data as they were read. */
    public static Optional<RecipeHint> of(Dataset data) {
        Matrix X = data.X();
        if (X.cols() < FEWEST_SAMPLES || X.rows() < FEWEST_FEATURES) return Optional.empty();
        WholeNumbers numbers = new WholeNumbers(X);
        if (!numbers.areWhole || numbers.most <= 1) return Optional.empty();
        boolean grey = numbers.most <= BYTE && numbers.median() >= USUAL_GREY && X.isDense();
        if (data.picture().isPresent() || grey)
            return Optional.of(new RecipeHint(
                    Recipe.PICTURES,
                    "these look like pictures: whole numbers from 0 to " + (long) numbers.most
                            + ", most of them large"));
        boolean heavy = numbers.most > Math.max(20, 10 * numbers.median());
        double zeros = 1 - (double) X.nonZeros() / X.rows() / X.cols();
        if (!heavy && zeros < MOST_ZEROS) return Optional.empty();
        if (zeros >= MOST_ZEROS && areWords(data.features()))
            return Optional.of(new RecipeHint(
                    Recipe.TEXT,
                    String.format(
                            Locale.ROOT,
                            "these look like counts of words: whole numbers, %.0f %% of them 0, and features named by words",
                            100 * zeros)));
        return numbers.depthSpread() < DEPTH_SPREAD ? Optional.empty() : Optional.of(counts(numbers, zeros, data));
    }

    private static RecipeHint counts(WholeNumbers numbers, double zeros, Dataset data) {
        boolean unnamed = zeros >= MOST_ZEROS
                && data.features().equals(Dataset.numbered("f", data.X().rows()));
        return new RecipeHint(
                Recipe.COUNTS,
                String.format(
                        Locale.ROOT,
                        "these look like counts of samples at different depth: whole numbers whose sums go from %d to %d%s",
                        (long) numbers.depth[0],
                        (long) numbers.depth[numbers.depth.length - 1],
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

    /** What one pass over X tells. */
    private static final class WholeNumbers {
        private final double[] depth;
        private final Quantiles positive;
        private long count;
        private boolean areWhole = true;
        private double most;

        WholeNumbers(Matrix X) {
            depth = new double[X.cols()];
            positive = new Quantiles(X.nonZeros());
            if (X instanceof SparseMatrix sparse) {
                for (int j = 0; j < X.cols() && areWhole; j++) {
                    int sample = j;
                    sparse.forEachInColumn(j, (i, x) -> add(sample, x));
                }
            } else {
                double[] row = new double[X.cols()];
                for (int i = 0; i < X.rows() && areWhole; i++) {
                    X.row(i, row);
                    for (int j = 0; j < row.length && areWhole; j++) add(j, row[j]);
                }
            }
            Arrays.sort(depth);
        }

        private void add(int sample, double x) {
            if (!(x >= 0) || x != Math.rint(x) || Double.isInfinite(x)) areWhole = false;
            if (!areWhole || x == 0) return;
            positive.add(x);
            count++;
            most = Math.max(most, x);
            depth[sample] += x;
        }

        /** The median of the numbers above 0. */
        double median() {
            return count == 0 ? 0 : positive.at(count, 0, 0.5).get(0);
        }

        /** The 95 % quantile of the sums of the samples over the 5 % quantile. */
        double depthSpread() {
            int last = depth.length - 1;
            return depth[(int) Math.ceil(0.95 * last)] / Math.max(1, depth[(int) (0.05 * last)]);
        }
    }
}
