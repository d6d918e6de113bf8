package org.grapnel.spark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.JointProblem;
import org.grapnel.solve.StopSpec;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestDataFrames;
import org.grapnel.spark.testing.TestPanels;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.GroupCenters;
import org.grapnel.transform.TransformResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Placing on Spark, against the transform of the same fit on one machine. */
class SamplePlacementTest {
    private static final int P = 30;
    private static final int N = 72;
    private static final int GROUPS = 3;
    private static final double CLOSE = 1e-8;
    private static final PlacementColumns COLUMNS =
            PlacementColumns.of("features", Optional.of("id"), "h", "group").withError("error");

    private static Dataset dataset(DenseMatrix X, List<String> names) {
        return new Dataset(X, Dataset.numbered("g", X.rows()), names, Optional.empty(), DataSource.memory());
    }

    private static DenseMatrix training() {
        DenseMatrix X = TestDataFrames.groups(P, N, GROUPS, 0.2, 11);
        for (int i = 0; i < P; i++) X.set(i, 7, X.get(i, 4)); // two equal training samples
        return X;
    }

    /** New samples; among them copies of training samples, one on the kept features only, and a zero sample. */
    private static DenseMatrix fresh(int[] kept) {
        DenseMatrix X = TestDataFrames.groups(P, 23, GROUPS, 0.2, 12);
        try (DenseMatrix known = training()) {
            for (int i = 0; i < P; i++) {
                X.set(i, 3, known.get(i, 5));
                X.set(i, 7, known.get(i, 7)); // s7 equals s4 and s7
                X.set(i, 9, known.get(i, 4));
                X.set(i, 20, 0);
            }
            for (int i : kept) X.set(i, 11, known.get(i, 30));
        }
        return X;
    }

    private static Spec joint() {
        return Spec.recommended(GROUPS, 9)
                .withGraph(GraphSpec.recommended().withComponents(6))
                .withBaselines(false)
                .withThreads(2);
    }

    private static Spec paper(GraphTerm term, LaplacianKind laplacian) {
        Spec spec = Spec.paper(GROUPS, 9).withGraphTerm(term).withLaplacian(laplacian);
        return spec.withAlpha(5).withThreads(2).withStop(new StopSpec(1e-3, 40, Optional.empty()));
    }

    private static @Nullable PlacementCase jointCase;
    private static @Nullable PlacementCase traceCase;

    /** A joint fit with neighbours on components, in 3 partitions, which tests share. */
    private static PlacementCase jointCase() {
        if (jointCase == null) jointCase = PlacementCase.of(joint(), 3);
        return jointCase;
    }

    /** A fit with the trace term and neighbours on the kept features, in 4 partitions, which tests share. */
    private static PlacementCase traceCase() {
        if (traceCase == null) traceCase = PlacementCase.of(paper(GraphTerm.TRACE, LaplacianKind.PLAIN), 4);
        return traceCase;
    }

    @AfterAll
    static void release() {
        if (jointCase != null) jointCase.close();
        if (traceCase != null) traceCase.close();
        jointCase = null;
        traceCase = null;
    }

    /** Fits on one machine, and distributes what the fit found. */
    private static TrainingSamples distribute(FittedModel fit, DenseMatrix X, int partitions) {
        RddCheckpoints.ensureDirectory(TestPanels.context());
        Panels panels = TestPanels.create(TestPanels.context(), X, partitions, 10);
        FittedModel.TrainingGraph graph = fit.graph().orElseThrow();
        boolean joint = graph.term() == GraphTerm.JOINT;
        GraphUse use = new GraphUse(
                graph.term(),
                graph.laplacian(),
                joint ? JointProblem.alpha(graph.X(), fit.W().cols(), graph.weight()) : graph.weight(),
                joint ? NormalizedAdjacency.of(graph.graph()).largest() : 0,
                graph.spec());
        List<Object> names = new ArrayList<>(graph.samples());
        JavaRDD<List<Object>> ids = TestPanels.context()
                .parallelize(
                        IntStream.range(0, partitions)
                                .mapToObj(q -> (List<Object>)
                                        new ArrayList<>(names.subList(panels.offset(q), panels.offset(q + 1))))
                                .toList(),
                        partitions);
        Optional<ComponentPoints> points = graph.scores().map(scores -> components(scores, panels));
        try (SampleGroups groups =
                        SampleGroups.create(labels(fit, panels), fit.groups().clusters());
                SampleGraph edges = SampleGraph.of(panels, Optional.empty(), edges(fit))) {
            return TrainingSamplesFactory.create(
                    panels,
                    Optional.of(ids),
                    new FittedFactors(fit.kept().toArray(), fit.W().toArray(), rows(fit.Ht(), panels), groups),
                    edges,
                    use,
                    points,
                    Optional.empty());
        } finally {
            panels.rdd().unpersist();
        }
    }

    private static ComponentPoints components(ComponentScores scores, Panels panels) {
        double[] mean = IntStream.range(0, P).mapToDouble(scores::mean).toArray();
        try (DenseMatrix points = scores.points().transpose()) {
            return new ComponentPoints(
                    ComponentProjection.of(scores.kind(), mean, scores.directions()), rows(points, panels));
        }
    }

    private static JavaRDD<double[]> rows(DenseMatrix Ht, Panels panels) {
        List<double[]> parts = new ArrayList<>();
        double[] row = new double[Ht.cols()];
        for (int q = 0; q < panels.partitions(); q++) {
            double[] own = new double[(panels.offset(q + 1) - panels.offset(q)) * row.length];
            for (int j = panels.offset(q); j < panels.offset(q + 1); j++) {
                Ht.row(j, row);
                System.arraycopy(row, 0, own, (j - panels.offset(q)) * row.length, row.length);
            }
            parts.add(own);
        }
        return TestPanels.context().parallelize(parts, panels.partitions());
    }

    private static JavaRDD<int[]> labels(FittedModel fit, Panels panels) {
        List<int[]> parts = IntStream.range(0, panels.partitions())
                .mapToObj(q -> IntStream.range(panels.offset(q), panels.offset(q + 1))
                        .map(fit.groups()::labelOf)
                        .toArray())
                .toList();
        return TestPanels.context().parallelize(parts, panels.partitions());
    }

    private static org.apache.spark.sql.Dataset<Row> edges(FittedModel fit) {
        List<Row> edges = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            int row = i;
            fit.graph().orElseThrow().graph().adjacency().forEachInRow(i, (j, a) -> {
                if (j > row) edges.add(RowFactory.create((long) row, (long) j, a));
            });
        }
        return LocalSpark.session()
                .createDataFrame(
                        edges,
                        new StructType()
                                .add("src", DataTypes.LongType)
                                .add("dst", DataTypes.LongType)
                                .add("weight", DataTypes.DoubleType));
    }

    /** A fit on one machine with its distributed training side. */
    private record PlacementCase(DenseMatrix X, Fit fit, FittedModel model, TrainingSamples training)
            implements AutoCloseable {
        static PlacementCase of(Spec spec, int partitions) {
            DenseMatrix X = SamplePlacementTest.training();
            Fit fit = Grapnel.fit(dataset(X, Dataset.numbered("s", N)), spec);
            FittedModel model = fit.toModel();
            return new PlacementCase(X, fit, model, distribute(model, X, partitions));
        }

        DenseMatrix fresh() {
            return SamplePlacementTest.fresh(model.kept().toArray());
        }

        @Override
        public void close() {
            training.close();
            model.close();
            fit.close();
            X.close();
        }
    }

    private static void assertPlacedAsOnOneMachine(FittedModel model, TrainingSamples training, DenseMatrix X) {
        for (boolean sparse : new boolean[] {false, true}) {
            var data = sparse ? TestDataFrames.sparse(X, 3) : TestDataFrames.dense(X, 3);
            assertPlacedAsOnOneMachine(
                    model, X, SamplePlacement.place(data, training, COLUMNS).collectAsList());
        }
    }

    private static void assertPlacedAsOnOneMachine(FittedModel model, DenseMatrix X, List<Row> placed) {
        try (TransformResult expected = model.transform(dataset(X, Dataset.numbered("s", X.cols())), 1)) {
            assertThat(placed).hasSize(X.cols());
            for (int j = 0; j < X.cols(); j++) {
                Row row = placed.get(j);
                assertThat(row.getString(0)).isEqualTo("s" + j);
                double[] h = new double[model.W().cols()];
                expected.Ht().row(j, h);
                double most = Arrays.stream(h).max().orElse(0);
                assertThat(((Vector) row.getAs("h")).toArray())
                        .as("sample %d", j)
                        .containsExactly(h, within(CLOSE * Math.max(1, most)));
                assertThat(row.<Integer>getAs("group"))
                        .as("group of %d", j)
                        .isEqualTo(expected.groups().labelOf(j));
                double error = expected.relativeError(j);
                if (Double.isInfinite(error))
                    assertThat(row.<Double>getAs("error")).isInfinite();
                else assertThat(row.<Double>getAs("error")).as("error of %d", j).isCloseTo(error, within(CLOSE));
            }
        }
    }

    @Test
    void jointPlacementEqualsOneMachine() {
        PlacementCase of = jointCase();
        assertThat(of.model().graph().orElseThrow().scores()).isPresent();
        assertThat(of.training().groups().areMemberships()).isTrue();
        try (DenseMatrix fresh = of.fresh()) {
            assertPlacedAsOnOneMachine(of.model(), of.training(), fresh);
        }
    }

    @Test
    void trainingSamplesArePlacedAsOnOneMachine() {
        PlacementCase of = jointCase();
        assertPlacedAsOnOneMachine(
                of.model(),
                of.X(),
                SamplePlacement.place(TestDataFrames.dense(of.X(), 4), of.training(), COLUMNS)
                        .collectAsList());
    }

    @Test
    void placementWithTheTraceTermEqualsOneMachine() {
        PlacementCase of = traceCase();
        try (DenseMatrix fresh = of.fresh()) {
            assertPlacedAsOnOneMachine(of.model(), of.training(), fresh);
        }
    }

    @ParameterizedTest
    @CsvSource({"invariant, plain, 1", "trace, normalized, 3"})
    void placementWithGradientTermsEqualsOneMachine(String term, String laplacian, int partitions) {
        Spec spec = paper(
                GraphTerm.valueOf(term.toUpperCase(Locale.ROOT)),
                LaplacianKind.valueOf(laplacian.toUpperCase(Locale.ROOT)));
        try (PlacementCase of = PlacementCase.of(spec, partitions);
                DenseMatrix fresh = of.fresh()) {
            assertPlacedAsOnOneMachine(of.model(), of.training(), fresh);
        }
    }

    @ParameterizedTest
    @CsvSource({"local, euclidean, 6, 4", "local, cosine, 0, 2", "dot, euclidean, 6, 2", "dot, cosine, 0, 1"})
    void everyWeightEqualsOneMachine(String weights, String metric, int components, int partitions) {
        GraphSpec graph = GraphSpec.standard()
                .withSymmetrize(Symmetrization.MEAN)
                .withWeights(WeightKind.valueOf(weights.toUpperCase(Locale.ROOT)))
                .withMetric(Metric.valueOf(metric.toUpperCase(Locale.ROOT)));
        Spec spec = joint().withGraph(components == 0 ? graph : graph.withComponents(components));
        try (PlacementCase of = PlacementCase.of(spec, partitions);
                DenseMatrix fresh = of.fresh()) {
            assertPlacedAsOnOneMachine(of.model(), of.training(), fresh);
        }
    }

    @Test
    void theGraphChangesPlaces() {
        PlacementCase of = traceCase();
        int[] kept = of.model().kept().toArray();
        double[][] W = of.model().W().toArray();
        int r = W[0].length;
        GroupCenters one = new GroupCenters(false, new double[r], new double[1][r]);
        SampleEncoder alone = new SampleEncoder(P, r, kept, W, one);
        try (DenseMatrix fresh = of.fresh()) {
            Row row = SamplePlacement.place(TestDataFrames.dense(fresh, 1), of.training(), COLUMNS)
                    .first();
            double[] h = alone.encode(row.getAs("features"), "s0");
            assertThat(Vectors.sqdist(row.getAs("h"), Vectors.dense(h))).isGreaterThan(1e-6);
        }
    }

    @Test
    void confidenceIsTheShareOfTheLargestMembership() {
        PlacementCase of = jointCase();
        try (DenseMatrix fresh = of.fresh();
                TransformResult expected = of.model().transform(dataset(fresh, Dataset.numbered("s", 23)), 1)) {
            GroupConfidence confidence = GroupConfidence.ofMemberships(expected.Ht());
            List<Row> placed = SamplePlacement.place(
                            TestDataFrames.dense(fresh, 2), of.training(), COLUMNS.withConfidence("sure"))
                    .collectAsList();
            for (int j = 0; j < placed.size(); j++) {
                double sure = placed.get(j).getAs("sure");
                if (Double.isNaN(confidence.of(j))) assertThat(sure).isNaN();
                else assertThat(sure).isCloseTo(confidence.of(j), within(CLOSE));
            }
        }
    }

    @Test
    void confidenceIsRefusedForOtherGroups() {
        PlacementCase of = traceCase();
        try (DenseMatrix fresh = of.fresh()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SamplePlacement.place(
                            TestDataFrames.dense(fresh, 2), of.training(), COLUMNS.withConfidence("sure")))
                    .withMessageContaining("confidenceCol is 'sure'");
        }
    }

    @Test
    void placesDoNotDependOnPartitionsAndSurviveSaving(@TempDir Path folder) {
        PlacementCase of = jointCase();
        try (DenseMatrix fresh = of.fresh()) {
            String path = folder.resolve("training").toString();
            of.training().save(LocalSpark.session(), path);
            List<Row> first = SamplePlacement.place(TestDataFrames.dense(fresh, 1), of.training(), COLUMNS)
                    .collectAsList();
            try (TrainingSamples loaded = TrainingSamples.load(LocalSpark.session(), path)) {
                assertThat(SamplePlacement.place(TestDataFrames.dense(fresh, 4), loaded, COLUMNS)
                                .collectAsList())
                        .isEqualTo(first);
                assertThat(SamplePlacement.place(TestDataFrames.sparse(fresh, 3), loaded, COLUMNS)
                                .select("h", "group")
                                .collectAsList())
                        .isEqualTo(first.stream()
                                .map(row -> RowFactory.create(row.get(2), row.get(3)))
                                .toList());
            }
        }
    }

    @Test
    void noJobRunsBeforeTheResultIsRead() throws Exception {
        PlacementCase of = jointCase();
        try (DenseMatrix fresh = of.fresh()) {
            var data = TestDataFrames.dense(fresh, 2).repartition(3).sort("id");
            AtomicInteger jobs = new AtomicInteger();
            SparkListener counter = new SparkListener() {
                @Override
                public void onJobStart(SparkListenerJobStart start) {
                    jobs.incrementAndGet();
                }
            };
            var context = LocalSpark.session().sparkContext();
            context.addSparkListener(counter);
            try {
                var placed = SamplePlacement.place(data, of.training(), COLUMNS).filter("group >= 0");
                context.listenerBus().waitUntilEmpty();
                assertThat(jobs).hasValue(0);
                assertThat(placed.count()).isEqualTo(23);
                context.listenerBus().waitUntilEmpty();
                assertThat(jobs.get()).isPositive();
            } finally {
                context.removeSparkListener(counter);
            }
        }
    }

    @Test
    void noRowsGiveNoRows() {
        PlacementCase of = traceCase();
        try (DenseMatrix fresh = of.fresh()) {
            var none = TestDataFrames.dense(fresh, 2).filter("id = 'none'");
            var placed = SamplePlacement.place(none, of.training(), COLUMNS);
            assertThat(placed.collectAsList()).isEmpty();
            assertThat(placed.columns()).containsExactly("id", "features", "h", "group", "error");
        }
    }

    @Test
    void invalidRowIsNamed() {
        var data = TestDataFrames.create(
                DataTypes.StringType, 1, List.of(RowFactory.create("odd", Vectors.dense(1, 2, 3))));
        var placed = SamplePlacement.place(data, traceCase().training(), COLUMNS);
        assertThatThrownBy(placed::collectAsList)
                .hasStackTraceContaining("row 'odd' has a vector of length 3, but the model has 30 features");
    }

    @Test
    void existingColumnIsRefused() {
        PlacementCase of = traceCase();
        try (DenseMatrix fresh = of.fresh()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SamplePlacement.place(
                            TestDataFrames.dense(fresh, 1), of.training(), COLUMNS.withError("id")))
                    .withMessageContaining("errorCol 'id' already exists");
        }
    }
}
