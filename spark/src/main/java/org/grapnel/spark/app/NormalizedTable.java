package org.grapnel.spark.app;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.grapnel.data.Normalization;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.rdd.SparkErrors;
import org.jspecify.annotations.Nullable;

/**
 * Applies {@code --normalize}: {@code max} divides X by its largest entry, {@code l2} divides each sample by its norm.
 * Rows with missing or invalid entries stay unchanged; the next step refuses them with their place.
 *
 * @param divisor number by which X was divided; 1 if none
 */
record NormalizedTable(SampleTable table, double divisor) {
    static NormalizedTable create(SampleTable table, Normalization how) {
        Preconditions.require(
                how != Normalization.MINMAX,
                "--normalize minmax is not supported on Spark: it would fill the zeros of sparse data; use none, max or l2");
        Preconditions.require(
                how != Normalization.TOTAL && how != Normalization.TFIDF,
                "--normalize %s is not supported on Spark; prepare the data frame, and use none, max or l2",
                how);
        if (how == Normalization.NONE) return new NormalizedTable(table, 1);
        JavaRDD<Row> rows = table.rows().toJavaRDD();
        double largest = how == Normalization.MAX ? largest(rows) : 1;
        boolean each = how == Normalization.L2;
        JavaRDD<Row> scaled = rows.map(row -> scaleRow(row, each, largest));
        return new NormalizedTable(
                table.with(table.rows()
                        .sparkSession()
                        .createDataFrame(scaled, table.rows().schema())),
                largest);
    }

    /** Returns the largest entry, or 1 if no entry is positive, which a later check refuses. */
    private static double largest(JavaRDD<Row> rows) {
        List<Double> most = SparkErrors.translate(() ->
                rows.mapPartitions(part -> List.of(largest(part)).iterator()).collect());
        double largest = most.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return largest > 0 ? largest : 1;
    }

    private static double largest(Iterator<Row> rows) {
        double largest = 0;
        while (rows.hasNext()) {
            double[] values = values(rows.next().get(0));
            if (values == null) continue;
            for (double x : values) if (x > largest && x < Double.POSITIVE_INFINITY) largest = x;
        }
        return largest;
    }

    private static Row scaleRow(Row row, boolean each, double largest) {
        double[] values = values(row.get(0));
        if (values == null) return row;
        double by = each ? length(values) : largest;
        if (!(by > 0 && by < Double.POSITIVE_INFINITY)) return row;
        Object[] cells = new Object[row.size()];
        for (int at = 0; at < cells.length; at++) cells[at] = row.get(at);
        cells[0] = mapValues(row.get(0), values, x -> x / by);
        return RowFactory.create(cells);
    }

    private static double length(double[] values) {
        double squares = 0;
        for (double x : values) squares += x * x;
        return Math.sqrt(squares);
    }

    /** Returns the stored numbers, or null if some are missing. */
    static double @Nullable [] values(@Nullable Object cell) {
        if (cell instanceof DenseVector dense) return dense.values();
        if (cell instanceof SparseVector sparse) return sparse.values();
        if (!(cell instanceof scala.collection.Seq<?> seq)) return null;
        double[] values = new double[seq.length()];
        for (int i = 0; i < values.length; i++) {
            if (!(seq.apply(i) instanceof Number number)) return null;
            values[i] = number.doubleValue();
        }
        return values;
    }

    private static Object mapValues(Object cell, double[] values, DoubleUnaryOperator with) {
        double[] scaled = Arrays.stream(values).map(with).toArray();
        if (cell instanceof SparseVector sparse) return new SparseVector(sparse.size(), sparse.indices(), scaled);
        return cell instanceof DenseVector ? new DenseVector(scaled) : scaled;
    }
}
