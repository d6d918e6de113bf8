package org.grapnel.spark.data;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.linalg.Matrix;
import org.grapnel.spark.rdd.OrderedSum;

/**
 * Totals of X that the driver holds.
 *
 * @param nonZeros number of stored entries
 * @param rowSquares ‖Xᵢ‖² of every feature
 * @param sum sum of all entries
 * @param zeroSamples number of samples without a non-zero
 */
record PanelTotals(long nonZeros, double[] rowSquares, double sum, long zeroSamples) {
    private static final int SUM = 0;
    private static final int NON_ZEROS = 1;
    private static final int ZERO_SAMPLES = 2;

    /** Computes the totals in one job over the panels. */
    static PanelTotals compute(JavaRDD<Panel> panels, int features) {
        double[] sums = OrderedSum.sum(
                panels.mapPartitions(part -> List.of(partSums(part, features)).iterator()));
        return new PanelTotals(
                (long) sums[features + NON_ZEROS], Arrays.copyOf(sums, features), sums[features + SUM], (long)
                        sums[features + ZERO_SAMPLES]);
    }

    /** Returns ‖Xᵢ‖² of every feature over the panels of a partition, followed by three totals. */
    private static double[] partSums(Iterator<Panel> panels, int p) {
        double[] sums = new double[p + 3];
        while (panels.hasNext()) {
            Panel panel = panels.next();
            try (Matrix X = panel.matrix()) {
                double[] squares = X.rowSquares();
                for (int i = 0; i < p; i++) sums[i] += squares[i];
                sums[p + SUM] += X.sum();
                for (double length : X.columnNorms()) if (length == 0) sums[p + ZERO_SAMPLES]++;
            }
            sums[p + NON_ZEROS] += panel.nonZeros();
        }
        return sums;
    }
}
