package org.grapnel.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.graph.ComponentJoiner;
import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * The c groups of a neighbour graph.
 *
 * <ol>
 *   <li>A component with fewer than max(5, n/(10c)) samples is no group. In a graph that was built from data, it takes
 *       the group of the nearest sample outside ({@link ComponentJoiner}). In a given graph distances are unknown, and
 *       it takes the largest group. If the large components hold less than half of the samples, or fewer than c, all
 *       components count.
 *   <li>More than c components: those of a built graph are joined by their shortest edges until there are c; of a given
 *       graph the c largest are the groups, and the others take the largest group.
 *   <li>Exactly c components are the groups.
 *   <li>Fewer than c: {@link SpectralClustering} with at least {@value #LEAST_STARTS} starts of k-means.
 * </ol>
 *
 * The eigenvectors do not depend on the seed, and many starts of k-means make the groups the same for almost any seed.
 */
public final class GraphGroups {
    private static final int LEAST_STARTS = 20;
    private static final int MOST_STARTS = 200;

    /** Samples × groups × starts of k-means: few samples are cheap, so they get more starts. */
    private static final double START_WORK = 1e6;

    /** Bound on the residuals of the eigenvectors: smaller ones change no group on the paper's data. */
    private static final double TOLERANCE = 1e-6;

    private GraphGroups() {}

    /**
     * Groups of a graph.
     *
     * @param clustering the groups
     * @param graph the graph, with the edges that join its components
     * @param fromComponents whether the groups are components of the graph; otherwise spectral clustering found them
     * @param notes sentences that name what was joined
     */
    public record GraphGrouping(Clustering clustering, Graph graph, boolean fromComponents, List<String> notes) {
        public GraphGrouping {
            notes = List.copyOf(notes);
        }
    }

    /** Finds c groups of a graph that was built from X as {@code spec} says. */
    public static GraphGrouping find(
            ExecutionContext context, KnnGraph built, Matrix X, GraphSpec spec, int clusters, long seed) {
        return find(context, built, X, spec, clusters, seed, MOST_STARTS);
    }

    /**
     * Finds c groups of a graph that was built from X.
     *
     * @param mostStarts the limit of the starts of k-means, for groups that need not be the same for every seed
     */
    public static GraphGrouping find(
            ExecutionContext context,
            KnnGraph built,
            Matrix X,
            GraphSpec spec,
            int clusters,
            long seed,
            int mostStarts) {
        Graph graph = built.graph();
        check(graph, clusters);
        if (clusters == 1) return whole(graph);
        ComponentJoiner.JoinedGraph joined = ComponentJoiner.join(context, built, X, spec, clusters);
        int[] part = ConnectedComponents.labels(joined.graph());
        int parts = Arrays.stream(part).max().orElse(0) + 1;
        if (parts == clusters)
            return new GraphGrouping(new Clustering(clusters, part), joined.graph(), true, joined.notes());
        boolean[] follows = followers(graph, part, ComponentJoiner.leastSize(graph.size(), clusters));
        if (!isEnough(graph.size() - count(follows), graph.size(), clusters)) Arrays.fill(follows, false);
        int[] label = spectral(context, joined.graph(), follows, clusters, seed, mostStarts);
        follow(graph, joined.edges(), label);
        return new GraphGrouping(new Clustering(clusters, label), joined.graph(), false, joined.notes());
    }

    /** Finds c groups of a given graph, whose distances are unknown. */
    public static GraphGrouping find(ExecutionContext context, Graph graph, int clusters, long seed) {
        check(graph, clusters);
        if (clusters == 1) return whole(graph);
        int[] part = ConnectedComponents.labels(graph);
        int[] size = sizes(part);
        int least = ComponentJoiner.leastSize(graph.size(), clusters);
        int covered = Arrays.stream(size).filter(s -> s >= least).sum();
        boolean enough = isEnough(covered, graph.size(), clusters);
        return find(context, graph, part, size, enough ? least : 1, clusters, seed);
    }

    /** Whether the large components hold most of the samples, and as many as groups: otherwise small ones count too. */
    private static boolean isEnough(int covered, int samples, int clusters) {
        return covered >= clusters && 2 * covered >= samples;
    }

    private static GraphGrouping find(
            ExecutionContext context, Graph graph, int[] part, int[] size, int least, int clusters, long seed) {
        int[] large = IntStream.range(0, size.length)
                .filter(q -> size[q] >= least)
                .boxed()
                .sorted((a, b) -> size[a] != size[b] ? Integer.compare(size[b], size[a]) : Integer.compare(a, b))
                .mapToInt(q -> q)
                .toArray();
        int[] group = new int[size.length];
        Arrays.fill(group, -1);
        int[] chosen = Arrays.copyOf(large, Math.min(large.length, clusters));
        Arrays.sort(chosen);
        for (int g = 0; g < chosen.length; g++) group[chosen[g]] = g;
        boolean[] left = new boolean[part.length];
        for (int j = 0; j < left.length; j++) left[j] = group[part[j]] < 0;
        boolean fromComponents = large.length >= clusters;
        int[] label = fromComponents
                ? Arrays.stream(part).map(q -> group[q]).toArray()
                : spectral(context, graph, left, clusters, seed, MOST_STARTS);
        List<String> notes = new ArrayList<>();
        int others = size.length - chosen.length;
        if (others > 0) {
            int largest = largest(label, clusters);
            for (int j = 0; j < label.length; j++) if (left[j]) label[j] = largest;
            notes.add(String.format(
                    Locale.ROOT,
                    "%d %s of the graph with %d %s took the largest group, because a given graph has no distances",
                    others,
                    others == 1 ? "part" : "parts",
                    count(left),
                    count(left) == 1 ? "sample" : "samples"));
        }
        return new GraphGrouping(new Clustering(clusters, label), graph, fromComponents, notes);
    }

    private static void check(Graph graph, int clusters) {
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        if (clusters > graph.size())
            throw new DataException(
                    "%d groups need at least as many samples, and the graph has %d", clusters, graph.size());
        if (clusters > 1 && graph.edges() == 0)
            throw new DataException("the graph has no edges, so it cannot be clustered");
    }

    private static GraphGrouping whole(Graph graph) {
        int parts = graph.components().count();
        return new GraphGrouping(new Clustering(1, new int[graph.size()]), graph, parts == 1, List.of());
    }

    private static int[] sizes(int[] part) {
        int[] size = new int[Arrays.stream(part).max().orElse(-1) + 1];
        for (int q : part) size[q]++;
        return size;
    }

    /** Returns which samples take the group of their neighbours: small components that were joined to a large one. */
    private static boolean[] followers(Graph before, int[] joinedPart, int least) {
        int[] part = ConnectedComponents.labels(before);
        int[] size = sizes(part);
        boolean[] hasLarge = new boolean[sizes(joinedPart).length];
        for (int j = 0; j < part.length; j++) if (size[part[j]] >= least) hasLarge[joinedPart[j]] = true;
        boolean[] follows = new boolean[part.length];
        for (int j = 0; j < part.length; j++) follows[j] = size[part[j]] < least && hasLarge[joinedPart[j]];
        return follows;
    }

    /** Clusters the samples that are not left out; those have the label −1. */
    private static int[] spectral(
            ExecutionContext context, Graph graph, boolean[] leftOut, int clusters, long seed, int mostStarts) {
        int n = graph.size();
        int[] place = new int[n];
        int[] sample = IntStream.range(0, n).filter(j -> !leftOut[j]).toArray();
        Arrays.fill(place, -1);
        for (int q = 0; q < sample.length; q++) place[sample[q]] = q;
        Graph some = sample.length == n ? graph : subgraph(graph, sample, place);
        var eigen = ChebyshevEigenSolver.EigenOptions.of(clusters).withTolerance(TOLERANCE);
        double wanted = Math.max(LEAST_STARTS, START_WORK / sample.length / clusters);
        int starts = (int) Math.min(mostStarts, wanted);
        var kmeans =
                KMeansOptions.of(clusters).withStarts(starts).withTolerance(0).withSeed(seed);
        int[] label = new int[n];
        Arrays.fill(label, -1);
        try (SpectralClusteringResult found = SpectralClustering.cluster(context, some, eigen, kmeans)) {
            for (int q = 0; q < sample.length; q++)
                label[sample[q]] = found.clustering().labelOf(q);
        }
        return label;
    }

    private static Graph subgraph(Graph graph, int[] sample, int[] place) {
        int entries = Math.toIntExact(graph.adjacency().nonZeros());
        int[] row = new int[entries];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int[] filled = {0};
        for (int q = 0; q < sample.length; q++) {
            int at = q;
            graph.adjacency().forEachInRow(sample[q], (j, weight) -> {
                if (place[j] < 0) return;
                row[filled[0]] = at;
                column[filled[0]] = place[j];
                value[filled[0]++] = weight;
            });
        }
        int m = sample.length;
        return Graph.of(
                SparseMatrix.ofTriples(
                        m,
                        m,
                        Arrays.copyOf(row, filled[0]),
                        Arrays.copyOf(column, filled[0]),
                        Arrays.copyOf(value, filled[0])),
                "the large components");
    }

    /** Gives each small component the group at the other end of its joining edge. */
    private static void follow(Graph before, List<ComponentJoiner.JoiningEdge> edges, int[] label) {
        int[] part = ConnectedComponents.labels(before);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (ComponentJoiner.JoiningEdge edge : edges) {
                int known = label[edge.from()] >= 0 ? edge.from() : edge.to();
                int open = known == edge.from() ? edge.to() : edge.from();
                if (label[known] < 0 || label[open] >= 0) continue;
                for (int j = 0; j < part.length; j++) if (part[j] == part[open]) label[j] = label[known];
                changed = true;
            }
        }
    }

    private static int largest(int[] label, int clusters) {
        int[] size = new int[clusters];
        for (int g : label) if (g >= 0) size[g]++;
        int largest = 0;
        for (int g = 1; g < clusters; g++) if (size[g] > size[largest]) largest = g;
        return largest;
    }

    private static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) if (flag) count++;
        return count;
    }
}
