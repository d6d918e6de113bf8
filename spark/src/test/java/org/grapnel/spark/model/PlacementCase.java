package org.grapnel.spark.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.NormalizedAdjacency;
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

/**
 * A fit on one machine with its distributed training side.
 *
 * @param X the training samples; two of them are equal
 */
record PlacementCase(DenseMatrix X, Fit fit, FittedModel model, TrainingSamples training) implements AutoCloseable {
    static final int P = 30;
    static final int FRESH = 23;
    static final PlacementColumns COLUMNS =
            PlacementColumns.of("features", Optional.of("id"), "h", "group").withError("error");

    private static final int N = 72;
    private static final int GROUPS = 3;

    static PlacementCase of(Spec spec, int partitions) {
        DenseMatrix X = trainingData();
        Fit fit = Grapnel.fit(dataset(X), spec);
        FittedModel model = fit.toModel();
        return new PlacementCase(X, fit, model, distribute(model, X, partitions));
    }

    /** A joint fit with neighbours on components. */
    static Spec joint() {
        return Spec.recommended(GROUPS, 9)
                .withGraph(GraphSpec.recommended().withComponents(6))
                .withBaselines(false)
                .withThreads(2);
    }

    /** A fit with a Laplacian and neighbours on the kept features. */
    static Spec paper(GraphTerm term, LaplacianKind laplacian) {
        Spec spec = Spec.paper(GROUPS, 9).withGraphTerm(term).withLaplacian(laplacian);
        return spec.withAlpha(5).withThreads(2).withStop(new StopSpec(1e-3, 40, Optional.empty()));
    }

    /** Names the columns of X s0, s1, …. */
    static Dataset dataset(DenseMatrix X) {
        return new Dataset(
                X,
                Dataset.numbered("g", X.rows()),
                Dataset.numbered("s", X.cols()),
                Optional.empty(),
                DataSource.memory());
    }

    private static DenseMatrix trainingData() {
        DenseMatrix X = TestDataFrames.groups(P, N, GROUPS, 0.2, 11);
        for (int i = 0; i < P; i++) X.set(i, 7, X.get(i, 4)); // two equal training samples
        return X;
    }

    /** New samples; among them copies of training samples, one on the kept features only, and a zero sample. */
    DenseMatrix fresh() {
        DenseMatrix X = TestDataFrames.groups(P, FRESH, GROUPS, 0.2, 12);
        try (DenseMatrix known = trainingData()) {
            for (int i = 0; i < P; i++) {
                X.set(i, 3, known.get(i, 5));
                X.set(i, 7, known.get(i, 7)); // s7 equals s4 and s7
                X.set(i, 9, known.get(i, 4));
                X.set(i, 20, 0);
            }
            for (int i : model.kept().toArray()) X.set(i, 11, known.get(i, 30));
        }
        return X;
    }

    /** Distributes what a fit found. */
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

    @Override
    public void close() {
        training.close();
        model.close();
        fit.close();
        X.close();
    }
}
