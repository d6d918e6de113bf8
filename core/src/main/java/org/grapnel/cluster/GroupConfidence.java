package org.grapnel.cluster;

import java.util.Arrays;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;

/** How sure the group of each sample is, from 0 to 1; NaN where nothing is known of a sample. Equal if all values are equal. */
public final class GroupConfidence {
    private final double[] share;

    private GroupConfidence(double[] share) {
        this.share = share;
    }

    /** Returns the share of a sample's memberships that its largest one has: max hⱼ / Σ hⱼ. NaN where all are zero. */
    public static GroupConfidence ofMemberships(DenseMatrix Ht) {
        double[] share = new double[Ht.rows()];
        double[] h = new double[Ht.cols()];
        for (int i = 0; i < share.length; i++) {
            Ht.row(i, h);
            double most = 0;
            for (double value : h) most = Math.max(most, value);
            double sum = 0;
            for (double value : h) sum += value / most;
            share[i] = most > 0 ? 1 / sum : Double.NaN;
        }
        return new GroupConfidence(share);
    }

    /** Returns the share of a sample's edge weight that stays in its group. NaN where it has no edge. */
    public static GroupConfidence ofNeighbors(Graph graph, Clustering groups) {
        Preconditions.require(
                graph.size() == groups.size(),
                "the graph joins %d samples, the groups have %d",
                graph.size(),
                groups.size());
        double[] share = new double[graph.size()];
        for (int i = 0; i < share.length; i++) {
            int group = groups.labelOf(i);
            double[] inside = {0};
            graph.adjacency().forEachInRow(i, (j, weight) -> {
                if (groups.labelOf(j) == group) inside[0] += weight;
            });
            share[i] = graph.degree(i) > 0 ? inside[0] / graph.degree(i) : Double.NaN;
        }
        return new GroupConfidence(share);
    }

    /** Returns the confidence of a sample. */
    public double of(int sample) {
        return share[sample];
    }

    /** Returns the number of samples. */
    public int size() {
        return share.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GroupConfidence that && Arrays.equals(share, that.share);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(share);
    }
}
