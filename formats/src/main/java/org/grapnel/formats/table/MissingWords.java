package org.grapnel.formats.table;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.NumberParser;

/** Words that stand for a missing number. */
public final class MissingWords {
    private static final Set<String> LIKELY = Set.of(
            "n.a.",
            "n.a",
            "n/a",
            "na",
            "n.d.",
            "n.d",
            "nd",
            "none",
            "missing",
            "null",
            "nil",
            "unknown",
            "undefined",
            ".",
            "..",
            "...",
            "--",
            "---",
            "–",
            "—",
            "*",
            "#na",
            "#null!",
            "not available",
            "not detected",
            "nan");

    /** Usual words for a missing number that are values among other texts. */
    private static final Set<String> SIGNS = Set.of("-", "?");

    private MissingWords() {}

    /** The words that mean a missing number with these options. */
    public static Set<String> of(ReadOptions options) {
        return Set.copyOf(options.missing().orElse(ReadOptions.USUAL_MISSING));
    }

    /**
     * Returns the values of a column that is no feature of numbers, with an empty text where one is missing. Among
     * numbers all words for a missing number count. Among other texts {@code -} and {@code ?} are values, such as a
     * negative result, unless the user gives them as words for missing.
     */
    public static List<String> clear(List<String> values, ReadOptions options) {
        Set<String> words = new HashSet<>(of(options));
        List<String> present =
                values.stream().filter(value -> !words.contains(value.strip())).toList();
        boolean numbers = !present.isEmpty() && present.stream().allMatch(MissingWords::isNumber);
        if (!numbers) words.removeAll(SIGNS);
        words.addAll(own(options));
        words.add("");
        return values.stream()
                .map(value -> words.contains(value.strip()) ? "" : value)
                .toList();
    }

    /** The words that the user gives, without the usual ones to which they are added. */
    private static List<String> own(ReadOptions options) {
        List<String> given = options.missing().orElse(List.of());
        int usual = ReadOptions.USUAL_MISSING.size();
        boolean added = given.size() > usual && given.subList(0, usual).equals(ReadOptions.USUAL_MISSING);
        return added ? given.subList(usual, given.size()) : given;
    }

    private static boolean isNumber(String text) {
        return NumberParser.isNumber(text) || NumberParser.hasDecimalComma(text);
    }

    /** Returns the words if all of them are likely to stand for a missing value, or nothing. */
    static List<String> suspects(List<String> words) {
        boolean all = words.stream().allMatch(MissingWords::isLikely);
        return all ? words : List.of();
    }

    static boolean isLikely(String word) {
        return LIKELY.contains(word.toLowerCase(Locale.ROOT));
    }

    /** The option that adds words to those that are known. */
    static String option(List<String> words) {
        return ShellWord.option("--missing-words", "+" + String.join(",", words));
    }
}
