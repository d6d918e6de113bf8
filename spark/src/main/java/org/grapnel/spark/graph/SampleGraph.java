package org.grapnel.spark.graph;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphNotes;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.join.ComponentJoiner;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.RddCheckpoints;

/**
 * A weighted undirected graph over samples, distributed with them: symmetric A ≥ 0 with a zero diagonal. The driver
 * receives nothing that grows with the samples.
 */
public final class SampleGraph implements AutoCloseable {
    private static final StructType EDGES = new StructType()
            .add("src", DataTypes.LongType, false)
            .add("dst", DataTypes.LongType, false)
            .add("weight", DataTypes.DoubleType, false);

    /** Number of samples up to which the driver may hold the graph. */
    private static final int MOST_COLLECTED = 10_000;

    private final JavaRDD<AdjacencyRows> rows;
    private final int[] first;
    private final OptionalDouble sigma;
    private final OptionalDouble recall;
    private final long edges;
    private final long isolated;
    private final double degrees;
    private final double largestDegree;

    private SampleGraph(
            JavaRDD<AdjacencyRows> rows,
            int[] first,
            List<AdjacencyRows.AdjacencyStatistics> parts,
            OptionalDouble sigma,
            OptionalDouble recall) {
        this.rows = rows;
        this.first = first;
        this.sigma = sigma;
        this.recall = recall;
        long ends = 0;
        long alone = 0;
        double sum = 0;
        double most = 0;
        for (AdjacencyRows.AdjacencyStatistics part : parts) {
            ends += part.ends();
            alone += part.isolated();
            sum += part.degrees();
            most = Math.max(most, part.largest());
        }
        largestDegree = most;
        edges = ends / 2;
        isolated = alone;
        degrees = sum;
    }

    /**
     * Builds the nearest-neighbour graph, as {@link org.grapnel.graph.KnnGraph} does. An exact search gives the bits of
     * a single machine.
     */
    public static SampleGraph nearest(Panels X, GraphSpec spec) {
        return nearest(X, spec, SearchSizes.of(X));
    }

    static SampleGraph nearest(Panels X, GraphSpec spec, SearchSizes sizes) {
        Preconditions.require(
                spec.components().isEmpty(),
                "neighbours on principal components need the scores of the samples; search them with SampleNeighbors");
        try (SampleNeighbors found = SampleNeighbors.search(X, spec, spec.neighbors(), sizes)) {
            return found.graph(X, spec);
        }
    }

    /** Joins every sample to its neighbours. */
    static SampleGraph join(
            JavaRDD<DirectedNeighbors> neighbors, Panels points, GraphSpec spec, OptionalDouble recall) {
        int[] first = points.offsets();
        OptionalDouble sigma = NeighborGraph.sigma(neighbors, spec, points.samples());
        JavaRDD<AdjacencyRows> rows = AdjacencyRows.assemble(
                NeighborGraph.edgeMessages(neighbors, spec, sigma, first), first, spec.symmetrize());
        return of(rows, first, SampleGraph::impossible, "the neighbour graph", sigma, recall);
    }

    /**
     * Builds a user's graph. Columns {@code src} and {@code dst} are sample ids, or sample numbers without ids. An edge
     * is given once or in both directions. Without a column {@code weight}, every weight is 1.
     *
     * @param ids one list per partition of X, of Longs, Integers or Strings
     */
    public static SampleGraph of(Panels X, Optional<JavaRDD<List<Object>>> ids, Dataset<Row> edges) {
        UserEdges given = new UserEdges(X, ids);
        int[] first = X.offsets();
        return of(
                AdjacencyRows.assemble(given.edgeMessages(edges), first, null),
                first,
                given::describeConflict,
                "the graph",
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    private static SampleGraph of(
            JavaRDD<AdjacencyRows> rows,
            int[] first,
            Function<AdjacencyRows.WeightConflict, RuntimeException> describe,
            String origin,
            OptionalDouble sigma,
            OptionalDouble recall) {
        rows.persist(StorageLevel.MEMORY_AND_DISK());
        // before the first job: a lost executor must not cost another search of neighbours
        RddCheckpoints.mark(rows);
        try {
            List<AdjacencyRows.AdjacencyStatistics> parts =
                    rows.map(AdjacencyRows::statistics).collect();
            for (AdjacencyRows.AdjacencyStatistics part : parts) {
                if (part.conflict() != null) throw describe.apply(part.conflict());
                if (part.overflow() >= 0)
                    throw new DataException(
                            "%s: the sum of the weights of sample %d overflows a double", origin, part.overflow());
            }
            return new SampleGraph(rows, first, parts, sigma, recall);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            rows.unpersist(false);
            throw e;
        }
    }

    /** Both ends compute the same distance, so a conflict is a bug. */
    private static RuntimeException impossible(AdjacencyRows.WeightConflict conflict) {
        return new IllegalStateException(
                "samples " + conflict.row() + " and " + conflict.column() + " have two distances");
    }

    /** Returns the number of samples. */
    public int size() {
        return first[first.length - 1];
    }

    /** Returns the number of edges. */
    public long edges() {
        return edges;
    }

    public double meanDegree() {
        return size() == 0 ? 0 : degrees / size();
    }

    /** Returns the mean of the Laplacian's diagonal: the mean degree, or 1 for a normalized Laplacian with edges. */
    public double meanDiagonal(LaplacianKind laplacian) {
        double degree = meanDegree();
        return laplacian == LaplacianKind.NORMALIZED && degree > 0 ? 1 : degree;
    }

    /** Returns the number of samples without an edge. */
    public long isolated() {
        return isolated;
    }

    /** Returns σ of Gaussian weights. */
    public OptionalDouble sigma() {
        return sigma;
    }

    /** Returns the share of true neighbours that an approximate search found, measured on probes. */
    public OptionalDouble recall() {
        return recall;
    }

    /** Returns remarks about the graph for the user. */
    public List<String> notes() {
        return GraphNotes.collect(size(), isolated, recall);
    }

    /** Returns the Laplacian. The caller closes it. */
    public SparkLaplacian laplacian(LaplacianKind kind) {
        return SparkLaplacian.create(rows, first, kind);
    }

    /** Returns the normalised adjacency; refuses a graph without edges. The caller closes it. */
    public SparkNormalizedAdjacency normalizedAdjacency() {
        return SparkNormalizedAdjacency.create(rows, first);
    }

    /** Returns the graph with further edges, none of which it has, as a new object. The driver sends all of them. */
    public SampleGraph withEdges(List<ComponentJoiner.JoiningEdge> further) {
        int[] from =
                further.stream().mapToInt(ComponentJoiner.JoiningEdge::from).toArray();
        int[] to = further.stream().mapToInt(ComponentJoiner.JoiningEdge::to).toArray();
        double[] weight = further.stream()
                .mapToDouble(ComponentJoiner.JoiningEdge::weight)
                .toArray();
        return replaceRows(rows.map(part -> part.withEdges(from, to, weight)), first, "the joined graph");
    }

    /**
     * Returns the graph of some samples, which are numbered from 0 in their order and stay in their partitions.
     *
     * @param kept for every sample whether it stays, one array per partition
     */
    public SampleGraph select(JavaRDD<boolean[]> kept) {
        int[] places = Subgraph.offsets(kept);
        return replaceRows(Subgraph.rows(this, kept, places), places, "the graph of some samples");
    }

    /** Returns the graph with other rows, made from these. */
    SampleGraph replaceRows(JavaRDD<AdjacencyRows> others, int[] offsets, String origin) {
        return of(others, offsets, SampleGraph::impossible, origin, sigma, recall);
    }

    /** Computes how well groups follow the graph. */
    public GraphQuality quality(SampleGroups groups) {
        return NeighborGroups.quality(this, groups);
    }

    /**
     * Returns the share of each sample's edge weight that stays in its group, lazily; NaN where it has no edge: the
     * distributed {@link org.grapnel.cluster.GroupConfidence#ofNeighbors}.
     */
    public JavaRDD<double[]> confidence(SampleGroups groups) {
        return NeighborGroups.shares(this, groups);
    }

    /** Returns whether each sample has a neighbour, one array per partition. */
    public JavaRDD<boolean[]> connected() {
        return rows.map(AdjacencyRows::connected);
    }

    /** Returns every edge once, with sample numbers src &lt; dst. */
    public Dataset<Row> edges(SparkSession session) {
        return session.createDataFrame(rows.flatMap(SampleGraph::listEdges), EDGES);
    }

    private static Iterator<Row> listEdges(AdjacencyRows part) {
        List<Row> edgeRows = new ArrayList<>();
        for (int i = 0; i < part.size(); i++)
            for (int e = part.start()[i]; e < part.start()[i + 1]; e++)
                if (part.other()[e] > part.first() + i)
                    edgeRows.add(RowFactory.create((long) part.first() + i, (long) part.other()[e], part.weight()[e]));
        return edgeRows.iterator();
    }

    /** Returns the degree of every sample lazily: one array per partition. */
    public JavaRDD<double[]> degrees() {
        return rows.map(SampleGraph::degrees);
    }

    private static double[] degrees(AdjacencyRows part) {
        double[] degrees = new double[part.size()];
        for (int i = 0; i < degrees.length; i++) degrees[i] = part.degree(i);
        return degrees;
    }

    /** Returns the graph of few samples on the driver. */
    public Graph collect() {
        int n = size();
        Preconditions.require(
                n <= MOST_COLLECTED, "at most %d samples can be joined on the driver, got %d", MOST_COLLECTED, n);
        List<AdjacencyRows> parts = rows.collect();
        int[] row = new int[Math.toIntExact(2 * edges)];
        int[] column = new int[row.length];
        double[] weight = new double[row.length];
        int filled = 0;
        for (AdjacencyRows part : parts) {
            for (int i = 0; i < part.size(); i++)
                for (int e = part.start()[i]; e < part.start()[i + 1]; e++) {
                    row[filled] = part.first() + i;
                    column[filled] = part.other()[e];
                    weight[filled++] = part.weight()[e];
                }
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, weight), "the neighbour graph");
    }

    /** Returns A with the routing of its products, lazily. */
    JavaRDD<LaplacianPartition> patterns() {
        int[] offsets = first;
        return rows.mapPartitionsWithIndex(
                (part, own) -> List.of(LaplacianPartition.pattern(own.next(), part, offsets))
                        .iterator(),
                true);
    }

    /** Returns the number of the first sample of every partition, followed by the number of samples. */
    public int[] offsets() {
        return first.clone();
    }

    double largestDegree() {
        return largestDegree;
    }

    /** Returns the persisted rows of A. */
    JavaRDD<AdjacencyRows> rows() {
        return rows;
    }

    @Override
    public void close() {
        rows.unpersist(false);
        RddCheckpoints.delete(rows);
    }
}
