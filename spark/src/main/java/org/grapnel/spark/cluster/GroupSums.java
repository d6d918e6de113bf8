package org.grapnel.spark.cluster;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.spark.rdd.OrderedSum;

/** Sums and sizes of groups of points. */
record GroupSums(double[][] sums, long[] sizes) {
    /** Adds up the sums of all partitions, each packed into one array: for each group its sum and its size. */
    static GroupSums all(JavaRDD<double[]> parts, int c) {
        double[] packed = OrderedSum.sum(parts);
        int step = packed.length / c;
        GroupSums all = new GroupSums(new double[c][], new long[c]);
        for (int g = 0; g < c; g++) {
            all.sums[g] = Arrays.copyOfRange(packed, g * step, (g + 1) * step - 1);
            all.sizes[g] = (long) packed[(g + 1) * step - 1];
        }
        return all;
    }

    /** Adds a point to the packed sums of a partition. */
    static void add(PointBlock points, int point, int label, int d, double[] packed) {
        int at = label * (d + 1);
        points.add(point, 1, packed, at);
        packed[at + d]++;
    }

    /** Moves a point from its group to another. */
    void move(double[] point, int from, int to) {
        for (int q = 0; q < point.length; q++) {
            sums[from][q] -= point[q];
            sums[to][q] += point[q];
        }
        sizes[from]--;
        sizes[to]++;
    }

    boolean hasEmpty() {
        return Arrays.stream(sizes).anyMatch(size -> size == 0);
    }

    double[][] means() {
        double[][] means = new double[sizes.length][];
        for (int g = 0; g < means.length; g++) {
            means[g] = sums[g].clone();
            for (int q = 0; q < means[g].length; q++) means[g][q] /= sizes[g];
        }
        return means;
    }
}
