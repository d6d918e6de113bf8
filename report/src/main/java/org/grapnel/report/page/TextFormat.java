package org.grapnel.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** How numbers and names are said. */
public final class TextFormat {
    /** Longer names are cut, and whole under the pointer. */
    public static final int LONGEST = 60;

    private TextFormat() {}

    public static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** 1 sample, 1,797 samples. */
    public static String count(long count, String what) {
        return format("%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /** With a capital first letter. */
    public static String capitalize(String words) {
        return words.isEmpty() ? words : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** A parameter or a score with four digits and no zeros that say nothing; – where there is none. */
    public static String formatNumber(double number) {
        if (!Double.isFinite(number)) return "–";
        if (number == Math.rint(number) && Math.abs(number) < 1e15) return format("%,d", (long) number);
        if (Math.abs(number) < 1e-4 || Math.abs(number) >= 1e6) return format("%.2e", number);
        return new BigDecimal(number, new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    /** Different words, numbers by size and before the others. */
    public static List<String> sortDistinct(List<String> words) {
        return words.stream()
                .distinct()
                .sorted(Comparator.comparingDouble(TextFormat::size).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static double size(String word) {
        return number(word).orElse(Double.POSITIVE_INFINITY);
    }

    private static OptionalDouble number(String word) {
        if (!word.matches("[+-]?[0-9]{1,15}(\\.[0-9]{1,15})?")) return OptionalDouble.empty();
        return OptionalDouble.of(Double.parseDouble(word));
    }

    /** Where each word stands in the list. */
    static Map<String, Integer> indexOf(List<String> words) {
        Map<String, Integer> places = new HashMap<>();
        for (String word : words) places.put(word, places.size());
        return places;
    }

    /** At most so many characters, the last an ellipsis where there were more. */
    public static String truncate(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) return text;
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }
}
