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
import org.grapnel.graph.GraphNotes;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.spark.data.Panels;

/**
 * A weighted undirected graph over samples, distributed with them: symmetric A ≥ 0 with a zero diagonal. The driver
 * receives nothing that grows with the samples.
 */
public final class SampleGraph implements AutoCloseable {
    private static final StructType EDGES = new StructType()
            .add("src", DataTypes.LongType, false)
            .add("dst", DataTypes.LongType, false)
            .add("weight", DataTypes.DoubleType, false);

    /** Number of distinct samples up to which all pairs are compared, even if an approximate search is requested. */
    private static final int SMALL = 4096;

    private final JavaRDD<AdjacencyRows> rows;
    private final int[] first;
    private final OptionalDouble sigma;
    private final OptionalDouble recall;
    private final long edges;
    private final long isolated;
    private final double degrees;

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
        for (AdjacencyRows.AdjacencyStatistics part : parts) {
            ends += part.ends();
            alone += part.isolated();
            sum += part.degrees();
        }
        edges = ends / 2;
        isolated = alone;
        degrees = sum;
    }

    /**
     * Builds the nearest-neighbour graph, as {@link org.grapnel.graph.KnnGraph} does. An exact search gives the bits of
     * a single machine.
     */
    public static SampleGraph nearest(Panels X, GraphSpec spec) {
        return nearest(X, spec, ExactNeighbors.blockSize(X));
    }

    static SampleGraph nearest(Panels X, GraphSpec spec, int blockSize) {
        return nearest(X, spec, blockSize, SMALL);
    }

    static SampleGraph nearest(Panels X, GraphSpec spec, int blockSize, int small) {
        NeighborGraph.NeighborLists found = NeighborGraph.nearest(X, spec, blockSize, small);
        try {
            int[] first = X.offsets();
            OptionalDouble sigma = NeighborGraph.sigma(found.neighbors(), spec, X.samples());
            JavaRDD<AdjacencyRows> rows = AdjacencyRows.assemble(
                    NeighborGraph.edgeMessages(found.neighbors(), spec, sigma.orElse(1), first),
                    first,
                    spec.symmetrize());
            return of(rows, first, SampleGraph::impossible, "the neighbour graph", sigma, found.recall());
        } finally {
            found.neighbors().unpersist(false);
        }
    }

    /** Returns the persisted neighbour lists of a search with the usual block sizes. */
    static JavaRDD<DirectedNeighbors> neighbors(Panels X, GraphSpec spec) {
        return NeighborGraph.nearest(X, spec, ExactNeighbors.blockSize(X), SMALL)
                .neighbors();
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
        } catch (RuntimeException e) {
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

    /** Returns the persisted rows of A. */
    JavaRDD<AdjacencyRows> rows() {
        return rows;
    }

    @Override
    public void close() {
        rows.unpersist(false);
    }
}
