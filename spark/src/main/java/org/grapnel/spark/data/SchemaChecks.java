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

/** What the columns of a DataFrame must be; the messages say which there are. */
public final class SchemaChecks {
    private SchemaChecks() {}

    public static void checkFeatures(StructType schema, String name) {
        DataType type = type(schema, name);
        boolean numbers = type instanceof ArrayType array
                && (array.elementType().equals(DataTypes.DoubleType)
                        || array.elementType().equals(DataTypes.FloatType));
        Preconditions.require(
                numbers || type.equals(SQLDataTypes.VectorType()),
                "column '%s' holds %s; allowed are ml vectors (org.apache.spark.ml.linalg), array<double> and array<float>",
                name,
                type.simpleString());
    }

    /** The type that the ids have in a result: that of the column, or long where samples are numbered. */
    public static DataType checkId(StructType schema, Optional<String> name) {
        if (name.isEmpty()) return DataTypes.LongType;
        DataType type = type(schema, name.get());
        Preconditions.require(
                type.equals(DataTypes.StringType)
                        || type.equals(DataTypes.LongType)
                        || type.equals(DataTypes.IntegerType),
                "column '%s' holds %s; allowed as ids are string, bigint and int",
                name.get(),
                type.simpleString());
        return type;
    }

    /** Refuses a column that would be overwritten. */
    public static void checkFree(StructType schema, String param, String name) {
        Preconditions.require(!name.isEmpty(), "%s must not be empty", param);
        Preconditions.require(
                !Arrays.asList(schema.fieldNames()).contains(name),
                "%s '%s' exists already; choose another name than %s",
                param,
                name,
                names(schema));
    }

    /** The column of this very name, whatever signs it has. */
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
