package org.grapnel.formats.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.grapnel.formats.input.NumberParser;

/** The first cells of a column, which show what it holds. Missing cells do not count. */
public final class ColumnSample {
    private static final Pattern DATE = Pattern.compile("(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}"
            + "|[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:[0-9]{4}|[0-9]{2})"
            + "|[0-9]{1,2}[- .]+[A-Za-z]{3,9}[- .,]+[0-9]{2,4}|[A-Za-z]{3,9}[ .]+[0-9]{1,2},? +[0-9]{4})"
            + "(?:[T ,]+[0-9].*)?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?: ?[AaPp][Mm])?");
    private static final int MAX_DATE = 64;
    private static final List<Set<String>> TRUTH =
            List.of(Set.of("true", "false"), Set.of("yes", "no"), Set.of("t", "f"), Set.of("y", "n"));

    private final Optional<ColumnKind> kind; // TEXT if the format says that it is text, DATES if it says so
    private int numbers;
    private boolean point; // a number has a decimal point that separates no thousands
    private int textCount;
    private Map<String, Integer> texts = Map.of(); // how often each occurs; most columns have none
    private Map<String, Long> lines = Map.of();

    /** Creates the sample of a column whose cells show what they are. */
    public ColumnSample() {
        this(Optional.empty());
    }

    private ColumnSample(Optional<ColumnKind> kind) {
        this.kind = kind;
    }

    /** Creates the sample of a column of text, in which {@code 12} is text too. */
    public static ColumnSample ofText(List<String> cells) {
        ColumnSample sample = new ColumnSample(Optional.of(ColumnKind.TEXT));
        cells.forEach(sample::addText);
        return sample;
    }

    /** Creates the sample of a column of categories, of which the values are known but not their frequencies. */
    public static ColumnSample ofCategories(Collection<String> values) {
        ColumnSample sample = new ColumnSample(Optional.of(ColumnKind.CATEGORIES));
        values.forEach(sample::addText);
        return sample;
    }

    /** Creates the sample of a column of dates or times. */
    public static ColumnSample ofDates() {
        return new ColumnSample(Optional.of(ColumnKind.DATES));
    }

    /** Creates the sample of a column of numbers. */
    public static ColumnSample ofNumbers() {
        ColumnSample sample = new ColumnSample();
        sample.numbers = 1;
        return sample;
    }

    private void addText(String text) {
        if (texts.isEmpty()) {
            texts = new LinkedHashMap<>();
            lines = new HashMap<>();
        }
        textCount++;
        texts.merge(text, 1, Integer::sum);
    }

    /** Adds a plain decimal number; {@code withPoint} if its point cannot separate thousands. */
    public void addNumber(boolean withPoint) {
        numbers++;
        point |= withPoint;
    }

    /** Adds a cell as it is written. Numbers of which the decimal mark does not matter are counted only. */
    public void add(String text, long line) {
        if (text.indexOf('.') < 0 && NumberParser.isNumber(text)) {
            numbers++;
            return;
        }
        addText(text);
        lines.putIfAbsent(text, line);
    }

    /** Tells whether the cells, without their signs, are all numbers with one of the two decimal marks. */
    boolean isNumeric() {
        return kind.isEmpty() && all(text -> reads(text, '.') || reads(text, ','));
    }

    boolean hasPoint() {
        return point || any(text -> reads(text, '.') && !reads(text, ','));
    }

    boolean hasComma() {
        return any(text -> reads(text, ',') && !reads(text, '.'));
    }

    /** Tells whether a cell means different numbers with a decimal point and with a comma, as {@code 1,234} does. */
    boolean isAmbiguous() {
        return any(text -> text.indexOf(',') >= 0 && reads(text, '.') && reads(text, ','));
    }

    private static boolean reads(String text, char mark) {
        return new CellFormat(mark, "", true, false).reads(CellFormat.unsigned(text));
    }

    private boolean all(Predicate<String> test) {
        return texts.keySet().stream().allMatch(test);
    }

    private boolean any(Predicate<String> test) {
        return texts.keySet().stream().anyMatch(test);
    }

    /** Returns the format in which all cells can be read with this decimal mark. */
    Optional<CellFormat> format(char mark) {
        if (texts.isEmpty()) return Optional.of(CellFormat.plain(mark));
        if (numbers == 0 && isTruth()) return Optional.of(CellFormat.truth(mark));
        String sign = CellFormat.sign(first());
        boolean grouped = any(text -> CellFormat.isGrouped(CellFormat.unsigned(text), mark));
        CellFormat format = new CellFormat(mark, sign, grouped, false);
        boolean readable = (sign.isEmpty() || numbers == 0) && all(format::reads);
        return readable ? Optional.of(format) : Optional.empty();
    }

    /** Tells whether the cells are words for true and false. Of letters both must occur: F alone may go on with M. */
    public boolean isTruth() {
        Set<String> words = new HashSet<>();
        for (String text : texts.keySet()) words.add(text.toLowerCase(Locale.ROOT));
        boolean letters = words.stream().allMatch(word -> word.length() == 1);
        return TRUTH.stream().anyMatch(letters ? words::equals : pair -> pair.containsAll(words));
    }

    ColumnKind kind(char mark, boolean chosen) {
        if (kind.isPresent()) return textKind();
        if (texts.isEmpty()) return numbers == 0 ? ColumnKind.EMPTY : ColumnKind.NUMBERS;
        if (isNumeric()) {
            if (!chosen && isAmbiguous()) return ColumnKind.AMBIGUOUS;
            if (format(mark).isPresent()) return ColumnKind.NUMBERS;
            return all(text -> reads(text, mark)) ? ColumnKind.SIGNS : ColumnKind.OTHER_MARK;
        }
        if (format(mark).isPresent()) return ColumnKind.NUMBERS; // words for true and false
        int readable = texts.entrySet().stream()
                .filter(text -> reads(text.getKey(), mark))
                .mapToInt(Map.Entry::getValue)
                .sum();
        if (numbers + readable >= textCount - readable) return ColumnKind.MOSTLY_NUMBERS;
        return textKind();
    }

    /** The kind of a column that holds text. */
    ColumnKind textKind() {
        if (kind.filter(known -> known != ColumnKind.TEXT).isPresent()) return kind.get();
        if (texts.isEmpty()) return ColumnKind.TEXT;
        if (all(text -> text.length() <= MAX_DATE && DATE.matcher(text).matches())) return ColumnKind.DATES;
        if (numbers > 0 || textCount == 1) return ColumnKind.TEXT;
        if (texts.size() == textCount) return ColumnKind.DIFFERENT;
        return texts.size() <= Math.max(2, textCount / 2) ? ColumnKind.CATEGORIES : ColumnKind.TEXT;
    }

    /** The different texts, in the order of the file. */
    Set<String> texts() {
        return texts.keySet();
    }

    /** The number of different texts. */
    int distinct() {
        return texts.size();
    }

    /** Tells whether no cell has any content. */
    public boolean isEmpty() {
        return numbers == 0 && texts.isEmpty();
    }

    /** Tells whether the first cells are text, not numbers in any spelling. */
    public boolean isText() {
        return !texts.isEmpty() && numbers == 0 && !isNumeric();
    }

    /** Tells whether the cells are categories, which may be classes. */
    public boolean isCategories() {
        return isText() && textKind() == ColumnKind.CATEGORIES;
    }

    /** Tells whether no text occurs twice. */
    public boolean isDifferent() {
        return texts.size() == textCount;
    }

    /** The first text. */
    String first() {
        return texts.keySet().iterator().next();
    }

    /** The first text that is not a number with this decimal mark. */
    String firstFault(char mark) {
        return texts.keySet().stream()
                .filter(text -> !reads(text, mark))
                .findFirst()
                .orElseGet(this::first);
    }

    /** The texts that are not numbers with this decimal mark. */
    List<String> faults(char mark) {
        return texts.keySet().stream().filter(text -> !reads(text, mark)).toList();
    }

    /** The line of a text that occurs, from 1. */
    long line(String text) {
        return lines.getOrDefault(text, 0L);
    }
}
