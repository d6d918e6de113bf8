package org.grapnel.cli.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.grapnel.data.Dataset;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.table.ShellWord;
import org.grapnel.options.DataHint;
import org.jspecify.annotations.Nullable;

/** Formats the columns and the first rows of data as JSON. */
final class OverviewJson {
    private static final String FEATURE = "feature";

    /** The options that take several columns or words. */
    private static final List<String> LISTS = List.of("drop", "one-hot", "missing-words");

    private OverviewJson() {}

    /** The columns of a table, with the ranges of all described samples where a column is a feature; null for other formats. */
    static @Nullable List<Map<String, @Nullable Object>> columns(DescribeResult result) {
        return result.overview()
                .map(table -> toJson(withRanges(table.columns(), result.data())))
                .orElse(null);
    }

    static List<Map<String, @Nullable Object>> columns(TableOverview table) {
        return toJson(table.columns());
    }

    private static List<TableOverview.Column> withRanges(List<TableOverview.Column> columns, Dataset data) {
        Map<String, Integer> rows = new HashMap<>();
        for (int i = 0; i < data.features().size(); i++)
            rows.putIfAbsent(data.features().get(i), i);
        double[] row = new double[data.X().cols()];
        List<TableOverview.Column> all = new ArrayList<>();
        for (TableOverview.Column column : columns) {
            Integer place = rows.get(column.name());
            if (place == null || !column.role().equals(FEATURE)) {
                all.add(column);
                continue;
            }
            data.X().row(place, row);
            all.add(withRange(column, row));
        }
        return all;
    }

    private static TableOverview.Column withRange(TableOverview.Column column, double[] row) {
        int missing = 0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double x : row) {
            if (Double.isNaN(x)) missing++;
            else {
                low = Math.min(low, x);
                high = Math.max(high, x);
            }
        }
        return missing == row.length
                ? column.withRange(missing, OptionalDouble.empty(), OptionalDouble.empty())
                : column.withRange(missing, OptionalDouble.of(low), OptionalDouble.of(high));
    }

    private static List<Map<String, @Nullable Object>> toJson(List<TableOverview.Column> columns) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (TableOverview.Column column : columns) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("name", column.name());
            json.put("kind", column.kind());
            json.put("role", column.role());
            json.put("distinct", orNull(column.distinct()));
            json.put("missing", orNull(column.missing()));
            json.put("min", orNull(column.min()));
            json.put("max", orNull(column.max()));
            json.put("examples", column.examples());
            json.put("advice", column.advice());
            all.add(json);
        }
        return all;
    }

    private static @Nullable Object orNull(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }

    private static @Nullable Object orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /** The first cells as the file has them; of other formats the first numbers of X; null for pictures. */
    static @Nullable Map<String, Object> preview(DescribeResult result) {
        Optional<Map<String, Object>> cells = result.overview().flatMap(OverviewJson::preview);
        if (cells.isPresent()) return cells.get();
        return result.data().picture().isPresent() ? null : numbers(result.data());
    }

    static Optional<Map<String, Object>> preview(TableOverview table) {
        if (table.rows().isEmpty()) return Optional.empty();
        List<String> names = table.columns().stream()
                .limit(TableOverview.SHOWN_COLUMNS)
                .map(TableOverview.Column::name)
                .toList();
        return Optional.of(preview(names, table.rows()));
    }

    private static Map<String, Object> numbers(Dataset data) {
        int p = Math.min(TableOverview.SHOWN_COLUMNS, data.X().rows());
        int n = Math.min(TableOverview.SHOWN_ROWS, data.X().cols());
        List<List<Double>> rows = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            List<Double> row = new ArrayList<>();
            for (int i = 0; i < p; i++) row.add(data.X().get(i, j));
            rows.add(row);
        }
        return preview(data.features().subList(0, p), rows);
    }

    private static Map<String, Object> preview(List<String> columns, List<? extends List<?>> rows) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("columns", columns);
        json.put("rows", rows);
        return json;
    }

    /** The options with which a table can be read, in a sentence and as values. */
    static DataHint remedy(Map<String, List<String>> remedy) {
        Map<String, Object> options = new LinkedHashMap<>();
        remedy.forEach((option, values) -> options.put(option, LISTS.contains(option) ? values : values.get(0)));
        String words = remedy.entrySet().stream()
                .map(entry -> LISTS.contains(entry.getKey())
                        ? ShellWord.columns("--" + entry.getKey(), entry.getValue())
                        : ShellWord.option(
                                "--" + entry.getKey(), entry.getValue().get(0)))
                .collect(Collectors.joining(" "));
        return new DataHint("the table can be read with " + words, options);
    }
}
