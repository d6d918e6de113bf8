package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void theMemoryIsThatOfTheFormula() {
        Spec spec = Spec.of(Model.GNMF_L20, 10).withKeep(50);
        try (DenseMatrix X = DenseMatrix.zeros(1000, 200)) {
            List<Estimate.Part> parts = Estimate.memory(X, spec, 5);
            assertThat(parts)
                    .containsExactly(
                            new Estimate.Part("the data", 8 * 1000 * 200),
                            new Estimate.Part("the search for neighbours", 4 * 1000 * 200 + 64 * 5 * 200));
            assertThat(Estimate.memory(X, Spec.of(Model.NMF, 10), 0))
                    .containsExactly(
                            new Estimate.Part("the data", 8 * 1000 * 200),
                            new Estimate.Part("the factors", 8 * (5 * 1000 * 10 + 5 * 200 * 10) + 8 * 1000 * 200));
        }
    }

    @Test
    void aFitOfAnySizeCanBeEstimated() {
        for (int n : new int[] {2, 3, 6, 300}) {
            double[][] values = new double[20][n];
            for (int i = 0; i < 20; i++) for (int j = 0; j < n; j++) values[i][j] = Randoms.uniform(1, i, j);
            try (DenseMatrix dense = DenseMatrix.of(values);
                    SparseMatrix sparse = SparseMatrix.of(dense)) {
                for (Matrix X : new Matrix[] {dense, sparse}) {
                    Estimate estimate =
                            Estimate.of(X, Spec.of(Model.GNMF_L20, 2).withKeep(5), 5);
                    assertThat(estimate.seconds()).isGreaterThan(0).isLessThan(600);
                    assertThat(estimate.bytes()).isGreaterThan(8L * 20 * n);
                    assertThat(estimate.iterations()).isEqualTo(Estimate.ITERATIONS);
                }
            }
        }
    }
}
