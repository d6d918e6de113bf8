package org.grapnel.spark.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.table.ColumnRole;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.ShellWord;
import org.grapnel.runtime.Preconditions;

/**
 * The columns that the user named.
 *
 * @param format format of the file
 * @param features column of vectors
 * @param drop columns to leave out: names, ranges and patterns
 * @param keep the only columns to use as features; empty for all that hold numbers
 */
record TableColumns(
        Optional<String> format,
        Optional<String> features,
        Optional<TableOptions.NamedColumn> id,
        Optional<TableOptions.NamedColumn> label,
        List<String> drop,
        List<String> keep) {
    /**
     * The role of every column of a table.
     *
     * @param vector column of vectors; empty if the features are numeric columns
     * @param numbers the numeric columns that are features, in order
     */
    record Roles(Optional<Integer> id, Optional<Integer> label, Optional<Integer> vector, List<Integer> numbers) {}

    /**
     * Gives every column its role.
     *
     * @param file name of the table, for messages
     * @param names column names as the user knows them, in order
     */
    Roles roles(String file, StructType schema, List<String> names) {
        Optional<Integer> labelAt = label.map(column -> findLabel(column, names));
        Optional<Integer> idAt = id.map(column -> find(column.option(), column.name(), names));
        Preconditions.require(
                labelAt.isEmpty() || !labelAt.equals(idAt),
                "%s and %s are both '%s'; they must differ",
                label.map(TableOptions.NamedColumn::option).orElse(""),
                id.map(TableOptions.NamedColumn::option).orElse(""),
                label.map(TableOptions.NamedColumn::name).orElse(""));
        ColumnSelection selection = ColumnSelection.ofSamples(file, names, readOptions());
        Optional<Integer> vector = features.map(name -> find("--features-col", name, names))
                .or(() -> onlyVector(schema, names, selection));
        if (idAt.isEmpty()) idAt = firstTextColumn(schema, selection);
        if (vector.isEmpty()) return new Roles(idAt, labelAt, vector, numbers(schema, names, selection, idAt, labelAt));
        Preconditions.require(
                drop.isEmpty() && keep.isEmpty(),
                "%s selects numeric columns, but the features are the vectors of column '%s'; leave it out, or select entries of the vectors in Spark",
                drop.isEmpty() ? "--columns" : "--drop",
                names.get(vector.get()));
        return new Roles(idAt, labelAt, vector, List.of());
    }

    private ReadOptions readOptions() {
        ReadOptions options = ReadOptions.plain();
        if (label.isPresent()) options = options.withLabels(label.get().name());
        org.grapnel.formats.TableOptions table = options.table().withDrop(drop).withKeep(keep);
        if (id.isPresent()) table = table.withId(id.get().name());
        return options.withTable(table);
    }

    private static int findLabel(TableOptions.NamedColumn column, List<String> names) {
        boolean isFile = !names.contains(column.name())
                && (column.name().contains("/")
                        || java.nio.file.Files.isRegularFile(java.nio.file.Path.of(column.name())));
        Preconditions.require(
                !isFile,
                "%s %s: a file of labels is not read on Spark, where rows have no fixed order; add the labels as a column of DATA and name it",
                column.option(),
                column.name());
        return find(column.option(), column.name(), names);
    }

    private static int find(String option, String name, List<String> names) {
        int at = names.indexOf(name);
        String all = names.size() <= 20
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 20)) + ", … (" + names.size() + " in all)";
        Preconditions.require(at >= 0, "%s: there is no column '%s'; the columns are %s", option, name, all);
        return at;
    }

    private Optional<Integer> firstTextColumn(StructType schema, ColumnSelection selection) {
        boolean isText = schema.size() > 1 && schema.apply(0).dataType().equals(DataTypes.StringType);
        return isText && selection.isFree(0) ? Optional.of(0) : Optional.empty();
    }

    static boolean isVector(DataType type) {
        return type.equals(SQLDataTypes.VectorType())
                || (type instanceof ArrayType array && array.elementType() instanceof NumericType);
    }

    private static Optional<Integer> onlyVector(StructType schema, List<String> names, ColumnSelection selection) {
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at < schema.size(); at++)
            if (isVector(schema.apply(at).dataType()) && selection.role(at).isEmpty()) found.add(at);
        Preconditions.require(
                found.size() <= 1,
                "%d columns hold vectors (%s); select one with --features-col",
                found.size(),
                String.join(", ", found.stream().map(names::get).toList()));
        return found.stream().findFirst();
    }

    private static List<Integer> numbers(
            StructType schema,
            List<String> names,
            ColumnSelection selection,
            Optional<Integer> id,
            Optional<Integer> label) {
        List<Integer> numbers = new ArrayList<>();
        for (int at = 0; at < schema.size(); at++) {
            boolean taken = Optional.of(at).equals(id) || Optional.of(at).equals(label);
            if (taken || selection.role(at).equals(Optional.of(ColumnRole.SKIPPED))) continue;
            DataType type = schema.apply(at).dataType();
            if (!(type instanceof NumericType))
                throw new DataException(
                        "column '%s' has type %s, not a number; name it with --labels or --id, or leave it out with %s",
                        names.get(at), type.simpleString(), ShellWord.columns("--drop", List.of(names.get(at))));
            numbers.add(at);
        }
        if (numbers.isEmpty()) throw new DataException("there is no numeric column among %s", String.join(", ", names));
        return numbers;
    }
}
