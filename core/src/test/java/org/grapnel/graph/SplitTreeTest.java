package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.points.PointRows;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class SplitTreeTest {
    private static SplitTree grow(double[][] x, int most, long seed) {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            int[] all = IntStream.range(0, x[0].length).toArray();
            return SplitTree.grow(PointRows.create(context, X, all, false), most, seed);
        }
    }

    @Test
    void leavesHoldEveryPointOnceAndAreNeitherLargeNorSmall() {
        for (int n : new int[] {1, 9, 10, 11, 100, 1237}) {
            SplitTree tree = grow(TestMatrices.signed(n, 3, n), 10, 5);
            int[] seen = new int[n];
            for (int leaf = 0; leaf < tree.leaves(); leaf++) {
                int[] points = tree.leaf(leaf);
                assertThat(points.length).isBetween(n < 10 ? n : 5, 10);
                for (int i : points) seen[i]++;
            }
            assertThat(seen).containsOnly(1);
            int[] order = tree.order().clone();
            Arrays.sort(order);
            assertThat(order).isEqualTo(IntStream.range(0, n).toArray());
        }
    }

    /** On a line every leaf is an interval. */
    @Test
    void leavesOfALineAreIntervals() {
        double[][] x = TestMatrices.uniform(2, 1, 500);
        SplitTree tree = grow(x, 16, 1);
        double[] sorted = x[0].clone();
        Arrays.sort(sorted);
        for (int leaf = 0; leaf < tree.leaves(); leaf++) {
            double[] values = Arrays.stream(tree.leaf(leaf))
                    .mapToDouble(i -> x[0][i])
                    .sorted()
                    .toArray();
            int at = Arrays.binarySearch(sorted, values[0]);
            assertThat(values).isEqualTo(Arrays.copyOfRange(sorted, at, at + values.length));
        }
    }

    @Test
    void theSeedAloneDecidesTheCuts() {
        double[][] x = TestMatrices.signed(3, 4, 300);
        assertThat(grow(x, 20, 7).order()).isEqualTo(grow(x, 20, 7).order());
        assertThat(grow(x, 20, 8).order()).isNotEqualTo(grow(x, 20, 7).order());
    }
}
