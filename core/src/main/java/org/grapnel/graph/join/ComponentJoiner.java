package org.grapnel.graph.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Joins the components of a neighbour graph until there are at most c, the number of groups.
 *
 * <ol>
 *   <li>A component with fewer than max(5, n/(10c)) samples is too small for a group. It is joined by an edge to the
 *       nearest sample outside, smallest components first, until none is left.
 *   <li>If there are still more than c components, they are joined by their shortest edges, as in Kruskal's minimum
 *       spanning tree, until there are c.
 * </ol>
 *
 * {@link JoiningWeights} are the weights of joining edges. A component of more than {@value #MOST_SEARCHERS} samples
 * searches from that many of them, evenly spread; its edge is then short, but maybe not the shortest. The largest
 * component never searches. Time O(s·n·M) for s searching samples, memory O(n). {@link ComponentSamples} are where the
 * samples live; the policy itself needs memory O(components).
 */
public final class ComponentJoiner {
    /** Most samples of a part that search. */
    public static final int MOST_SEARCHERS = 2048;

    private static final int MOST_NAMED = 5;

    private final ComponentSamples samples;
    private final List<GraphComponent> components;
    private final int[] parent;
    private final int[] size; // of the part of a root
    private final List<NearestPair> pairs = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private ComponentJoiner(ComponentSamples samples) {
        this.samples = samples;
        components = samples.components();
        parent = IntStream.range(0, components.size()).toArray();
        size = components.stream().mapToInt(GraphComponent::size).toArray();
    }

    /** An edge that joins two components. */
    public record JoiningEdge(int from, int to, double length, double weight) {}

    /**
     * Components that were joined to parts.
     *
     * @param components the components of the graph
     * @param parts the part of every component; parts are numbered by their first sample
     * @param edges the joining edges, those of small components first
     * @param notes sentences that name what was joined
     */
    public record JoinedComponents(
            List<GraphComponent> components, List<Integer> parts, List<JoiningEdge> edges, List<String> notes) {
        public JoinedComponents {
            components = List.copyOf(components);
            parts = List.copyOf(parts);
            edges = List.copyOf(edges);
            notes = List.copyOf(notes);
        }
    }

    /**
     * A graph whose components were joined.
     *
     * @param graph with the joining edges
     */
    public record JoinedGraph(Graph graph, JoinedComponents joined) {
        /** Returns the joining edges, those of small components first. */
        public List<JoiningEdge> edges() {
            return joined.edges();
        }

        /** Returns sentences that name what was joined. */
        public List<String> notes() {
            return joined.notes();
        }
    }

    /** Returns max(5, n/(10c)), rounded up: the least samples of a component that can be a group. */
    public static int leastSize(int samples, int groups) {
        return (int) Math.max(5, (samples + 10L * groups - 1) / (10L * groups));
    }

    /** Returns the ranks of the samples that search for a part of this size: all, or some of a large part. */
    public static int[] searchers(int size) {
        int count = Math.min(size, MOST_SEARCHERS);
        return IntStream.range(0, count)
                .map(q -> (int) ((long) q * size / count))
                .toArray();
    }

    /** Returns whether a rank is one of {@link #searchers}. */
    public static boolean isSearcher(int rank, int size) {
        long count = Math.min(size, MOST_SEARCHERS);
        long q = (rank * count + size - 1) / size; // the first one whose rank is not below
        return q < count && q * size / count == rank;
    }

    /**
     * Joins the components of a graph that was built from X.
     *
     * @param spec how the graph was built
     * @param groups c, the number of groups
     */
    public static JoinedGraph join(ExecutionContext context, KnnGraph built, Matrix X, GraphSpec spec, int groups) {
        Preconditions.require(
                built.graph().size() == X.cols(),
                "the graph has %d samples, X has %d columns",
                built.graph().size(),
                X.cols());
        JoinedComponents joined = join(new LocalComponentSamples(context, built, X, spec), groups);
        return new JoinedGraph(
                joined.edges().isEmpty() ? built.graph() : withEdges(built.graph(), joined.edges()), joined);
    }

    /** Joins components, wherever their samples live. */
    public static JoinedComponents join(ComponentSamples samples, int groups) {
        Preconditions.require(groups >= 1, "groups must be at least 1, got %d", groups);
        return new ComponentJoiner(samples).run(groups);
    }

    private JoinedComponents run(int groups) {
        joinSmall(leastSize(components.stream().mapToInt(GraphComponent::size).sum(), groups));
        joinNearest(groups);
        return new JoinedComponents(
                components,
                Arrays.stream(ConnectedComponents.labels(parent)).boxed().toList(),
                samples.measure(pairs),
                notes);
    }

    /** Components that are joined by now: their number among the parts, the first component, and the samples. */
    private record Part(int number, int root, int first, int size) {
        String name() {
            return size == 1
                    ? "sample " + first
                    : "sample " + first + " with " + (size - 1) + (size == 2 ? " other" : " others");
        }
    }

    /** Returns the parts, by their first sample. */
    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (int q = 0; q < parent.length; q++)
            if (parent[q] == q)
                parts.add(new Part(parts.size(), q, components.get(q).first(), size[q]));
        return parts;
    }

    private static final Comparator<Part> SMALLEST_FIRST =
            Comparator.comparingInt(Part::size).thenComparingInt(Part::first);

    /** Each round at least halves the number of small components. */
    private void joinSmall(int least) {
        List<String> names = new ArrayList<>();
        while (true) {
            List<Part> parts = parts();
            List<Part> small = parts.stream()
                    .filter(part -> part.size < least)
                    .sorted(SMALLEST_FIRST)
                    .toList();
            if (small.isEmpty() || parts.size() == 1) break;
            List<NearestPair> found = samples.nearestOutside(ConnectedComponents.labels(parent), numbers(small));
            for (int q = 0; q < small.size(); q++) {
                // an earlier one of this round may have been joined to it
                if (size[ConnectedComponents.root(parent, small.get(q).root)] >= least) continue;
                if (add(found.get(q), parts)) names.add(small.get(q).name());
            }
        }
        if (names.isEmpty()) return;
        notes.add(String.format(
                Locale.ROOT,
                "%d small %s of the graph (fewer than %d samples) %s joined to %s nearest neighbours: %s",
                names.size(),
                names.size() == 1 ? "part" : "parts",
                least,
                names.size() == 1 ? "was" : "were",
                names.size() == 1 ? "its" : "their",
                list(names)));
    }

    private static List<Integer> numbers(List<Part> parts) {
        return parts.stream().map(Part::number).toList();
    }

    private void joinNearest(int groups) {
        List<Part> parts = parts();
        if (parts.size() <= groups) return;
        Part largest = parts.stream()
                .max(Comparator.comparingInt(Part::size).thenComparing(Part::first, Comparator.reverseOrder()))
                .orElseThrow();
        List<Part> searching =
                parts.stream().filter(part -> part.number != largest.number).toList();
        int left = parts.size();
        List<String> names = new ArrayList<>();
        for (NearestPair edge : samples.nearestOfEachTwo(ConnectedComponents.labels(parent), numbers(searching))) {
            if (left == groups) break;
            if (!add(edge, parts)) continue;
            left--;
            names.add("samples " + Math.min(edge.from(), edge.to()) + " and " + Math.max(edge.from(), edge.to()));
        }
        notes.add(String.format(
                Locale.ROOT,
                "the graph has %d parts, more than %d groups: joined by the shortest edges, of %s",
                parts.size(),
                groups,
                list(names)));
    }

    private static String list(List<String> names) {
        return names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? ", …" : "");
    }

    /** Adds an edge unless its ends are joined already. */
    private boolean add(NearestPair pair, List<Part> parts) {
        int from = ConnectedComponents.root(parent, parts.get(pair.fromPart()).root);
        int to = ConnectedComponents.root(parent, parts.get(pair.toPart()).root);
        if (from == to) return false;
        ConnectedComponents.join(parent, from, to);
        size[Math.min(from, to)] = size[from] + size[to]; // the lower root wins
        pairs.add(pair);
        return true;
    }

    private static Graph withEdges(Graph graph, List<JoiningEdge> edges) {
        int n = graph.size();
        int entries = Math.toIntExact(graph.adjacency().nonZeros() + 2L * edges.size());
        int[] row = new int[entries];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int[] filled = {0};
        for (int i = 0; i < n; i++) {
            int node = i;
            graph.adjacency().forEachInRow(i, (j, weight) -> {
                row[filled[0]] = node;
                column[filled[0]] = j;
                value[filled[0]++] = weight;
            });
        }
        for (JoiningEdge edge : edges) {
            for (boolean back : new boolean[] {false, true}) {
                row[filled[0]] = back ? edge.to : edge.from;
                column[filled[0]] = back ? edge.from : edge.to;
                value[filled[0]++] = edge.weight;
            }
        }
        return Graph.of(
                SparseMatrix.ofTriples(
                        n,
                        n,
                        Arrays.copyOf(row, filled[0]),
                        Arrays.copyOf(column, filled[0]),
                        Arrays.copyOf(value, filled[0])),
                "the joined graph");
    }
}
