package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class NeighborsTest {
    private static final int[][] INDEX = {{1, 2, 3}, {0, 3, 2}, {3, 1, 0}, {2, 1, 0}};
    private static final double[][] DISTANCE = {{1, 2, 3}, {1, 4, 5}, {6, 7, 8}, {6, 9, 10}};

    @Test
    void nearestAreTheFirstOfTheList() {
        Neighbors three = Neighbors.of(INDEX, DISTANCE);
        assertThat(three.nearest(3)).isSameAs(three);
        for (int k = 1; k <= 3; k++) {
            Neighbors some = three.nearest(k);
            assertThat(some.size()).isEqualTo(4);
            assertThat(some.count()).isEqualTo(k);
            for (int i = 0; i < 4; i++)
                for (int rank = 0; rank < k; rank++) {
                    assertThat(some.index(i, rank)).isEqualTo(INDEX[i][rank]);
                    assertThat(some.distance(i, rank)).isEqualTo(DISTANCE[i][rank]);
                }
        }
        for (int k : new int[] {0, 4})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> three.nearest(k))
                    .withMessage("cannot take the nearest %d of 3 neighbours", k);
    }
}
