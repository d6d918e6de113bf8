package org.grapnel.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.join.ComponentJoiner;
import org.grapnel.graph.join.GraphComponent;
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
    /** The limit of the starts of k-means. */
    public static final int MOST_STARTS = 200;

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
        check(graph.size(), graph.edges(), clusters);
        if (clusters == 1) return whole(graph);
        ComponentJoiner.JoinedGraph joined = ComponentJoiner.join(context, built, X, spec, clusters);
        GroupPlan plan = GroupPlan.ofBuilt(joined.joined(), clusters);
        int[] component = ConnectedComponents.labels(graph);
        int[] label = label(context, joined.graph(), component, plan, clusters, seed, mostStarts);
        int[] group = plan.follow(joined.edges(), j -> component[j], j -> label[j]);
        for (int j = 0; j < label.length; j++) if (label[j] < 0) label[j] = group[component[j]];
        return new GraphGrouping(
                new Clustering(clusters, label), joined.graph(), plan.fromComponents(), joined.notes());
    }

    /** Finds c groups of a given graph, whose distances are unknown. */
    public static GraphGrouping find(ExecutionContext context, Graph graph, int clusters, long seed) {
        check(graph.size(), graph.edges(), clusters);
        if (clusters == 1) return whole(graph);
        int[] component = ConnectedComponents.labels(graph);
        GroupPlan plan = GroupPlan.ofGiven(GraphComponent.ofLabels(component), clusters);
        int[] label = label(context, graph, component, plan, clusters, seed, MOST_STARTS);
        int largest = largest(label, clusters);
        for (int j = 0; j < label.length; j++) if (label[j] < 0) label[j] = largest;
        return new GraphGrouping(new Clustering(clusters, label), graph, plan.fromComponents(), plan.followerNotes());
    }

    /** Checks that a graph with these totals can have this number of groups. */
    public static void check(int samples, long edges, int clusters) {
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        if (clusters > samples)
            throw new DataException("%d groups need at least as many samples, and the graph has %d", clusters, samples);
        if (clusters > 1 && edges == 0) throw new DataException("the graph has no edges, so it cannot be clustered");
    }

    private static GraphGrouping whole(Graph graph) {
        int parts = graph.components().count();
        return new GraphGrouping(new Clustering(1, new int[graph.size()]), graph, parts == 1, List.of());
    }

    /** Returns the settings of the eigenvectors. */
    public static ChebyshevEigenSolver.EigenOptions eigenOptions(int clusters) {
        return ChebyshevEigenSolver.EigenOptions.of(clusters).withTolerance(TOLERANCE);
    }

    /** Returns the settings of k-means on the rows of the eigenvectors. */
    public static KMeansOptions kMeansOptions(int samples, int clusters, long seed, int mostStarts) {
        double wanted = Math.max(LEAST_STARTS, START_WORK / samples / clusters);
        int starts = (int) Math.min(mostStarts, wanted);
        return KMeansOptions.of(clusters).withStarts(starts).withTolerance(0).withSeed(seed);
    }

    /** Labels the samples by the plan; those of followers are negative. */
    private static int[] label(
            ExecutionContext context,
            Graph graph,
            int[] component,
            GroupPlan plan,
            int clusters,
            long seed,
            int mostStarts) {
        int n = graph.size();
        int[] label = Arrays.stream(component).map(plan::group).toArray();
        if (plan.fromComponents()) return label;
        int[] place = new int[n];
        int[] sample = IntStream.range(0, n)
                .filter(j -> label[j] == GroupPlan.CLUSTERED)
                .toArray();
        Arrays.fill(place, -1);
        for (int q = 0; q < sample.length; q++) place[sample[q]] = q;
        Graph some = sample.length == n ? graph : subgraph(graph, sample, place);
        try (SpectralClusteringResult found = SpectralClustering.cluster(
                context, some, eigenOptions(clusters), kMeansOptions(sample.length, clusters, seed, mostStarts))) {
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

    private static int largest(int[] label, int clusters) {
        int[] size = new int[clusters];
        for (int g : label) if (g >= 0) size[g]++;
        int largest = 0;
        for (int g = 1; g < clusters; g++) if (size[g] > size[largest]) largest = g;
        return largest;
    }
}
