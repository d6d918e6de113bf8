package org.grapnel.spark.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.rdd.SparkErrors;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables from any file system that Hadoop supports: {@code file:}, {@code hdfs:}, {@code s3a:}. The driver reads
 * only a few rows.
 */
final class TableReader {
    private static final int MOST_COLUMNS = 1_000_000;

    private final SparkSession session;
    private final Optional<Boolean> header;
    private final Optional<Character> delimiter;

    /** Creates a reader with optional settings for text tables. */
    TableReader(SparkSession session, Optional<Boolean> header, Optional<Character> delimiter) {
        this.session = session;
        this.header = header;
        this.delimiter = delimiter;
    }

    /** Supported formats. */
    enum TableFormat {
        PARQUET(".parquet"),
        CSV(".csv", ".tsv", ".txt"),
        LIBSVM(".svm", ".libsvm");

        private final List<String> ends;

        TableFormat(String... ends) {
            this.ends = List.of(ends);
        }

        String cliName() {
            return name().toLowerCase(Locale.ROOT);
        }

        static TableFormat detect(String path, Optional<String> word) {
            if (word.isPresent())
                return Arrays.stream(values())
                        .filter(format -> format.cliName().equals(word.orElseThrow()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "unknown --format '" + word.orElseThrow() + "'; use parquet, csv or libsvm"));
            String name = new Path(path).getName().toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|bz2|zst)$", "");
            return Arrays.stream(values())
                    .filter(format -> format.ends.stream().anyMatch(name::endsWith))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            path + ": unknown file type; set --format to parquet, csv or libsvm"));
        }
    }

    SampleTable read(String path, TableColumns columns) {
        TableFormat format = TableFormat.detect(path, columns.format());
        requireExists(path);
        try {
            return SparkErrors.translate(() -> switch (format) {
                case PARQUET -> fromDataFrame(path, session.read().parquet(path), columns);
                case LIBSVM ->
                    fromDataFrame(path, session.read().format("libsvm").load(path), columns);
                case CSV -> csv(path, columns);
            });
        } catch (DataException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(path + ": ") ? e : new DataException(path + ": " + message, e);
        }
    }

    /** Reads edges: the columns src, dst and weight, or the columns of a table that has exactly three. */
    Dataset<Row> edges(String path) {
        TableFormat format = TableFormat.detect(path, Optional.empty());
        Preconditions.require(format != TableFormat.LIBSVM, "--graph %s: edges must be parquet or csv", path);
        requireExists(path);
        return SparkErrors.translate(() -> {
            Dataset<Row> read = format == TableFormat.PARQUET ? session.read().parquet(path) : text(path).rows;
            if (Arrays.asList(read.columns()).containsAll(List.of("src", "dst", "weight"))) return read;
            if (read.columns().length != 3)
                throw new DataException(
                        "--graph %s has the columns %s; required are src, dst and weight",
                        path, String.join(", ", read.columns()));
            return read.toDF("src", "dst", "weight");
        });
    }

    private void requireExists(String path) {
        try {
            Path where = new Path(path);
            FileStatus @Nullable [] found = where.getFileSystem(
                            session.sparkContext().hadoopConfiguration())
                    .globStatus(where);
            if (found == null || found.length == 0) throw new DataException("%s: no such file or folder", path);
        } catch (IOException e) {
            throw new DataException(
                    path + ": cannot be read: " + SparkErrors.firstLine(e), new UncheckedIOException(e));
        } catch (IllegalArgumentException e) {
            throw new DataException(path + ": not a valid path: " + SparkErrors.firstLine(e), e);
        }
    }

    private static SampleTable fromDataFrame(String path, Dataset<Row> data, TableColumns columns) {
        return SampleTable.fromColumns(path, data, List.of(data.columns()), columns);
    }

    /** A text table with types, and its column names. Spark's own names are c0, c1, …, because Spark ignores case. */
    private record TextTable(Dataset<Row> rows, List<String> columnNames) {}

    private SampleTable csv(String path, TableColumns columns) {
        TextTable text = text(path);
        StructType schema = text.rows.schema();
        // integer ids are read as text; as doubles they would get a decimal point
        Optional<Integer> id = columns.id()
                .map(column -> text.columnNames.indexOf(column.name()))
                .filter(at -> at >= 0);
        Dataset<Row> rows = id.filter(at -> !schema.apply(at).dataType().equals(DataTypes.StringType))
                .map(at -> readWithTextColumn(path, schema, at))
                .orElse(text.rows);
        return SampleTable.fromColumns(path, rows, text.columnNames, columns);
    }

    private Dataset<Row> readWithTextColumn(String path, StructType schema, int words) {
        StructType other = new StructType();
        for (int at = 0; at < schema.size(); at++)
            other = other.add(
                    schema.apply(at).name(),
                    at == words ? DataTypes.StringType : schema.apply(at).dataType());
        return reader(path, hasHeader(path), other);
    }

    private TextTable text(String path) {
        List<Row> first = lines(path, 2);
        if (first.isEmpty()) throw new DataException("the file is empty");
        boolean named = hasHeader(path);
        if (named && first.size() < 2) throw new DataException("the file has a header but no rows");
        Row sample = first.get(named ? 1 : 0);
        StructType schema = new StructType();
        List<String> columnNames = new ArrayList<>();
        for (int at = 0; at < sample.size(); at++) {
            schema = schema.add("c" + at, isNumber(sample.getString(at)) ? DataTypes.DoubleType : DataTypes.StringType);
            String name = named ? first.get(0).getString(at) : null;
            columnNames.add(name != null ? name.strip() : named ? "column " + (at + 1) : "f" + at);
        }
        requireDistinct(columnNames);
        Dataset<Row> rows = reader(path, named, schema);
        boolean edges = columnNames.containsAll(List.of("src", "dst", "weight"));
        return new TextTable(edges ? rows.toDF(columnNames.toArray(String[]::new)) : rows, columnNames);
    }

    private boolean hasHeader(String path) {
        return header.orElseGet(() -> {
            List<Row> first = lines(path, 1);
            if (first.isEmpty()) return false;
            Row line = first.get(0);
            for (int at = line.size() == 1 ? 0 : 1; at < line.size(); at++)
                if (!isNumber(line.getString(at))) return true;
            return false;
        });
    }

    private static void requireDistinct(List<String> names) {
        Map<String, Integer> seen = new HashMap<>();
        for (int at = 0; at < names.size(); at++) {
            Integer other = seen.putIfAbsent(names.get(at), at);
            if (other != null)
                throw new DataException(
                        "columns %d and %d have the same name '%s'; names must be distinct",
                        other + 1, at + 1, names.get(at));
        }
    }

    /** Returns whether a cell is a number or empty. */
    private static boolean isNumber(@Nullable String cell) {
        if (cell == null || cell.isBlank()) return true;
        try {
            Double.parseDouble(cell.strip());
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private List<Row> lines(String path, int count) {
        return settings(path, false).csv(path).takeAsList(count);
    }

    private Dataset<Row> reader(String path, boolean named, StructType schema) {
        return settings(path, named).schema(schema).csv(path);
    }

    private org.apache.spark.sql.DataFrameReader settings(String path, boolean named) {
        boolean tabs = path.toLowerCase(Locale.ROOT).matches(".*\\.tsv(\\.(gz|bz2|zst))?");
        return session.read()
                .option("header", named)
                .option("sep", String.valueOf(delimiter.orElse(tabs ? '\t' : ',')))
                .option("maxColumns", MOST_COLUMNS)
                .option("maxCharsPerColumn", -1)
                .option("ignoreLeadingWhiteSpace", true)
                .option("ignoreTrailingWhiteSpace", true);
    }
}
