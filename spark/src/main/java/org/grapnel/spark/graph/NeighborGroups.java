package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.OrderedSum;

/** Compares the groups of samples with those of their neighbours, by one exchange of labels. */
final class NeighborGroups {
    private NeighborGroups() {}

    /** Edge weight of each sample of a partition: to its own group, and in total. */
    private record GroupEdges(int[] group, double[] inside, double[] degree) implements Serializable {
        /** Returns w and d of every group and the total of d, each divided by {@code scale}. */
        double[] sums(int clusters, double scale) {
            double[] sums = new double[2 * clusters + 1];
            for (int i = 0; i < group.length; i++) {
                sums[group[i]] += inside[i] / scale;
                sums[clusters + group[i]] += degree[i] / scale;
                sums[2 * clusters] += degree[i] / scale;
            }
            return sums;
        }

        /** Returns the share of edge weight in the own group; NaN where there is no edge. */
        double[] shares() {
            double[] shares = new double[group.length];
            for (int i = 0; i < shares.length; i++) shares[i] = degree[i] > 0 ? inside[i] / degree[i] : Double.NaN;
            return shares;
        }
    }

    private static JavaRDD<GroupEdges> compare(SampleGraph graph, SampleGroups groups) {
        long samples = Arrays.stream(groups.sizes()).sum();
        Preconditions.require(
                graph.size() == samples, "the graph joins %d samples, the groups have %d", graph.size(), samples);
        return new GraphExchange(graph.patterns())
                .step(groups.labels(), 1, NeighborGroups::toDoubles, NeighborGroups::compare);
    }

    private static double[] toDoubles(int[] labels) {
        return Arrays.stream(labels).asDoubleStream().toArray();
    }

    private static GroupEdges compare(LaplacianPartition share, int[] group, double[] slots) {
        double[] inside = new double[group.length];
        for (int i = 0; i < group.length; i++)
            for (int e = share.start()[i]; e < share.start()[i + 1]; e++)
                if (slots[share.slot()[e]] == group[i]) inside[i] += share.value()[e];
        return new GroupEdges(group, inside, share.degrees());
    }

    /** Computes modularity and inside share, relative to the largest degree, so that no sum overflows. */
    static GraphQuality quality(SampleGraph graph, SampleGroups groups) {
        double scale = graph.largestDegree();
        if (scale == 0) return new GraphQuality(0, 0);
        int clusters = groups.clusters();
        double[] sums = OrderedSum.sum(compare(graph, groups).map(part -> part.sums(clusters, scale)));
        double total = sums[2 * clusters];
        double modularity = 0;
        double inside = 0;
        for (int g = 0; g < clusters; g++) {
            double degrees = sums[clusters + g] / total;
            modularity += sums[g] / total - degrees * degrees;
            inside += sums[g] / total;
        }
        return new GraphQuality(modularity, Math.min(1, inside));
    }

    static JavaRDD<double[]> shares(SampleGraph graph, SampleGroups groups) {
        return compare(graph, groups).map(GroupEdges::shares);
    }
}
