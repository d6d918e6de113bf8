package org.grapnel.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.Preconditions;

/**
 * Creates the paper's graph for synthetic data: aⱼₗ = 1 with a given probability if samples j and l have the same
 * class, 0 otherwise [Application to synthetic data].
 *
 * <p>The graph is built from the true classes. A factorisation with this graph has been told the answer, so its result
 * is no evidence for unsupervised use [ERRATA 20]; use a neighbour graph for that.
 *
 * <p>Every pair above the diagonal is drawn once. The number of pairs between two edges of a sample is geometric and
 * drawn directly (Batagelj and Brandes 2005), so the cost is proportional to samples and edges, not to pairs.
 */
public final class BlockGraph {
    /** Most edges: an int counts both directions of every edge and the diagonal of the Laplacian. */
    private static final double MAX_EDGES = 1e9;

    private BlockGraph() {}

    /** Creates the graph from the class name of every sample. */
    public static Graph create(List<String> classes, double probability, long seed) {
        Map<String, Integer> numbers = new HashMap<>();
        return create(
                classes.stream()
                        .mapToInt(name -> numbers.computeIfAbsent(name, unseen -> numbers.size()))
                        .toArray(),
                probability,
                seed);
    }

    /** Creates the graph from the class number of every sample. Only which samples share a class matters. */
    public static Graph create(int[] classes, double probability, long seed) {
        Preconditions.require(
                probability >= 0 && probability <= 1,
                "the probability of an edge must be between 0 and 1, got %s",
                probability);
        int[] members = byClass(classes);
        double expected = 0;
        for (int start = 0, end; start < members.length; start = end) {
            end = endOfClass(classes, members, start);
            expected += (end - start) * (end - start - 1.0) / 2 * probability;
        }
        Preconditions.require(
                expected <= MAX_EDGES,
                "the graph would have about %.2e edges, allowed are %.2e; lower the probability, which is %s",
                expected,
                MAX_EDGES,
                probability);
        EdgeBuffer edges = new EdgeBuffer();
        for (int start = 0, end; start < members.length && probability > 0; start = end) {
            end = endOfClass(classes, members, start);
            draw(members, start, end, probability, seed, edges);
        }
        return Graph.of(edges.symmetric(classes.length), "block graph");
    }

    /** Draws the edges of the class in {@code members[start … end − 1]}, from each sample to later ones. */
    private static void draw(int[] members, int start, int end, double probability, long seed, EdgeBuffer edges) {
        double decay = StrictMath.log1p(-probability); // m pairs in a row are skipped with probability (1 − p)ᵐ
        for (int at = start; at < end; at++) {
            int next = at + 1;
            for (int draw = 0; next < end; draw++) {
                double u = 1 - CounterRandom.uniform(seed, members[at], draw);
                double skipped = Math.floor(StrictMath.log(u) / decay);
                if (skipped >= end - next) break;
                next += (int) skipped;
                edges.add(members[at], members[next++]);
            }
        }
    }

    /** Returns the samples sorted by class, in their own order within a class. */
    private static int[] byClass(int[] classes) {
        long[] keys = new long[classes.length];
        for (int j = 0; j < keys.length; j++) keys[j] = (long) classes[j] << 32 | j;
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private static int endOfClass(int[] classes, int[] members, int start) {
        int end = start + 1;
        while (end < members.length && classes[members[end]] == classes[members[start]]) end++;
        return end;
    }

    /** A growing list of pairs. */
    private static final class EdgeBuffer {
        private int[] from = new int[256];
        private int[] to = new int[256];
        private int count;

        void add(int j, int l) {
            if (count == from.length) {
                from = Arrays.copyOf(from, 2 * count);
                to = Arrays.copyOf(to, 2 * count);
            }
            from[count] = j;
            to[count++] = l;
        }

        SparseMatrix symmetric(int n) {
            int[] row = Arrays.copyOf(from, 2 * count);
            int[] column = Arrays.copyOf(to, 2 * count);
            System.arraycopy(to, 0, row, count, count);
            System.arraycopy(from, 0, column, count, count);
            double[] weight = new double[2 * count];
            Arrays.fill(weight, 1);
            return SparseMatrix.ofTriples(n, n, row, column, weight);
        }
    }
}
