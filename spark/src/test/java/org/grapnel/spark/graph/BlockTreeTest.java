package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class BlockTreeTest {
    private static int[] numbers(int n) {
        int[] number = new int[n];
        Arrays.setAll(number, i -> i);
        return number;
    }

    private static int[] sizes(BlockTree tree, double[][] points) {
        int[] size = new int[tree.blocks()];
        for (int i = 0; i < points.length; i++) size[tree.block(points[i], 0, i)]++;
        return size;
    }

    private static double[][] points(int n, int dimensions) {
        double[][] x = new double[n][dimensions];
        for (int i = 0; i < n; i++) for (int f = 0; f < dimensions; f++) x[i][f] = CounterRandom.gaussian(1, i, f);
        return x;
    }

    @Test
    void blocksOfTheSampleHaveAtMostTheGivenSize() {
        double[][] x = points(1000, 5);
        int[] size = sizes(BlockTree.grow(x, numbers(1000), 70, 3), x);
        assertThat(Arrays.stream(size).sum()).isEqualTo(1000);
        for (int count : size) assertThat(count).isBetween(1, 70);
    }

    @Test
    void blocksOfOtherPointsAreAboutAsLargeAsTheSampleSays() {
        double[][] x = points(8000, 5);
        int[] size = sizes(BlockTree.grow(Arrays.copyOf(x, 1000), numbers(1000), 100, 3), x);
        for (int count : size) assertThat(count).isLessThan(1200); // 800 expected at most
    }

    @Test
    void aGapIsCutBeforeAGroup() {
        double[][] x = points(400, 3);
        for (int i = 0; i < 400; i++) x[i][0] += i % 2 == 0 ? 0 : 100;
        BlockTree tree = BlockTree.grow(x, numbers(400), 200, 5);
        for (int i = 2; i < 400; i++) assertThat(tree.block(x[i], 0, i)).isEqualTo(tree.block(x[i % 2], 0, i % 2));
        assertThat(tree.blocks()).isEqualTo(2);
    }

    /** Points on a few positions of every line: without a rule for ties, most would share a block. */
    @Test
    void pointsOnACutAreDivided() {
        double[][] x = new double[2000][2];
        for (int i = 0; i < 2000; i++) x[i][0] = i % 40 == 0 ? 1 : 0;
        int[] size = sizes(BlockTree.grow(x, numbers(2000), 250, 3), x);
        for (int count : size) assertThat(count).isLessThanOrEqualTo(250);
    }

    @Test
    void fewPointsAreOneBlock() {
        double[][] x = points(10, 2);
        BlockTree tree = BlockTree.grow(x, numbers(10), 10, 0);
        assertThat(tree.blocks()).isEqualTo(1);
        assertThat(sizes(tree, x)).containsExactly(10);
    }
}
