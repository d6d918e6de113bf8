package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class CellHintsTest {
    private static final double[][] COUNTS = {{30, 0, 2}, {70, 80, 8}, {0, 20, 0}};

    private static List<String> hints(Matrix X, String... features) {
        try (Dataset data =
                new Dataset(X, List.of(features), List.of("a", "b", "c"), Optional.empty(), DataSource.memory())) {
            return CellHints.of(data);
        }
    }

    @Test
    void cellsWithManyMitochondrialCountsAreCounted() {
        // 30, 20 and 20 % of the counts; the limit itself is not above it
        String expected = "1 of 3 samples have more than 20 % of their counts in the 2 mitochondrial genes (MT-…); such"
                + " cells are often dying: filter them before the fit";
        assertThat(hints(DenseMatrix.of(COUNTS), "MT-ND1", "ACTB", "mt-Co1")).containsExactly(expected);
        try (DenseMatrix dense = DenseMatrix.of(COUNTS)) {
            assertThat(hints(SparseMatrix.of(dense), "MT-ND1", "ACTB", "mt-Co1"))
                    .containsExactly(expected);
        }
    }

    @Test
    void otherDataHaveNoHints() {
        assertThat(hints(DenseMatrix.of(COUNTS), "MTOR", "ACTB", "MYC")).isEmpty();
        double[][] fractions = {{0.9, 0, 0.2}, {0.1, 1, 0.8}, {0, 0, 0}};
        assertThat(hints(DenseMatrix.of(fractions), "MT-ND1", "ACTB", "MYC")).isEmpty();
        double[][] negative = {{9, 0, 2}, {1, -1, 8}, {0, 0, 0}};
        assertThat(hints(DenseMatrix.of(negative), "MT-ND1", "ACTB", "MYC")).isEmpty();
        double[][] few = {{1, 0, 2}, {70, 80, 80}, {0, 20, 0}};
        assertThat(hints(DenseMatrix.of(few), "MT-ND1", "ACTB", "MYC")).isEmpty();
    }
}
