package org.grapnel.formats.table;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grapnel.formats.input.NumberParser;

/**
 * How the cells of a column of numbers are written.
 *
 * @param mark the decimal mark, a point or a comma
 * @param sign the sign that every cell has before or after its number: {@code %}, a currency, or nothing
 * @param grouped whether thousands are separated, as in {@code 1,234.5}, {@code 1.234,5}, {@code 1 234} or {@code 1'234}
 * @param truth whether the cells are words for true and false, which become 1 and 0
 */
public record CellFormat(char mark, String sign, boolean grouped, boolean truth) {
    /** The longest cell with a sign or separators; patterns on longer ones could take long. */
    private static final int MAX_LENGTH = 64;

    private static final Map<String, Double> TRUTH =
            Map.of("true", 1.0, "false", 0.0, "yes", 1.0, "no", 0.0, "t", 1.0, "f", 0.0, "y", 1.0, "n", 0.0);
    private static final String BLANK = "[ \\x{A0}\\x{202F}]";
    private static final String CODES = "EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN";
    private static final Pattern SIGNED = Pattern.compile(
            "(?:(?<before>\\p{Sc}|(?:" + CODES + ")(?= ))" + BLANK + "*)?(?<number>[-+]?[0-9.,][^%\\p{Sc}A-DF-Z]*?)(?:"
                    + BLANK + "*(?<after>%|\\p{Sc}|(?<= )(?:" + CODES + ")))?");
    private static final CellFormat PLAIN_POINT = new CellFormat('.', "", false, false);
    private static final CellFormat PLAIN_COMMA = new CellFormat(',', "", false, false);
    private static final Pattern POINT = groups(",", "\\.");
    private static final Pattern COMMA = groups("\\.", ",");

    /** Plain numbers with this decimal mark. */
    public static CellFormat plain(char mark) {
        return mark == ',' ? PLAIN_COMMA : PLAIN_POINT;
    }

    /** Words for true and false. */
    static CellFormat truth(char mark) {
        return new CellFormat(mark, "", false, true);
    }

    private static Pattern groups(String separator, String mark) {
        String three = "[0-9]{3}";
        return Pattern.compile("[-+]?[1-9][0-9]{0,2}(?:(?:" + separator + three + ")+|(?:" + BLANK + three + ")+|(?:'"
                + three + ")+)(?:" + mark + "[0-9]+)?");
    }

    /** Tells whether plain decimal numbers are read, which has a fast way. */
    public boolean isPlain() {
        return sign.isEmpty() && !grouped && !truth;
    }

    /** Parses a cell that is not missing. */
    public double parse(String text) throws NumberFormatException {
        if (truth) {
            Double value = TRUTH.get(text.toLowerCase(Locale.ROOT));
            if (value == null) throw new NumberFormatException("neither true nor false");
            return value;
        }
        String number = text;
        if (!sign.isEmpty()) {
            if (!sign(text).equals(sign)) throw new NumberFormatException("the sign is missing");
            number = unsigned(text);
        }
        if (grouped && isGrouped(number, mark))
            number = number.replaceAll(BLANK + "|'", "").replace(other(), "");
        else if (mark == ',' && number.indexOf('.') >= 0) throw new NumberFormatException("a decimal point");
        return NumberParser.parse(mark == ',' ? number.replace(',', '.') : number);
    }

    private String other() {
        return mark == ',' ? "." : ",";
    }

    /** Tells whether the format can read the text. */
    boolean reads(String text) {
        if (!truth && sign.isEmpty() && text.contains(other()) && !(grouped && isGrouped(text, mark)))
            return false; // often asked, and exceptions are slow
        try {
            parse(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    static boolean isTruth(String text) {
        return TRUTH.containsKey(text.toLowerCase(Locale.ROOT));
    }

    static boolean isGrouped(String number, char mark) {
        return number.length() <= MAX_LENGTH
                && (mark == ',' ? COMMA : POINT).matcher(number).matches();
    }

    private static boolean isDigitOrMark(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == ',';
    }

    /** The sign of a cell, or an empty text. */
    static String sign(String text) {
        return signed(text)
                .map(m -> m.group("before") != null ? m.group("before") : m.group("after"))
                .orElse("");
    }

    /** The cell without its sign. */
    static String unsigned(String text) {
        return signed(text).map(m -> m.group("number")).orElse(text);
    }

    private static Optional<Matcher> signed(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) return Optional.empty();
        if (isDigitOrMark(text.charAt(0)) && isDigitOrMark(text.charAt(text.length() - 1))) return Optional.empty();
        Matcher matcher = SIGNED.matcher(text);
        boolean one = matcher.matches() && (matcher.group("before") == null) != (matcher.group("after") == null);
        return one ? Optional.of(matcher) : Optional.empty();
    }
}
