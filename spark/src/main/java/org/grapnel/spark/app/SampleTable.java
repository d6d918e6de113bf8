package org.grapnel.spark.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
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
     * Selects the columns.
     *
     * @param file name of the table, for messages
     * @param columnNames column names as the user knows them, in order
     */
    static SampleTable fromColumns(String file, Dataset<Row> data, List<String> columnNames, TableColumns named) {
        StructType schema = data.schema();
        TableColumns.Roles roles = named.roles(file, schema, columnNames);
        List<Column> columns = new ArrayList<>();
        columns.add(roles.vector()
                .map(at -> vector(schema, at))
                .orElseGet(() -> numbers(schema, roles.numbers()))
                .as(FEATURES));
        roles.id().ifPresent(at -> columns.add(id(schema, at).as(ID)));
        roles.label()
                .ifPresent(at -> columns.add(
                        column(schema, at).cast(DataTypes.StringType).as(LABEL)));
        return new SampleTable(
                data.select(columns.toArray(Column[]::new)),
                roles.id().isPresent(),
                roles.label().isPresent(),
                roles.numbers().stream().map(columnNames::get).toList());
    }

    /** Returns the vectors and, if present, the ids, which the passes over all samples need. */
    JavaRDD<Row> samples() {
        return (hasId ? rows.select(FEATURES, ID) : rows.select(FEATURES)).toJavaRDD();
    }

    /** Returns the classes and, if present, the ids. */
    Optional<Dataset<Row>> labels() {
        if (!hasLabel) return Optional.empty();
        return Optional.of(hasId ? rows.select(LABEL, ID) : rows.select(LABEL));
    }

    /** Returns the names of the features, or the default names of features without names. */
    List<String> featureNames(int features) {
        return names.isEmpty() ? org.grapnel.data.Dataset.numbered("f", features) : names;
    }

    /** Returns a table whose features have these names. */
    SampleTable withNames(List<String> others) {
        return new SampleTable(rows, hasId, hasLabel, others);
    }

    /** Returns a table with other rows of the same columns. */
    SampleTable with(Dataset<Row> others) {
        return new SampleTable(others, hasId, hasLabel, names);
    }

    /** Selects the vector column; arrays of other numbers become arrays of doubles. */
    private static Column vector(StructType schema, int at) {
        DataType type = schema.apply(at).dataType();
        Preconditions.require(
                TableColumns.isVector(type),
                "--features-col: column '%s' has type %s; allowed are vectors and arrays of numbers",
                schema.apply(at).name(),
                type.simpleString());
        return type instanceof ArrayType
                ? column(schema, at).cast(DataTypes.createArrayType(DataTypes.DoubleType))
                : column(schema, at);
    }

    private static Column numbers(StructType schema, List<Integer> places) {
        return functions.array(places.stream()
                .map(at -> column(schema, at).cast(DataTypes.DoubleType))
                .toArray(Column[]::new));
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
