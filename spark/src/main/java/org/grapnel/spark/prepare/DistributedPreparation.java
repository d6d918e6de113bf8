package org.grapnel.spark.prepare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.grapnel.data.DataException;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.Imputation;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.SampleVector;
import org.grapnel.spark.data.SourceScan;

/**
 * A {@link Preparation} whose numbers were learned from distributed samples: the same numbers as on one machine, up to the
 * rounding of sums.
 *
 * <p>Each step that learns something reads the samples once or twice: the median sum of {@code total}, the variances of
 * {@code top-variance} (three times), the largest entry, the document counts of {@code tfidf}, and the norms of {@code
 * feature-scale}. The driver holds a few numbers for each feature and none for a sample.
 */
public final class DistributedPreparation {
    private final Preparation how;
    private final SourceScan scan;
    private final String source;
    private final List<String> notes = new ArrayList<>();
    private SampleTransform transform = new SampleTransform();
    private OptionalDouble total = OptionalDouble.empty();
    private int[] stay;
    private double[] divisor;
    private double[] featureDivisor;

    private DistributedPreparation(SourceScan scan, Preparation how, String source) {
        this.how = how;
        this.scan = scan;
        this.source = source;
        stay = IntStream.range(0, scan.features()).toArray();
        divisor = filled(stay.length, 1);
        featureDivisor = filled(stay.length, 1);
    }

    /**
     * Learns the numbers of a preparation.
     *
     * @param rows vectors with entries ≥ 0 in the first column and, if there are ids, ids in the second
     * @param source name of the data, for messages
     */
    public static DistributedPreparation fit(JavaRDD<Row> rows, SourceScan scan, Preparation how, String source) {
        Preconditions.require(
                how.impute() == Imputation.NONE
                        && how.clip().isEmpty()
                        && how.normalize() != Normalization.MINMAX
                        && how.featureScale() != FeatureScaling.SHIFT_UNIT,
                "%s is not supported on Spark: no clip, no impute, neither minmax nor shift-unit",
                how);
        DistributedPreparation fitted = new DistributedPreparation(scan, how, source);
        if (how.normalize() == Normalization.TOTAL) fitted.scaleDepth(rows);
        if (how.log1p()) {
            fitted.transform = fitted.transform.withLog1p();
            fitted.notes.add("log(1 + x) was taken");
        }
        if (how.dropConstant() || how.topVariance().isPresent()) fitted.choose(rows);
        fitted.normalize(rows);
        if (how.featureScale() == FeatureScaling.UNIT) fitted.scaleFeatures(rows);
        return fitted;
    }

    private FeatureStatistics statistics(JavaRDD<Row> rows) {
        return new FeatureStatistics(rows, transform, stay.length, scan.samples());
    }

    /** Scales every sample to the same sum: the one that was asked for, or the median of the sums. */
    private void scaleDepth(JavaRDD<Row> rows) {
        SampleSearch.FoundSamples empty = SampleSearch.find(rows, scan.offsets(), x -> !(SampleTransform.sum(x) > 0));
        if (empty.count() > 0)
            throw new DataException(
                    "%s: %s depth 0: all %s numbers are 0, so %s cannot be scaled to the sum of the others; leave %s out of the file",
                    source,
                    empty + (empty.isOne() ? " has" : " have"),
                    empty.isOne() ? "its" : "their",
                    empty.isOne() ? "it" : "they",
                    empty.isOne() ? "it" : "them");
        double[] sums = DepthQuantiles.find(rows, scan.samples());
        double to = how.total().orElse(sums[1]);
        total = OptionalDouble.of(to);
        transform = transform.withTotal(to);
        notes.add(String.format(
                Locale.ROOT,
                "every sample was scaled to the sum %s; the sums were %s to %s",
                round(to),
                round(sums[0]),
                round(sums[2])));
    }

    private static String round(double x) {
        return x == Math.rint(x) && Math.abs(x) < 1e9
                ? String.valueOf((long) x)
                : String.format(Locale.ROOT, "%.4g", x);
    }

    /** Selects features. Variances are those of x over the largest x, as on one machine. */
    private void choose(JavaRDD<Row> rows) {
        int p = stay.length;
        FeatureStatistics.FeatureRange range = statistics(rows).range();
        stay = IntStream.range(0, p)
                .filter(i -> !how.dropConstant() || range.least()[i] != range.most()[i])
                .toArray();
        if (stay.length == 0)
            throw new DataException(
                    "%s: all %d features are constant, so Preparation.withDropConstant leaves none", source, p);
        if (stay.length < p)
            notes.add(p - stay.length + " constant feature" + (p - stay.length == 1 ? " was" : "s were") + " dropped");
        int most = how.topVariance().orElse(stay.length);
        if (most > stay.length)
            notes.add("top variance " + most + " keeps all " + stay.length + " features: there are no more");
        if (most < stay.length) {
            double[] variance = variances(rows, p, range);
            stay = IntStream.of(stay)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(i -> -variance[i])
                            .thenComparing(i -> i))
                    .limit(most)
                    .mapToInt(i -> i)
                    .sorted()
                    .toArray();
            notes.add("the " + most + " features of largest variance were kept, of " + p);
        }
        if (stay.length == p) return;
        requireUsed(rows);
        transform = transform.withFeatures(stay, p);
        divisor = filled(stay.length, 1);
        featureDivisor = filled(stay.length, 1);
    }

    private double[] variances(JavaRDD<Row> rows, int p, FeatureStatistics.FeatureRange range) {
        double largest = DoubleStream.of(range.most()).max().orElse(0);
        double size = largest == 0 ? 1 : largest;
        double n = scan.samples();
        double[] first = new double[p];
        SampleVector x = FeatureStatistics.sample(rows.first(), transform);
        for (int e = 0; e < x.stored(); e++) first[x.index(e)] = x.value(e);
        FeatureStatistics statistics = new FeatureStatistics(rows, transform, p, scan.samples());
        double[] mean = statistics.sum((i, value) -> (value - first[i]) / size / n);
        return statistics.sum((i, value) -> {
            double deviation = (value - first[i]) / size - mean[i];
            return deviation * deviation / n;
        });
    }

    /** Refuses samples of which nothing but zeros is left by the selection of features. */
    private void requireUsed(JavaRDD<Row> rows) {
        boolean[] stays = new boolean[scan.features()];
        for (int i : stay) stays[i] = true;
        SampleSearch.FoundSamples lost = SampleSearch.find(rows, scan.offsets(), x -> isLost(x, stays));
        if (lost.count() > 0)
            throw new DataException(
                    "%s: %s all zero on the %d features that stay; keep more of them (Preparation.withTopVariance), or leave out %s",
                    source,
                    lost + (lost.isOne() ? " is" : " are"),
                    stay.length,
                    lost.isOne() ? "this sample" : "these samples");
    }

    private static boolean isLost(SampleVector x, boolean[] stays) {
        boolean any = false;
        for (int e = 0; e < x.stored(); e++) {
            if (x.value(e) == 0) continue;
            if (stays[x.index(e)]) return false;
            any = true;
        }
        return any;
    }

    private void normalize(JavaRDD<Row> rows) {
        if (how.normalize() == Normalization.TFIDF) {
            weighRareFeatures(rows);
            transform = transform.withUnitLength();
            notes.add("every feature was weighted by how few samples have it, and every sample divided by its length");
        } else if (how.normalize() == Normalization.MAX) {
            double most = DoubleStream.of(statistics(rows).range().most()).max().orElse(0);
            if (!(most > 0))
                throw new DataException(
                        "%s: no number is above 0, so Preparation.withNormalize(MAX) has nothing to divide by", source);
            Arrays.fill(divisor, most);
            transform = transform.withDivisor(divisor);
            notes.add("all numbers were divided by the largest, " + most);
        } else if (how.normalize() == Normalization.L2) {
            transform = transform.withUnitLength();
            notes.add("every sample was divided by its length");
        }
    }

    /** Multiplies every feature by its inverse document frequency. */
    private void weighRareFeatures(JavaRDD<Row> rows) {
        double[] having = statistics(rows).sum((i, x) -> x == 0 ? 0 : 1);
        for (int i = 0; i < divisor.length; i++)
            divisor[i] = 1 / Math.log((double) scan.samples() / Math.max(1, having[i]));
        if (Arrays.stream(divisor).allMatch(Double::isInfinite))
            throw new DataException(
                    "%s: every sample has every feature, so Preparation.withNormalize(TFIDF), which weighs features by how few samples have them, leaves nothing",
                    source);
        transform = transform.withDampedFrequencies().withDivisor(divisor);
    }

    /** Divides every feature by its norm; a zero feature stays zero. */
    private void scaleFeatures(JavaRDD<Row> rows) {
        double[] size = statistics(rows).range().most();
        double[] squares = statistics(rows).sum((i, x) -> size[i] == 0 ? 0 : x / size[i] * (x / size[i]));
        for (int i = 0; i < size.length; i++) featureDivisor[i] = size[i] == 0 ? 1 : size[i] * Math.sqrt(squares[i]);
        transform = transform.withFeatureDivisor(featureDivisor);
        notes.add("every feature was divided by its norm");
    }

    /** Prepares samples: rows with a vector in the first column; the other columns stay. */
    public JavaRDD<Row> apply(JavaRDD<Row> rows) {
        SampleTransform with = transform;
        return rows.map(row -> apply(row, with));
    }

    private static Row apply(Row row, SampleTransform transform) {
        Object[] cells = new Object[row.size()];
        for (int at = 0; at < cells.length; at++) cells[at] = row.get(at);
        Vector prepared = transform.apply(SampleVector.of(cells[0]));
        cells[0] = prepared;
        return RowFactory.create(cells);
    }

    /** Returns the numbers that prepare other samples in the same way; {@code names} are those of the features as read. */
    public FittedPreparation fitted(List<String> names) {
        return new FittedPreparation(
                total,
                scan.features(),
                how.log1p(),
                how.normalize(),
                IntStream.range(0, stay.length)
                        .mapToObj(i -> new FittedPreparation.FeatureTransform(
                                names.get(stay[i]),
                                Double.POSITIVE_INFINITY,
                                Double.NaN,
                                0,
                                divisor[i],
                                0,
                                featureDivisor[i]))
                        .toList());
    }

    /** Returns the index of every feature in the data as read. */
    public List<Integer> origins() {
        return IntStream.of(stay).boxed().toList();
    }

    /** Returns what was done, in sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    private static double[] filled(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }
}
