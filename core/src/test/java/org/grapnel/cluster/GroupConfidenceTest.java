package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class GroupConfidenceTest {
    /** A path 0–1–2 with weights 3 and 1, and sample 3 without an edge. */
    private static Graph path() {
        int[] from = {0, 1, 1, 2};
        int[] to = {1, 0, 2, 1};
        return Graph.of(SparseMatrix.ofTriples(4, 4, from, to, new double[] {3, 3, 1, 1}), "a path");
    }

    @Test
    void neighborsVoteWithTheirWeight() {
        GroupConfidence confidence = GroupConfidence.ofNeighbors(path(), Clustering.ofLabels(2, 0, 0, 1, 1));
        assertThat(confidence.size()).isEqualTo(4);
        assertThat(confidence.of(0)).isEqualTo(1);
        assertThat(confidence.of(1)).isEqualTo(0.75);
        assertThat(confidence.of(2)).isEqualTo(0);
        assertThat(confidence.of(3)).isNaN();
    }

    @Test
    void largestMembershipCountsAgainstAll() {
        try (DenseMatrix Ht = DenseMatrix.of(new double[][] {{3, 1}, {0, 2}, {0, 0}})) {
            GroupConfidence confidence = GroupConfidence.ofMemberships(Ht);
            assertThat(confidence.of(0)).isEqualTo(0.75);
            assertThat(confidence.of(1)).isEqualTo(1);
            assertThat(confidence.of(2)).isNaN();
        }
    }

    @Test
    void graphOfOtherSamplesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GroupConfidence.ofNeighbors(path(), Clustering.ofLabels(1, 0, 0)))
                .withMessage("the graph joins 4 samples, the groups have 2");
    }
}
