package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class EntryWeightsTest {
    private static final double[][] VALUES = {{1, Double.NaN, 3}, {4, 5, 6}, {Double.NaN, Double.NaN, 9}};

    @Test
    void missingEntriesHaveNoWeight() {
        try (DenseMatrix X = DenseMatrix.of(VALUES)) {
            EntryWeights weights = EntryWeights.ofMissing(X);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) assertThat(weights.get(i, j)).isEqualTo(Double.isNaN(VALUES[i][j]) ? 0 : 1);
            assertThat(weights.count()).isEqualTo(3);
            assertThat(weights.countInColumn(0)).isEqualTo(1);
            assertThat(weights.countInColumn(2)).isZero();
        }
    }

    @Test
    void weightedDataAreZeroWhereAnEntryIsMissingAndLeaveTheInputAlone() {
        try (DenseMatrix X = DenseMatrix.of(VALUES);
                Matrix weighted = EntryWeights.ofMissing(X).times(X)) {
            assertThat(weighted.get(0, 1)).isZero();
            assertThat(weighted.get(2, 2)).isEqualTo(9);
            assertThat(X.get(0, 1)).isNaN();
        }
    }

    @Test
    void chosenRowsAndColumnsKeepTheirWeights() {
        SparseMatrix deficits =
                SparseMatrix.ofTriples(2, 3, new int[] {0, 1}, new int[] {2, 0}, new double[] {0.25, -1});
        EntryWeights weights = EntryWeights.ofDeficits(deficits);
        assertThat(weights.selectRows(new int[] {1}).get(0, 0)).isEqualTo(2);
        assertThat(weights.selectColumns(new int[] {2, 1}).get(0, 0)).isEqualTo(0.75);
        assertThat(weights.areOnes()).isFalse();
        assertThat(EntryWeights.ones(2, 3).areOnes()).isTrue();
    }

    @Test
    void aNegativeWeightIsRefused() {
        SparseMatrix deficits = SparseMatrix.ofTriples(2, 3, new int[] {1}, new int[] {2}, new double[] {1.5});
        assertThatThrownBy(() -> EntryWeights.ofDeficits(deficits))
                .hasMessageContaining("feature 1 and sample 2")
                .hasMessageContaining("-0.5");
    }

    @Test
    void largestAndSmallestAreThoseOfTheEntriesThatCount() {
        assertRange(new double[][] {{1, 1}, {1, 1}}, 1, 1);
        assertRange(new double[][] {{0.5, 0.25}, {0, 0.5}}, 0.25, 0.5);
        assertRange(new double[][] {{4, 8}, {4, 4}}, 4, 8);
        assertRange(new double[][] {{4, 1}, {0, 4}}, 1, 4);
        assertRange(new double[][] {{0, 0}, {0, 0}}, 1, 1);
    }

    private static void assertRange(double[][] weights, double smallest, double largest) {
        assertThat(weights(weights).smallest()).isEqualTo(smallest);
        assertThat(weights(weights).largest()).isEqualTo(largest);
    }

    @Test
    void productsOfWeightsKeepWhatEitherLeavesOut() {
        double[][] a = {{0, 2, 1}, {0.5, 1, 0}};
        double[][] b = {{3, 0.25, 0}, {0.5, 1, 0}};
        EntryWeights product = weights(a).times(weights(b));
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++) assertThat(product.get(i, j)).isEqualTo(a[i][j] * b[i][j]);
        assertThat(product.missing()).isEqualTo(3);
        assertThat(product.onlyMissing().count()).isEqualTo(3);
    }

    private static EntryWeights weights(double[][] c) {
        return EntryWeights.ofDeficits(c.length, c[0].length, (i, row) -> {
            for (int j = 0; j < row.length; j++) row[j] = 1 - c[i][j];
        });
    }
}
