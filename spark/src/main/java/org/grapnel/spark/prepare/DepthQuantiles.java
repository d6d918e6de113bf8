package org.grapnel.spark.prepare;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.grapnel.spark.data.SampleVector;
import scala.Tuple2;

/** The smallest sum of a sample, the median of the sums and the largest. Executors sort the sums; the driver gets four of them. */
final class DepthQuantiles {
    private DepthQuantiles() {}

    static double[] find(JavaRDD<Row> rows, int samples) {
        long low = (samples - 1L) / 2;
        long high = samples / 2;
        long last = samples - 1L;
        JavaRDD<Double> sorted = rows.map(row -> SampleTransform.sum(SampleVector.of(row.get(0))))
                .sortBy(sum -> sum, true, Math.max(1, rows.getNumPartitions()));
        List<Tuple2<Double, Long>> found = sorted.zipWithIndex()
                .filter(pair -> pair._2 == 0 || pair._2 == low || pair._2 == high || pair._2 == last)
                .collect();
        double[] at = new double[4];
        for (Tuple2<Double, Long> pair : found) {
            if (pair._2 == 0) at[0] = pair._1;
            if (pair._2 == low) at[1] = pair._1;
            if (pair._2 == high) at[2] = pair._1;
            if (pair._2 == last) at[3] = pair._1;
        }
        return new double[] {at[0], low == high ? at[1] : (at[1] + at[2]) / 2, at[3]};
    }
}
