package org.grapnel.select;

import java.util.Arrays;
import org.grapnel.graph.Graph;

/**
 * The edges (a, b), a &lt; b, of a graph in ascending order. Those of sample a are start[a] … start[a+1]−1, with b =
 * other[e]. Above a limit the edges are thinned evenly.
 */
final class EdgeList {
    final int[] start;
    final int[] other;

    /** The edges of sample a in both directions: bothStart[a] … bothStart[a+1]−1, which lead to {@code bothOther}. */
    final int[] bothStart;

    final int[] bothOther;

    /** The index of the edge in {@code other}. */
    final int[] bothEdge;

    private EdgeList(int[] start, int[] other) {
        this.start = start;
        this.other = other;
        int n = start.length - 1;
        bothStart = new int[n + 1];
        bothOther = new int[2 * other.length];
        bothEdge = new int[2 * other.length];
        for (int a = 0; a < n; a++) {
            bothStart[a + 1] += start[a + 1] - start[a];
            for (int e = start[a]; e < start[a + 1]; e++) bothStart[other[e] + 1]++;
        }
        for (int a = 0; a < n; a++) bothStart[a + 1] += bothStart[a];
        int[] next = Arrays.copyOf(bothStart, n);
        for (int a = 0; a < n; a++)
            for (int e = start[a]; e < start[a + 1]; e++) {
                put(next[a]++, other[e], e);
                put(next[other[e]]++, a, e);
            }
    }

    private void put(int position, int target, int edge) {
        bothOther[position] = target;
        bothEdge[position] = edge;
    }

    /** Collects at most {@code limit} edges of the graph. */
    static EdgeList collect(Graph graph, int limit) {
        int n = graph.size();
        int[] first = new int[Math.toIntExact(graph.edges())];
        int[] second = new int[first.length];
        int[] filled = {0};
        for (int i = 0; i < n; i++) {
            int a = i;
            graph.adjacency().forEachInRow(a, (b, weight) -> {
                if (b <= a || !(weight > 0)) return;
                first[filled[0]] = a;
                second[filled[0]++] = b;
            });
        }
        int m = filled[0];
        int kept = Math.min(m, limit);
        int[] start = new int[n + 1];
        int[] other = new int[kept];
        double step = (m - 1) / (limit - 1.0);
        for (int t = 0; t < kept; t++) {
            int e = kept == m ? t : t == kept - 1 ? m - 1 : (int) (t * step);
            start[first[e] + 1]++;
            other[t] = second[e];
        }
        for (int a = 0; a < n; a++) start[a + 1] += start[a];
        return new EdgeList(start, other);
    }

    int samples() {
        return start.length - 1;
    }

    int count() {
        return other.length;
    }
}
