package org.grapnel.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** How numbers and names are said. */
final class Words {
    /** Longer names are cut, and whole under the pointer. */
    static final int LONGEST = 60;

    private Words() {}

    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** 1 sample, 1,797 samples. */
    static String count(long count, String what) {
        return format("%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /** Different words, numbers by size and before the others. */
    static List<String> sorted(List<String> words) {
        return words.stream()
                .distinct()
                .sorted(Comparator.comparingDouble(Words::size).thenComparing(Comparator.naturalOrder()))
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
    static Map<String, Integer> places(List<String> words) {
        Map<String, Integer> places = new HashMap<>();
        for (String word : words) places.put(word, places.size());
        return places;
    }

    /** At most so many characters, the last an ellipsis where there were more. */
    static String cut(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) return text;
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }
}
