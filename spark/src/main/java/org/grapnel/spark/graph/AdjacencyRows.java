package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.Symmetrization;
import org.grapnel.spark.rdd.IndexPartitioner;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Rows of A for the samples of a partition. The entries of its sample i are start[i] … start[i + 1] − 1, by ascending
 * other end; none is zero.
 *
 * @param first number of the first sample
 */
record AdjacencyRows(
        int first,
        int[] start,
        int[] other,
        double[] weight,
        @Nullable WeightConflict conflict) implements Serializable {
    private static final double TOLERANCE = 1e-12;

    /** An edge with two different weights. */
    record WeightConflict(int row, int column, double least, double most) implements Serializable {}

    /** Totals over the rows of a partition. */
    record AdjacencyStatistics(
            long ends,
            double degrees,
            double largest,
            long isolated,
            int overflow,
            @Nullable WeightConflict conflict) implements Serializable {}

    int size() {
        return start.length - 1;
    }

    /** Returns the degree of a sample, summed by ascending other end. */
    double degree(int i) {
        double sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++) sum += weight[e];
        return sum;
    }

    /** Returns whether each sample has a neighbour. */
    boolean[] connected() {
        boolean[] connected = new boolean[size()];
        for (int i = 0; i < connected.length; i++) connected[i] = degree(i) > 0;
        return connected;
    }

    /** Returns the other ends of the edges of the given samples that are here. */
    List<Tuple2<Integer, int[]>> neighbors(int[] samples) {
        List<Tuple2<Integer, int[]>> neighbors = new ArrayList<>();
        for (int sample : samples) {
            int i = sample - first;
            if (i >= 0 && i < size())
                neighbors.add(new Tuple2<>(sample, Arrays.copyOfRange(other, start[i], start[i + 1])));
        }
        return neighbors;
    }

    /** Returns the rows with further edges between samples of any partition; other edges are ignored. */
    AdjacencyRows withEdges(int[] from, int[] to, double[] further) {
        int end = first + size();
        List<int[]> added = new ArrayList<>(); // row, other end, edge
        for (int e = 0; e < from.length; e++) {
            if (from[e] >= first && from[e] < end) added.add(new int[] {from[e] - first, to[e], e});
            if (to[e] >= first && to[e] < end) added.add(new int[] {to[e] - first, from[e], e});
        }
        if (added.isEmpty()) return this;
        added.sort((a, b) -> a[0] != b[0] ? Integer.compare(a[0], b[0]) : Integer.compare(a[1], b[1]));
        int[] begin = new int[start.length];
        int[] others = new int[other.length + added.size()];
        double[] weights = new double[others.length];
        int filled = 0;
        int next = 0;
        for (int i = 0; i < size(); i++) {
            int e = start[i];
            while (e < start[i + 1] || (next < added.size() && added.get(next)[0] == i)) {
                boolean take = next < added.size()
                        && added.get(next)[0] == i
                        && (e == start[i + 1] || added.get(next)[1] < other[e]);
                others[filled] = take ? added.get(next)[1] : other[e];
                weights[filled++] = take ? further[added.get(next++)[2]] : weight[e++];
            }
            begin[i + 1] = filled;
        }
        return new AdjacencyRows(first, begin, others, weights, conflict);
    }

    AdjacencyStatistics statistics() {
        double degrees = 0;
        double largest = 0;
        long isolated = 0;
        int overflow = -1;
        for (int i = 0; i < size(); i++) {
            double degree = degree(i);
            degrees += degree;
            largest = Math.max(largest, degree);
            if (degree == 0) isolated++;
            if (degree == Double.POSITIVE_INFINITY && overflow < 0) overflow = first + i;
        }
        return new AdjacencyStatistics(other.length, degrees, largest, isolated, overflow, conflict);
    }

    /** Assembles the rows of every partition. */
    static JavaRDD<AdjacencyRows> assemble(
            JavaPairRDD<Integer, EdgeMessages> messages, int[] first, @Nullable Symmetrization symmetrization) {
        return messages.partitionBy(new IndexPartitioner(first.length - 1))
                .values()
                .mapPartitionsWithIndex(
                        (part, arrived) -> List.of(assemble(arrived, first[part], first[part + 1], symmetrization))
                                .iterator(),
                        true);
    }

    /**
     * Assembles rows [from, end) from messages in any order. If both ends report an edge, {@code symmetrization} combines their
     * weights. Without {@code symmetrization}, all reports of an edge must have the same weight.
     */
    static AdjacencyRows assemble(
            Iterator<EdgeMessages> arrived, int from, int end, @Nullable Symmetrization symmetrization) {
        List<EdgeMessages> all = new ArrayList<>();
        int entries = 0;
        while (arrived.hasNext()) {
            EdgeMessages messages = arrived.next();
            all.add(messages);
            entries = Math.addExact(entries, messages.count());
        }
        int[] begin = new int[end - from + 1];
        for (EdgeMessages messages : all) for (int i : messages.row()) begin[i - from + 1]++;
        for (int i = 0; i + 1 < begin.length; i++) begin[i + 1] += begin[i];
        double[] value = new double[entries];
        boolean[] reversed = new boolean[entries];
        long[] key = new long[entries]; // other end and index of its weight
        int[] next = begin.clone();
        int at = 0;
        for (EdgeMessages messages : all) {
            for (int e = 0; e < messages.count(); e++, at++) {
                value[at] = messages.weight()[e];
                reversed[at] = messages.reversed();
                key[next[messages.row()[e] - from]++] = (long) messages.column()[e] << 32 | at;
            }
        }
        int[] start = new int[begin.length];
        int[] other = new int[entries];
        double[] weight = new double[entries];
        int filled = 0;
        WeightConflict conflict = null;
        for (int i = 0; i + 1 < begin.length; i++) {
            Arrays.sort(key, begin[i], begin[i + 1]);
            for (int e = begin[i]; e < begin[i + 1]; ) {
                int j = (int) (key[e] >>> 32);
                double forward = 0;
                double backward = 0;
                double least = Double.POSITIVE_INFINITY;
                for (; e < begin[i + 1] && (int) (key[e] >>> 32) == j; e++) {
                    int q = (int) key[e];
                    if (reversed[q]) backward = Math.max(backward, value[q]);
                    else forward = Math.max(forward, value[q]);
                    least = Math.min(least, value[q]);
                }
                if (symmetrization == null && forward - least > TOLERANCE * forward && conflict == null)
                    conflict = new WeightConflict(from + i, j, least, forward);
                double w = symmetrization == null ? forward : symmetrization.combine(forward, backward);
                if (w == 0) continue;
                other[filled] = j;
                weight[filled++] = w;
            }
            start[i + 1] = filled;
        }
        return new AdjacencyRows(from, start, Arrays.copyOf(other, filled), Arrays.copyOf(weight, filled), conflict);
    }
}
