package org.grapnel.spark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestDataFrames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The DataFrame of placed samples: when it is computed, on which partitions, and what it refuses. */
class PlacementRddTest {
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

    @Test
    void confidenceIsRefusedForOtherGroups() {
        PlacementCase of = traceCase();
        try (DenseMatrix fresh = of.fresh()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SamplePlacement.place(
                            TestDataFrames.dense(fresh, 2),
                            of.training(),
                            PlacementCase.COLUMNS.withConfidence("sure")))
                    .withMessageContaining("confidenceCol is 'sure'");
        }
    }

    @Test
    void placesDoNotDependOnPartitionsAndSurviveSaving(@TempDir Path folder) {
        PlacementCase of = jointCase();
        try (DenseMatrix fresh = of.fresh()) {
            String path = folder.resolve("training").toString();
            of.training().save(LocalSpark.session(), path);
            List<Row> first = SamplePlacement.place(
                            TestDataFrames.dense(fresh, 1), of.training(), PlacementCase.COLUMNS)
                    .collectAsList();
            try (TrainingSamples loaded = TrainingSamples.load(LocalSpark.session(), path)) {
                assertThat(SamplePlacement.place(TestDataFrames.dense(fresh, 4), loaded, PlacementCase.COLUMNS)
                                .collectAsList())
                        .isEqualTo(first);
                assertThat(SamplePlacement.place(TestDataFrames.sparse(fresh, 3), loaded, PlacementCase.COLUMNS)
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
                var placed = SamplePlacement.place(data, of.training(), PlacementCase.COLUMNS)
                        .filter("group >= 0");
                context.listenerBus().waitUntilEmpty();
                assertThat(jobs).hasValue(0);
                assertThat(placed.count()).isEqualTo(PlacementCase.FRESH);
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
            var placed = SamplePlacement.place(none, of.training(), PlacementCase.COLUMNS);
            assertThat(placed.collectAsList()).isEmpty();
            assertThat(placed.columns()).containsExactly("id", "features", "h", "group", "error");
        }
    }

    @Test
    void invalidRowIsNamed() {
        var data = TestDataFrames.create(
                DataTypes.StringType, 1, List.of(RowFactory.create("odd", Vectors.dense(1, 2, 3))));
        var placed = SamplePlacement.place(data, traceCase().training(), PlacementCase.COLUMNS);
        assertThatThrownBy(placed::collectAsList)
                .hasStackTraceContaining("row 'odd' has a vector of length 3, but the model has 30 features");
    }

    @Test
    void existingColumnIsRefused() {
        PlacementCase of = traceCase();
        try (DenseMatrix fresh = of.fresh()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SamplePlacement.place(
                            TestDataFrames.dense(fresh, 1), of.training(), PlacementCase.COLUMNS.withError("id")))
                    .withMessageContaining("errorCol 'id' already exists");
        }
    }
}
