package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.baseline.Baseline;
import org.grapnel.baseline.Baselines;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataSource;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Marker;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestDataFrames;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The default of the estimator gives the result of one machine. */
class RecommendedMethodTest {
    @ParameterizedTest
    @CsvSource({"false, 1", "false, 4", "true, 3"})
    void theResultIsThatOfOneMachine(boolean sparse, int partitions) {
        try (DenseMatrix dense = TestDataFrames.groups(80, 240, 4, sparse ? 0.85 : 0.3, 5)) {
            compare(dense, sparse, partitions, Spec.recommended(4, 12));
        }
    }

    @Test
    void withoutSelectionAllFeaturesAreKept() {
        try (DenseMatrix dense = TestDataFrames.groups(60, 150, 3, 0.3, 6)) {
            compare(dense, false, 2, Spec.recommended(Model.GNMF, 3));
        }
    }

    @Test
    @Tag("full")
    void moreComponentsThanGroupsAreGroupedByKMeans() {
        try (DenseMatrix dense = TestDataFrames.groups(80, 200, 4, 0.3, 7)) {
            compare(
                    dense,
                    false,
                    3,
                    Spec.recommended(Model.GNMF_L20, 6).withKeep(20).withClusters(4));
        }
    }

    @Test
    void aGivenGraphGivesTheResultOfOneMachine() {
        try (DenseMatrix dense = TestDataFrames.groups(60, 120, 3, 0.3, 8)) {
            Graph graph = TestSampleGraphs.of(
                    120,
                    IntStream.range(0, 600)
                            .mapToObj(e -> new int[] {e % 111, e % 111 + (e % 37 == 0 ? 1 : 3 * (1 + e / 111 % 3))})
                            .toList());
            compare(dense, false, 2, Spec.recommended(3, 9), Optional.of(graph));
        }
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(booleans = {true, false})
    void baselinesAreComparedWithLabelsAsOnOneMachine(boolean ids) {
        List<String> classes = IntStream.range(0, 90).mapToObj(j -> "k" + j % 3).toList();
        Spec spec = Spec.recommended(3, 9);
        try (DenseMatrix X = TestDataFrames.groups(60, 90, 3, 0.3, 10);
                org.grapnel.data.Dataset data = new org.grapnel.data.Dataset(
                        X.copy(),
                        org.grapnel.data.Dataset.numbered("f", 60),
                        org.grapnel.data.Dataset.numbered("s", 90),
                        Optional.of(classes),
                        DataSource.memory());
                Fit here = Grapnel.fit(data, spec)) {
            GraphNmf estimator = new GraphNmf().setSpec(spec).setLabels(labels(classes, ids));
            if (ids) estimator.setIdCol("id");
            GraphNmfModel model = estimator.fit(TestDataFrames.dense(X, 3));
            Baselines there =
                    model.summary().recommended().orElseThrow().baselines().orElseThrow();
            for (Baseline expected : here.baselines().orElseThrow().all())
                assertThat(there.of(expected.kind()).orElseThrow().scores())
                        .as("scores of %s", expected.kind())
                        .isEqualTo(expected.scores());
            model.release();
        }
    }

    /** The classes with ids in another order, or without ids in the order of the samples. */
    private static Dataset<Row> labels(List<String> classes, boolean ids) {
        StructType one = new StructType().add("label", DataTypes.StringType);
        List<Row> rows = IntStream.range(0, classes.size())
                .map(j -> ids ? classes.size() - 1 - j : j)
                .mapToObj(j -> ids ? RowFactory.create(classes.get(j), "s" + j) : RowFactory.create(classes.get(j)))
                .toList();
        return TestDataFrames.create(ids ? one.add("id", DataTypes.StringType) : one, 2, rows);
    }

    @Test
    void anUndefinedSilhouetteIsNoted() {
        try (DenseMatrix X = TestDataFrames.groups(12, 40, 2, 0, 9)) {
            GraphNmfModel model =
                    new GraphNmf().setModel("gnmf").setClusters(1).setMaxIter(3).fit(TestDataFrames.dense(X, 2));
            Score silhouette = model.summary().recommended().orElseThrow().silhouette();
            assertThat(model.summary().notes()).contains("silhouette is not defined: " + silhouette.reason());
            model.release();
        }
    }

    private static void compare(DenseMatrix dense, boolean sparse, int partitions, Spec spec) {
        compare(dense, sparse, partitions, spec, Optional.empty());
    }

    private static void compare(DenseMatrix dense, boolean sparse, int partitions, Spec spec, Optional<Graph> given) {
        Dataset<Row> rows = sparse ? TestDataFrames.sparse(dense, partitions) : TestDataFrames.dense(dense, partitions);
        Matrix X = sparse ? SparseMatrix.of(dense) : dense.copy();
        GraphNmf estimator = new GraphNmf().setSpec(spec).setIdCol("id");
        given.ifPresent(graph -> estimator.setEdges(edges(graph)));
        GraphNmfModel model = estimator.fit(rows);
        try (org.grapnel.data.Dataset data = org.grapnel.data.Dataset.of(X);
                Fit here = Grapnel.fit(
                        Preparation.none().apply(data), given.map(GraphSource::of), spec, FitContext.none())) {
            GraphNmfSummary there = model.summary();
            RecommendedSummary details = there.recommended().orElseThrow();
            List<Integer> kept = new ArrayList<>();
            here.kept().forEach(feature -> kept.add(feature.index()));
            if (spec.selectsBeforeFit()) assertThat(there.kept()).isEqualTo(kept);
            else assertThat(there.kept()).hasSize(dense.rows());
            double F = here.solution().objective().total();
            assertThat(there.objective().total()).isCloseTo(F, within(1e-6 * F));
            assertThat(there.iterations()).isEqualTo(here.solution().trace().iterations());
            assertThat(AdjustedRand.compute(
                            groups(model, dense.cols()), here.groups().clustering()))
                    .isGreaterThanOrEqualTo(0.99);
            assertThat(details.groupsFrom()).isEqualTo(here.groups().origin().jsonName());
            Trust expected = here.trust().orElseThrow();
            Trust found = details.trust().orElseThrow();
            assertThat(found.level()).isEqualTo(expected.level());
            assertThat(found.warnings()).isEqualTo(expected.warnings());
            assertThat(found.edgesWithinGroups()).isCloseTo(expected.edgesWithinGroups(), within(1e-9));
            assertThat(details.rounds())
                    .hasValueSatisfying(rounds -> assertThat(rounds.looks())
                            .hasSameSizeAs(here.rounds().orElseThrow().looks()));
            assertThat(details.markers().orElseThrow().all().stream().map(Marker::feature))
                    .hasSameElementsAs(
                            here.markers().all().stream().map(Marker::feature).toList());
            compare(details.baselines().orElseThrow(), here.baselines().orElseThrow());
            assertThat(details.silhouette().get())
                    .isCloseTo(here.groups().silhouette().get(), within(1e-6));
        } finally {
            model.release();
        }
    }

    private static Dataset<Row> edges(Graph graph) {
        List<Row> edges = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            int from = i;
            graph.adjacency().forEachInRow(i, (j, weight) -> {
                if (from < j) edges.add(RowFactory.create("s" + from, "s" + j, weight));
            });
        }
        StructType schema = new StructType()
                .add("src", DataTypes.StringType)
                .add("dst", DataTypes.StringType)
                .add("weight", DataTypes.DoubleType);
        return LocalSpark.session().createDataFrame(edges, schema);
    }

    private static void compare(Baselines there, Baselines here) {
        assertThat(there.all()).hasSameSizeAs(here.all());
        for (Baseline expected : here.all()) {
            Baseline found = there.of(expected.kind()).orElseThrow();
            assertThat(found.features()).as("features of %s", expected.kind()).isEqualTo(expected.features());
            assertSame(found.edgesKept(), expected.edgesKept(), "edges kept by " + expected.kind());
            assertSame(found.modularity(), expected.modularity(), "modularity of " + expected.kind());
        }
        assertSame(there.modularity(), here.modularity(), "modularity of the result");
    }

    private static void assertSame(Score there, Score here, String what) {
        assertThat(there.isDefined()).as(what).isEqualTo(here.isDefined());
        if (here.isDefined()) assertThat(there.get()).as(what).isCloseTo(here.get(), within(1e-6));
    }

    private static Clustering groups(GraphNmfModel model, int samples) {
        int[] labels = new int[samples];
        for (Row row : model.factors().collectAsList())
            labels[Integer.parseInt(row.getString(0).substring(1))] = row.getInt(2);
        return Clustering.ofLabels(model.summary().groups().size(), labels);
    }
}
