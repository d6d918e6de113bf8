package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuadTreeTest {
    @Test
    void treeHoldsEveryPointOnceAndCellsDescribeTheirPoints() {
        for (int n : new int[] {1, 16, 17, 900}) {
            double[] Y = BruteForceTsne.clumps(n + 1, n);
            var tree = new QuadTree(n);
            tree.build(Y);
            assertThat(tree.cells()).isLessThan(2 * n);
            assertThat(Arrays.stream(tree.sample).sorted().toArray())
                    .isEqualTo(IntStream.range(0, n).toArray());
            for (int c = 0; c < tree.cells(); c++) {
                double x = 0;
                double y = 0;
                double xx = 0;
                for (int k = tree.first[c]; k < tree.end[c]; k++) {
                    x += tree.x[k] / tree.mass(c);
                    y += tree.y[k] / tree.mass(c);
                }
                for (int k = tree.first[c]; k < tree.end[c]; k++) {
                    xx += Math.pow(tree.x[k] - x, 2);
                    assertThat(Math.hypot(tree.x[k] - x, tree.y[k] - y)).isLessThanOrEqualTo(tree.radius[c] + 1e-9);
                }
                assertThat(tree.centreX[c]).isCloseTo(x, within(1e-9));
                assertThat(tree.centreY[c]).isCloseTo(y, within(1e-9));
                assertThat(tree.xx[c]).isCloseTo(xx, within(1e-9 * (1 + xx)));
                int inside = 0;
                for (int d = c + 1; d < tree.skip[c]; d = tree.skip[d]) inside += tree.mass(d);
                assertThat(inside).isEqualTo(tree.isLeaf(c) ? 0 : tree.mass(c));
                if (tree.isLeaf(c)) assertThat(tree.mass(c)).isLessThanOrEqualTo(QuadTree.MAX_LEAF_POINTS);
            }
        }
    }
}
