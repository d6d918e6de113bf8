package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Laplacian;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SparkLaplacianTest {
    private static final GraphSpec SPEC = GraphSpec.standard();

    /** Distributes Ht with its samples. */
    private static JavaRDD<double[]> distribute(double[] Ht, int r, int[] first) {
        List<double[]> parts = new ArrayList<>();
        for (int p = 0; p + 1 < first.length; p++) {
            double[] rows = new double[(first[p + 1] - first[p]) * r];
            System.arraycopy(Ht, first[p] * r, rows, 0, rows.length);
            parts.add(rows);
        }
        return TestPanels.context().parallelize(parts, parts.size());
    }

    @ParameterizedTest
    @EnumSource(LaplacianKind.class)
    void productsAndNormEqualThoseOfOneMachine(LaplacianKind kind) {
        int n = 230;
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(1, 5, n, 6, 0.4))) {
            Laplacian local = KnnGraph.build(context, X, SPEC).graph().laplacian(kind);
            for (int partitions : new int[] {1, 3, 7}) {
                Panels panels = TestPanels.create(TestPanels.context(), X, partitions, 20);
                try (SampleGraph graph = SampleGraph.nearest(panels, SPEC, SampleGraphTest.sizes(60));
                        SparkLaplacian L = graph.laplacian(kind)) {
                    for (int r : new int[] {1, 3, 8, 11}) {
                        double[] h = new double[n * r];
                        for (int q = 0; q < h.length; q++) h[q] = CounterRandom.gaussian(9, q, r);
                        JavaRDD<double[]> product = L.times(distribute(h, r, panels.offsets()), r);
                        try (DenseMatrix Ht = DenseMatrix.zeros(n, r);
                                DenseMatrix LHt = DenseMatrix.zeros(n, r)) {
                            Ht.setRows(0, n, h);
                            local.times(context, Ht, LHt);
                            int i = 0;
                            for (double[] rows : product.collect()) {
                                assertThat(rows.length % r).isZero();
                                for (int q = 0; q < rows.length; q++)
                                    assertThat(rows[q]).isEqualTo(LHt.get(i + q / r, q % r));
                                i += rows.length / r;
                            }
                            assertThat(i).isEqualTo(n);
                        }
                    }
                    assertThat(L.size()).isEqualTo(n);
                    if (partitions != 3) continue;
                    assertThat(L.norm()).isCloseTo(local.norm(), within(1e-12 * local.norm()));
                }
            }
        }
    }

    @Test
    void rowIsSentOnceToEveryPartitionThatNeedsIt() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(1, 5, 120, 3, 0.4))) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 5, 20);
            Graph local = KnnGraph.build(context, X, SPEC).graph();
            TreeSet<Long> needed = new TreeSet<>();
            for (int i = 0; i < 120; i++) {
                int row = i;
                local.adjacency().forEachInRow(i, (j, weight) -> {
                    int to = Panels.partitionOf(j, panels.offsets());
                    if (to != Panels.partitionOf(row, panels.offsets())) needed.add(row * 10L + to);
                });
            }
            try (SampleGraph graph = SampleGraph.nearest(panels, SPEC);
                    SparkLaplacian L = graph.laplacian(LaplacianKind.PLAIN)) {
                assertThat(L.rowsShipped()).isEqualTo(needed.size());
            }
        }
    }

    @Test
    void productsAreLazy() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(1, 5, 60, 3, 0.4))) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 20);
            try (SampleGraph graph = SampleGraph.nearest(panels, SPEC);
                    SparkLaplacian L = graph.laplacian(LaplacianKind.PLAIN)) {
                JavaRDD<double[]> never = distribute(new double[120], 2, panels.offsets())
                        .map(rows -> {
                            throw new IllegalStateException("computed although it was not requested");
                        });
                assertThat(L.times(never, 2).getNumPartitions()).isEqualTo(3);
            }
        }
    }

    /** On a path of 60 samples, Lanczos needs more steps than lie between two checkpoints. */
    @Tag("full")
    @Test
    void normDoesNotDependOnACheckpointDirectory(@TempDir Path folder) throws Exception {
        double[][] x = new double[1][60];
        for (int j = 0; j < 60; j++) x[0][j] = j + 0.001 * CounterRandom.uniform(1, j, 0);
        GraphSpec spec = SPEC.withNeighbors(2);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                SampleGraph graph = SampleGraph.nearest(TestPanels.create(TestPanels.context(), X, 3, 10), spec);
                SparkLaplacian L = graph.laplacian(LaplacianKind.PLAIN);
                SparkLaplacian again = graph.laplacian(LaplacianKind.PLAIN)) {
            double local = KnnGraph.build(context, X, spec).graph().laplacian().norm();
            assertThat(L.norm()).isCloseTo(local, within(1e-12 * local));
            TestPanels.context().setCheckpointDir(folder.toString());
            try {
                assertThat(again.norm()).isEqualTo(L.norm());
                try (Stream<Path> left = Files.walk(folder)) {
                    assertThat(left.filter(file -> file.getFileName().toString().startsWith("part-")))
                            .isEmpty();
                }
            } finally {
                // Spark has no method to unset the directory
                LocalSpark.session().sparkContext().checkpointDir_$eq(scala.Option.empty());
            }
        }
    }

    @Test
    void graphWithoutEdgesHasNormZero() {
        double[][] x = {{0, 1, 3, 100}};
        // the Gaussian weights of far samples underflow to 0
        GraphSpec spec = SPEC.withNeighbors(1).withSigma(1e-3);
        try (DenseMatrix X = DenseMatrix.of(x);
                SampleGraph graph = SampleGraph.nearest(TestPanels.create(TestPanels.context(), X, 2, 2), spec);
                SparkLaplacian L = graph.laplacian(LaplacianKind.NORMALIZED)) {
            assertThat(graph.edges()).isZero();
            assertThat(graph.notes()).containsExactly("the graph has no edges, so it says nothing about any sample");
            assertThat(L.norm()).isZero();
            assertThat(L.times(distribute(new double[] {1, 2, 3, 4}, 1, new int[] {0, 2, 4}), 1)
                            .collect())
                    .containsExactly(new double[2], new double[2]);
        }
    }
}
