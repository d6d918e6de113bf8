package org.grapnel.formats.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.input.Excerpt;

/** Builds the overview of a table from its first cells, with the roles that a reader would give its columns. */
public final class TableOverviewBuilder {
    private static final int EXAMPLES = 3;

    private final String file;
    private final ReadOptions options;
    private final ColumnRoles roles;
    private final TableSample read;
    private final TableSample all;
    private final List<List<String>> cells;
    private final Set<String> missing;
    private final Set<Integer> troubles;

    /**
     * @param unnamed the columns without a name in the file
     * @param nameColumn the column with the names of the rows, or −1
     * @param read the sample by which the reader decides
     * @param all a sample of all columns, also of those whose role is known
     * @param cells the first cells of each column; none for a column of which only the type is known
     */
    public TableOverviewBuilder(
            String file,
            ColumnSelection selection,
            List<Integer> unnamed,
            int nameColumn,
            TableSample read,
            TableSample all,
            List<List<String>> cells,
            ReadOptions options) {
        this.file = file;
        this.options = options;
        this.read = read;
        this.all = all;
        this.cells = cells;
        roles = ColumnRoles.find(selection, unnamed, nameColumn, read);
        missing = MissingWords.of(options);
        troubles = Set.copyOf(roles.troubles());
    }

    /** Returns a column about the samples of a file whose features are elsewhere. */
    public static TableOverview.Column aboutSamples(String name, List<String> values, ReadOptions options) {
        ColumnSample sample = new ColumnSample();
        List<String> first = values.subList(0, Math.min(values.size(), TableOverview.MOST_ROWS));
        Set<String> missing = MissingWords.of(options);
        for (int j = 0; j < first.size(); j++)
            if (!missing.contains(first.get(j).strip())) sample.add(first.get(j).strip(), j + 1L);
        boolean label = options.labels().filter(name::equals).isPresent();
        boolean color = options.colors().contains(name);
        TableSample alone = TableSample.ofTyped(List.of(sample));
        ColumnSelection selection = ColumnSelection.ofSamples("", List.of(name), ReadOptions.plain());
        TableOverview.Column column = new TableOverviewBuilder(
                        "", selection, List.of(), -1, alone, alone, List.of(first), options)
                .build()
                .columns()
                .get(0);
        return column.withRole(label ? "label" : color ? "color" : "unused");
    }

    public TableOverview build() {
        ColumnAdvice advice = new ColumnAdvice(file, roles, read, options);
        List<TableOverview.Column> columns = IntStream.range(0, Math.min(roles.size(), TableOverview.MOST_COLUMNS))
                .mapToObj(c -> column(c, advice))
                .toList();
        int rows = cells.stream().mapToInt(List::size).max().orElse(0);
        return new TableOverview(columns, firstRows(rows), rows, troubles.isEmpty() ? Map.of() : remedy(advice));
    }

    private Map<String, List<String>> remedy(ColumnAdvice advice) {
        Map<String, List<String>> remedy = new LinkedHashMap<>(advice.remedy(roles.troubles()));
        remedy.computeIfPresent("missing-words", (option, words) -> {
            List<String> added = new ArrayList<>(words);
            added.set(0, "+" + words.get(0));
            return added;
        });
        return remedy;
    }

    /** The cells of the first rows; empty unless they are known for the first columns. */
    private List<List<String>> firstRows(int rows) {
        int width = Math.min(roles.size(), TableOverview.SHOWN_COLUMNS);
        if (cells.stream().limit(width).anyMatch(column -> column.size() < Math.min(rows, TableOverview.SHOWN_ROWS)))
            return List.of();
        return IntStream.range(0, Math.min(rows, TableOverview.SHOWN_ROWS))
                .mapToObj(r -> IntStream.range(0, width)
                        .mapToObj(c -> cells.get(c).get(r))
                        .toList())
                .toList();
    }

    private TableOverview.Column column(int c, ColumnAdvice advice) {
        ColumnSample sample = all.column(c);
        ColumnKind kind = sample.kind(roles.mark(), all.isDecided());
        List<String> shown = c < cells.size() ? cells.get(c) : List.of();
        Set<String> distinct = new LinkedHashSet<>();
        int absent = 0;
        for (String cell : shown) {
            String text = cell.strip();
            if (missing.contains(text)) absent++;
            else distinct.add(text);
        }
        boolean numeric = kind == ColumnKind.NUMBERS || kind == ColumnKind.MOSTLY_NUMBERS;
        double[] numbers = numeric ? numbers(sample, distinct) : new double[0];
        boolean known = !shown.isEmpty();
        return new TableOverview.Column(
                roles.name(c),
                word(kind, sample, numbers),
                troubles.contains(c) ? "text" : word(roles.role(c)),
                known ? OptionalInt.of(distinct.size()) : sampled(sample),
                known ? OptionalInt.of(absent) : OptionalInt.empty(),
                numbers.length == 0
                        ? OptionalDouble.empty()
                        : IntStream.range(0, numbers.length)
                                .mapToDouble(i -> numbers[i])
                                .min(),
                numbers.length == 0
                        ? OptionalDouble.empty()
                        : IntStream.range(0, numbers.length)
                                .mapToDouble(i -> numbers[i])
                                .max(),
                known
                        ? distinct.stream().limit(EXAMPLES).map(Excerpt::of).toList()
                        : sample.texts().stream()
                                .limit(EXAMPLES)
                                .map(Excerpt::of)
                                .toList(),
                troubles.contains(c) ? advice.sentence(c) : "");
    }

    private static OptionalInt sampled(ColumnSample sample) {
        return sample.distinct() > 0 ? OptionalInt.of(sample.distinct()) : OptionalInt.empty();
    }

    /** The cells that are finite numbers. */
    private double[] numbers(ColumnSample sample, Set<String> distinct) {
        CellFormat format = sample.format(roles.mark()).orElse(CellFormat.plain(roles.mark()));
        return distinct.stream()
                .mapToDouble(text -> parse(format, text))
                .filter(Double::isFinite)
                .toArray();
    }

    private static double parse(CellFormat format, String text) {
        try {
            return format.parse(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static String word(ColumnKind kind, ColumnSample sample, double[] numbers) {
        return switch (kind) {
            case NUMBERS -> {
                if (sample.isText()) yield "truth";
                boolean whole = numbers.length > 0;
                for (double x : numbers) whole = whole && x == Math.rint(x);
                yield whole ? "whole" : "number";
            }
            case MOSTLY_NUMBERS -> "mixed";
            case OTHER_MARK, AMBIGUOUS, SIGNS -> "number";
            case DATES -> "date";
            case CATEGORIES -> "category";
            case DIFFERENT, TEXT -> "text";
            case EMPTY -> "empty";
        };
    }

    private String word(ColumnRole role) {
        return switch (role) {
            case NUMBERS -> options.featuresInRows() ? "sample" : "feature";
            case NAMES -> "id";
            case LABELS -> "label";
            case COLOR -> "color";
            case ONE_HOT -> "one-hot";
            case SKIPPED, EMPTY -> "dropped";
        };
    }
}
