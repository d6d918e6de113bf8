package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LocalScalesTest {
    private static final Neighbors NEIGHBORS =
            Neighbors.of(new int[][] {{1, 2}, {0, 2}, {0, 1}}, new double[][] {{1, 2}, {1, 4}, {0, 0}});

    @Test
    void scaleIsTheDistanceOfTheLastNeighbour() {
        LocalScales scales = LocalScales.of(NEIGHBORS);
        assertThat(scales.scale(0)).isEqualTo(2);
        assertThat(scales.scale(1)).isEqualTo(4);
        assertThat(scales.between(0, 1)).isCloseTo(Math.sqrt(8), within(1e-15));
        assertThat(WeightKind.LOCAL.weight(2, scales.between(0, 1))).isCloseTo(Math.exp(-0.5), within(1e-15));
    }

    @Test
    void sampleAmongEqualOnesTakesTheMeanScale() {
        LocalScales scales = LocalScales.of(NEIGHBORS);
        assertThat(scales.scale(2)).isEqualTo(2);
        assertThat(scales.scaleOf(1e-9)).isEqualTo(2);
        assertThat(scales.scaleOf(1e-3)).isEqualTo(1e-3);
    }

    @Test
    void equalSamplesOnlyHaveWeightOne() {
        LocalScales scales = LocalScales.of(Neighbors.of(new int[][] {{1}, {0}}, new double[][] {{0}, {0}}));
        assertThat(WeightKind.LOCAL.weight(0, scales.between(0, 1))).isEqualTo(1);
    }
}
