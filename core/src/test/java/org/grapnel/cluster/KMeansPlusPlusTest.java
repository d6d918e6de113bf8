package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KMeansPlusPlusTest {
    /** Greedy k-means++ with every distance by a loop: the samples that become centres. */
    private static int[] naiveCentres(double[][] x, int clusters, long seed) {
        int n = x.length;
        int[] taken = new int[clusters];
        double[] D2 = new double[n];
        Arrays.fill(D2, Double.POSITIVE_INFINITY);
        for (int j = 0; j < clusters; j++) {
            int best = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int t = 0; t < (j == 0 ? 1 : 2 + (int) Math.floor(Math.log(clusters))); t++) {
                double share = CounterRandom.uniform(seed, j, t);
                int drawn = 0;
                if (j == 0) drawn = (int) (share * n);
                else {
                    double whole = Arrays.stream(D2).sum();
                    for (double sum = D2[0]; sum <= share * whole; sum += D2[drawn]) drawn++;
                }
                double left = 0;
                for (int i = 0; i < n; i++) left += Math.min(D2[i], PlainLloyd.square(x[i], x[drawn]));
                if (left < least) {
                    least = left;
                    best = drawn;
                }
            }
            taken[j] = best;
            for (int i = 0; i < n; i++) D2[i] = Math.min(D2[i], PlainLloyd.square(x[i], x[best]));
        }
        return taken;
    }

    private static double[] centres(ExecutionContext context, ClusterPoints points, int clusters, long seed) {
        double[][] found = new double[1][];
        context.run(1, (task, scratch) -> found[0] = KMeansPlusPlus.draw(context, points, clusters, seed, scratch));
        return found[0];
    }

    @ParameterizedTest
    @CsvSource({
        "1, 9, 2, 1",
        "2, 30, 1, 2",
        "3, 40, 3, 3",
        "4, 700, 5, 8",
        "5, 60, 40, 25",
        "6, 200, 4, 12",
        "7, 1024, 2, 3"
    })
    void centresEqualThoseOfLoopsForDenseAndSparseData(long seed, int n, int d, int clusters) {
        double[][] x = TestMatrices.mostlyZero(seed, n, d);
        for (int i = 0; i < n; i++) x[i][i % d] += 0.1 + CounterRandom.uniform(seed, i, 77);
        int[] expected = naiveCentres(x, clusters, seed);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix rows = DenseMatrix.of(x);
                DenseMatrix columns = rows.transpose();
                SparseMatrix sparse = SparseMatrix.of(columns);
                ClusterPoints dense = DenseClusterPoints.createFromRows(context, rows);
                ClusterPoints few = SparseClusterPoints.createFromColumns(sparse, RowSet.all(d))) {
            for (ClusterPoints points : new ClusterPoints[] {dense, few}) {
                double[] found = centres(context, points, clusters, seed);
                for (int j = 0; j < clusters; j++)
                    assertThat(Arrays.copyOfRange(found, j * d, (j + 1) * d))
                            .as("centre %d", j)
                            .isEqualTo(x[expected[j]]);
            }
        }
    }

    @Test
    void equalSamplesAreNeverDrawnTwice() {
        double[][] x = new double[40][3];
        for (int i = 0; i < 40; i++) Arrays.fill(x[i], 1e6 + 0.1 * (i % 4));
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix rows = DenseMatrix.of(x);
                ClusterPoints points = DenseClusterPoints.createFromRows(context, rows)) {
            for (long seed = 0; seed < 30; seed++)
                assertThat(Arrays.stream(centres(context, points, 4, seed))
                                .distinct()
                                .toArray())
                        .hasSize(4);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> centres(context, points, 5, 1))
                    .withMessage("only 4 distinguishable samples for 5 clusters; lower the number of clusters");
        }
    }
}
