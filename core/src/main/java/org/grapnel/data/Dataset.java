package org.grapnel.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * X (a row per feature, a column per sample) with names, optional labels of the samples, and its source.
 *
 * <p>A data set owns X, which lies outside the heap: close it when nothing uses it any more. Results do not close it: a {@code Fit} owns its
 * factors only, and reads X while the data set is open. {@link Preparation#apply} takes the data set over, so that closing either the data set
 * or the prepared data frees X. Closing twice is harmless.
 *
 * @param labels the known classes of the samples, used for scores only
 * @param picture the image shape, if the features are pixels
 * @param columns what else is known about the samples, such as their batch
 * @param weights how much each entry counts in the loss, 0 for a missing one; empty if all count alike
 */
public record Dataset(
        Matrix X,
        List<String> features,
        List<String> samples,
        Optional<List<String>> labels,
        DataSource source,
        Optional<ImageShape> picture,
        List<SampleColumn> columns,
        Optional<EntryWeights> weights)
        implements AutoCloseable {
    public Dataset {
        features = List.copyOf(features);
        samples = List.copyOf(samples);
        labels = labels.map(List::copyOf);
        if (features.size() != X.rows())
            throw new DataException("%d feature names for %d features", features.size(), X.rows());
        if (samples.size() != X.cols())
            throw new DataException("%d sample names for %d samples", samples.size(), X.cols());
        int labelled = labels.map(List::size).orElse(X.cols());
        if (labelled != X.cols()) throw new DataException("%d labels for %d samples", labelled, X.cols());
        int pixels = picture.map(ImageShape::pixels).orElse(X.rows());
        if (pixels != X.rows()) throw new DataException("images of %d pixels for %d features", pixels, X.rows());
        columns = List.copyOf(columns);
        for (SampleColumn column : columns)
            if (column.values().size() != X.cols())
                throw new DataException(
                        "column '%s' has %d values for %d samples",
                        column.name(), column.values().size(), X.cols());
        if (weights.isPresent()
                && (weights.get().rows() != X.rows() || weights.get().cols() != X.cols()))
            throw new DataException(
                    "weights of %d features of %d samples for %d features of %d samples",
                    weights.get().rows(), weights.get().cols(), X.rows(), X.cols());
        weights = weights.filter(given -> !given.areOnes());
    }

    /** Creates data whose entries all count alike. */
    public Dataset(
            Matrix X,
            List<String> features,
            List<String> samples,
            Optional<List<String>> labels,
            DataSource source,
            Optional<ImageShape> picture,
            List<SampleColumn> columns) {
        this(X, features, samples, labels, source, picture, columns, Optional.empty());
    }

    /** Creates data of whose samples nothing else is known. */
    public Dataset(
            Matrix X,
            List<String> features,
            List<String> samples,
            Optional<List<String>> labels,
            DataSource source,
            Optional<ImageShape> picture) {
        this(X, features, samples, labels, source, picture, List.of());
    }

    /** Creates data that are not images. */
    public Dataset(
            Matrix X, List<String> features, List<String> samples, Optional<List<String>> labels, DataSource source) {
        this(X, features, samples, labels, source, Optional.empty());
    }

    /**
     * The size of an image and the order of its pixels: row by row, or column by column as in MATLAB and R.
     */
    public record ImageShape(int height, int width, boolean byColumns) {
        public ImageShape {
            Preconditions.require(height >= 1 && width >= 1, "an image cannot be %d x %d", height, width);
            Preconditions.require(
                    (long) height * width <= Integer.MAX_VALUE, "an image of %d x %d is too large", height, width);
        }

        /** Creates a shape with pixels row by row. */
        public ImageShape(int height, int width) {
            this(height, width, false);
        }

        public int pixels() {
            return height * width;
        }

        /** The feature of the pixel in line y, from the top, and column x. */
        public int feature(int y, int x) {
            return byColumns ? x * height + y : y * width + x;
        }

        /** The line of a feature. */
        public int y(int feature) {
            return byColumns ? feature % height : feature / width;
        }

        /** The column of a feature. */
        public int x(int feature) {
            return byColumns ? feature / height : feature % width;
        }
    }

    /** Replaces X, which is taken over, and keeps the names. */
    public Dataset withX(Matrix other) {
        return new Dataset(other, features, samples, labels, source, picture, columns, weights);
    }

    /** Replaces X, which is taken over, and the names of its features, which are no pixels any more. All entries count alike. */
    public Dataset withFeatures(Matrix other, List<String> names) {
        return new Dataset(other, names, samples, labels, source, Optional.empty(), columns);
    }

    /** Replaces what else is known about the samples. */
    public Dataset withColumns(List<SampleColumn> others) {
        return new Dataset(X, features, samples, labels, source, picture, others, weights);
    }

    /**
     * Replaces the weights of the entries: the loss is ½Σ c(x − wh)². An entry of weight 0 is missing, whatever X has there, and
     * {@link Preparation#apply} treats it like NaN.
     */
    public Dataset withWeights(EntryWeights entries) {
        return new Dataset(X, features, samples, labels, source, picture, columns, Optional.of(entries));
    }

    /** Declares the entries that are NaN to be missing: their weight is 0. */
    public Dataset withMissing() {
        return withWeights(weights.map(known -> known.withMissing(X)).orElseGet(() -> EntryWeights.ofMissing(X)));
    }

    /** Lets all entries count alike. */
    public Dataset withoutWeights() {
        return new Dataset(X, features, samples, labels, source, picture, columns);
    }

    /** Declares the features to be the pixels of images. */
    public Dataset withPicture(ImageShape shape) {
        return new Dataset(X, features, samples, labels, source, Optional.of(shape), columns, weights);
    }

    /** Creates data from a matrix with a row per feature, which is taken over. Features are called f0, f1, …, samples 0, 1, … */
    public static Dataset of(Matrix X) {
        return new Dataset(X, numbered("f", X.rows()), numbered("", X.cols()), Optional.empty(), DataSource.memory());
    }

    /** Creates data from a copy of the samples, one per row. Features are called f0, f1, … */
    public static Dataset ofSamples(double[][] samples) {
        return ofSamples(samples, numbered("f", samples.length == 0 ? 0 : samples[0].length));
    }

    /** Creates data from a copy of the samples, one per row, with the names of the features. */
    public static Dataset ofSamples(double[][] samples, List<String> features) {
        return ofSamples(samples.length, features, j -> samples[j].length, (j, i) -> samples[j][i]);
    }

    /** Creates data from a copy of the samples, one per row. Features are called f0, f1, … */
    public static Dataset ofSamples(float[][] samples) {
        return ofSamples(samples, numbered("f", samples.length == 0 ? 0 : samples[0].length));
    }

    /** Creates data from a copy of the samples, one per row, with the names of the features. */
    public static Dataset ofSamples(float[][] samples, List<String> features) {
        return ofSamples(samples.length, features, j -> samples[j].length, (j, i) -> samples[j][i]);
    }

    private interface SampleEntry {
        double get(int sample, int feature);
    }

    private static Dataset ofSamples(int n, List<String> features, IntUnaryOperator width, SampleEntry entry) {
        int p = features.size();
        for (int j = 0; j < n; j++)
            if (width.applyAsInt(j) != p)
                throw new DataException("sample %d has %d values for %d features", j, width.applyAsInt(j), p);
        DenseMatrix X = DenseMatrix.zeros(p, n);
        double[] row = new double[n];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < n; j++) row[j] = entry.get(j, i);
            X.setRow(i, row);
        }
        return new Dataset(X, features, numbered("", n), Optional.empty(), DataSource.memory());
    }

    /** Replaces the labels of the samples. */
    public Dataset withLabels(List<String> truth) {
        return new Dataset(X, features, samples, Optional.of(truth), source, picture, columns, weights);
    }

    /** Copies some samples, evenly spread over all. */
    public Dataset evenly(int count) {
        int n = X.cols();
        int[] chosen = IntStream.range(0, Math.min(count, n))
                .map(c -> (int) ((long) c * n / Math.min(count, n)))
                .toArray();
        return new Dataset(
                X.selectColumns(chosen),
                features,
                some(samples, chosen),
                labels.map(all -> some(all, chosen)),
                source,
                picture,
                columns.stream()
                        .map(column -> new SampleColumn(column.name(), some(column.values(), chosen)))
                        .toList(),
                weights.map(all -> all.selectColumns(chosen)));
    }

    private static List<String> some(List<String> all, int[] chosen) {
        return IntStream.of(chosen).mapToObj(all::get).toList();
    }

    /** Returns prefix0, prefix1, … */
    public static List<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    /**
     * Refuses data that no model can use: a negative, missing or infinite entry, or only zeros. Returns notes about what is unusual, such as features
     * or samples that are all zero.
     */
    public List<String> check() {
        return check(feature -> feature);
    }

    /** Checks data of which features were dropped; {@code origin} has the index of a feature in the data as read. */
    List<String> check(IntUnaryOperator origin) {
        int p = X.rows();
        int n = X.cols();
        if (p == 0 || n == 0) throw new DataException("%s holds %d samples and %d features", source.path(), n, p);
        boolean[] used = new boolean[n];
        List<Integer> zeroFeatures = new ArrayList<>();
        double[] row = new double[n];
        for (int i = 0; i < p; i++) {
            X.row(i, row);
            boolean zero = true;
            for (int j = 0; j < n; j++) {
                double x = row[j];
                if (!(x >= 0) || x == Double.POSITIVE_INFINITY)
                    throw invalidCell(j, i, origin, fault(x), squaredRemedy(x));
                if (x != 0) {
                    zero = false;
                    used[j] = true;
                }
            }
            if (zero) zeroFeatures.add(i);
        }
        if (zeroFeatures.size() == p) throw new DataException("%s: every entry is zero", source.path());
        List<Integer> zeroSamples =
                IntStream.range(0, n).filter(j -> !used[j]).boxed().toList();
        List<String> notices = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        samples.stream()
                .filter(name -> !seen.add(name))
                .findFirst()
                .ifPresent(name -> notices.add("several samples are called '" + name + "'"));
        notice("feature", zeroFeatures, features, notices);
        notice("sample", zeroSamples, samples, notices);
        return List.copyOf(notices);
    }

    /** Refuses data whose sum of squares overflows or underflows a double. */
    public void requireSquares() {
        MagnitudeCheck.check(X).ifPresent(cell -> {
            throw new DataException(
                    "%s: the largest value, %s at %s, is %s",
                    source.path(), cell.value(), place(cell.column(), cell.row(), feature -> feature), cell.fault());
        });
    }

    private static String fault(double x) {
        String fault = Double.isNaN(x)
                ? "a missing value; Preparation.withImpute(ZERO) or Preparation.withImpute(MEAN) fills it"
                : isNegative(x) ? "negative; allowed are numbers >= 0" : "infinite; allowed are finite numbers >= 0";
        return " is " + x + ": " + fault;
    }

    /** The remedy that only the loss squared allows: counts have no missing entries, and scaled to [0, 1] they are no counts. */
    private static String squaredRemedy(double x) {
        if (Double.isNaN(x)) return ", and Preparation.withImpute(MODEL) completes it";
        return isNegative(x) ? ", and Preparation.withNormalize(MINMAX) brings all of the data to [0, 1]" : "";
    }

    private static boolean isNegative(double x) {
        return x < 0 && x > Double.NEGATIVE_INFINITY;
    }

    CellException invalidCell(int sample, int feature, IntUnaryOperator origin, String fault) {
        return invalidCell(sample, feature, origin, fault, "");
    }

    /** Returns an exception that names the file, the sample, the feature and the fault. */
    private CellException invalidCell(
            int sample, int feature, IntUnaryOperator origin, String fault, String squaredRemedy) {
        return new CellException(
                sample,
                origin.applyAsInt(feature),
                false,
                source.path() + ": " + place(sample, feature, origin) + fault,
                squaredRemedy);
    }

    String place(int sample, int feature, IntUnaryOperator origin) {
        return "sample " + sample + " (" + samples.get(sample) + "), feature " + origin.applyAsInt(feature) + " ("
                + features.get(feature) + ")";
    }

    private static void notice(String what, List<Integer> zero, List<String> names, List<String> notices) {
        if (zero.isEmpty()) return;
        List<String> first = zero.stream().limit(5).map(names::get).toList();
        String more = zero.size() > first.size() ? ", …" : "";
        notices.add(zero.size() + " " + what + (zero.size() == 1 ? " is" : "s are") + " all zero: "
                + String.join(", ", first) + more);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "Dataset[%s: %d samples, %d features%s]",
                source.path(),
                X.cols(),
                X.rows(),
                labels.isPresent() ? ", labels" : "");
    }

    /** Frees X. Closing twice is harmless. */
    @Override
    public void close() {
        X.close();
    }
}
