package org.grapnel.spark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.grapnel.Spec;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.spark.testing.TestDataFrames;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.GroupCenters;
import org.grapnel.transform.TransformResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Placing on Spark, against the transform of the same fit on one machine. */
class SamplePlacementTest {
    private static final double CLOSE = 1e-8;

    private static @Nullable PlacementCase jointCase;
    private static @Nullable PlacementCase traceCase;

    /** A joint fit with neighbours on components, in 3 partitions, which tests share. */
    private static PlacementCase jointCase() {
        if (jointCase == null) jointCase = PlacementCase.of(PlacementCase.joint(), 3);
        return jointCase;
    }

    /** A fit with the trace term and neighbours on the kept features, in 4 partitions, which tests share. */
    private static PlacementCase traceCase() {
        if (traceCase == null)
            traceCase = PlacementCase.of(PlacementCase.paper(GraphTerm.TRACE, LaplacianKind.PLAIN), 4);
        return traceCase;
    }

    @AfterAll
    static void release() {
        if (jointCase != null) jointCase.close();
        if (traceCase != null) traceCase.close();
        jointCase = null;
        traceCase = null;
    }

    private static void assertPlacedAsOnOneMachine(FittedModel model, TrainingSamples training, DenseMatrix X) {
        for (boolean sparse : new boolean[] {false, true}) {
            var data = sparse ? TestDataFrames.sparse(X, 3) : TestDataFrames.dense(X, 3);
            assertPlacedAsOnOneMachine(
                    model,
                    X,
                    SamplePlacement.place(data, training, PlacementCase.COLUMNS).collectAsList());
        }
    }

    private static void assertPlacedAsOnOneMachine(FittedModel model, DenseMatrix X, List<Row> placed) {
        try (TransformResult expected = model.transform(PlacementCase.dataset(X), 1)) {
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
                SamplePlacement.place(TestDataFrames.dense(of.X(), 4), of.training(), PlacementCase.COLUMNS)
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
        Spec spec = PlacementCase.paper(
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
        Spec spec = PlacementCase.joint().withGraph(components == 0 ? graph : graph.withComponents(components));
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
        SampleEncoder alone = new SampleEncoder(PlacementCase.P, r, kept, W, one);
        try (DenseMatrix fresh = of.fresh()) {
            Row row = SamplePlacement.place(TestDataFrames.dense(fresh, 1), of.training(), PlacementCase.COLUMNS)
                    .first();
            double[] h = alone.encode(row.getAs("features"), "s0");
            assertThat(Vectors.sqdist(row.getAs("h"), Vectors.dense(h))).isGreaterThan(1e-6);
        }
    }

    @Test
    void confidenceIsTheShareOfTheLargestMembership() {
        PlacementCase of = jointCase();
        try (DenseMatrix fresh = of.fresh();
                TransformResult expected = of.model().transform(PlacementCase.dataset(fresh), 1)) {
            GroupConfidence confidence = GroupConfidence.ofMemberships(expected.Ht());
            List<Row> placed = SamplePlacement.place(
                            TestDataFrames.dense(fresh, 2), of.training(), PlacementCase.COLUMNS.withConfidence("sure"))
                    .collectAsList();
            for (int j = 0; j < placed.size(); j++) {
                double sure = placed.get(j).getAs("sure");
                if (Double.isNaN(confidence.of(j))) assertThat(sure).isNaN();
                else assertThat(sure).isCloseTo(confidence.of(j), within(CLOSE));
            }
        }
    }
}
