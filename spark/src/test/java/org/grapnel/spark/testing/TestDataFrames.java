package org.grapnel.spark.testing;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;

/** DataFrames of synthetic samples. */
public final class TestDataFrames {
    private TestDataFrames() {}

    /** Creates a DataFrame with the columns id and features. */
    public static Dataset<Row> create(DataType id, int partitions, List<Row> rows) {
        return create(new StructType().add("id", id).add("features", SQLDataTypes.VectorType()), partitions, rows);
    }

    public static Dataset<Row> create(StructType schema, int partitions, List<Row> rows) {
        return LocalSpark.session().createDataFrame(TestPanels.context().parallelize(rows, partitions), schema);
    }

    /** Returns the samples of X with the ids s0, s1, … as dense vectors. */
    public static Dataset<Row> dense(Matrix X, int partitions) {
        return create(DataTypes.StringType, partitions, rows(X));
    }

    public static Dataset<Row> sparse(Matrix X, int partitions) {
        List<Row> rows = rows(X).stream()
                .map(row -> RowFactory.create(row.get(0), ((Vector) row.get(1)).toSparse()))
                .toList();
        return create(DataTypes.StringType, partitions, rows);
    }

    public static Dataset<Row> arrays(Matrix X, int partitions) {
        StructType schema = new StructType()
                .add("id", DataTypes.StringType)
                .add("features", DataTypes.createArrayType(DataTypes.DoubleType));
        List<Row> rows = rows(X).stream()
                .map(row -> RowFactory.create(row.get(0), ((Vector) row.get(1)).toArray()))
                .toList();
        return create(schema, partitions, rows);
    }

    static List<Row> rows(Matrix X) {
        List<Row> rows = new ArrayList<>();
        for (int j = 0; j < X.cols(); j++) {
            double[] x = new double[X.rows()];
            for (int i = 0; i < x.length; i++) x[i] = X.get(i, j);
            rows.add(RowFactory.create("s" + j, Vectors.dense(x)));
        }
        return rows;
    }

    /** Draws samples in groups: each group has its own features, and an entry is zero with the given probability. */
    public static DenseMatrix groups(int features, int samples, int groups, double zeros, long seed) {
        DenseMatrix X = DenseMatrix.zeros(features, samples);
        for (int i = 0; i < features; i++)
            for (int j = 0; j < samples; j++) {
                if (CounterRandom.uniform(seed, i, samples + j) < zeros) continue;
                double level = i % groups == j % groups ? 3 : 0.3;
                X.set(i, j, level * (0.5 + CounterRandom.uniform(seed, i, j)));
            }
        return X;
    }
}
