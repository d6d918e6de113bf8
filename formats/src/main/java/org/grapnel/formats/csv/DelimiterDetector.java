package org.grapnel.formats.csv;

import java.util.ArrayList;
import java.util.List;

/**
 * Detects the delimiter of a table: the character that occurs equally often in every line, outside quotes. Of several
 * the most frequent wins; blanks only if there is no other. The first line may have one fewer, as R writes it. But a
 * character that it has equally often wins, or the decimal commas of {@code 1;0,5} under {@code a;b} would be taken for
 * delimiters.
 */
final class DelimiterDetector {
    private static final String CANDIDATES = ",\t;|";
    private static final int LINES = 32;

    private DelimiterDetector() {}

    static char guess(byte[] text, boolean tabsFirst) {
        List<int[]> lines = counts(text);
        String candidates = tabsFirst ? "\t,;|" : CANDIDATES;
        char best = mostFrequent(candidates, candidate -> agreement(lines, candidate));
        if (best > 0) return best;
        if (agreement(lines, ' ') > 0) return ' ';
        best = mostFrequent(candidates, candidate -> lines.isEmpty() ? 0 : lines.get(0)[candidate]);
        return best > 0 ? best : candidates.charAt(0);
    }

    private interface DelimiterFrequency {
        int count(char candidate);
    }

    /** Returns the most frequent candidate, the first of equals, or 0 if none occurs. */
    private static char mostFrequent(String candidates, DelimiterFrequency frequency) {
        char best = 0;
        int most = 0;
        for (int i = 0; i < candidates.length(); i++) {
            int often = frequency.count(candidates.charAt(i));
            if (often <= most) continue;
            best = candidates.charAt(i);
            most = often;
        }
        return best;
    }

    /** Twice the count that the lines agree on, plus one if the first line has it too; 0 if they do not agree. */
    private static int agreement(List<int[]> lines, char candidate) {
        if (lines.isEmpty()) return 0;
        int often = lines.get(lines.size() - 1)[candidate];
        for (int i = 0; i < lines.size(); i++) {
            int here = lines.get(i)[candidate];
            if (here != often && (i > 0 || here != often - 1)) return 0;
        }
        if (often == 0) return 0;
        return 2 * often + (lines.get(0)[candidate] == often ? 1 : 0);
    }

    /** Counts each candidate in the first lines. The last line counts only if it is complete, or the only one. */
    private static List<int[]> counts(byte[] text) {
        List<int[]> lines = new ArrayList<>();
        int[] line = new int[128];
        boolean blank = true; // only blanks so far
        boolean gap = false; // the last character was a blank
        boolean start = true; // at the start of a cell
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
                start = i + 1 < text.length && text[i + 1] == '"'; // two quotes stand for one, and the cell continues
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
