package org.grapnel.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats numbers and names for a page. */
public final class TextFormat {
    /** Longer names are shortened, with the full name as a tooltip; others wrap. */
    public static final int LONGEST = 200;

    private TextFormat() {}

    public static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** Returns a count with its noun: 1 sample, 1,797 samples. */
    public static String count(long count, String what) {
        return format("%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /** Returns a share in percent, rounded down, so that only all of it is 100 %. */
    public static String percent(double share) {
        return format("%.0f %%", Math.floor(100 * share + 1e-9)); // sums of shares end below 1 by rounding
    }

    /** Makes the first letter a capital. */
    public static String capitalize(String words) {
        return words.isEmpty() ? words : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** Makes the first letter a capital, and adds a full stop where there is none. */
    public static String sentence(String words) {
        return words.isEmpty() || words.endsWith(".") ? capitalize(words) : capitalize(words) + ".";
    }

    /** Returns a number with four significant digits, without trailing zeros; – where it is not finite. */
    public static String formatNumber(double number) {
        if (!Double.isFinite(number)) return "–";
        if (number == Math.rint(number) && Math.abs(number) < 1e15) return format("%,d", (long) number);
        if (Math.abs(number) < 1e-4 || Math.abs(number) >= 1e6) return format("%.2e", number);
        return new BigDecimal(number, new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    /** Returns the distinct words sorted: numbers by value, then the others. */
    public static List<String> sortDistinct(List<String> words) {
        return words.stream()
                .distinct()
                .sorted(Comparator.comparingDouble(TextFormat::size).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static double size(String word) {
        return isNumber(word) ? Double.parseDouble(word) : Double.POSITIVE_INFINITY;
    }

    /** Whether a word is a decimal number, with or without an exponent. */
    public static boolean isNumber(String word) {
        return word.matches("[+-]?([0-9]{1,30}\\.?[0-9]{0,30}|\\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?");
    }

    /** Returns the position of each word in a list of distinct words that has them all. */
    public static List<Integer> positions(List<String> words, List<String> distinct) {
        Map<String, Integer> places = new HashMap<>();
        for (String word : distinct) places.put(word, places.size());
        return words.stream().map(places::get).toList();
    }

    /** Shortens a text to at most {@code most} characters; the last is then an ellipsis. */
    public static String truncate(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) return text;
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }
}
