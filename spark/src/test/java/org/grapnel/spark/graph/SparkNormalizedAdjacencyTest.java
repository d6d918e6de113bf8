package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.data.DataException;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.graph.Symmetrization;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkNormalizedAdjacencyTest {
    /** Mutual neighbours leave some samples without an edge. */
    private static final GraphSpec SPEC = GraphSpec.standard().withNeighbors(2).withSymmetrize(Symmetrization.MUTUAL);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void rowsOfTheProductHaveTheBitsOfOneMachine(int partitions) {
        int n = 130;
        int r = 5;
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(1, 5, n, 6, 0.4))) {
            NormalizedAdjacency local =
                    NormalizedAdjacency.of(KnnGraph.build(context, X, SPEC).graph());
            Panels panels = TestPanels.create(TestPanels.context(), X, partitions, 20);
            double[] h = new double[n * r];
            for (int q = 0; q < h.length; q++) h[q] = CounterRandom.uniform(9, q, 0);
            try (SampleGraph graph = SampleGraph.nearest(panels, SPEC);
                    SparkNormalizedAdjacency S = graph.normalizedAdjacency()) {
                assertThat(S.largest()).isEqualTo(local.largest());
                assertThat(S.squares()).isCloseTo(local.squares(), within(1e-14 * local.squares()));
                assertThat(S.entries()).isEqualTo(local.matrix().nonZeros());
                assertThat(local.isolated().count()).isPositive();
                JavaRDD<double[]> products =
                        S.exchange(distribute(h, r, panels.offsets()), r).map(rows -> products(rows, r));
                double[] expected = new double[r];
                int i = 0;
                for (double[] part : products.collect()) {
                    for (int at = 0; at < part.length; at += r + 1, i++) {
                        local.matrix().timesRow(i, h, r, expected);
                        for (int j = 0; j < r; j++) assertThat(part[at + j]).isEqualTo(expected[j]);
                        assertThat(part[at + r] == 1).isEqualTo(local.joined().contains(i));
                    }
                }
                assertThat(i).isEqualTo(n);
            }
        }
    }

    /** The sums of every sample, each followed by 1 if it has an edge. */
    private static double[] products(NeighborRows rows, int r) {
        double[] all = new double[rows.samples() * (r + 1)];
        double[] sum = new double[r];
        for (int i = 0; i < rows.samples(); i++) {
            rows.sum(i, rows.rows(), r, sum);
            System.arraycopy(sum, 0, all, i * (r + 1), r);
            all[i * (r + 1) + r] = rows.isJoined(i) ? 1 : 0;
        }
        return all;
    }

    private static JavaRDD<double[]> distribute(double[] Ht, int r, int[] first) {
        List<double[]> parts = new ArrayList<>();
        for (int q = 0; q + 1 < first.length; q++) parts.add(Arrays.copyOfRange(Ht, first[q] * r, first[q + 1] * r));
        return TestPanels.context().parallelize(parts, parts.size());
    }

    @Test
    void graphWithoutEdgesIsRefused() {
        double[][] x = {{0, 1, 3, 100}};
        // the Gaussian weights of far samples underflow to 0
        GraphSpec spec = GraphSpec.standard().withNeighbors(1).withSigma(1e-3);
        try (DenseMatrix X = DenseMatrix.of(x);
                SampleGraph graph = SampleGraph.nearest(TestPanels.create(TestPanels.context(), X, 2, 2), spec)) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(graph::normalizedAdjacency)
                    .withMessageStartingWith("the graph of the 4 samples has no edges");
        }
    }
}
