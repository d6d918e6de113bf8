package org.grapnel.examples.plugin;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.plugin.MethodPlugin;
import org.grapnel.runtime.ExecutionContext;

/** Groups of equal size by the total of a sample. A method that does not beat it only finds large and small samples. */
public final class TotalQuantiles implements MethodPlugin {
    @Override
    public String name() {
        return "total-quantiles";
    }

    // quote
    @Override
    public Clustering cluster(ExecutionContext context, Matrix X, int clusters, long seed) {
        double[] totals = new double[X.cols()];
        double[] values = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, values);
            for (int j = 0; j < totals.length; j++) totals[j] += values[j];
        }
        int[] order = IntStream.range(0, totals.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> totals[j]))
                .mapToInt(j -> j)
                .toArray();
        int[] groups = new int[totals.length];
        for (int place = 0; place < order.length; place++) groups[order[place]] = place * clusters / order.length;
        return Clustering.ofLabels(clusters, groups);
    }
    // end
}
