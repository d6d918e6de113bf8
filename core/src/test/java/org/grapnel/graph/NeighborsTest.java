package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Draw;
import org.grapnel.linalg.Matrix;
import org.junit.jupiter.api.Test;

class NeighborsTest {
    private static final Neighbors THREE =
            Neighbors.of(new int[][] {{1, 2}, {2, 0}, {1, 0}}, new double[][] {{1, 4}, {2, 1e-3}, {2, 4}});

    @Test
    void readsBackWhatItWasGiven() {
        assertThat(THREE.size()).isEqualTo(3);
        assertThat(THREE.count()).isEqualTo(2);
        assertThat(THREE.index(1, 0)).isEqualTo(2);
        assertThat(THREE.index(2, 1)).isZero();
        assertThat(THREE.distance(1, 1)).isEqualTo(1e-3);
        assertThat(THREE.indices()).containsExactly(1, 2, 2, 0, 1, 0);
        assertThat(THREE.starts()).containsExactly(0, 2, 4, 6);
        assertThat(Neighbors.of(new int[0][], new double[0][]).size()).isZero();
    }

    @Test
    void rowsOfUnequalLengthAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Neighbors.of(new int[][] {{1}, {0, 2}}, new double[][] {{1}, {1, 2}}))
                .withMessage("sample 1 has 2 neighbours and 2 distances, not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Neighbors.of(new int[][] {{1}, {0}}, new double[][] {{1}, {}}))
                .withMessage("sample 1 has 1 neighbours and 0 distances, not 1");
    }

    @Test
    void theMeanDistanceDoesNotOverflow() {
        assertThat(THREE.meanDistance()).isCloseTo(13.001 / 6, within(1e-15));
        double most = Double.MAX_VALUE;
        assertThat(Neighbors.of(new int[][] {{1}, {0}}, new double[][] {{most}, {most}})
                        .meanDistance())
                .isEqualTo(most);
        assertThat(Neighbors.of(new int[][] {{1}, {0}}, new double[][] {{0}, {0}})
                        .meanDistance())
                .isZero();
    }

    @Test
    void renamingChangesWhoTheNeighborsAreAndMovingWhoseTheyAre() {
        Neighbors renamed = THREE.renamed(new int[] {10, 20, 30});
        assertThat(renamed.indices()).containsExactly(20, 30, 30, 10, 20, 10);
        assertThat(renamed.distance(1, 1)).isEqualTo(1e-3);
        Neighbors moved = THREE.moved(new int[] {2, 0, 1});
        assertThat(moved.indices()).containsExactly(2, 0, 1, 0, 1, 2);
        assertThat(moved.distance(0, 1)).isEqualTo(1e-3);
        assertThat(moved.distance(2, 0)).isEqualTo(1);
        assertThat(THREE.indices()).containsExactly(1, 2, 2, 0, 1, 0);
    }

    /** Few places for many samples, so that groups of all sizes tie with each other. */
    @Test
    void neighborsOfDistinctPointsExpandToThoseOfAllSamples() {
        for (int seed = 0; seed < 100; seed++) {
            int s = seed;
            int n = 2 + Draw.below(40, seed, 0, 0);
            int k = 1 + Draw.below(n - 1, seed, 0, 1);
            double[][] x = {new double[n]};
            for (int j = 0; j < n; j++) x[0][j] = Draw.below(8, s, j, 2);
            AllPairs truth = AllPairs.of(x, Metric.EUCLIDEAN);
            try (Compute on = Compute.of(1);
                    Matrix X = DenseMatrix.of(x)) {
                DistinctColumns distinct = DistinctColumns.of(on, X);
                Neighbors points = new Part(X, distinct.first(), false).neighbors(on, k);
                truth.isEqualTo(Expanded.of(points, distinct, k, Metric.EUCLIDEAN), k, "seed " + seed);
            }
        }
    }

    @Test
    void aCosineDistanceIsHalfTheSquareOnTheSphere() {
        assertThat(Metric.EUCLIDEAN.of(3)).isEqualTo(3);
        assertThat(Metric.COSINE.of(Math.sqrt(2))).isCloseTo(1, within(1e-15));
        assertThat(Metric.COSINE.of(2)).isEqualTo(2);
        assertThat(Metric.COSINE.of(0)).isZero();
    }
}
