package org.grapnel.graph;

import org.grapnel.data.DataException;
import org.grapnel.linalg.DistinctColumns;

/**
 * Expands neighbours among distinct points to neighbours among all samples. Equal samples have distance 0, and a
 * neighbour of a point is a neighbour of all its duplicates. The k nearest distinct points (ties to the lower first
 * index) contain the k nearest samples, because each contributes at least one sample.
 */
final class DuplicateExpansion {
    private DuplicateExpansion() {}

    /** Returns the k nearest samples, with distances of the metric. */
    static Neighbors expand(Neighbors points, DistinctColumns distinct, int k, Metric metric) {
        int n = distinct.columns();
        int[][] members = distinct.members();
        int[] index = new int[Math.multiplyExact(n, k)];
        double[] distance = new double[n * k];
        int[] other = new int[0];
        double[] length = new double[0];
        for (int g = 0; g < members.length; g++) {
            int found = members[g].length;
            for (int q = 0; q < points.count(); q++) found += members[points.index(g, q)].length;
            if (other.length < found) {
                other = new int[found];
                length = new double[found];
            }
            int filled = 0;
            for (int j : members[g]) {
                other[filled] = j;
                length[filled++] = 0;
            }
            for (int q = 0; q < points.count(); q++) {
                for (int j : members[points.index(g, q)]) {
                    other[filled] = j;
                    length[filled++] = points.distance(g, q);
                }
            }
            for (int q = 0; q < points.count(); q++)
                check(points.distance(g, q), members[g][0], members[points.index(g, q)][0], metric);
            // one more than k, because the sample itself may be among them
            int[] best = CandidateLists.nearest(other, length, 0, filled, k + 1);
            for (int j : members[g]) {
                int at = j * k;
                for (int q = 0; q < best.length && at < (j + 1) * k; q++) {
                    if (other[best[q]] == j) continue;
                    index[at] = other[best[q]];
                    distance[at++] = metric.toDistance(length[best[q]]);
                }
            }
        }
        return new Neighbors(k, index, distance);
    }

    /** Refuses different samples at distance 0 or infinity: their squared differences underflow or overflow. */
    private static void check(double length, int i, int j, Metric metric) {
        NeighborErrors.outOfRange(length, i, j, metric).ifPresent(message -> {
            throw new DataException("%s", message);
        });
    }
}
