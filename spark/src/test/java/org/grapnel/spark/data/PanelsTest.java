package org.grapnel.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PanelsTest {
    private static final int[] ROWS = {7, 0, 3};
    private static final int[] SAMPLES = {0, 4, 5, 6, 20, 22};

    private static Panels panels(Matrix X, int partitions) {
        return TestPanels.create(TestPanels.context(), X, partitions, 5);
    }

    private static int[] all(int n) {
        return IntStream.range(0, n).toArray();
    }

    private static void assertHolds(Panels panels, Matrix expected) {
        assertThat(panels.features()).isEqualTo(expected.rows());
        assertThat(panels.samples()).isEqualTo(expected.cols());
        assertThat(panels.isGivenDense()).isEqualTo(expected.isDense());
        assertThat(panels.rowSquares()).containsExactly(expected.rowSquares(), within(1e-12));
        assertThat(panels.sum()).isCloseTo(expected.sum(), within(1e-12));
        assertThat(panels.nonZeros())
                .isEqualTo(expected.isDense() ? (long) expected.rows() * expected.cols() : expected.nonZeros());
        int[] offsets = panels.offsets();
        List<int[]> parts = panels.rdd()
                .mapPartitionsWithIndex(
                        (q, part) -> {
                            int first = offsets[q];
                            int next = first;
                            boolean inOrder = true;
                            while (part.hasNext()) {
                                Panel panel = part.next();
                                inOrder &= panel.first() == next && panel.samples() > 0;
                                next += panel.samples();
                            }
                            return List.of(new int[] {next - first, inOrder ? 1 : 0})
                                    .iterator();
                        },
                        true)
                .collect();
        for (int q = 0; q < panels.partitions(); q++)
            assertThat(parts.get(q)).containsExactly(offsets[q + 1] - offsets[q], 1);
        try (Matrix X = panels.collect(all(panels.samples()))) {
            assertThat(X.isDense()).isEqualTo(expected.isDense());
            for (int i = 0; i < X.rows(); i++)
                for (int j = 0; j < X.cols(); j++) assertThat(X.get(i, j)).isEqualTo(expected.get(i, j));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 30})
    void selectionsAreThoseOfTheMatrix(int partitions) {
        try (DenseMatrix dense = DenseMatrix.of(SyntheticPoints.counts(2, 9, 23));
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            for (Matrix X : new Matrix[] {dense, sparse}) {
                Panels panels = panels(X, partitions);
                try (Matrix features = X.selectRows(ROWS);
                        Matrix samples = X.selectColumns(SAMPLES);
                        Matrix both = samples.selectRows(ROWS)) {
                    assertHolds(panels.selectFeatures(ROWS), features);
                    assertHolds(panels.selectSamples(SAMPLES), samples);
                    assertHolds(panels.selectSamples(SAMPLES).selectFeatures(ROWS), both);
                    assertHolds(panels.selectFeatures(ROWS).selectSamples(SAMPLES), both);
                }
                try (Matrix some = panels.collect(SAMPLES)) {
                    for (int i = 0; i < 9; i++)
                        for (int q = 0; q < SAMPLES.length; q++)
                            assertThat(some.get(i, q)).isEqualTo(X.get(i, SAMPLES[q]));
                }
            }
        }
    }

    @Test
    void selectionStaysInItsPartitions() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.counts(2, 9, 23))) {
            // partitions begin at 0, 5, 11 and 17
            assertThat(panels(X, 4).selectSamples(SAMPLES).offsets()).containsExactly(0, 2, 4, 4, 6);
            assertThat(panels(X, 4).selectSamples(new int[0]).offsets()).containsExactly(0, 0, 0, 0, 0);
            try (Matrix none = panels(X, 4).collect(new int[0])) {
                assertThat(none.rows()).isEqualTo(9);
                assertThat(none.cols()).isZero();
            }
        }
    }

    @Test
    void selectionIsKeptUntilItIsReleased() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.counts(2, 9, 23))) {
            Panels selected = panels(X, 3).selectFeatures(ROWS).persist();
            assertThat(selected.rdd().getStorageLevel()).isEqualTo(StorageLevel.MEMORY_AND_DISK());
            double sum = selected.sum();
            selected.unpersist();
            assertThat(selected.rdd().getStorageLevel()).isEqualTo(StorageLevel.NONE());
            try (Matrix back = selected.collect(all(23))) {
                assertThat(back.sum()).isCloseTo(sum, within(1e-12));
            }
        }
    }

    @Test
    void wrongNumbersAreRefused() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.counts(2, 9, 23))) {
            Panels panels = panels(X, 3);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> panels.selectFeatures(new int[] {9}))
                    .withMessage("feature 9 is not between 0 and 8");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> panels.selectSamples(new int[] {3, 23}))
                    .withMessage("sample 23 is not between 0 and 22");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> panels.collect(new int[] {3, 3}))
                    .withMessage("sample numbers must ascend, got 3 before 3");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> panels.collect(new int[20_001]))
                    .withMessage("20001 samples are more than the maximum of a selection, 20000");
        }
    }
}
