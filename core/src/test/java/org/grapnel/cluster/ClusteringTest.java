package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

class ClusteringTest {
    @Test
    void clusteringIsAValueWithGroupSizes() {
        int[] labels = {2, 0, 2, 2};
        Clustering groups = Clustering.ofLabels(4, labels);
        labels[0] = 3;
        groups.toArray()[1] = 3;
        assertThat(groups.toArray()).containsExactly(2, 0, 2, 2);
        assertThat(groups.labelOf(0)).isEqualTo(2);
        assertThat(groups.size()).isEqualTo(4);
        assertThat(groups.clusters()).isEqualTo(4);
        assertThat(groups.sizes()).containsExactly(1, 0, 3, 0);
        assertThat(groups).hasToString("4 samples in groups of [1, 0, 3, 0]");
        assertThat(groups)
                .isEqualTo(Clustering.ofLabels(4, 2, 0, 2, 2))
                .hasSameHashCodeAs(Clustering.ofLabels(4, 2, 0, 2, 2));
        assertThat(groups)
                .isNotEqualTo(Clustering.ofLabels(3, 2, 0, 2, 2))
                .isNotEqualTo(Clustering.ofLabels(4, 2, 0, 2, 1));
    }

    @Test
    void labelsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> Clustering.ofLabels(2, 0, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sample 2 has label 2, allowed are 0 to 1");
        assertThatThrownBy(() -> Clustering.ofLabels(0)).hasMessage("clusters must be at least 1, got 0");
    }

    @Test
    void argmaxPicksTheLargestEntryAndTiesGoToTheLower() {
        try (DenseMatrix Ht =
                DenseMatrix.of(new double[][] {{0, 2, 1}, {3, 3, 3}, {0, 0, 0}, {-2, -1, -1}, {1, 0, 5}})) {
            assertThat(Argmax.cluster(Ht)).isEqualTo(Clustering.ofLabels(3, 1, 0, 0, 1, 2));
        }
    }
}
