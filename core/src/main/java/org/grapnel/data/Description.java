package org.grapnel.data;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.Dataset.ImageShape;
import org.grapnel.runtime.ExecutionContext;

/**
 * What a data set is like, before anything is asked of it: also one that no model could take, with the reasons.
 *
 * @param sparse whether zeros are left out of the memory
 * @param bytes the memory that X takes
 * @param zeros entries that are 0
 * @param values of the entries that are numbers; empty if there are none
 * @param whole whether all finite entries are whole numbers
 * @param missing entries that are NaN
 * @param constant features with the same finite number in every sample
 * @param repeatedFeatures features that vary and equal an earlier one, entry for entry
 * @param repeatedSamples samples that equal an earlier one, entry for entry
 * @param scales how far apart features are; empty if fewer than two vary
 * @param likeLabels features that look like a column of labels, by their name or their numbers
 * @param classes of the labels, the largest first; empty without labels
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
    /** Above this factor between the scales of features, the large ones decide alone. */
    private static final double FAR_APART = 300;

    public Description {
        likeLabels = List.copyOf(likeLabels);
        classes = List.copyOf(classes);
    }

    /** The result does not depend on the threads. */
    public static Description compute(ExecutionContext context, Dataset data) {
        return new DescriptionBuilder(context, data).build();
    }

    /** Entries that are not as they should be: how many, and the first of them, feature by feature. */
    public record CellSummary(long count, List<CellValue> first) {
        public CellSummary {
            first = List.copyOf(first);
        }
    }

    /** An entry with its place in X. */
    public record CellValue(int feature, int sample, double value) {}

    /** So many of something, and the names of the first. */
    public record NameSummary(int count, List<String> first) {
        public NameSummary {
            first = List.copyOf(first);
        }
    }

    /** So many that equal an earlier one, and the first with those that they equal. */
    public record DuplicateSummary(int count, List<Duplicate> first) {
        public DuplicateSummary {
            first = List.copyOf(first);
        }
    }

    /** Two that are equal, by name; the earlier one first. */
    public record Duplicate(String earlier, String later) {
        @Override
        public String toString() {
            return later + " = " + earlier;
        }
    }

    /**
     * The finite entries.
     *
     * @param quartiles the quantiles at 1/4, 1/2 and 3/4: of at most a million non-zeros, spread over all, and all zeros
     */
    public record ValueSummary(double min, double max, double mean, List<Double> quartiles) {
        public ValueSummary {
            quartiles = List.copyOf(quartiles);
        }
    }

    /** The standard deviation of features that vary: the 5 % and 95 % quantiles. */
    public record ScaleSpread(double low, double high) {
        /** How many times the one is the other. */
        public double ratio() {
            return high / low;
        }

        /** Whether the features with large numbers drown the others. */
        public boolean areFarApart() {
            return ratio() > FAR_APART;
        }
    }

    /** A feature with so many different numbers. */
    public record LabelCandidate(String feature, int distinct) {}

    /** A class of the labels. */
    public record LabelClass(String label, int size) {}

    /** The share of entries that are 0. */
    public double zeroShare() {
        return (double) zeros / samples / features;
    }

    /** Whether a model can take the data as they are. */
    public boolean isFit() {
        return missing.count() == 0
                && infinite.count() == 0
                && negative.count() == 0
                && values.isPresent()
                && values.get().max() > 0;
    }

    /** Whether these may be counts: whole numbers from 0 on, most of them small and some large. */
    public boolean areCounts() {
        return whole
                && negative.count() == 0
                && values.filter(v -> v.max() > 20
                                && v.max() > 10 * Math.max(1, v.quartiles().get(2)))
                        .isPresent();
    }

    /** How an amount of memory is said. */
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
