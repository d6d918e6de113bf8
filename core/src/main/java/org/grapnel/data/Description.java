package org.grapnel.data;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.Dataset.ImageShape;
import org.grapnel.runtime.ExecutionContext;

/**
 * A description of a data set, valid or not.
 *
 * @param sparse whether zeros are not stored
 * @param bytes the memory of X
 * @param zeros the number of entries that are 0
 * @param values the finite entries; empty if there are none
 * @param whole whether all finite entries are whole numbers
 * @param missing the entries that are NaN
 * @param constant the features with the same finite value in every sample
 * @param repeatedFeatures the varying features that equal an earlier one
 * @param repeatedSamples the samples that equal an earlier one
 * @param scales how much the scales of features differ; empty if fewer than two vary
 * @param likeLabels the features that look like labels, by name or by values
 * @param classes the classes of the labels, largest first; empty without labels
 */
public record Description(
        int samples,
        int features,
        boolean sparse,
        long bytes,
        long zeros,
        Optional<ValueSummary> values,
        boolean whole,
        CellSummary missing,
        CellSummary infinite,
        CellSummary negative,
        NameSummary constant,
        DuplicateSummary repeatedFeatures,
        DuplicateSummary repeatedSamples,
        Optional<ScaleSpread> scales,
        List<LabelCandidate> likeLabels,
        List<LabelClass> classes,
        Optional<ImageShape> picture) {
    /** Above this factor between the scales of features, the large ones dominate. */
    private static final double FAR_APART = 300;

    public Description {
        likeLabels = List.copyOf(likeLabels);
        classes = List.copyOf(classes);
    }

    /** Computes the description; the result does not depend on the threads. */
    public static Description compute(ExecutionContext context, Dataset data) {
        return new DescriptionBuilder(context, data).build();
    }

    /** The number of invalid entries, and the first of them, feature by feature. */
    public record CellSummary(long count, List<CellValue> first) {
        public CellSummary {
            first = List.copyOf(first);
        }
    }

    /** An entry of X. */
    public record CellValue(int feature, int sample, double value) {}

    /** A count and the first names. */
    public record NameSummary(int count, List<String> first) {
        public NameSummary {
            first = List.copyOf(first);
        }
    }

    /** The number of duplicates, and the first of them. */
    public record DuplicateSummary(int count, List<Duplicate> first) {
        public DuplicateSummary {
            first = List.copyOf(first);
        }
    }

    /** The names of two equal features or samples, the earlier first. */
    public record Duplicate(String earlier, String later) {
        @Override
        public String toString() {
            return later + " = " + earlier;
        }
    }

    /**
     * Statistics of the finite entries.
     *
     * @param quartiles the quantiles at 1/4, 1/2 and 3/4, of all zeros and at most a million non-zeros
     */
    public record ValueSummary(double min, double max, double mean, List<Double> quartiles) {
        public ValueSummary {
            quartiles = List.copyOf(quartiles);
        }
    }

    /** The 5 % and 95 % quantiles of the standard deviations of the varying features. */
    public record ScaleSpread(double low, double high) {
        /** The quotient of the two. */
        public double ratio() {
            return high / low;
        }

        /** Whether the features with large values dominate the others. */
        public boolean areFarApart() {
            return ratio() > FAR_APART;
        }
    }

    /** A feature that may be labels, with the number of its distinct values. */
    public record LabelCandidate(String feature, int distinct) {}

    /** A class of the labels and its size. */
    public record LabelClass(String label, int size) {}

    /** The share of zeros. */
    public double zeroShare() {
        return (double) zeros / samples / features;
    }

    /** Whether the data are valid for a fit without preparation. */
    public boolean isFit() {
        return missing.count() == 0
                && infinite.count() == 0
                && negative.count() == 0
                && values.isPresent()
                && values.get().max() > 0;
    }

    /** Whether the data may be counts: whole numbers >= 0, most of them small and some large. */
    public boolean areCounts() {
        return whole
                && negative.count() == 0
                && values.filter(v -> v.max() > 20
                                && v.max() > 10 * Math.max(1, v.quartiles().get(2)))
                        .isPresent();
    }

    /** Formats an amount of memory. */
    public static String memory(long bytes) {
        String[] units = {"bytes", "kB", "MB", "GB", "TB"};
        double amount = bytes;
        int unit = 0;
        while (amount >= 999.5 && unit < units.length - 1) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || amount >= 99.5 ? "%.0f %s" : "%.1f %s", amount, units[unit]);
    }
}
