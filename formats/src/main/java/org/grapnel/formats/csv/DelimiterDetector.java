package org.grapnel.formats.csv;

import java.util.ArrayList;
import java.util.List;

/**
 * Which character stands between the cells of a text: the one that every line has equally often, outside quotes. Of
 * several the more frequent; blanks only if there is no other. The first line may have one less, as R writes it; but one
 * that it has equally often goes first, or the commas of decimals would divide {@code a;b} over {@code 1;0,5}.
 */
final class DelimiterDetector {
    private static final String CANDIDATES = ",\t;|";
    private static final int LINES = 32;

    private DelimiterDetector() {}

    static char guess(byte[] text, boolean tabsFirst) {
        List<int[]> lines = counts(text);
        String candidates = tabsFirst ? "\t,;|" : CANDIDATES;
        char best = mostFrequent(candidates, candidate -> agreed(lines, candidate));
        if (best > 0) return best;
        if (agreed(lines, ' ') > 0) return ' ';
        best = mostFrequent(candidates, candidate -> lines.isEmpty() ? 0 : lines.get(0)[candidate]);
        return best > 0 ? best : candidates.charAt(0);
    }

    private interface DelimiterFrequency {
        int of(char candidate);
    }

    /** The first of the most frequent, or 0 if there is none. */
    private static char mostFrequent(String candidates, DelimiterFrequency frequency) {
        char best = 0;
        int most = 0;
        for (int i = 0; i < candidates.length(); i++) {
            int often = frequency.of(candidates.charAt(i));
            if (often <= most) continue;
            best = candidates.charAt(i);
            most = often;
        }
        return best;
    }

    /** Twice how often the lines have it, and one more if the first is no exception; 0 if they do not agree. */
    private static int agreed(List<int[]> lines, char candidate) {
        if (lines.isEmpty()) return 0;
        int often = lines.get(lines.size() - 1)[candidate];
        for (int i = 0; i < lines.size(); i++) {
            int here = lines.get(i)[candidate];
            if (here != often && (i > 0 || here != often - 1)) return 0;
        }
        if (often == 0) return 0;
        return 2 * often + (lines.get(0)[candidate] == often ? 1 : 0);
    }

    /** How often each candidate stands in each of the first lines; the last counts only if it is whole, or alone. */
    private static List<int[]> counts(byte[] text) {
        List<int[]> lines = new ArrayList<>();
        int[] line = new int[128];
        boolean blank = true; // nothing but blanks so far
        boolean gap = false; // blanks since the last character
        boolean start = true; // of a cell
        for (int i = 0; i < text.length && lines.size() < LINES; i++) {
            byte b = text[i];
            if (b == '\n' || b == '\r') {
                if (!blank) lines.add(line);
                line = new int[128];
                blank = true;
                gap = false;
                start = true;
                continue;
            }
            if (start && b == '"') {
                if (gap && !blank) line[' ']++;
                gap = false;
                for (i++; i < text.length && text[i] != '"'; ) i++;
                blank = false;
                start = i + 1 < text.length && text[i + 1] == '"'; // two quotes are one, and the cell goes on
                continue;
            }
            if (b != ' ') {
                if (gap && !blank) line[' ']++;
                blank = false;
            }
            gap = b == ' ';
            start = b == ' ' || CANDIDATES.indexOf(b) >= 0;
            if (b > ' ' || b == '\t') line[b]++;
        }
        if (lines.isEmpty() && !blank) lines.add(line);
        return lines;
    }

    static String describe(char delimiter) {
        return switch (delimiter) {
            case ',' -> "commas";
            case '\t' -> "tabs";
            case ';' -> "semicolons";
            case '|' -> "vertical bars";
            case ' ' -> "blanks";
            default -> "'" + delimiter + "'";
        };
    }
}
