package org.grapnel.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * X (a row per feature, a column per sample) with its names, the truth about the samples where the user has one, and its
 * source. Owns X: closing the data set frees it.
 *
 * @param picture how the features are arranged, where they are the pixels of pictures
 */
public record Dataset(
        Matrix X,
        List<String> features,
        List<String> samples,
        Optional<List<String>> labels,
        DataSource source,
        Optional<ImageShape> picture)
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
        if (pixels != X.rows()) throw new DataException("pictures of %d pixels for %d features", pixels, X.rows());
    }

    /** Data that are not pictures. */
    public Dataset(
            Matrix X, List<String> features, List<String> samples, Optional<List<String>> labels, DataSource source) {
        this(X, features, samples, labels, source, Optional.empty());
    }

    /**
     * How the pixels of a picture are numbered: row after row, or column after column as programs do that keep matrices by
     * columns (MATLAB, R).
     */
    public record ImageShape(int height, int width, boolean byColumns) {
        public ImageShape {
            Preconditions.require(height >= 1 && width >= 1, "a picture cannot be %d x %d", height, width);
            Preconditions.require(
                    (long) height * width <= Integer.MAX_VALUE, "a picture of %d x %d is too large", height, width);
        }

        /** Row after row. */
        public ImageShape(int height, int width) {
            this(height, width, false);
        }

        public int pixels() {
            return height * width;
        }

        /** The feature that is the pixel in line y, counted from the top, and column x. */
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

    /** The same data with other numbers: X is taken over, the names stay. */
    public Dataset withX(Matrix other) {
        return new Dataset(other, features, samples, labels, source, picture);
    }

    /** The same data, whose features are the pixels of pictures. */
    public Dataset withPicture(ImageShape shape) {
        return new Dataset(X, features, samples, labels, source, Optional.of(shape));
    }

    /** X from a program: features f0, f1, … and samples 0, 1, … */
    public static Dataset of(Matrix X) {
        return new Dataset(X, numbered("f", X.rows()), numbered("", X.cols()), Optional.empty(), DataSource.memory());
    }

    /** prefix0, prefix1, … for things without a name. */
    public static List<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    /**
     * Refuses what no model here can take (a negative, missing or infinite entry, no entry but zeros) and returns what
     * is allowed but worth saying (features or samples that are all zero).
     */
    public List<String> check() {
        return check(feature -> feature);
    }

    /** The same for data of which features were left out: {@code origin} has the place that a feature had among all. */
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
                if (!(x >= 0) || x == Double.POSITIVE_INFINITY) throw invalidCell(j, i, origin, fault(x));
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

    /** Refuses data whose squares a double does not hold: nothing that adds them up can be computed. */
    public void requireSquares() {
        MagnitudeCheck.check(X).ifPresent(cell -> {
            throw new DataException(
                    "%s: the largest value, %s at %s, is %s",
                    source.path(), cell.value(), place(cell.column(), cell.row(), feature -> feature), cell.fault());
        });
    }

    private static String fault(double x) {
        String fault = Double.isNaN(x)
                ? "a missing value; --impute zero or --impute mean fills it"
                : x < 0 && x > Double.NEGATIVE_INFINITY
                        ? "negative; allowed are numbers >= 0, and --normalize minmax brings all of the data to [0, 1]"
                        : "infinite; allowed are finite numbers >= 0";
        return " is " + x + ": " + fault;
    }

    /** What is wrong with an entry, after the file, the sample and the feature. */
    CellException invalidCell(int sample, int feature, IntUnaryOperator origin, String fault) {
        return new CellException(
                sample,
                origin.applyAsInt(feature),
                false,
                source.path() + ": " + place(sample, feature, origin) + fault);
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
    public void close() {
        X.close();
    }
}
