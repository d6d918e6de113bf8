package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;

/**
 * The mean of some kept features in every group, and the share of samples in which they are above zero.
 *
 * @param means one list per feature; NaN for an empty group
 * @param shares one list per feature; NaN for an empty group
 */
record GroupProfile(List<List<Double>> means, List<List<Double>> shares) {
    /** Most numbers of kept.npy that are in memory at a time. */
    private static final int BLOCK = 1 << 22;

    static GroupProfile compute(RunData run, List<RunData.KeptFeature> features) {
        double[][] sums = new double[features.size()][run.groupCount()];
        double[][] above = new double[features.size()][run.groupCount()];
        int[] columns = features.stream().mapToInt(run::columnOf).toArray();
        int rows = Math.max(1, BLOCK / Math.max(1, run.kept().size()));
        for (int from = 0; from < run.samples(); from += rows) {
            int first = from;
            List<Integer> block = IntStream.range(from, Math.min(run.samples(), from + rows))
                    .boxed()
                    .toList();
            try (DenseMatrix X = run.saved().rows("kept.npy", block)) {
                if (X.cols() != run.kept().size())
                    throw new DataException(
                            "%s has %d columns, but there are %d kept features",
                            run.saved().folder().resolve("kept.npy"),
                            X.cols(),
                            run.kept().size());
                for (int i = 0; i < columns.length; i++)
                    for (int j = 0; j < block.size(); j++) {
                        double value = X.get(j, columns[i]);
                        int group = run.groups().get(first + j);
                        sums[i][group] += value;
                        if (value > 0) above[i][group]++;
                    }
            }
        }
        int[] sizes = run.sizes();
        return new GroupProfile(divide(sums, sizes), divide(above, sizes));
    }

    private static List<List<Double>> divide(double[][] sums, int[] sizes) {
        List<List<Double>> divided = new ArrayList<>();
        for (double[] row : sums) {
            for (int g = 0; g < row.length; g++) row[g] = sizes[g] == 0 ? Double.NaN : row[g] / sizes[g];
            divided.add(DoubleStream.of(row).boxed().toList());
        }
        return divided;
    }

    /** Returns the profile of these groups only, in this order. */
    GroupProfile of(List<Integer> groups) {
        return new GroupProfile(pick(means, groups), pick(shares, groups));
    }

    private static List<List<Double>> pick(List<List<Double>> rows, List<Integer> groups) {
        return rows.stream().map(row -> groups.stream().map(row::get).toList()).toList();
    }
}
