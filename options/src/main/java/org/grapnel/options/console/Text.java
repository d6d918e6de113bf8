package org.grapnel.options.console;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Formats text and numbers for the console. */
public final class Text {
    private Text() {}

    /**
     * Replaces control characters, which names in a file may hold and a terminal would execute, and characters that change the direction of
     * the text.
     */
    public static String printable(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> clean.appendCodePoint(Character.isISOControl(c) ? ' ' : turns(c) ? '\uFFFD' : c));
        return clean.toString();
    }

    /** Whether this is an embedding, override or isolate of the bidirectional algorithm, or a Unicode line end. */
    private static boolean turns(int c) {
        return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029;
    }

    public static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** Formats a rough duration: 3 s, 4 min, 2.5 h. */
    static String duration(double seconds) {
        if (seconds < 100) return format("%.0f s", Math.ceil(seconds));
        if (seconds < 6000) return format("%.0f min", Math.ceil(seconds / 60));
        return format("%.1f h", seconds / 3600);
    }

    /** Formats a count: 1 feature, 2 features. */
    public static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** The name with the smallest edit distance, if it is close enough to be a misspelling. */
    public static Optional<String> nearest(String word, Collection<String> names) {
        int most = Math.max(1, word.length() / 3);
        return names.stream()
                .filter(name -> distance(word, name) <= most)
                .min(Comparator.comparingInt(name -> distance(word, name)));
    }

    /** The Damerau–Levenshtein distance: insertions, deletions, replacements and swaps of neighbours. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
        return d[a.length()][b.length()];
    }
}
