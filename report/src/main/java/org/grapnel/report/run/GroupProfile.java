package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The mean of some kept features in every group, and the share of samples in which they are above zero.
 *
 * @param means one list per feature; NaN for an empty group
 * @param shares one list per feature; NaN for an empty group
 */
record GroupProfile(List<List<Double>> means, List<List<Double>> shares) {
    static GroupProfile compute(RunData run, List<RunData.KeptFeature> features) {
        double[][] sums = new double[features.size()][run.groupCount()];
        double[][] above = new double[features.size()][run.groupCount()];
        int most = KeptValues.samplesPerBlock(run);
        for (int from = 0; from < run.samples(); from += most) {
            List<Integer> block = IntStream.range(from, Math.min(run.samples(), from + most))
                    .boxed()
                    .toList();
            double[][] values = KeptValues.read(run, features, block);
            for (int i = 0; i < values.length; i++)
                for (int j = 0; j < block.size(); j++) {
                    int group = run.groups().get(block.get(j));
                    sums[i][group] += values[i][j];
                    if (values[i][j] > 0) above[i][group]++;
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
