package org.grapnel.cluster;

import java.util.Arrays;
import org.grapnel.graph.Graph;
import org.grapnel.runtime.CounterRandom;

/**
 * A graph whose nodes are samples, or communities of the level below. Moving node i into community c gains
 * <pre>w(i, c) − γ·dᵢ·d_c/m,</pre>
 * in units of m/2 of the modularity, where c is counted without i. The weight inside a node changes no gain; it only
 * counts in its degree.
 */
final class LouvainLevel {
    /** A node moves only if it gains more than this share of its degree. Rounding is smaller, so the search ends. */
    static final double MIN_GAIN = 1e-10;

    /** Above this number of nodes, a visit to all of them is followed by visits only to nodes whose neighbours moved. */
    static final int MANY = 100_000;

    private final int n;
    private final int[] start;
    private final int[] other;
    private final double[] weight;
    private final double[] degree;
    private final double m;
    private final double resolution;

    private LouvainLevel(int[] start, int[] other, double[] weight, double[] degree, double m, double resolution) {
        this.n = degree.length;
        this.start = start;
        this.other = other;
        this.weight = weight;
        this.degree = degree;
        this.m = m;
        this.resolution = resolution;
    }

    /** Creates the level of samples. Weights are divided by the largest degree against overflow; a zero is no edge. */
    static LouvainLevel create(Graph graph, double resolution) {
        int n = graph.size();
        double largest = 0;
        for (int i = 0; i < n; i++) largest = Math.max(largest, graph.degree(i));
        double scale = largest == 0 ? 1 : largest;
        int[] other = new int[Math.toIntExact(graph.adjacency().nonZeros())];
        double[] weight = new double[other.length];
        int[] start = new int[n + 1];
        double[] degree = new double[n];
        double m = 0;
        for (int i = 0; i < n; i++) {
            int[] at = {start[i]};
            graph.adjacency().forEachInRow(i, (j, w) -> {
                if (!(w / scale > 0)) return;
                other[at[0]] = j;
                weight[at[0]++] = w / scale;
            });
            start[i + 1] = at[0];
            degree[i] = graph.degree(i) / scale;
            m += degree[i];
        }
        return new LouvainLevel(start, other, weight, degree, m, resolution);
    }

    static int[] identity(int n) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++) all[i] = i;
        return all;
    }

    /** Moves nodes in an order drawn from the seed until none gains; returns whether any moved. */
    boolean moveNodes(int[] community, long seed, int height) {
        int[] order = order(CounterRandom.split(seed, height));
        LouvainSweep sweep = new LouvainSweep(community);
        boolean any = false;
        boolean moved = true;
        while (moved) {
            moved = sweep.run(order, true);
            any |= moved;
            // most nodes of a large graph are settled after the first visits
            for (boolean again = moved && n > MANY; again; ) again = sweep.run(order, false);
        }
        return any;
    }

    private int[] order(long seed) {
        int[] order = identity(n);
        for (int last = n - 1; last > 0; last--) {
            int drawn = (int) (CounterRandom.uniform(seed, 0, last) * (last + 1));
            int node = order[last];
            order[last] = order[drawn];
            order[drawn] = node;
        }
        return order;
    }

    /** Returns a graph with one node for each of {@code count} communities. */
    LouvainLevel aggregate(int[] community, int count) {
        int[] first = new int[count + 1];
        for (int c : community) first[c + 1]++;
        for (int c = 0; c < count; c++) first[c + 1] += first[c];
        int[] next = Arrays.copyOf(first, count);
        int[] members = new int[n];
        for (int i = 0; i < n; i++) members[next[community[i]]++] = i;
        int[] starts = new int[count + 1];
        int[] others = new int[start[n]];
        double[] weights = new double[start[n]];
        double[] degrees = new double[count];
        // one plus the position of the edge to a community, if it belongs to the current row
        int[] place = new int[count];
        int filled = 0;
        for (int c = 0; c < count; c++) {
            for (int q = first[c]; q < first[c + 1]; q++) {
                int i = members[q];
                degrees[c] += degree[i];
                for (int e = start[i]; e < start[i + 1]; e++) {
                    int target = community[other[e]];
                    if (target == c) continue;
                    if (place[target] <= starts[c]) {
                        others[filled] = target;
                        place[target] = ++filled;
                    }
                    weights[place[target] - 1] += weight[e];
                }
            }
            starts[c + 1] = filled;
        }
        return new LouvainLevel(
                starts, Arrays.copyOf(others, filled), Arrays.copyOf(weights, filled), degrees, m, resolution);
    }

    /** One visit to every node. */
    private final class LouvainSweep {
        private final int[] community;
        private final double[] total = new double[n];
        private final int[] members = new int[n];
        private final double[] weightTo = new double[n];
        private final int[] adjacent = new int[n];
        private final boolean[] settled = new boolean[n];
        private int lowestEmpty;

        LouvainSweep(int[] community) {
            this.community = community;
        }

        /**
         * Visits all nodes, or those with a neighbour that moved since their last visit; returns whether any moved. Totals
         * are recomputed, so the last sweep has no drift.
         */
        boolean run(int[] order, boolean all) {
            Arrays.fill(total, 0);
            Arrays.fill(members, 0);
            for (int i = 0; i < n; i++) {
                total[community[i]] += degree[i];
                members[community[i]]++;
            }
            lowestEmpty = 0;
            boolean moved = false;
            for (int i : order) if (all || !settled[i]) moved |= visit(i);
            return moved;
        }

        private boolean visit(int i) {
            settled[i] = true;
            if (start[i] == start[i + 1]) return false; // an isolated node
            int own = community[i];
            int count = 0;
            for (int e = start[i]; e < start[i + 1]; e++) {
                int c = community[other[e]];
                if (weightTo[c] == 0) adjacent[count++] = c; // weights are positive, so 0 means a new community
                weightTo[c] += weight[e];
            }
            double totalWithout = members[own] == 1 ? 0 : Math.max(0, total[own] - degree[i]);
            double stay = weightTo[own] - resolution * degree[i] * (totalWithout / m);
            int best = own;
            double bestGain = stay + MIN_GAIN * degree[i];
            for (int q = 0; q < count; q++) {
                int c = adjacent[q];
                double gain = weightTo[c] - resolution * degree[i] * (total[c] / m);
                if (c != own && (gain > bestGain || (gain == bestGain && c < best && best != own))) {
                    best = c;
                    bestGain = gain;
                }
                weightTo[c] = 0;
            }
            if (bestGain < 0 && members[own] > 1) best = lowestEmpty();
            if (best == own) return false;
            move(i, own, best);
            return true;
        }

        private void move(int i, int from, int into) {
            total[from] = --members[from] == 0 ? 0 : total[from] - degree[i];
            if (members[from] == 0) lowestEmpty = Math.min(lowestEmpty, from);
            total[into] += degree[i];
            members[into]++;
            community[i] = into;
            for (int e = start[i]; e < start[i + 1]; e++) settled[other[e]] = false;
        }

        /** Returns the lowest empty community; there is one if another has two nodes. */
        private int lowestEmpty() {
            while (members[lowestEmpty] > 0) lowestEmpty++;
            return lowestEmpty;
        }
    }
}
