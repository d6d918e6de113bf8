package org.grapnel.spark.data;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.runtime.Preconditions;

/** Checks the columns of a DataFrame. */
public final class SchemaChecks {
    private SchemaChecks() {}

    public static void checkFeatures(StructType schema, String name) {
        DataType type = type(schema, name);
        boolean numbers = type instanceof ArrayType array
                && (array.elementType().equals(DataTypes.DoubleType)
                        || array.elementType().equals(DataTypes.FloatType));
        Preconditions.require(
                numbers || type.equals(SQLDataTypes.VectorType()),
                "column '%s' has type %s; allowed are ml vectors (org.apache.spark.ml.linalg), array<double> and array<float>",
                name,
                type.simpleString());
    }

    /** Checks the id column and returns its type, which is long if samples are numbered. */
    public static DataType checkId(StructType schema, Optional<String> name) {
        if (name.isEmpty()) return DataTypes.LongType;
        DataType type = type(schema, name.get());
        Preconditions.require(
                type.equals(DataTypes.StringType)
                        || type.equals(DataTypes.LongType)
                        || type.equals(DataTypes.IntegerType),
                "column '%s' has type %s; ids must be string, bigint or int",
                name.get(),
                type.simpleString());
        return type;
    }

    /** Refuses an output column that exists. */
    public static void checkFree(StructType schema, String param, String name) {
        Preconditions.require(!name.isEmpty(), "%s must not be empty", param);
        Preconditions.require(
                !Arrays.asList(schema.fieldNames()).contains(name),
                "%s '%s' already exists; choose a name other than %s",
                param,
                name,
                names(schema));
    }

    /** Returns the column with exactly this name, which may contain dots and backticks. */
    public static Column column(String name) {
        return functions.col("`" + name.replace("`", "``") + "`");
    }

    private static DataType type(StructType schema, String name) {
        Preconditions.require(
                Arrays.asList(schema.fieldNames()).contains(name),
                "there is no column '%s'; the columns are %s",
                name,
                names(schema));
        return schema.apply(name).dataType();
    }

    private static String names(StructType schema) {
        return Arrays.stream(schema.fieldNames()).collect(Collectors.joining(", "));
    }
}
