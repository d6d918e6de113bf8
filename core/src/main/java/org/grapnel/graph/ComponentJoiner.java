package org.grapnel.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * The weight of a joining edge is that of a neighbour at its distance, but at least 10⁻³ of the mean weight: a distant
 * part must not be lost to underflow. A component of more than {@value #MOST_SEARCHERS} samples searches from that many
 * of them, evenly spread; its edge is then short, but maybe not the shortest. The largest component never searches. Time
 * O(s·n·M) for s searching samples, memory O(n).
 */
public final class ComponentJoiner {
    static final int MOST_SEARCHERS = 2048;
    private static final double LEAST_WEIGHT = 1e-3;
    private static final int MOST_NAMED = 5;

    private final ExecutionContext context;
    private final KnnGraph built;
    private final GraphSpec spec;
    private final NearestOutside nearest;
    private final int[] parent;
    private final List<JoiningEdge> edges = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private ComponentJoiner(ExecutionContext context, KnnGraph built, Matrix X, GraphSpec spec) {
        this.context = context;
        this.built = built;

        this.spec = spec;
        nearest = new NearestOutside(built.points(X), spec.metric());
        parent = new int[built.graph().size()];
        int[] label = ConnectedComponents.labels(built.graph());
        int[] first = new int[parent.length];
        for (int j = parent.length - 1; j >= 0; j--) first[label[j]] = j;
        for (int j = 0; j < parent.length; j++) parent[j] = first[label[j]];
    }

    /** An edge that joins two components. */
    public record JoiningEdge(int from, int to, double length, double weight) {}

    /**
     * A graph whose components were joined.
     *
     * @param graph with the joining edges
     * @param edges the joining edges, those of small components first
     * @param notes sentences that name what was joined
     */
    public record JoinedGraph(Graph graph, List<JoiningEdge> edges, List<String> notes) {
        public JoinedGraph {
            edges = List.copyOf(edges);
            notes = List.copyOf(notes);
        }
    }

    /** Returns max(5, n/(10c)), rounded up: the least samples of a component that can be a group. */
    public static int leastSize(int samples, int groups) {
        return (int) Math.max(5, (samples + 10L * groups - 1) / (10L * groups));
    }

    /**
     * Joins the components of a graph that was built from X.
     *
     * @param spec how the graph was built
     * @param groups c, the number of groups
     */
    public static JoinedGraph join(ExecutionContext context, KnnGraph built, Matrix X, GraphSpec spec, int groups) {
        Preconditions.require(groups >= 1, "groups must be at least 1, got %d", groups);
        Preconditions.require(
                built.graph().size() == X.cols(),
                "the graph has %d samples, X has %d columns",
                built.graph().size(),
                X.cols());
        return new ComponentJoiner(context, built, X, spec).run(groups);
    }

    private JoinedGraph run(int groups) {
        joinSmall(leastSize(parent.length, groups));
        joinNearest(groups);
        if (edges.isEmpty()) return new JoinedGraph(built.graph(), edges, notes);
        return new JoinedGraph(withEdges(built.graph(), edges), edges, notes);
    }

    /** A component: its number and its samples, ascending. */
    private record Part(int number, int[] samples) {
        int first() {
            return samples[0];
        }

        /** Returns the samples that search: all, or some of a large component. */
        int[] searchers() {
            int count = Math.min(samples.length, MOST_SEARCHERS);
            return IntStream.range(0, count)
                    .map(q -> samples[(int) ((long) q * samples.length / count)])
                    .toArray();
        }

        String name() {
            return samples.length == 1
                    ? "sample " + first()
                    : "sample " + first() + " with " + (samples.length - 1)
                            + (samples.length == 2 ? " other" : " others");
        }
    }

    private List<Part> parts(int[] label) {
        int count = 0;
        for (int l : label) count = Math.max(count, l + 1);
        int[] size = new int[count];
        for (int l : label) size[l]++;
        int[][] samples = new int[count][];
        for (int q = 0; q < count; q++) samples[q] = new int[size[q]];
        for (int j = label.length - 1; j >= 0; j--) samples[label[j]][--size[label[j]]] = j;
        return IntStream.range(0, count).mapToObj(q -> new Part(q, samples[q])).toList();
    }

    private static final Comparator<Part> SMALLEST_FIRST =
            Comparator.comparingInt((Part part) -> part.samples.length).thenComparingInt(Part::first);

    /** Each round at least halves the number of small components. */
    private void joinSmall(int least) {
        List<String> names = new ArrayList<>();
        while (true) {
            int[] label = ConnectedComponents.labels(parent);
            List<Part> parts = parts(label);
            List<Part> small = parts.stream()
                    .filter(part -> part.samples.length < least)
                    .sorted(SMALLEST_FIRST)
                    .toList();
            if (small.isEmpty() || parts.size() == 1) break;
            int[] searchers = small.stream()
                    .flatMapToInt(part -> IntStream.of(part.searchers()))
                    .toArray();
            NearestOutside.Found[] found = nearest.search(context, searchers, label);
            int at = 0;
            for (Part part : small) {
                NearestOutside.Found best = found[at];
                for (int q = 0; q < part.searchers().length; q++, at++) if (found[at].isBefore(best)) best = found[at];
                if (sizeNow(part.first()) >= least) continue; // an earlier one of this round was joined to it
                if (add(best)) names.add(part.name());
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

    private int sizeNow(int sample) {
        int root = ConnectedComponents.root(parent, sample);
        int size = 0;
        for (int j = 0; j < parent.length; j++) if (ConnectedComponents.root(parent, j) == root) size++;
        return size;
    }

    private void joinNearest(int groups) {
        int[] label = ConnectedComponents.labels(parent);
        List<Part> parts = parts(label);
        if (parts.size() <= groups) return;
        Part largest = parts.stream()
                .max(Comparator.comparingInt((Part part) -> part.samples.length)
                        .thenComparing(Part::first, Comparator.reverseOrder()))
                .orElseThrow();
        int[] searchers = parts.stream()
                .filter(part -> part.number != largest.number)
                .flatMapToInt(part -> IntStream.of(part.searchers()))
                .toArray();
        List<NearestOutside.Found> shortest = nearest.searchEachPart(context, searchers, label, parts.size());
        int left = parts.size();
        List<String> names = new ArrayList<>();
        for (NearestOutside.Found edge : shortest) {
            if (left == groups) break;
            if (!add(edge)) continue;
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
    private boolean add(NearestOutside.Found found) {
        if (ConnectedComponents.root(parent, found.from()) == ConnectedComponents.root(parent, found.to()))
            return false;
        ConnectedComponents.join(parent, found.from(), found.to());
        double length = nearest.distance(found.from(), found.to());
        edges.add(new JoiningEdge(found.from(), found.to(), length, weight(found.from(), found.to(), length)));
        return true;
    }

    private double weight(int i, int j, double length) {
        long count = built.graph().edges();
        double mean =
                count == 0 ? 1 : built.graph().meanDegree() * built.graph().size() / (2.0 * count);
        double weight = switch (spec.weights()) {
            case GAUSSIAN -> spec.weight(length, built.sigma().orElse(1));
            case LOCAL -> spec.weight(length, Math.sqrt(reach(i, length)) * Math.sqrt(reach(j, length)));
            case BINARY -> 1;
            case DOT -> mean;
        };
        return Math.max(weight, LEAST_WEIGHT * mean);
    }

    /** The local scale of a sample: the distance to the farthest sample it is joined to; {@code otherwise} if that is 0. */
    private double reach(int i, double otherwise) {
        double[] most = {0};
        built.graph().adjacency().forEachInRow(i, (l, weight) -> most[0] = Math.max(most[0], nearest.distance(i, l)));
        return most[0] > 0 ? most[0] : otherwise;
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
