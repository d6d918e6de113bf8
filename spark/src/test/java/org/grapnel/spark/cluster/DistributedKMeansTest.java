package org.grapnel.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributedKMeansTest {
    private static DenseMatrix random(int rows, int cols, long seed) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) M.set(i, j, CounterRandom.uniform(seed, i, j));
        return M;
    }

    /** Rows near one of {@code groups} points. */
    private static DenseMatrix clouds(int rows, int cols, int groups, double width, long seed) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                M.set(
                        i,
                        j,
                        CounterRandom.uniform(seed, i % groups, 1000 + j) + width * CounterRandom.uniform(seed, i, j));
        return M;
    }

    private static int[] offsets(int n, int partitions) {
        int[] first = new int[partitions + 1];
        for (int q = 0; q <= partitions; q++) first[q] = (int) ((long) n * q / partitions);
        return first;
    }

    private static JavaRDD<double[]> distribute(DenseMatrix Ht, int[] first) {
        List<double[]> parts = new ArrayList<>();
        for (int q = 0; q + 1 < first.length; q++) {
            double[] part = new double[(first[q + 1] - first[q]) * Ht.cols()];
            if (part.length > 0) Ht.rows(first[q], first[q + 1] - first[q], part);
            parts.add(part);
        }
        return TestPanels.context().parallelize(parts, parts.size());
    }

    private static int[] labels(DistributedKMeans groups) {
        return groups.labels().collect().stream().flatMapToInt(Arrays::stream).toArray();
    }

    @ParameterizedTest
    @CsvSource({"100, 1", "100, 4", "0, 3", "0, 70"})
    void groupsOfFewSamplesEqualThoseOfCore(double lambda, int partitions) {
        Spec spec = Spec.paper(Model.GNMF, 4).withLambda(lambda).withClusters(5).withSeed(3);
        int[] first = offsets(60, partitions);
        try (DenseMatrix W = random(12, 4, 1);
                DenseMatrix Ht = random(60, 4, 2);
                Solution fit = new Solution(
                        W.copy(),
                        Ht.copy(),
                        RowSet.all(12),
                        new Trace(List.of()),
                        new StopReason.Interrupted(),
                        new Certificate(0, 0))) {
            Clustering known = Grapnel.cluster(fit, spec);
            double[] scale = DistributedKMeans.scale(W, lambda > 0);
            try (DistributedKMeans groups = DistributedKMeans.compute(distribute(Ht, first), first, scale, 5, 3)) {
                assertThat(labels(groups)).isEqualTo(known.toArray());
                assertThat(groups.sizes())
                        .isEqualTo(Arrays.stream(known.sizes()).asLongStream().toArray());
                assertThat(groups.hasConverged()).isTrue();
                assertMeans(groups, Ht, scale);
            }
        }
    }

    private static void assertMeans(DistributedKMeans groups, DenseMatrix Ht, double[] scale) {
        int[] labels = labels(groups);
        for (int g = 0; g < groups.centers().length; g++)
            for (int q = 0; q < scale.length; q++) {
                double sum = 0;
                for (int j = 0; j < labels.length; j++) if (labels[j] == g) sum += Ht.get(j, q) * scale[q];
                assertThat(groups.centers()[g][q])
                        .isCloseTo(sum / groups.sizes()[g], org.assertj.core.data.Offset.offset(1e-12));
            }
    }

    @Test
    void fewerDistinctSamplesThanGroupsGiveFewerGroups() {
        int[] first = offsets(10, 3);
        try (DenseMatrix Ht = DenseMatrix.zeros(10, 2)) {
            for (int j = 0; j < 10; j++) Ht.set(j, 0, j % 2);
            try (DistributedKMeans groups =
                    DistributedKMeans.compute(distribute(Ht, first), first, new double[] {1, 1}, 4, 0)) {
                assertThat(groups.centers()).hasNumberOfRows(2);
                assertThat(groups.sizes()).containsExactly(5, 5);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0.2", "3, 0.2", "7, 0.9"})
    void largeDataStartFromADrawAndConverge(int partitions, double width) {
        int[] first = offsets(500, partitions);
        double[] scale = {1, 2, 0.5};
        try (DenseMatrix Ht = clouds(500, 3, 4, width, 5)) {
            JavaRDD<double[]> distributed = distribute(Ht, first);
            try (DistributedKMeans groups = DistributedKMeans.compute(distributed, first, scale, 4, 9, 60);
                    DistributedKMeans again = DistributedKMeans.refine(distributed, first, scale, groups.centers())) {
                assertThat(groups.hasConverged()).isTrue();
                assertMeans(groups, Ht, scale);
                int[] labels = labels(groups);
                assertThat(labels(again)).isEqualTo(labels);
                if (width < 0.5) // separated clouds are found for any partitions
                for (int j = 0; j < 500; j++) assertThat(labels[j]).isEqualTo(labels[j % 4]);
            }
        }
    }

    @Tag("full")
    @Test
    void drawDoesNotDependOnPartitions() {
        double[] scale = {1, 1, 1};
        try (DenseMatrix Ht = clouds(300, 3, 5, 0.3, 2)) {
            int[] expected = null;
            for (int partitions : new int[] {1, 4, 9}) {
                int[] first = offsets(300, partitions);
                try (DistributedKMeans groups =
                        DistributedKMeans.compute(distribute(Ht, first), first, scale, 5, 1, 40)) {
                    if (expected == null) expected = labels(groups);
                    assertThat(labels(groups)).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "4"})
    void emptyGroupTakesTheFarthestSampleAsInCore(int partitions) {
        int[] first = offsets(80, partitions);
        double[][] begin = {{0.1, 0.1}, {0.9, 0.9}, {50, 50}, {-50, 3}};
        try (DenseMatrix Ht = random(80, 2, 4);
                DenseMatrix centres = DenseMatrix.of(begin);
                ExecutionContext context = ExecutionContext.create(1);
                KMeansResult known = KMeans.clusterRowsFrom(
                        context, Ht, centres, KMeansOptions.of(4).withTolerance(0));
                DistributedKMeans groups =
                        DistributedKMeans.refine(distribute(Ht, first), first, new double[] {1, 1}, begin)) {
            assertThat(groups.hasConverged()).isTrue();
            assertThat(labels(groups)).isEqualTo(known.clustering().toArray());
        }
    }
}
