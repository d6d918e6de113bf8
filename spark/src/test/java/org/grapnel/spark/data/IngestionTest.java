package org.grapnel.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.spark.testing.TestDataFrames;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class IngestionTest {
    private static final Optional<String> NO_ID = Optional.empty();
    private static final Optional<String> ID = Optional.of("id");

    private static Ingestion read(Dataset<Row> data, Optional<String> id) {
        return Ingestion.read(data, "features", id, Optional.empty());
    }

    private static double[][] numbers(Panels X) {
        double[][] all = new double[X.features()][X.samples()];
        for (Panel panel : X.rdd().collect())
            try (Matrix part = panel.matrix()) {
                for (int i = 0; i < part.rows(); i++)
                    for (int j = 0; j < part.cols(); j++) all[i][panel.first() + j] = part.get(i, j);
            }
        return all;
    }

    private static void assertEqualTo(Panels panels, Matrix X) {
        double[][] all = numbers(panels);
        assertThat(panels.samples()).isEqualTo(X.cols());
        for (int i = 0; i < X.rows(); i++)
            for (int j = 0; j < X.cols(); j++) assertThat(all[i][j]).isEqualTo(X.get(i, j));
        double[] squares = X.rowSquares();
        for (int i = 0; i < squares.length; i++)
            assertThat(panels.rowSquares()[i]).isCloseTo(squares[i], org.assertj.core.data.Offset.offset(1e-9));
        assertThat(panels.sum()).isCloseTo(X.sum(), org.assertj.core.data.Offset.offset(1e-9));
        // every partition holds its samples in order
        List<List<Integer>> firsts = panels.rdd()
                .mapPartitions(part -> {
                    List<Integer> ends = new ArrayList<>();
                    while (part.hasNext()) {
                        Panel panel = part.next();
                        ends.add(panel.first());
                        ends.add(panel.first() + panel.samples());
                    }
                    return List.of(ends).iterator();
                })
                .collect();
        assertThat(firsts).hasSize(panels.partitions());
        for (int q = 0; q < firsts.size(); q++) {
            List<Integer> ends = firsts.get(q);
            int at = panels.offset(q);
            for (int e = 0; e < ends.size(); e += 2) {
                assertThat(ends.get(e)).isEqualTo(at);
                at = ends.get(e + 1);
            }
            assertThat(at).isEqualTo(panels.offset(q + 1));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.0, 1", "0.0, 3", "0.9, 1", "0.9, 4"})
    void panelsKeepTheOrderOfTheDataFrame(double zeros, int partitions) {
        try (DenseMatrix X = TestDataFrames.groups(7, 23, 3, zeros, 1)) {
            for (Dataset<Row> data : List.of(
                    TestDataFrames.dense(X, partitions),
                    TestDataFrames.sparse(X, partitions),
                    TestDataFrames.arrays(X, partitions))) {
                try (Ingestion read = read(data, NO_ID)) {
                    assertEqualTo(read.panels(), X);
                    assertThat(read.panels().partitions()).isEqualTo(partitions);
                    assertThat(read.notes()).noneMatch(note -> note.contains("plan"));
                }
            }
        }
    }

    @Test
    void sourceDecidesWhetherDataAreGivenDense() {
        try (DenseMatrix full = TestDataFrames.groups(6, 40, 2, 0.5, 3);
                DenseMatrix empty = TestDataFrames.groups(6, 40, 2, 0.9, 3)) {
            for (Matrix X : List.of(full, empty)) {
                assertThat(isGivenDense(TestDataFrames.dense(X, 3))).isTrue();
                assertThat(isGivenDense(TestDataFrames.arrays(X, 3))).isTrue();
                assertThat(isGivenDense(TestDataFrames.sparse(X, 3))).isFalse();
                for (int more = 0; more < 2; more++) {
                    Dataset<Row> mixed = TestDataFrames.sparse(X, 3)
                            .limit(20 + more)
                            .union(TestDataFrames.dense(X, 3).limit(20 - more));
                    assertThat(isGivenDense(mixed)).isEqualTo(more == 0);
                }
            }
        }
    }

    private static boolean isGivenDense(Dataset<Row> data) {
        try (Ingestion read = read(data, NO_ID)) {
            return read.panels().isGivenDense();
        }
    }

    @Test
    void mostlyZeroDataAreStoredSparseForAnyVectorType() {
        try (DenseMatrix full = TestDataFrames.groups(6, 40, 2, 0.5, 3);
                DenseMatrix empty = TestDataFrames.groups(6, 40, 2, 0.9, 3)) {
            for (Matrix X : List.of(full, empty)) {
                boolean sparse = X == empty;
                for (Dataset<Row> data :
                        List.of(TestDataFrames.dense(X, 2), TestDataFrames.sparse(X, 2), TestDataFrames.arrays(X, 2)))
                    try (Ingestion read = read(data, NO_ID)) {
                        assertThat(read.panels().rdd().collect())
                                .allMatch(panel -> panel instanceof SparsePanel == sparse);
                        assertThat(read.panels().nonZeros()).isEqualTo(sparse ? X.nonZeros() : 240);
                    }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "4, 1", "3, 5", "5, 3", "2, 40"})
    void repartitioningKeepsOrderAndIds(int from, int to) {
        try (DenseMatrix X = TestDataFrames.groups(5, 17, 2, 0, 2);
                Ingestion read = Ingestion.read(TestDataFrames.dense(X, from), "features", ID, Optional.of(to))) {
            assertThat(read.panels().partitions()).isEqualTo(to);
            assertEqualTo(read.panels(), X);
            List<List<Object>> ids = read.ids().orElseThrow().collect();
            for (int q = 0; q < to; q++)
                assertThat(ids.get(q))
                        .isEqualTo(IntStream.range(
                                        read.panels().offset(q), read.panels().offset(q + 1))
                                .mapToObj(j -> "s" + j)
                                .toList());
        }
    }

    @Test
    void morePartitionsThanSamplesGiveEmptyPartitions() {
        try (DenseMatrix X = TestDataFrames.groups(3, 2, 2, 0, 1);
                Ingestion read = read(TestDataFrames.dense(X, 6), ID)) {
            assertThat(read.panels().partitions()).isEqualTo(6);
            assertEqualTo(read.panels(), X);
            assertThat(read.ids().orElseThrow().collect()).hasSize(6);
        }
    }

    @Test
    void partitionsAreSplitIntoPanelsOfAMillionNumbers() {
        int p = PanelIterator.NUMBERS / 3;
        List<Row> rows = IntStream.range(0, 7)
                .mapToObj(j -> {
                    double[] x = new double[p];
                    Arrays.fill(x, j + 1);
                    return RowFactory.create("s" + j, Vectors.dense(x));
                })
                .toList();
        try (Ingestion read = read(TestDataFrames.create(DataTypes.StringType, 1, rows), NO_ID)) {
            assertThat(read.panels().rdd().map(Panel::samples).collect()).containsExactly(3, 3, 1);
        }
    }

    @Test
    void idsMayBeIntegers() {
        List<Row> longs = List.of(RowFactory.create(7L, Vectors.dense(1)), RowFactory.create(3L, Vectors.dense(2)));
        try (Ingestion read = read(TestDataFrames.create(DataTypes.LongType, 2, longs), ID)) {
            assertThat(read.ids().orElseThrow().collect()).containsExactly(List.of(7L), List.of(3L));
        }
        List<Row> ints = List.of(RowFactory.create(7, Vectors.dense(1)), RowFactory.create(3, Vectors.dense(2)));
        try (Ingestion read = read(TestDataFrames.create(DataTypes.IntegerType, 1, ints), ID)) {
            assertThat(read.ids().orElseThrow().collect()).containsExactly(List.of(7, 3));
        }
    }

    @Test
    void floatsAreReadExactly() {
        StructType schema = new StructType().add("features", DataTypes.createArrayType(DataTypes.FloatType));
        List<Row> rows = List.of(RowFactory.create((Object) new float[] {0.1f, 2}));
        try (Ingestion read = read(TestDataFrames.create(schema, 1, rows), NO_ID)) {
            assertThat(numbers(read.panels())).isDeepEqualTo(new double[][] {{0.1f}, {2}});
        }
    }

    private static List<Row> validRows(int count) {
        List<Row> rows = new ArrayList<>();
        for (int j = 0; j < count; j++) rows.add(RowFactory.create("s" + j, Vectors.dense(1, j)));
        return rows;
    }

    private static void assertRefused(Row invalid, int at, String named, String numbered) {
        List<Row> rows = validRows(6);
        rows.set(at, invalid);
        for (int partitions : new int[] {1, 4}) {
            Dataset<Row> data = TestDataFrames.create(DataTypes.StringType, partitions, rows);
            assertThatThrownBy(() -> read(data, ID))
                    .isExactlyInstanceOf(DataException.class)
                    .hasMessage(named)
                    .hasNoCause();
            assertThatThrownBy(() -> read(data, NO_ID))
                    .isExactlyInstanceOf(DataException.class)
                    .hasMessage(numbered);
        }
    }

    @Test
    void invalidRowIsNamed() {
        String rule = "; entries must be finite numbers >= 0";
        assertRefused(
                RowFactory.create("x", Vectors.dense(1, Double.NaN)),
                4,
                "row 'x', feature 1 is NaN (missing)" + rule,
                "row 4, feature 1 is NaN (missing)" + rule);
        assertRefused(
                RowFactory.create("x", Vectors.dense(-0.5, 2)),
                0,
                "row 'x', feature 0 is -0.5 (negative)" + rule,
                "row 0, feature 0 is -0.5 (negative)" + rule);
        assertRefused(
                RowFactory.create("x", Vectors.sparse(2, new int[] {1}, new double[] {Double.POSITIVE_INFINITY})),
                5,
                "row 'x', feature 1 is Infinity (infinite)" + rule,
                "row 5, feature 1 is Infinity (infinite)" + rule);
        assertRefused(
                RowFactory.create("x", null),
                3,
                "row 'x' has a null vector; every row needs a vector",
                "row 3 has a null vector; every row needs a vector");
        assertRefused(
                RowFactory.create("x", Vectors.dense(1, 2, 3)),
                3,
                "row 'x' has a vector of length 3, but row 's0' has length 2; all rows must have the same number of features",
                "row 3 has a vector of length 3, but row 0 has length 2; all rows must have the same number of features");
        assertRefused(
                RowFactory.create("x", Vectors.dense(new double[0])),
                0,
                "row 'x' has an empty vector; every row needs features",
                "row 0 has an empty vector; every row needs features");
    }

    @Test
    void firstInvalidRowIsReported() {
        List<Row> rows = validRows(8);
        rows.set(6, RowFactory.create("x", null));
        rows.set(3, RowFactory.create("y", Vectors.dense(-1, 0)));
        assertThatThrownBy(() -> read(TestDataFrames.create(DataTypes.StringType, 4, rows), ID))
                .hasMessageStartingWith("row 'y'");
    }

    @Test
    void nullArrayEntryIsRefused() {
        StructType schema = new StructType().add("features", DataTypes.createArrayType(DataTypes.DoubleType));
        List<Row> rows = List.of(RowFactory.create((Object) new Object[] {1.0, null}));
        assertThatThrownBy(() -> read(TestDataFrames.create(schema, 1, rows), NO_ID))
                .hasMessage("row 0, feature 1 is null (missing); entries must be finite numbers >= 0");
    }

    @Test
    void emptyAndAllZeroDataAreRefused() {
        for (int partitions : new int[] {1, 3})
            assertThatThrownBy(() -> read(
                            TestDataFrames.create(DataTypes.StringType, partitions, Collections.emptyList()), NO_ID))
                    .isExactlyInstanceOf(DataException.class)
                    .hasMessage("the DataFrame has no rows; a fit needs samples");
        List<Row> zeros =
                List.of(RowFactory.create("a", Vectors.dense(0, 0)), RowFactory.create("b", Vectors.zeros(2)));
        assertThatThrownBy(() -> read(TestDataFrames.create(DataTypes.StringType, 2, zeros), NO_ID))
                .isExactlyInstanceOf(DataException.class)
                .hasMessage("every entry is zero; a fit needs non-zero data");
    }

    @Test
    void allZeroFeaturesAndSamplesAreNoted() {
        List<Row> rows = List.of(
                RowFactory.create("a", Vectors.dense(1, 0, 2)),
                RowFactory.create("b", Vectors.dense(0, 0, 0)),
                RowFactory.create("c", Vectors.dense(3, 0, 2)));
        try (Ingestion read = read(TestDataFrames.create(DataTypes.StringType, 2, rows), NO_ID)) {
            assertThat(read.notes()).containsExactly("1 feature is all zero", "1 sample is all zero");
        }
    }

    @Test
    void nullAndDuplicateIdsAreRefused() {
        List<Row> rows = validRows(9);
        rows.set(7, RowFactory.create("s2", Vectors.dense(1, 1)));
        rows.set(8, RowFactory.create("s1", Vectors.dense(1, 1)));
        assertThatThrownBy(() -> read(TestDataFrames.create(DataTypes.StringType, 3, rows), ID))
                .isExactlyInstanceOf(DataException.class)
                .hasMessage("rows 2 and 7 (counted from 0) have the same id 's2'; ids must be distinct");
        rows.set(5, RowFactory.create(null, Vectors.dense(1, 1)));
        assertThatThrownBy(() -> read(TestDataFrames.create(DataTypes.StringType, 3, rows), ID))
                .hasMessage("row 5 has a null id; every row needs an id");
    }

    @Test
    void missingAndMistypedColumnsAreNamed() {
        Dataset<Row> data = TestDataFrames.create(DataTypes.StringType, 1, validRows(3));
        assertThatThrownBy(() -> Ingestion.read(data, "feature", NO_ID, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no column 'feature'; the columns are id, features");
        assertThatThrownBy(() -> Ingestion.read(data, "id", NO_ID, Optional.empty()))
                .hasMessage(
                        "column 'id' has type string; allowed are ml vectors (org.apache.spark.ml.linalg), array<double> and array<float>");
        assertThatThrownBy(() -> Ingestion.read(data, "features", Optional.of("name"), Optional.empty()))
                .hasMessage("there is no column 'name'; the columns are id, features");
        assertThatThrownBy(() -> Ingestion.read(data, "features", Optional.of("features"), Optional.empty()))
                .hasMessageStartingWith("column 'features' has type ")
                .hasMessageEndingWith("; ids must be string, bigint or int");
        assertThatThrownBy(() -> Ingestion.read(data, "features", NO_ID, Optional.of(0)))
                .hasMessage("partitions must be at least 1, got 0");
    }

    @Test
    void columnNamesMayContainDotsAndBackticks() {
        StructType schema = new StructType().add("a.b`c", SQLDataTypes.VectorType());
        List<Row> rows = List.of(RowFactory.create(Vectors.dense(1, 2)));
        try (Ingestion read =
                Ingestion.read(TestDataFrames.create(schema, 1, rows), "a.b`c", NO_ID, Optional.empty())) {
            assertThat(read.panels().features()).isEqualTo(2);
        }
    }

    @Test
    void failureOfTheUsersPlanIsReportedInOneLine() {
        DataType vector = SQLDataTypes.VectorType();
        var breaks = functions.udf(
                (UDF1<Vector, Vector>) x -> {
                    throw new IllegalStateException("no such gene\nat all");
                },
                vector);
        Dataset<Row> data = TestDataFrames.create(DataTypes.StringType, 2, validRows(4))
                .withColumn("features", breaks.apply(functions.col("features")));
        assertThatThrownBy(() -> read(data, NO_ID))
                .isExactlyInstanceOf(DataException.class)
                .hasMessage("the data could not be read: IllegalStateException: no such gene");
    }

    @Test
    void nonDeterministicPlanIsCheckpointed(@TempDir Path folder) {
        try (DenseMatrix X = TestDataFrames.groups(4, 12, 2, 0, 2)) {
            TestPanels.context().sc().setCheckpointDir(folder.toString());
            try (Ingestion read = read(TestDataFrames.dense(X, 2).repartition(3), NO_ID)) {
                assertThat(read.notes()).isEmpty();
                assertThat(folder).isNotEmptyDirectory();
            } finally {
                TestPanels.context().sc().checkpointDir_$eq(scala.Option.empty());
            }
        }
    }

    @Test
    void nothingStaysPersistedAfterAFailure() {
        try (DenseMatrix X = TestDataFrames.groups(4, 12, 2, 0, 2)) {
            int before = countPersisted();
            try (Ingestion read = read(TestDataFrames.dense(X, 2), ID)) {
                assertThat(read.panels().samples()).isEqualTo(12);
                assertThat(countPersisted()).isEqualTo(before + 2);
            }
            List<Row> twice = validRows(3);
            twice.add(twice.get(0));
            assertThatThrownBy(() -> read(TestDataFrames.create(DataTypes.StringType, 2, twice), ID))
                    .hasMessageContaining("ids must be distinct");
            assertThat(countPersisted()).isEqualTo(before);
        }
    }

    public static int countPersisted() {
        java.util.Map<Integer, JavaRDD<?>> all = TestPanels.context().getPersistentRDDs();
        return all.size();
    }
}
