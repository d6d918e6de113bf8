package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class ReferenceGraphsTest {
    private static Graph path(int... order) {
        int[] row = new int[2 * order.length - 2];
        int[] column = new int[row.length];
        double[] weight = new double[row.length];
        for (int e = 0; e + 1 < order.length; e++) {
            row[2 * e] = column[2 * e + 1] = order[e];
            row[2 * e + 1] = column[2 * e] = order[e + 1];
            weight[2 * e] = weight[2 * e + 1] = 1;
        }
        return Graph.of(SparseMatrix.ofTriples(order.length, order.length, row, column, weight), "a path");
    }

    private static final Clustering HALVES = Clustering.ofLabels(2, 0, 0, 1, 1);

    /** On 0–1–2–3, two of three edges are inside the halves: Q = 2/3 − 1/2. On 0–2–1–3, none is: Q = −1/2. */
    @Test
    void theMeanIsThatOfBothGraphs() {
        ReferenceGraphs both = new ReferenceGraphs(path(0, 1, 2, 3), Optional.of(path(0, 2, 1, 3)));
        assertThat(both.quality(HALVES).modularity()).isCloseTo(1.0 / 6, within(1e-15));
        assertThat(both.quality(HALVES).modularityOnComponents()).isCloseTo(-1.0 / 2, within(1e-15));
        assertThat(both.quality(HALVES).meanModularity()).isCloseTo(-1.0 / 6, within(1e-15));
        assertThat(both.quality(HALVES).inside()).isCloseTo(2.0 / 3, within(1e-15));
        assertThat(both.quality(HALVES).meanInside()).isCloseTo(1.0 / 3, within(1e-15));
    }

    @Test
    void withoutComponentsTheGraphOfAllFeaturesIsBoth() {
        ReferenceGraphs one = new ReferenceGraphs(path(0, 1, 2, 3), Optional.empty());
        assertThat(one.quality(HALVES).modularityOnComponents())
                .isEqualTo(one.quality(HALVES).modularity());
        assertThat(one.quality(HALVES).meanModularity())
                .isEqualTo(one.quality(HALVES).modularity());
        assertThat(one.quality(HALVES).meanInside())
                .isEqualTo(one.quality(HALVES).inside());
    }

    @Test
    void aGraphWithoutEdgesSaysNothing() {
        Graph none = Graph.of(SparseMatrix.ofTriples(4, 4, new int[0], new int[0], new double[0]), "none");
        ReferenceGraphs references = new ReferenceGraphs(none, Optional.empty());
        assertThat(references.quality(HALVES).meanModularity()).isZero();
        assertThat(references.quality(HALVES).meanInside()).isZero();
    }
}
