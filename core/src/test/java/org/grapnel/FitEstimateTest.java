package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class FitEstimateTest {
    @Test
    void memoryFollowsTheFormula() {
        Spec spec = Spec.paper(Model.GNMF_L20, 10).withKeep(50);
        try (DenseMatrix X = DenseMatrix.zeros(1000, 200)) {
            List<FitEstimate.MemoryPart> parts = FitEstimate.memory(X, spec, 5);
            assertThat(parts)
                    .containsExactly(
                            new FitEstimate.MemoryPart("the data", 8 * 1000 * 200),
                            new FitEstimate.MemoryPart("the search for neighbours", 4 * 1000 * 200 + 64 * 5 * 200));
            assertThat(FitEstimate.memory(X, Spec.paper(Model.NMF, 10), 0))
                    .containsExactly(
                            new FitEstimate.MemoryPart("the data", 8 * 1000 * 200),
                            new FitEstimate.MemoryPart(
                                    "the factors", 8 * (5 * 1000 * 10 + 5 * 200 * 10) + 8 * 1000 * 200));
        }
    }

    @Test
    void aFitOfAnySizeCanBeEstimated() {
        for (int n : new int[] {2, 3, 6, 300}) {
            double[][] values = new double[20][n];
            for (int i = 0; i < 20; i++) for (int j = 0; j < n; j++) values[i][j] = CounterRandom.uniform(1, i, j);
            try (DenseMatrix dense = DenseMatrix.of(values);
                    SparseMatrix sparse = SparseMatrix.of(dense)) {
                for (Matrix X : new Matrix[] {dense, sparse}) {
                    FitEstimate estimate =
                            FitEstimate.compute(X, Spec.paper(Model.GNMF_L20, 2).withKeep(5), 5);
                    assertThat(estimate.seconds()).isGreaterThan(0).isLessThan(600);
                    assertThat(estimate.bytes()).isGreaterThan(8L * 20 * n);
                    assertThat(estimate.iterations()).isEqualTo(FitEstimate.ITERATIONS);
                }
            }
        }
    }
}
