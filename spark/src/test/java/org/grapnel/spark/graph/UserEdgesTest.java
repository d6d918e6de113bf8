package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class UserEdgesTest {
    private static final DenseMatrix ZEROS = DenseMatrix.zeros(2, 6);
    private static final int[] ROW = {0, 1, 2, 4};
    private static final int[] COLUMN = {1, 2, 4, 5};
    private static final double[] WEIGHT = {0.5, 2, 1, 3};

    @AfterAll
    static void close() {
        ZEROS.close();
    }

    private static Panels samples() {
        return TestPanels.create(TestPanels.context(), ZEROS, 4, 1);
    }

    private static Graph local() {
        int[] row = new int[8];
        int[] column = new int[8];
        double[] weight = new double[8];
        for (int e = 0; e < 4; e++) {
            row[e] = column[e + 4] = ROW[e];
            column[e] = row[e + 4] = COLUMN[e];
            weight[e] = weight[e + 4] = WEIGHT[e];
        }
        return Graph.of(SparseMatrix.ofTriples(6, 6, row, column, weight), "test");
    }

    private static Optional<JavaRDD<List<Object>>> ids(IntFunction<Object> id) {
        int[] first = samples().offsets();
        List<List<Object>> parts = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
            List<Object> part = new ArrayList<>();
            for (int i = first[p]; i < first[p + 1]; i++) part.add(id.apply(i));
            parts.add(part);
        }
        return Optional.of(TestPanels.context().parallelize(parts, 4));
    }

    private static Dataset<Row> edges(DataType ends, Object... values) {
        StructType schema = new StructType()
                .add("weight", DataTypes.DoubleType)
                .add("src", ends)
                .add("dst", ends);
        List<Row> rows = new ArrayList<>();
        for (int e = 0; e < values.length; e += 3) rows.add(RowFactory.create(values[e + 2], values[e], values[e + 1]));
        return LocalSpark.session().createDataFrame(rows, schema);
    }

    @Test
    void edgesMayBeGivenOnceOrInBothDirections() {
        Dataset<Row> mixed = edges(
                DataTypes.LongType,
                0L,
                1L,
                0.5,
                2L,
                1L,
                2.0,
                1L,
                2L,
                2 * (1 + 1e-15),
                4L,
                2L,
                1.0,
                2L,
                4L,
                1.0,
                4L,
                5L,
                3.0,
                3L,
                0L,
                0.0);
        try (SampleGraph graph = SampleGraph.of(samples(), Optional.empty(), mixed)) {
            assertThat(graph.edges()).isEqualTo(4);
            assertThat(graph.isolated()).isEqualTo(1);
            assertThat(graph.sigma()).isEmpty();
            assertThat(graph.recall()).isEmpty();
        }
        try (SampleGraph graph = SampleGraph.of(
                samples(),
                Optional.empty(),
                edges(DataTypes.IntegerType, 1, 0, 0.5, 1, 2, 2.0, 2, 4, 1.0, 5, 4, 3.0))) {
            SampleGraphTest.assertSame(graph, local());
        }
    }

    @Test
    void edgesMayUseIds() {
        IntFunction<String> name = i -> "s" + (i * 7 % 6) + "x";
        Object[] byName = new Object[12];
        Object[] byLong = new Object[12];
        for (int e = 0; e < 4; e++) {
            byName[3 * e] = name.apply(ROW[e]) + ROW[e];
            byName[3 * e + 1] = name.apply(COLUMN[e]) + COLUMN[e];
            byLong[3 * e] = 1_000_000_000_000L - ROW[e];
            byLong[3 * e + 1] = 1_000_000_000_000L - COLUMN[e];
            byName[3 * e + 2] = byLong[3 * e + 2] = WEIGHT[e];
        }
        try (SampleGraph graph =
                SampleGraph.of(samples(), ids(i -> name.apply(i) + i), edges(DataTypes.StringType, byName))) {
            SampleGraphTest.assertSame(graph, local());
        }
        try (SampleGraph graph =
                SampleGraph.of(samples(), ids(i -> 1_000_000_000_000L - i), edges(DataTypes.LongType, byLong))) {
            SampleGraphTest.assertSame(graph, local());
        }
        // ids are int, edges are long
        try (SampleGraph graph = SampleGraph.of(
                samples(),
                ids(i -> 10 * i),
                edges(DataTypes.LongType, 0L, 10L, 0.5, 10L, 20L, 2.0, 20L, 40L, 1.0, 40L, 50L, 3.0))) {
            SampleGraphTest.assertSame(graph, local());
        }
    }

    @Test
    void withoutWeightsEveryWeightIsOne() {
        try (SampleGraph graph = SampleGraph.of(
                samples(),
                Optional.empty(),
                edges(DataTypes.LongType, 0L, 1L, 7.0, 4L, 5L, 8.0).drop("weight"))) {
            assertThat(graph.edges()).isEqualTo(2);
            assertThat(graph.meanDegree()).isEqualTo(4.0 / 6);
        }
    }

    private static void assertRefused(String message, Object... edge) {
        List<Object> values = new ArrayList<>(Arrays.asList(0L, 1L, 0.5));
        values.addAll(Arrays.asList(edge));
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(
                        () -> SampleGraph.of(samples(), Optional.empty(), edges(DataTypes.LongType, values.toArray())))
                .withMessage(message);
    }

    @Test
    void invalidEdgesAreNamed() {
        assertRefused("the graph: edge (2, null) has no dst; both ends are required", 2L, null, 1.0);
        assertRefused("the graph: edge (null, 3) has no src; both ends are required", null, 3L, 1.0);
        assertRefused("the graph: edge (3, 3) is a loop; the two ends must be different samples", 3L, 3L, 1.0);
        assertRefused("the graph: edge (3, 4) has no weight; weights must be finite numbers >= 0", 3L, 4L, null);
        for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY})
            assertRefused(
                    "the graph: edge (3, 4) has weight " + wrong + "; weights must be finite numbers >= 0",
                    3L,
                    4L,
                    wrong);
        assertRefused("the graph: edge (3, 6) names 6, but no sample has that number, allowed are 0 to 5", 3L, 6L, 1.0);
        assertRefused(
                "the graph: edge (-1, 2) names -1, but no sample has that number, allowed are 0 to 5", -1L, 2L, 1.0);
        assertRefused(
                "the graph: the edge between 0 and 1 has the weights 0.5 and 0.75; an edge has one weight, in"
                        + " both directions",
                1L,
                0L,
                0.75);
        assertRefused(
                "the graph: the sum of the weights of sample 2 overflows a double",
                2L,
                3L,
                Double.MAX_VALUE,
                2L,
                4L,
                Double.MAX_VALUE);
    }

    @Test
    void messagesUseTheIdsOfTheUser() {
        Optional<JavaRDD<List<Object>>> ids = ids(i -> "s" + i);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() ->
                        SampleGraph.of(samples(), ids, edges(DataTypes.StringType, "s0", "s1", 1.0, "s1", "t", 1.0)))
                .withMessage("the graph: edge ('s1', 't') names 't', but no sample has that id");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() ->
                        SampleGraph.of(samples(), ids, edges(DataTypes.StringType, "s5", "s1", 1.0, "s1", "s5", 2.0)))
                .withMessage("the graph: the edge between 's1' and 's5' has the weights 1.0 and 2.0; an edge"
                        + " has one weight, in both directions");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() ->
                        SampleGraph.of(samples(), ids(i -> "s" + i % 4), edges(DataTypes.StringType, "s0", "s1", 1.0)))
                .withMessage("samples 0 and 4 have the same id 's0'; ids must be distinct");
    }

    @Test
    void missingAndMistypedColumnsAreNamed() {
        Dataset<Row> edges = edges(DataTypes.LongType, 0L, 1L, 0.5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SampleGraph.of(samples(), Optional.empty(), edges.withColumnRenamed("dst", "to")))
                .withMessage("the edges have no column 'dst'; required are src and dst, optional is weight; found"
                        + " [weight, src, to]");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SampleGraph.of(samples(), Optional.empty(), edges(DataTypes.StringType, "0", "1", 0.5)))
                .withMessage(
                        "column 'src' of the edges is of type string, allowed are int and bigint, numbers of samples");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SampleGraph.of(samples(), ids(i -> "s" + i), edges(DataTypes.DoubleType, 0.0, 1.0, 0.5)))
                .withMessage(
                        "column 'src' of the edges is of type double, allowed are int and bigint and string, as the ids are");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        SampleGraph.of(samples(), Optional.empty(), edges.selectExpr("src", "dst", "'much' as weight")))
                .withMessage("column 'weight' of the edges is of type string, allowed are numbers");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> SampleGraph.of(samples(), Optional.empty(), edges(DataTypes.LongType)))
                .withMessage("the graph has no edges; give at least one row (src, dst, weight)");
    }
}
