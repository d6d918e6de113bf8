package org.grapnel.spark.prepare;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.grapnel.spark.data.SampleVector;
import org.grapnel.spark.rdd.OrderedSum;

/** The mean and the sum of squares of every feature, by one pass over the samples. */
public final class FeatureMoments {
    private final double[] means;
    private final double[] squares;

    private FeatureMoments(double[] means, double[] squares) {
        this.means = means;
        this.squares = squares;
    }

    /** @param rows vectors in the first column */
    public static FeatureMoments compute(JavaRDD<Row> rows, int features, int samples) {
        double[] sums = OrderedSum.sum(
                rows.mapPartitions(part -> List.of(sums(part, features)).iterator()));
        double[] means = Arrays.copyOf(sums, features);
        for (int i = 0; i < features; i++) means[i] /= samples;
        return new FeatureMoments(means, Arrays.copyOfRange(sums, features, 2 * features));
    }

    private static double[] sums(Iterator<Row> rows, int features) {
        double[] sums = new double[2 * features];
        while (rows.hasNext()) {
            SampleVector x = SampleVector.of(rows.next().get(0));
            for (int e = 0; e < x.stored(); e++) {
                sums[x.index(e)] += x.value(e);
                sums[features + x.index(e)] += x.value(e) * x.value(e);
            }
        }
        return sums;
    }

    public double[] means() {
        return means.clone();
    }

    /**
     * Returns the relative error on some features, ‖X_S − W_S H‖/‖X_S‖, of a model that is zero on all others: its squared
     * error is that of all features less the squares of the others.
     *
     * @param relativeError ‖X − WH‖/‖X‖
     */
    public double relativeErrorOn(List<Integer> kept, double relativeError) {
        double all = Arrays.stream(squares).sum();
        double own = kept.stream().mapToDouble(i -> squares[i]).sum();
        double error = relativeError * relativeError * all - (all - own);
        return own == 0 ? 0 : Math.sqrt(Math.max(0, error) / own);
    }

    /** Returns the lowest relative error that any W on these features can reach: ‖X‖ on the others over ‖X‖. */
    public double errorFloor(List<Integer> kept) {
        double all = Arrays.stream(squares).sum();
        double own = kept.stream().mapToDouble(i -> squares[i]).sum();
        return all == 0 ? 0 : Math.sqrt(Math.max(0, all - own) / all);
    }
}
