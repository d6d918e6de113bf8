package org.grapnel.data;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;

/** The steps of a preparation, given the numbers they need. Fitting and applying a preparation share them. */
final class PreparationSteps {
    private static final int SHOWN = 3;

    private PreparationSteps() {}

    /**
     * What to do about missing values, with %s for "it" or "them".
     *
     * @param any with any loss
     * @param squared the rest of the sentence, with the loss squared only
     */
    record MissingRemedy(String any, String squared) {}

    /**
     * Refuses infinite values, and missing values unless they are allowed. The message names the first cells.
     *
     * @param origin the index of a feature in the data as read
     * @param remedy the remedy for missing values; empty if they are allowed
     */
    static void requireNumbers(Dataset data, IntUnaryOperator origin, Optional<MissingRemedy> remedy) {
        StringBuilder places = new StringBuilder();
        int missing = 0;
        int sample = 0;
        int feature = 0;
        double[] row = new double[data.X().cols()];
        for (int i = 0; i < data.X().rows(); i++) {
            data.X().row(i, row);
            for (int j = 0; j < row.length; j++) {
                if (Double.isInfinite(row[j]))
                    throw data.invalidCell(
                            j, i, origin, " is " + row[j] + ": infinite; allowed are finite numbers >= 0");
                if (remedy.isEmpty() || !Double.isNaN(row[j])) continue;
                if (missing == 0) {
                    sample = j;
                    feature = i;
                }
                if (missing++ < SHOWN)
                    places.append(places.isEmpty() ? "" : "; ").append(data.place(j, i, origin));
            }
        }
        if (missing == 0) return;
        boolean one = missing == 1;
        MissingRemedy words = remedy.orElseThrow();
        throw new CellException(
                sample,
                origin.applyAsInt(feature),
                !one,
                data.source().path() + ": " + missing + (one ? " missing value: " : " missing values: ") + places
                        + (missing > SHOWN ? "; …" : "") + "; "
                        + words.any().replace("%s", one ? "it" : "them"),
                words.squared().replace("%s", one ? "it" : "them"));
    }

    /** Replaces entries without weight by NaN. */
    static Dataset hide(Dataset data) {
        return data.weights()
                .filter(weights -> weights.missing() > 0)
                .map(weights -> data.withX(weights.hideIn(data.X())))
                .orElse(data);
    }

    /** Refuses samples and features without any entry: nothing could be said about them. */
    static void requireObserved(Dataset data) {
        boolean[] sample = new boolean[data.X().cols()];
        boolean[] feature = new boolean[data.X().rows()];
        double[] row = new double[sample.length];
        for (int i = 0; i < feature.length; i++) {
            data.X().row(i, row);
            for (int j = 0; j < row.length; j++)
                if (!Double.isNaN(row[j])) {
                    sample[j] = true;
                    feature[i] = true;
                }
        }
        requireObserved(data, "sample", sample, data.samples());
        requireObserved(data, "feature", feature, data.features());
    }

    private static void requireObserved(Dataset data, String what, boolean[] observed, List<String> names) {
        int[] empty =
                IntStream.range(0, observed.length).filter(i -> !observed[i]).toArray();
        if (empty.length == 0) return;
        String first = IntStream.of(empty)
                .limit(SHOWN)
                .mapToObj(i -> i + " (" + names.get(i) + ")")
                .collect(Collectors.joining(", "));
        boolean one = empty.length == 1;
        throw new DataException(
                "%s: %s without any entry%s: %s%s; leave %s out",
                data.source().path(),
                one ? "a " + what : empty.length + " " + what + "s",
                data.weights().filter(weights -> weights.missing() > 0).isPresent()
                        ? " once the mask and the weights are applied"
                        : "",
                first,
                empty.length > SHOWN ? ", …" : "",
                one ? "it" : "them");
    }

    static void requireNonNegative(Dataset data, IntUnaryOperator origin, String why) {
        double[] row = new double[data.X().cols()];
        for (int i = 0; i < data.X().rows(); i++) {
            data.X().row(i, row);
            for (int j = 0; j < row.length; j++)
                if (row[j] < 0)
                    throw data.invalidCell(
                            j, i, origin, " is " + row[j] + (row[j] < 0 ? ": negative; " : ": infinite; ") + why);
        }
    }

    /** Returns the sum of every sample, without its missing values. A sample whose sum is 0 is refused. */
    static double[] depths(Dataset data) {
        double[] depth = new double[data.X().cols()];
        for (int i = 0; i < data.X().rows(); i++)
            data.X().forEachInRow(i, (j, x) -> depth[j] += Double.isNaN(x) ? 0 : x);
        int[] empty =
                IntStream.range(0, depth.length).filter(j -> !(depth[j] > 0)).toArray();
        boolean one = empty.length == 1;
        if (empty.length > 0)
            throw new DataException(
                    "%s: %s depth 0: all %s numbers are 0, so %s cannot be scaled to the sum of the others; leave %s out of the file",
                    data.source().path(),
                    samples(data, empty) + (one ? " has" : " have"),
                    one ? "its" : "their",
                    one ? "it" : "they",
                    one ? "it" : "them");
        return depth;
    }

    /** Names the first of some samples. */
    static String samples(Dataset data, int[] which) {
        String first = IntStream.of(which)
                .limit(SHOWN)
                .mapToObj(j -> j + " (" + data.samples().get(j) + ")")
                .collect(Collectors.joining(", "));
        return (which.length == 1 ? "sample " : which.length + " samples, ")
                + first
                + (which.length > SHOWN ? ", …," : "");
    }

    /** Scales every sample from its sum to {@code total}. */
    static Dataset scaleSamples(Dataset data, double[] depth, double total) {
        return data.withX(data.X().map((i, j, x) -> x / (depth[j] / total)));
    }

    /** Replaces x > 1 by 1 + ln x: a word that stands ten times in a text is not ten times as telling. */
    static Dataset dampFrequencies(Dataset data) {
        return data.withX(data.X().map((i, j, x) -> x > 1 ? 1 + Math.log(x) : x));
    }

    /** Replaces the values of feature i above cap[i] by cap[i]. */
    static Dataset clip(Dataset data, double[] cap) {
        if (Arrays.stream(cap).allMatch(most -> most == Double.POSITIVE_INFINITY)) return data;
        return data.withX(data.X().map((i, j, x) -> x > cap[i] ? cap[i] : x));
    }

    static Dataset log1p(Dataset data, IntUnaryOperator origin) {
        return data.withX(data.X().map((i, j, x) -> {
            if (x <= -1) throw data.invalidCell(j, i, origin, " is " + x + ": log1p needs numbers above -1");
            return Math.log1p(x);
        }));
    }

    /** Fills the missing values of feature i with by[i]. */
    static Dataset fill(Dataset data, double[] by) {
        if (Arrays.stream(by).allMatch(Double::isNaN)) return data;
        return data.withX(data.X().map((i, j, x) -> Double.isNaN(x) ? by[i] : x));
    }

    /** x ← (x − shift)/divisor, with one shift and divisor per feature. */
    static Dataset scale(Dataset data, double[] shift, double[] divisor) {
        boolean shifts = Arrays.stream(shift).anyMatch(s -> s != 0);
        if (!shifts && Arrays.stream(divisor).allMatch(d -> d == 1)) return data;
        if (shifts && !data.X().isDense())
            throw new DataException(
                    "%s: the data are sparse, and to subtract a number would fill every zero; choose a scale that subtracts nothing: Preparation.withNormalize(MAX) or l2, Preparation.withFeatureScale(UNIT)",
                    data.source().path());
        return data.withX(data.X().map((i, j, x) -> (x - shift[i]) / divisor[i]));
    }

    /** Divides each sample by its norm; a zero sample stays zero. */
    static Dataset unitSamples(Dataset data) {
        return unitSamples(data, norms(data.X()));
    }

    /** Divides each sample by its norm, which is given; a zero sample stays zero. */
    static Dataset unitSamples(Dataset data, double[] length) {
        return data.withX(data.X().map((i, j, x) -> length[j] == 0 ? x : x / length[j]));
    }

    /** Returns the norm of every sample, without its missing values. */
    static double[] norms(Matrix X) {
        if (Arrays.stream(X.rowSquares()).noneMatch(Double::isNaN)) return X.columnNorms();
        Matrix zeros = (X instanceof DenseMatrix dense ? dense.copy() : X).map((i, j, x) -> Double.isNaN(x) ? 0 : x);
        try (zeros) {
            return zeros.columnNorms();
        }
    }

    /** Copies some features; the given data stay open. */
    static Dataset copyRows(Dataset data, int[] chosen) {
        Matrix X = data.X().selectRows(chosen);
        List<String> names = IntStream.of(chosen).mapToObj(data.features()::get).toList();
        Dataset some = data.withFeatures(X, names);
        return data.weights()
                .map(all -> some.withWeights(all.selectRows(chosen)))
                .orElse(some);
    }

    /** Copies some features and closes the given data. */
    static Dataset keepRows(Dataset data, int[] chosen) {
        Dataset some = copyRows(data, chosen);
        data.close();
        return some;
    }
}
