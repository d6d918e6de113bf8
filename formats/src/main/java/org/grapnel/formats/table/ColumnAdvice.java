package org.grapnel.formats.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;

/** Explains which columns cannot be read as numbers, and names the options with which the file can be read. */
final class ColumnAdvice {
    private static final int MAX_LISTED = 8;
    private static final int MIN_RANGE = 3;

    private final String file;
    private final ColumnRoles columns;
    private final TableSample sample;
    private final ReadOptions options;
    private final char mark;
    private final Map<Integer, ColumnKind> kinds = new HashMap<>();

    ColumnAdvice(String file, ColumnRoles columns, TableSample sample, ReadOptions options) {
        this.file = file;
        this.columns = columns;
        this.sample = sample;
        this.options = options;
        mark = columns.mark();
    }

    /** Returns the one message about all these columns. */
    DataException exception(List<Integer> troubles) {
        long row = commonRow(troubles);
        if (row > 0) return textRow(row, troubles);
        List<Integer> texts = troubles.stream().filter(this::isLost).toList();
        boolean numbersLeft = columns.all(ColumnRole.NUMBERS).size() > texts.size();
        if (troubles.size() == 1 && kind(troubles.get(0)) == ColumnKind.MOSTLY_NUMBERS)
            return cell(troubles.get(0), numbersLeft);
        String listed = troubles.stream()
                .limit(MAX_LISTED)
                .map(c -> "'" + Excerpt.of(columns.name(c)) + "' (" + describe(c) + ")")
                .collect(Collectors.joining(", "));
        String more = troubles.size() > MAX_LISTED ? " and " + (troubles.size() - MAX_LISTED) + " more" : "";
        String advice = advice(troubles, numbersLeft);
        return new DataException(
                "%s: %s cannot be read as numbers: %s%s%s",
                file, troubles.size() == 1 ? "a column" : troubles.size() + " columns", listed, more, advice);
    }

    private ColumnKind kind(int c) {
        return kinds.computeIfAbsent(c, place -> sample.column(place).kind(mark, sample.isDecided()));
    }

    private String firstFault(int c) {
        return sample.column(c).firstFault(mark);
    }

    /** A single cell of a column of numbers. */
    private DataException cell(int c, boolean numbersLeft) {
        String text = firstFault(c);
        List<String> words = MissingWords.suspects(sample.column(c).faults(mark));
        return new DataException(
                "%s: %s: %s%s",
                file,
                CellFault.place(sample.column(c).line(text), c, columns.name(c)),
                CellFault.what(text, columns.format(c)),
                numbersLeft ? CellFault.remedy(columns.name(c), words) : "");
    }

    /** The line of the only row that holds all texts of several columns; 0 if there is none. */
    private long commonRow(List<Integer> troubles) {
        Set<Long> rows = new LinkedHashSet<>();
        for (int c : troubles) {
            if (kind(c) != ColumnKind.MOSTLY_NUMBERS) return 0;
            List<String> faults = sample.column(c).faults(mark);
            if (!MissingWords.suspects(faults).isEmpty()) return 0;
            faults.forEach(text -> rows.add(sample.column(c).line(text)));
        }
        boolean several = troubles.size() > 1 && rows.size() == 1;
        return several && troubles.size() == columns.all(ColumnRole.NUMBERS).size()
                ? rows.iterator().next()
                : 0;
    }

    private DataException textRow(long row, List<Integer> troubles) {
        String first = firstFault(troubles.get(0));
        String name = sample.rowName(row).orElse("");
        boolean labels = options.featuresInRows() && !name.isEmpty();
        String advice = labels
                ? "; if it holds the labels of the samples, add " + ShellWord.option("--labels", name)
                : "; if it is a second header or a row of units, delete it from the file";
        return new DataException(
                "%s: row %d%s holds text in all columns, such as '%s'%s",
                file, row, name.isEmpty() ? "" : " ('" + Excerpt.of(name) + "')", Excerpt.of(first), advice);
    }

    private String describe(int c) {
        ColumnSample cells = sample.column(c);
        if (cells.distinct() == 0) return kind(c) == ColumnKind.DATES ? "dates or times" : "no numbers";
        String first = "'" + Excerpt.of(cells.first()) + "'";
        return switch (kind(c)) {
            case MOSTLY_NUMBERS ->
                "numbers, but '" + Excerpt.of(firstFault(c)) + "' in row " + cells.line(firstFault(c));
            case OTHER_MARK ->
                "numbers with a decimal " + (mark == '.' ? "comma" : "point") + " such as '" + Excerpt.of(firstFault(c))
                        + "'";
            case AMBIGUOUS -> "numbers such as " + first + ", with thousands or with decimals";
            case SIGNS -> "numbers with different signs, such as " + first;
            case DATES -> "dates such as " + first;
            case CATEGORIES -> cells.distinct() + " categories such as " + first;
            case DIFFERENT -> "a different text in each row, such as " + first;
            case TEXT, NUMBERS, EMPTY -> "text such as " + first;
        };
    }

    /** Tells whether no option turns the column into numbers. */
    private boolean isLost(int c) {
        return switch (kind(c)) {
            case AMBIGUOUS -> false;
            case OTHER_MARK -> sample.isGiven() || sample.hasPoint();
            case MOSTLY_NUMBERS ->
                MissingWords.suspects(sample.column(c).faults(mark)).isEmpty();
            default -> true;
        };
    }

    private String advice(List<Integer> troubles, boolean numbersLeft) {
        Map<String, List<String>> remedy = remedy(troubles, numbersLeft);
        if (remedy.isEmpty()) return "; is the table transposed, or is the header in another row?";
        List<String> add = new ArrayList<>();
        remedy.forEach((option, values) -> add.add(words("--" + option, values)));
        boolean ambiguous = troubles.stream().anyMatch(c -> kind(c) == ColumnKind.AMBIGUOUS);
        String or = ambiguous ? " (or --decimal , if they have decimals)" : "";
        return "; add " + String.join(" ", add) + or;
    }

    private static String words(String option, List<String> values) {
        return switch (option) {
            case "--decimal" -> option + " " + values.get(0);
            case "--drop", "--one-hot" -> ShellWord.columns(option, values);
            case "--missing-words" -> MissingWords.option(values);
            default -> ShellWord.option(option, values.get(0));
        };
    }

    /** The options with which the table can be read, by their names without dashes; empty if none helps. */
    Map<String, List<String>> remedy(List<Integer> troubles) {
        if (commonRow(troubles) > 0) return Map.of();
        long lost = troubles.stream().filter(this::isLost).count();
        return remedy(troubles, columns.all(ColumnRole.NUMBERS).size() > lost);
    }

    private Map<String, List<String>> remedy(List<Integer> troubles, boolean numbersLeft) {
        List<Integer> drop =
                new ArrayList<>(troubles.stream().filter(this::isLost).toList());
        Optional<String> labels = numbersLeft && !options.featuresInRows() ? takeLabels(drop) : Optional.empty();
        Optional<String> id = numbersLeft ? takeId(drop) : Optional.empty();
        List<String> oneHot = numbersLeft ? List.of() : takeOneHot(drop);
        if (!numbersLeft && oneHot.isEmpty()) return Map.of();
        Map<String, List<String>> remedy = new LinkedHashMap<>();
        if (troubles.stream().anyMatch(c -> kind(c) == ColumnKind.AMBIGUOUS)) remedy.put("decimal", List.of("."));
        else if (troubles.stream().anyMatch(c -> kind(c) == ColumnKind.OTHER_MARK && !isLost(c)))
            remedy.put("decimal", List.of(","));
        if (!drop.isEmpty()) remedy.put("drop", ranges(drop));
        labels.ifPresent(name -> remedy.put("labels", List.of(name)));
        id.ifPresent(name -> remedy.put("id", List.of(name)));
        if (!oneHot.isEmpty()) remedy.put("one-hot", oneHot);
        Set<String> words = new LinkedHashSet<>();
        for (int c : troubles)
            if (kind(c) == ColumnKind.MOSTLY_NUMBERS)
                words.addAll(MissingWords.suspects(sample.column(c).faults(mark)));
        if (!words.isEmpty()) remedy.put("missing-words", List.copyOf(words));
        return remedy;
    }

    /** A single column of categories may hold the labels. */
    private Optional<String> takeLabels(List<Integer> drop) {
        List<Integer> found =
                drop.stream().filter(c -> kind(c) == ColumnKind.CATEGORIES).toList();
        if (found.size() != 1 || options.labels().isPresent()) return Optional.empty();
        drop.remove(found.get(0));
        return Optional.of(columns.name(found.get(0)));
    }

    /** A single column with a different text in each row may name the rows. */
    private Optional<String> takeId(List<Integer> drop) {
        List<Integer> found =
                drop.stream().filter(c -> kind(c) == ColumnKind.DIFFERENT).toList();
        if (found.size() != 1 || columns.nameColumn() >= 0) return Optional.empty();
        drop.remove(found.get(0));
        return Optional.of(columns.name(found.get(0)));
    }

    /** Without any column of numbers, categories can become features. */
    private List<String> takeOneHot(List<Integer> drop) {
        List<Integer> found =
                drop.stream().filter(c -> kind(c) == ColumnKind.CATEGORIES).toList();
        if (found.isEmpty() || options.featuresInRows()) return List.of();
        drop.removeAll(found);
        return found.stream().map(columns::name).toList();
    }

    /** What to do about a column that cannot be read as numbers. */
    String sentence(int c) {
        String what = describe(c);
        return switch (kind(c)) {
            case AMBIGUOUS -> what + ": say which with the decimal mark";
            case OTHER_MARK -> what + ": choose the decimal mark, or leave the column out";
            case MOSTLY_NUMBERS ->
                what
                        + (isLost(c)
                                ? ": correct the cell, or leave the column out"
                                : ": say that it means a missing number, or leave the column out");
            case CATEGORIES -> what + ": use it as labels or as a colour, turn it into features, or leave it out";
            case DIFFERENT -> what + ": use it as the names of the samples, or leave it out";
            default -> what + ": leave it out, or use it as a colour";
        };
    }

    /** The names of the columns; three or more in a row become a range. */
    private List<String> ranges(List<Integer> wanted) {
        List<String> words = new ArrayList<>();
        int i = 0;
        while (i < wanted.size()) {
            int end = i + 1;
            while (end < wanted.size() && wanted.get(end) == wanted.get(end - 1) + 1) end++;
            String range = columns.name(wanted.get(i)) + ":" + columns.name(wanted.get(end - 1));
            boolean plain = range.matches("[^:*,\"]+:[^:*,\"]+");
            if (end - i >= MIN_RANGE && plain) words.add(range);
            else wanted.subList(i, end).forEach(c -> words.add(columns.name(c)));
            i = end;
        }
        return words;
    }
}
