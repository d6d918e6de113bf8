package org.grapnel.spark.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.SchemaChecks;

/**
 * A table with one row per sample and the columns {@code features} and, if present, {@code id} and {@code label}.
 *
 * @param names names of the features; empty if they have none
 */
record SampleTable(Dataset<Row> rows, boolean hasId, boolean hasLabel, List<String> names) {
    static final String FEATURES = "features";
    static final String ID = "id";
    static final String LABEL = "label";

    /**
     * Identifies the columns.
     *
     * @param columnNames column names as the user knows them, in order
     */
    static SampleTable fromColumns(Dataset<Row> data, List<String> columnNames, TableOptions options) {
        StructType schema = data.schema();
        Optional<Integer> label = options.labelCol.map(name -> findColumn("--label-col", name, columnNames));
        Optional<Integer> id = options.idCol
                .map(name -> findColumn("--id-col", name, columnNames))
                .or(() -> firstTextColumn(schema, options, label));
        Preconditions.require(
                label.isEmpty() || !label.equals(id),
                "--label-col and --id-col are both '%s'; they must differ",
                options.labelCol.orElse(""));
        Optional<Integer> vector = options.featuresCol
                .map(name -> findColumn("--features-col", name, columnNames))
                .or(() -> onlyVector(schema, columnNames));
        List<Column> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        columns.add(vector.map(at -> vector(schema, at))
                .orElseGet(() -> numbers(schema, columnNames, id, label, names))
                .as(FEATURES));
        id.ifPresent(at -> columns.add(id(schema, at).as(ID)));
        label.ifPresent(
                at -> columns.add(column(schema, at).cast(DataTypes.StringType).as(LABEL)));
        return new SampleTable(data.select(columns.toArray(Column[]::new)), id.isPresent(), label.isPresent(), names);
    }

    /** Returns a table with other rows of the same columns. */
    SampleTable with(Dataset<Row> others) {
        return new SampleTable(others, hasId, hasLabel, names);
    }

    private static int findColumn(String option, String name, List<String> columnNames) {
        int at = columnNames.indexOf(name);
        String all = columnNames.size() <= 20
                ? String.join(", ", columnNames)
                : String.join(", ", columnNames.subList(0, 20)) + ", … (" + columnNames.size() + " in all)";
        Preconditions.require(at >= 0, "%s: there is no column '%s'; the columns are %s", option, name, all);
        return at;
    }

    private static Optional<Integer> firstTextColumn(StructType schema, TableOptions options, Optional<Integer> label) {
        boolean isText = schema.size() > 1 && schema.apply(0).dataType().equals(DataTypes.StringType);
        return isText && options.idCol.isEmpty() && !label.equals(Optional.of(0)) ? Optional.of(0) : Optional.empty();
    }

    private static boolean isVector(DataType type) {
        return type.equals(SQLDataTypes.VectorType())
                || (type instanceof ArrayType array && array.elementType() instanceof NumericType);
    }

    private static Optional<Integer> onlyVector(StructType schema, List<String> columnNames) {
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at < schema.size(); at++) if (isVector(schema.apply(at).dataType())) found.add(at);
        Preconditions.require(
                found.size() <= 1,
                "%d columns hold vectors (%s); select one with --features-col",
                found.size(),
                String.join(", ", found.stream().map(columnNames::get).toList()));
        return found.stream().findFirst();
    }

    /** Selects the vector column; arrays of other numbers become arrays of doubles. */
    private static Column vector(StructType schema, int at) {
        DataType type = schema.apply(at).dataType();
        Preconditions.require(
                isVector(type),
                "--features-col: column '%s' has type %s; allowed are vectors and arrays of numbers",
                schema.apply(at).name(),
                type.simpleString());
        return type instanceof ArrayType
                ? column(schema, at).cast(DataTypes.createArrayType(DataTypes.DoubleType))
                : column(schema, at);
    }

    private static Column numbers(
            StructType schema,
            List<String> columnNames,
            Optional<Integer> id,
            Optional<Integer> label,
            List<String> names) {
        List<Column> columns = new ArrayList<>();
        for (int at = 0; at < schema.size(); at++) {
            if (Optional.of(at).equals(id) || Optional.of(at).equals(label)) continue;
            StructField field = schema.apply(at);
            if (!(field.dataType() instanceof NumericType))
                throw new DataException(
                        "column '%s' has type %s, not a number; name it with --label-col or --id-col, or remove it",
                        columnNames.get(at), field.dataType().simpleString());
            columns.add(column(schema, at).cast(DataTypes.DoubleType));
            names.add(columnNames.get(at));
        }
        if (columns.isEmpty())
            throw new DataException("there is no numeric column among %s", String.join(", ", columnNames));
        return functions.array(columns.toArray(Column[]::new));
    }

    private static Column id(StructType schema, int at) {
        DataType type = schema.apply(at).dataType();
        if (List.of(DataTypes.StringType, DataTypes.LongType, DataTypes.IntegerType)
                .contains(type)) return column(schema, at);
        return column(schema, at)
                .cast(
                        Arrays.asList(DataTypes.ShortType, DataTypes.ByteType).contains(type)
                                ? DataTypes.IntegerType
                                : DataTypes.StringType);
    }

    private static Column column(StructType schema, int at) {
        return SchemaChecks.column(schema.apply(at).name());
    }
}
