package org.grapnel.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/** Fits and applies a preparation: each step learns its numbers from the data as the step before left them. */
final class PreparationFitter {
    /** Prepared data do not depend on the seed of a fit. */
    private static final long COMPLETION_SEED = 0;

    private final Preparation how;
    private final List<String> notes = new ArrayList<>();
    private final int read; // the features of the data as read
    private Dataset at;
    private int[] stay;
    private OptionalDouble total = OptionalDouble.empty();
    private double[] cap;
    private double[] fill;
    private double[] shift;
    private double[] divisor;
    private double[] featureShift;
    private double[] featureDivisor;
    private Optional<double[]> sums = Optional.empty(); // of the samples, before they were scaled
    private Optional<double[]> lengths = Optional.empty();

    PreparationFitter(Preparation how, Dataset data) {
        this.how = how;
        at = data;
        int p = data.X().rows();
        read = p;
        stay = IntStream.range(0, p).toArray();
        cap = filledWith(p, Double.POSITIVE_INFINITY);
        fill = filledWith(p, Double.NaN);
        shift = new double[p];
        divisor = filledWith(p, 1);
        featureShift = new double[p];
        featureDivisor = filledWith(p, 1);
    }

    /** Frees intermediate data if the data are refused; the given data stay open. */
    PreparedData fit() {
        Dataset given = at;
        try {
            return stepByStep(given.picture());
        } catch (RuntimeException | Error e) {
            if (at.X() != given.X()) at.close();
            throw e;
        }
    }

    private PreparedData stepByStep(Optional<Dataset.ImageShape> picture) {
        Preconditions.require(
                at.weights().isEmpty() || how.impute() == Imputation.NONE || how.impute() == Imputation.MODEL,
                "entries with weights go with Preparation.withImpute(MODEL), not with Preparation.withImpute(%s)",
                how.impute().name());
        at = PreparationSteps.hide(at);
        PreparationSteps.requireNumbers(
                at,
                feature -> feature,
                how.impute() == Imputation.NONE
                        ? Optional.of(new PreparationSteps.MissingRemedy(
                                "Preparation.withImpute(ZERO) or Preparation.withImpute(MEAN) fills %s",
                                ", and Preparation.withImpute(MODEL) completes %s"))
                        : Optional.empty());
        if (how.impute() == Imputation.MODEL) PreparationSteps.requireObserved(at);
        if (how.normalize() == Normalization.TOTAL) scaleDepth();
        if (how.log1p()) {
            at = PreparationSteps.log1p(at, feature -> feature);
            notes.add("log(1 + x) was taken");
        }
        if (how.clip().isPresent()) clip(how.clip().getAsDouble());
        if (how.impute() == Imputation.ZERO || how.impute() == Imputation.MEAN) impute();
        if (how.dropConstant() || how.topVariance().isPresent()) choose();
        normalize();
        if (how.featureScale() != FeatureScaling.NONE) scaleFeatures();
        Optional<PreparedData.MissingData> missing = how.impute() == Imputation.MODEL ? complete() : Optional.empty();
        notes.addAll(at.check(feature -> stay[feature]));
        String limit = how.clip().isPresent() ? "" : ", else Preparation.withClip(0.99) limits it";
        OutlierCell.find(at.X()).ifPresent(cell -> notes.add(cell.describe(at, feature -> stay[feature], limit)));
        List<FittedPreparation.FeatureTransform> features = IntStream.range(
                        0, at.X().rows())
                .mapToObj(i -> new FittedPreparation.FeatureTransform(
                        at.features().get(i),
                        cap[i],
                        fill[i],
                        shift[i],
                        divisor[i],
                        featureShift[i],
                        featureDivisor[i]))
                .toList();
        FittedPreparation recipe = new FittedPreparation(total, read, how.log1p(), how.normalize(), features);
        noteWeights();
        OriginalUnits units = new OriginalUnits(recipe, sums, lengths);
        return new PreparedData(at, how, recipe, IntStream.of(stay).boxed().toList(), picture, missing, units, notes);
    }

    /** Says how far weights differ, apart from those of missing entries. */
    private void noteWeights() {
        if (at.weights().isEmpty()) return;
        double least = at.weights().get().smallest();
        double most = at.weights().get().largest();
        if (least < most)
            notes.add(String.format(Locale.ROOT, "entries have weights from %s to %s", round(least), round(most)));
    }

    /** Replaces X by its completion, if entries are missing. */
    private Optional<PreparedData.MissingData> complete() {
        at = at.withMissing();
        Optional<EntryWeights> gaps =
                at.weights().map(EntryWeights::onlyMissing).filter(mask -> !mask.areOnes());
        if (gaps.isEmpty()) return Optional.empty();
        int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            Completion found = Completion.compute(context, at.X(), COMPLETION_SEED);
            at.close();
            at = at.withX(found.X());
            PreparedData.MissingData missing =
                    new PreparedData.MissingData(gaps.get(), found.method(), found.strength(), found.heldOutError());
            notes.add(missing.describe());
            return Optional.of(missing);
        }
    }

    /** Scales every sample to the same sum: the one that was asked for, or the median of the sums. */
    private void scaleDepth() {
        PreparationSteps.requireNonNegative(
                at, feature -> feature, "sums of samples need numbers >= 0, such as counts");
        double[] depth = PreparationSteps.depths(at);
        double[] sorted = depth.clone();
        Arrays.sort(sorted);
        double to = how.total().orElseGet(() -> median(sorted));
        total = OptionalDouble.of(to);
        sums = Optional.of(depth);
        at = PreparationSteps.scaleSamples(at, depth, to);
        notes.add(String.format(
                Locale.ROOT,
                "every sample was scaled to the sum %s; the sums were %s to %s",
                round(to),
                round(sorted[0]),
                round(sorted[sorted.length - 1])));
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static String round(double x) {
        return x == Math.rint(x) && Math.abs(x) < 1e9
                ? String.valueOf((long) x)
                : String.format(Locale.ROOT, "%.4g", x);
    }

    /**
     * Limits every feature to a quantile of its values that are not zero. Zeros do not count, or a feature that few samples have would lose all it
     * tells about them. The quantile is rounded down, so that a single outlier is limited however few samples there are.
     */
    private void clip(double quantile) {
        double[] row = new double[at.X().cols()];
        long clipped = 0;
        for (int i = 0; i < cap.length; i++) {
            at.X().row(i, row);
            double[] values = Arrays.stream(row)
                    .filter(x -> x != 0 && !Double.isNaN(x))
                    .sorted()
                    .toArray();
            if (values.length == 0) continue;
            double most = values[(int) Math.floor(quantile * (values.length - 1) + 1e-9)];
            if (most == values[values.length - 1]) continue;
            cap[i] = most;
            clipped += Arrays.stream(values).filter(x -> x > most).count();
        }
        at = PreparationSteps.clip(at, cap);
        notes.add(String.format(
                Locale.ROOT,
                "%d value%s clipped to the quantile %s of the feature",
                clipped,
                clipped == 1 ? " was" : "s were",
                quantile));
    }

    private void impute() {
        double[] row = new double[at.X().cols()];
        long gaps = 0;
        for (int i = 0; i < fill.length; i++) {
            at.X().row(i, row);
            double mean = 0;
            int present = 0;
            for (double x : row) if (!Double.isNaN(x)) mean += (x - mean) / ++present;
            gaps += row.length - present;
            if (how.impute() == Imputation.MEAN && present == 0 && row.length > 0)
                throw new DataException(
                        "%s: feature %d (%s) has no value at all, so it has no mean; leave it out, or use Preparation.withImpute(ZERO)",
                        at.source().path(), i, at.features().get(i));
            fill[i] = how.impute() == Imputation.ZERO ? 0 : mean;
        }
        if (gaps == 0) return;
        at = PreparationSteps.fill(at, fill);
        notes.add(String.format(
                Locale.ROOT,
                "%d missing value%s filled with %s",
                gaps,
                gaps == 1 ? " was" : "s were",
                how.impute() == Imputation.ZERO ? "0" : "the mean of the feature"));
    }

    /** Selects features. Variances are divided by n, and are those of x over the largest |x|, whose square cannot overflow. */
    private void choose() {
        int p = at.X().rows();
        int n = at.X().cols();
        double size = largest(at.X());
        double[] variance = new double[p];
        boolean[] constant = new boolean[p];
        double[] row = new double[n];
        for (int i = 0; i < p; i++) {
            double[] there = observed(i, row);
            double first = there.length == 0 ? 0 : there[0];
            constant[i] = Arrays.stream(there).allMatch(x -> x == first);
            double mean = 0;
            for (double x : there) mean += (x - first) / size / there.length;
            for (double x : there)
                variance[i] += ((x - first) / size - mean) * ((x - first) / size - mean) / there.length;
        }
        stay = IntStream.range(0, p)
                .filter(i -> !how.dropConstant() || !constant[i])
                .toArray();
        if (stay.length == 0)
            throw new DataException(
                    "%s: all %d features are constant, so Preparation.withDropConstant leaves none",
                    at.source().path(), p);
        if (stay.length < p)
            notes.add(p - stay.length + " constant feature" + (p - stay.length == 1 ? " was" : "s were") + " dropped");
        int most = how.topVariance().orElse(stay.length);
        if (most > stay.length)
            notes.add("top variance " + most + " keeps all " + stay.length + " features: there are no more");
        if (most < stay.length) {
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
        boolean[] before = used(at.X());
        at = PreparationSteps.keepRows(at, stay);
        if (how.impute() == Imputation.MODEL) PreparationSteps.requireObserved(at);
        requireUsed(before);
        cap = IntStream.of(stay).mapToDouble(i -> cap[i]).toArray();
        fill = IntStream.of(stay).mapToDouble(i -> fill[i]).toArray();
        shift = new double[stay.length];
        divisor = filledWith(stay.length, 1);
        featureShift = new double[stay.length];
        featureDivisor = filledWith(stay.length, 1);
    }

    /** Refuses samples of which nothing but zeros is left by the selection of features. */
    private void requireUsed(boolean[] before) {
        boolean[] after = used(at.X());
        int[] lost = IntStream.range(0, after.length)
                .filter(j -> before[j] && !after[j])
                .toArray();
        if (lost.length > 0)
            throw new DataException(
                    "%s: %s all zero on the %d features that stay; keep more of them (Preparation.withTopVariance), or leave out %s",
                    at.source().path(),
                    PreparationSteps.samples(at, lost) + (lost.length == 1 ? " is" : " are"),
                    stay.length,
                    lost.length == 1 ? "this sample" : "these samples");
    }

    /** Tells which samples have a value that is not zero. */
    private static boolean[] used(Matrix X) {
        boolean[] used = new boolean[X.cols()];
        for (int i = 0; i < X.rows(); i++) X.forEachInRow(i, (j, x) -> used[j] |= x != 0 && !Double.isNaN(x));
        return used;
    }

    private void normalize() {
        switch (how.normalize()) {
            case NONE, TOTAL -> {}
            case TFIDF -> {
                weighRareFeatures();
                at = unitSamples();
                notes.add(
                        "every feature was weighted by how few samples have it, and every sample divided by its length");
            }
            case MAX -> {
                double most = most();
                if (!(most > 0))
                    throw new DataException(
                            "%s: no number is above 0, so Preparation.withNormalize(MAX) has nothing to divide by",
                            at.source().path());
                Arrays.fill(divisor, most);
                notes.add("all numbers were divided by the largest, " + most);
                at = PreparationSteps.scale(at, shift, divisor);
            }
            case MINMAX -> {
                double least = least();
                double range = most() - least;
                if (!(range > 0) || range == Double.POSITIVE_INFINITY)
                    throw new DataException(
                            "%s: the numbers go from %s to %s, which Preparation.withNormalize(MINMAX) cannot bring to [0, 1]",
                            at.source().path(), least, most());
                Arrays.fill(shift, least);
                Arrays.fill(divisor, range);
                notes.add("all numbers were brought from [" + least + ", " + (least + range) + "] to [0, 1]");
                at = PreparationSteps.scale(at, shift, divisor);
            }
            case L2 -> {
                at = unitSamples();
                notes.add("every sample was divided by its length");
            }
        }
    }

    private Dataset unitSamples() {
        double[] length = PreparationSteps.norms(at.X());
        lengths = Optional.of(length);
        return PreparationSteps.unitSamples(at, length);
    }

    /** Multiplies every feature by its inverse document frequency. */
    private void weighRareFeatures() {
        PreparationSteps.requireNonNegative(
                at, feature -> stay[feature], "tf-idf needs numbers >= 0, such as counts of words");
        double[] row = new double[at.X().cols()];
        for (int i = 0; i < divisor.length; i++) {
            double[] there = observed(i, row);
            long having = Arrays.stream(there).filter(x -> x != 0).count();
            divisor[i] = 1 / Math.log((double) there.length / Math.max(1, having));
        }
        if (Arrays.stream(divisor).allMatch(Double::isInfinite))
            throw new DataException(
                    "%s: every sample has every feature, so Preparation.withNormalize(TFIDF), which weighs features by how few samples have them, leaves nothing",
                    at.source().path());
        at = PreparationSteps.dampFrequencies(at);
        at = PreparationSteps.scale(at, shift, divisor);
    }

    /** Scales the features; a zero feature stays zero. */
    private void scaleFeatures() {
        boolean shifts = how.featureScale() == FeatureScaling.SHIFT_UNIT;
        double[] row = new double[at.X().cols()];
        for (int i = 0; i < featureShift.length; i++) {
            double[] there = observed(i, row);
            double least = shifts ? Arrays.stream(there).min().orElse(0) : 0;
            double size = 0;
            for (double x : there) size = Math.max(size, Math.abs(x - least));
            double squares = 0;
            for (double x : there) squares += size == 0 ? 0 : (x - least) / size * ((x - least) / size);
            featureShift[i] = least;
            featureDivisor[i] = size == 0 ? 1 : size * Math.sqrt(squares);
        }
        at = PreparationSteps.scale(at, featureShift, featureDivisor);
        notes.add(
                shifts
                        ? "every feature had its minimum subtracted and was divided by its norm"
                        : "every feature was divided by its norm");
    }

    /** Returns the values of a feature that are not missing; {@code row} itself if none is. */
    private double[] observed(int feature, double[] row) {
        at.X().row(feature, row);
        for (double x : row)
            if (Double.isNaN(x))
                return Arrays.stream(row).filter(value -> !Double.isNaN(value)).toArray();
        return row;
    }

    private double least() {
        double least = Double.POSITIVE_INFINITY;
        double[] row = new double[at.X().cols()];
        for (int i = 0; i < at.X().rows(); i++) {
            at.X().row(i, row);
            for (double x : row) if (x < least) least = x;
        }
        return least;
    }

    private double most() {
        double most = Double.NEGATIVE_INFINITY;
        double[] row = new double[at.X().cols()];
        for (int i = 0; i < at.X().rows(); i++) {
            at.X().row(i, row);
            for (double x : row) if (x > most) most = x;
        }
        return most;
    }

    /** Returns the largest |x|; 1 if all are zero. */
    private static double largest(Matrix X) {
        double largest = 0;
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (double x : row) if (Math.abs(x) > largest) largest = Math.abs(x);
        }
        return largest == 0 ? 1 : largest;
    }

    private static double[] filledWith(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }
}
