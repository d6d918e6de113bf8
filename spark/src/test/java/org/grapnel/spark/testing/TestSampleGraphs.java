package org.grapnel.spark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleArrangement;
import org.grapnel.spark.graph.SampleGraph;

/** Graphs of one machine and their distributed twins. */
public final class TestSampleGraphs {
    private TestSampleGraphs() {}

    /** Joins random samples: about {@code degree} edges per sample, and some samples without one. */
    public static Graph random(int n, double degree, long seed) {
        List<int[]> edges = new ArrayList<>();
        for (int e = 0; e < n * degree / 2; e++) {
            int i = (int) (CounterRandom.uniform(seed, e, 0) * n);
            int j = (int) (CounterRandom.uniform(seed, e, 1) * n);
            if (i != j) edges.add(new int[] {Math.min(i, j), Math.max(i, j)});
        }
        return of(n, edges);
    }

    /** Joins the given pairs with weights between ½ and 1½. */
    public static Graph of(int n, List<int[]> edges) {
        List<int[]> distinct = new ArrayList<>(edges);
        distinct.sort((a, b) -> Arrays.compare(a, b));
        for (int e = distinct.size() - 1; e > 0; e--)
            if (Arrays.equals(distinct.get(e), distinct.get(e - 1))) distinct.remove(e);
        int m = distinct.size();
        int[] row = new int[2 * m];
        int[] column = new int[2 * m];
        double[] weight = new double[2 * m];
        for (int e = 0; e < m; e++) {
            int[] edge = distinct.get(e);
            row[2 * e] = column[2 * e + 1] = edge[0];
            column[2 * e] = row[2 * e + 1] = edge[1];
            weight[2 * e] = weight[2 * e + 1] = 0.5 + CounterRandom.uniform(5, edge[0], edge[1]);
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, weight), "a test graph");
    }

    public static SampleGraph distribute(Graph graph, int partitions) {
        List<Row> edges = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            int from = i;
            graph.adjacency().forEachInRow(i, (j, w) -> {
                if (from < j) edges.add(RowFactory.create((long) from, (long) j, w));
            });
        }
        StructType schema = new StructType()
                .add("src", DataTypes.LongType)
                .add("dst", DataTypes.LongType)
                .add("weight", DataTypes.DoubleType);
        try (DenseMatrix X = DenseMatrix.zeros(1, graph.size())) {
            Panels panels = TestPanels.create(TestPanels.context(), X, partitions, 100);
            return SampleGraph.of(panels, Optional.empty(), LocalSpark.session().createDataFrame(edges, schema));
        }
    }

    /** Distributes labels over the partitions with these offsets. */
    public static SampleGroups distribute(Clustering groups, int[] first) {
        List<int[]> parts = new ArrayList<>();
        for (int q = 0; q + 1 < first.length; q++)
            parts.add(Arrays.copyOfRange(groups.toArray(), first[q], first[q + 1]));
        JavaRDD<int[]> labels = TestPanels.context().parallelize(parts, parts.size());
        return SampleGroups.create(labels, groups.clusters());
    }

    /** Puts every sample of these partitions into a random one. */
    public static SampleArrangement arrange(int[] first, long seed) {
        int count = first.length - 1;
        List<int[]> parts = new ArrayList<>();
        for (int q = 0; q < count; q++)
            parts.add(IntStream.range(first[q], first[q + 1])
                    .map(j -> (int) (count * CounterRandom.uniform(seed, j, 0)))
                    .toArray());
        return SampleArrangement.of(TestPanels.context().parallelize(parts, count), count);
    }

    public static Clustering collect(SampleGroups groups) {
        return Clustering.ofLabels(groups.clusters(), collect(groups.labels()));
    }

    public static int[] collect(JavaRDD<int[]> parts) {
        return parts.collect().stream().flatMapToInt(Arrays::stream).toArray();
    }

    /** Asserts that a distributed graph has the edges of one machine, with weights that differ by rounding only. */
    public static void assertSame(SampleGraph graph, Graph local) {
        assertThat(graph.size()).isEqualTo(local.size());
        assertThat(graph.edges()).isEqualTo(local.edges());
        for (Row edge : graph.edges(LocalSpark.session()).collectAsList()) {
            double known = local.adjacency().get((int) edge.getLong(0), (int) edge.getLong(1));
            assertThat(edge.getDouble(2)).isPositive().isCloseTo(known, within(1e-12 * known));
        }
    }
}
