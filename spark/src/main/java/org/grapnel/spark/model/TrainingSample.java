package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What placing new samples needs of one training sample.
 *
 * @param id its id as text, or null if samples are numbered
 * @param values its kept features
 * @param point its principal components; empty if neighbours are searched on the kept features
 * @param degree its degree in the graph
 * @param last its distance to its last neighbour, which only local weights read
 * @param h its row of Hᵀ
 * @param g its row of Gᵀ; empty unless the graph term is joint
 * @param linear what its edges add to the linear term of its problem, for new samples that equal it
 */
record TrainingSample(
        int number,
        @Nullable String id,
        double[] values,
        double[] point,
        double degree,
        double last,
        double[] h,
        double[] g,
        double[] linear)
        implements Serializable {
    private static final DataType NUMBERS = DataTypes.createArrayType(DataTypes.DoubleType, false);

    static final StructType SCHEMA = new StructType()
            .add("number", DataTypes.IntegerType, false)
            .add("id", DataTypes.StringType, true)
            .add("values", NUMBERS, false)
            .add("point", NUMBERS, false)
            .add("degree", DataTypes.DoubleType, false)
            .add("last", DataTypes.DoubleType, false)
            .add("h", NUMBERS, false)
            .add("g", NUMBERS, false)
            .add("linear", NUMBERS, false);

    /** Returns where the sample lies when neighbours are searched. */
    double[] place() {
        return point.length == 0 ? values : point;
    }

    Row row() {
        return RowFactory.create(number, id, values, point, degree, last, h, g, linear);
    }

    static TrainingSample of(Row row) {
        return new TrainingSample(
                row.getInt(0),
                row.getString(1),
                numbers(row, 2),
                numbers(row, 3),
                row.getDouble(4),
                row.getDouble(5),
                numbers(row, 6),
                numbers(row, 7),
                numbers(row, 8));
    }

    private static double[] numbers(Row row, int column) {
        List<Double> numbers = row.getList(column);
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
