package org.grapnel.formats.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Detects the delimiter of a table: the character that occurs equally often in every line, outside quotes. Of several
 * the most frequent wins; blanks only if there is no other. The first line may have one fewer, as R writes it. But a
 * character that it has equally often wins, or the decimal commas of {@code 1;0,5} under {@code a;b} would be taken for
 * delimiters. If no character agrees, lines above are taken for titles and left out.
 */
final class DelimiterDetector {
    private static final String CANDIDATES = ",\t;|";
    private static final int LINES = 32;
    private static final int MAX_TITLES = 10;
    private static final Pattern DECIMAL = Pattern.compile(" *[-+]?[0-9]*(,[0-9]+)? *");

    private DelimiterDetector() {}

    /** @param comments whether lines that begin with {@code #} are left out */
    static char guess(byte[] text, boolean tabsFirst, boolean comments) {
        List<int[]> all = counts(text, comments);
        String candidates = tabsFirst ? "\t,;|" : CANDIDATES;
        for (int titles = 0; titles <= Math.min(MAX_TITLES, all.size() - 2); titles++) {
            List<int[]> lines = all.subList(titles, all.size());
            char best = mostFrequent(candidates, candidate -> agreement(lines, candidate));
            if (best == ',') best = besideDecimalCommas(text, lines);
            if (best > 0) return best;
            if (titles == 0 && agreement(lines, ' ') > 0) return ' ';
        }
        char best = mostFrequent(candidates, candidate -> all.isEmpty() ? 0 : all.get(0)[candidate]);
        if (best > 0) return best;
        return agreement(all, ' ') > 0 ? ' ' : candidates.charAt(0);
    }

    /** Returns the delimiter of lines such as {@code 1,5;2,5}, in which commas agree too; or a comma. */
    private static char besideDecimalCommas(byte[] text, List<int[]> lines) {
        for (char other : ";\t|".toCharArray()) {
            if (agreement(lines, other) == 0) continue;
            String start = new String(text, 0, Math.min(text.length, 1 << 16), StandardCharsets.UTF_8);
            String[] rows = start.split("[\r\n]+", -1);
            String row = rows[Math.max(0, Math.min(lines.size(), rows.length - 1) - 1)];
            List<String> cells = List.of(row.split(Pattern.quote(String.valueOf(other)), -1));
            if (cells.stream().allMatch(cell -> DECIMAL.matcher(cell).matches())) return other;
        }
        return ',';
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
    private static List<int[]> counts(byte[] text, boolean comments) {
        List<int[]> lines = new ArrayList<>();
        int[] line = new int[128];
        boolean blank = true; // only blanks so far
        boolean gap = false; // the last character was a blank
        boolean start = true; // at the start of a cell
        for (int i = 0; i < text.length && lines.size() < LINES; i++) {
            byte b = text[i];
            if (b == '#' && comments && blank && isLineStart(text, i)) {
                while (i + 1 < text.length && text[i + 1] != '\n' && text[i + 1] != '\r') i++;
                continue;
            }
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

    private static boolean isLineStart(byte[] text, int i) {
        return i == 0 || text[i - 1] == '\n' || text[i - 1] == '\r';
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
