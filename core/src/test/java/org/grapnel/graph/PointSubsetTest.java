package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** Neighbours within subsets of the samples. */
class PointSubsetTest {
    private static final int[] EVERY_THIRD =
            IntStream.range(0, 1100).filter(j -> j % 3 == 1).toArray();

    private static PointSubset all(Matrix X) {
        return new PointSubset(X, IntStream.range(0, X.cols()).toArray(), false);
    }

    @Test
    void neighborsOfSomePointsAreThoseAmongAll() {
        double[][] x = TestMatrices.signed(1, 4, 1100);
        BruteForceNeighbors truth = BruteForceNeighbors.of(x, Metric.EUCLIDEAN);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            for (int[] some : new int[][] {{0}, {1099}, {5, 700}, EVERY_THIRD, CounterRandom.sample(1100, 513, 1)}) {
                Neighbors found = all(X).neighborsOf(context, some, 4);
                assertThat(found.size()).isEqualTo(some.length);
                for (int s = 0; s < some.length; s++)
                    for (int q = 0; q < 4; q++) assertThat(found.index(s, q)).isEqualTo(truth.nearest(some[s])[q]);
            }
        }
    }

    @Test
    void subsetKeepsTheGivenOrder() {
        double[][] x = TestMatrices.signed(3, 3, 50);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset part = all(X).subset(new int[] {40, 3, 22, 9}).subset(new int[] {3, 0, 2});
            assertThat(part.columns()).containsExactly(9, 40, 22);
            Neighbors found = part.neighbors(context, 9);
            assertThat(found.count()).isEqualTo(2);
            BruteForceNeighbors truth = BruteForceNeighbors.of(x, Metric.EUCLIDEAN);
            int nearer = truth.distance(9, 40) < truth.distance(9, 22) ? 1 : 2;
            assertThat(found.index(0, 0)).isEqualTo(nearer);
            assertThat(found.index(0, 1)).isEqualTo(3 - nearer);
        }
    }
}
