package org.grapnel.formats.input;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.util.Locale;

/**
 * Parses numbers of text files: decimal numbers, and the words for NaN and infinity. What only Java takes for a number
 * ({@code 1d}, {@code 0x1p3}) is text.
 */
public final class NumberParser {
    private static final int MAX_WORD_LENGTH = "-infinity".length();

    private NumberParser() {}

    /** Parses the characters, ignoring blanks around the number. */
    public static double parse(char[] text, int start, int length) throws NumberFormatException {
        int from = start;
        int end = start + length;
        while (from < end && text[from] <= ' ') from++;
        while (from < end && text[end - 1] <= ' ') end--;
        if (from == end) throw new NumberFormatException("nothing");
        char last = text[end - 1];
        if (last > '9') return word(text, from, end);
        if (isHexadecimal(text, from, end)) throw new NumberFormatException("hexadecimal");
        return JavaDoubleParser.parseDouble(text, from, end - from);
    }

    public static double parse(String text) throws NumberFormatException {
        return parse(text.toCharArray(), 0, text.length());
    }

    public static boolean isNumber(String text) {
        try {
            parse(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Tells whether the text stands for a missing value: it is empty or {@code NA}. */
    public static boolean isMissing(String text) {
        String stripped = text.strip();
        return stripped.isEmpty() || stripped.equals("NA");
    }

    /** Describes a text that is not a number, with a hint if it has a decimal comma. */
    public static String describeFault(String text) {
        String what = "'" + Excerpt.of(text) + "' is not a number";
        return hasDecimalComma(text) ? what + "; a decimal point is needed, not a comma" : what;
    }

    public static boolean hasDecimalComma(String text) {
        return text.matches("[+-]?[0-9]{0,20},[0-9]{1,20}([eE][+-]?[0-9]{1,3})?");
    }

    private static boolean isHexadecimal(char[] text, int from, int end) {
        for (int i = from; i < Math.min(end, from + 3); i++) if (text[i] == 'x' || text[i] == 'X') return true;
        return false;
    }

    private static double word(char[] text, int from, int end) throws NumberFormatException {
        if (end - from > MAX_WORD_LENGTH) throw new NumberFormatException("text");
        return switch (new String(text, from, end - from).toLowerCase(Locale.ROOT)) {
            case "nan", "+nan", "-nan" -> Double.NaN;
            case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw new NumberFormatException("text");
        };
    }
}
