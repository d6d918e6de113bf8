package org.grapnel.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;

/**
 * Merges the groups of a graph one by one, the leakiest first. Group a leaks 1 − w_aa/d_a, the share of its edge weight
 * that leads out of it (its conductance if it is the smaller side). It merges into the group b with the largest
 * w_ab/d_b, the one it is tied to most relative to its size. Ties go to the lowest number. Merging ends at the
 * connected components, which leak nothing.
 *
 * <p>O(edges) memory, and O(edges·log) time unless large groups merge often.
 */
final class CommunityMerger {
    private record CommunityLeak(double share, int group, int version) {}

    private final double[] degree;
    private final double[] inside;
    private final int[] size;
    private final int[] version;
    private final List<Map<Integer, Double>> ties = new ArrayList<>();
    private final PriorityQueue<CommunityLeak> leaks = new PriorityQueue<>(
            Comparator.comparingDouble((CommunityLeak leak) -> -leak.share).thenComparingInt(CommunityLeak::group));

    /** Before each merge and at the end: the largest leak, and the number of groups that count. */
    private final List<Double> largestLeaks = new ArrayList<>();

    private final List<Integer> counts = new ArrayList<>();

    private CommunityMerger(Graph graph, Clustering groups) {
        int n = graph.size();
        double largest = 0;
        for (int i = 0; i < n; i++) largest = Math.max(largest, graph.degree(i));
        double scale = largest; // sums of scaled weights cannot overflow
        degree = new double[groups.clusters()];
        inside = new double[groups.clusters()];
        version = new int[groups.clusters()];
        size = groups.sizes();
        for (int c = 0; c < degree.length; c++) ties.add(new TreeMap<>());
        for (int i = 0; i < n; i++) {
            int own = groups.labelOf(i);
            degree[own] += scale == 0 ? 0 : graph.degree(i) / scale;
            graph.adjacency().forEachInRow(i, (j, weight) -> {
                if (weight == 0) return;
                if (groups.labelOf(j) == own) inside[own] += weight / scale;
                else ties.get(own).merge(groups.labelOf(j), weight / scale, Double::sum);
            });
        }
    }

    /** Merges from the given groups on; groups of fewer than {@code smallest} samples merge but are not counted. */
    static CommunityMerger merge(Graph graph, Clustering groups, int smallest) {
        CommunityMerger merger = new CommunityMerger(graph, groups);
        int count = 0;
        for (int c = 0; c < merger.degree.length; c++) {
            merger.queueLeak(c);
            if (merger.size[c] >= smallest) count++;
        }
        while (true) {
            while (!merger.leaks.isEmpty() && merger.isOutdated(merger.leaks.element())) merger.leaks.remove();
            merger.counts.add(count);
            merger.largestLeaks.add(merger.leaks.isEmpty() ? 0 : merger.leaks.element().share);
            if (merger.leaks.isEmpty()) return merger;
            int from = merger.leaks.remove().group;
            int into = merger.findTarget(from);
            if (merger.size[from] >= smallest) count--;
            if (merger.size[into] >= smallest) count--;
            merger.mergeInto(from, into);
            if (merger.size[into] >= smallest) count++;
        }
    }

    /** The number of groups in the first state where none leaks more than this share. (Later states may leak more.) */
    int groups(double leak) {
        int state = 0;
        while (largestLeaks.get(state) > leak) state++;
        return counts.get(state);
    }

    private boolean isOutdated(CommunityLeak leak) {
        return leak.version != version[leak.group];
    }

    /** Adds the group's leak to the queue; a group without outgoing edges leaks nothing. */
    private void queueLeak(int group) {
        double leaving = 0;
        for (double weight : ties.get(group).values()) leaving += weight;
        // not divided by the degree: a group without inner edges leaks exactly 1, whatever the rounding
        if (leaving > 0) leaks.add(new CommunityLeak(leaving / (inside[group] + leaving), group, version[group]));
    }

    private int findTarget(int group) {
        int target = -1;
        double strongest = -1;
        for (Map.Entry<Integer, Double> tie : ties.get(group).entrySet())
            if (tie.getValue() / degree[tie.getKey()] > strongest) {
                strongest = tie.getValue() / degree[tie.getKey()];
                target = tie.getKey();
            }
        return target;
    }

    private void mergeInto(int from, int into) {
        inside[into] += inside[from] + 2 * ties.get(from).getOrDefault(into, 0.0);
        ties.get(from).forEach((other, weight) -> {
            Map<Integer, Double> reverse = ties.get(other);
            reverse.remove(from);
            if (other == into) return;
            ties.get(into).merge(other, weight, Double::sum);
            reverse.merge(into, weight, Double::sum);
        });
        ties.get(from).clear();
        degree[into] += degree[from];
        size[into] += size[from];
        version[from]++;
        version[into]++;
        queueLeak(into);
    }
}
