package org.grapnel.formats.table;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.grapnel.formats.ReadOptions;

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

    private MissingWords() {}

    /** The words that mean a missing number with these options. */
    public static Set<String> of(ReadOptions options) {
        return Set.copyOf(options.missing().orElse(ReadOptions.USUAL_MISSING));
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
        return ShellWord.option("--missing", "+" + String.join(",", words));
    }
}
