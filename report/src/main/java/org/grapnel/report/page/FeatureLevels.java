package org.grapnel.report.page;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Values of features in the samples of a scatter plot. Each is one of 255 levels from the smallest to the largest value of its feature: a byte is
 * enough for a colour and keeps the page small.
 *
 * @param indices the features, by which their rows in a table are found
 * @param levels the bytes in Base64, feature after feature, each with all samples; 255 where a value is missing
 */
public record FeatureLevels(
        List<String> names, List<Integer> indices, List<Double> lows, List<Double> highs, String levels) {
    private static final int NO_VALUE = 255;
    private static final int HIGHEST = 254;

    public FeatureLevels {
        names = List.copyOf(names);
        indices = List.copyOf(indices);
        lows = List.copyOf(lows);
        highs = List.copyOf(highs);
        Preconditions.require(indices.size() == names.size(), "%d names of %d features", names.size(), indices.size());
    }

    /** @param values one array per feature, with the value of every sample */
    public static FeatureLevels of(List<String> names, List<Integer> indices, double[][] values) {
        int samples = values.length == 0 ? 0 : values[0].length;
        byte[] levels = new byte[values.length * samples];
        List<Double> lows = new ArrayList<>();
        List<Double> highs = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (double value : values[i])
                if (Double.isFinite(value)) {
                    low = Math.min(low, value);
                    high = Math.max(high, value);
                }
            for (int j = 0; j < samples; j++) levels[i * samples + j] = (byte) level(values[i][j], low, high);
            lows.add(low);
            highs.add(high);
        }
        return new FeatureLevels(
                names, indices, lows, highs, Base64.getEncoder().encodeToString(levels));
    }

    private static int level(double value, double low, double high) {
        if (!Double.isFinite(value)) return NO_VALUE;
        return high > low ? (int) Math.round((value - low) / (high - low) * HIGHEST) : 0;
    }

    Map<String, @Nullable Object> toJson() {
        return JsonFields.of("names", names, "indices", indices, "lows", lows, "highs", highs, "levels", levels);
    }
}
