package org.grapnel.data;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Something known about every sample that is no feature, such as its batch or donor. It colours the pictures and is compared with the groups, and
 * never enters a fit.
 *
 * @param values the text of every sample, empty where it is missing
 */
public record SampleColumn(String name, List<String> values) {
    /** More different numbers than this are a measurement, such as an age; fewer may be names of groups. */
    private static final int MOST_CATEGORIES = 30;

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

    public SampleColumn {
        values = List.copyOf(values);
    }

    /** Returns the numbers of a measurement, NaN where one is missing; empty for a column of categories. */
    public Optional<double[]> measurements() {
        double[] numbers = new double[values.size()];
        try {
            for (int j = 0; j < numbers.length; j++) numbers[j] = number(values.get(j));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
        long different =
                Arrays.stream(numbers).filter(Double::isFinite).distinct().count();
        return different > MOST_CATEGORIES ? Optional.of(numbers) : Optional.empty();
    }

    /** Whether a sample has no value. */
    public static boolean isMissing(String value) {
        return value.isBlank() || value.equals("NA") || value.equalsIgnoreCase("nan");
    }

    /** Parses a plain decimal number; Java itself would also take 12d or 0x1p3. */
    private static double number(String text) {
        if (isMissing(text)) return Double.NaN;
        if (!NUMBER.matcher(text).matches()) throw new NumberFormatException(text);
        return Double.parseDouble(text);
    }
}
