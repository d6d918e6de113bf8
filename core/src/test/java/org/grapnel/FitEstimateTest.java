package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class FitEstimateTest {
    private static FitEstimate of(int p, int n) {
        try (DenseMatrix X = DenseMatrix.zeros(p, n)) {
            return FitEstimate.compute(X, Spec.recommended(10, Math.min(p, 50)).withThreads(2));
        }
    }

    /** The seconds of a machine twice as slow are twice as many, so only ratios are compared here. */
    @Test
    void moreDataTakeLongerAndMoreMemory() {
        FitEstimate small = of(100, 300);
        FitEstimate wide = of(4000, 300);
        FitEstimate tall = of(100, 20_000);
        assertThat(small.seconds()).isPositive();
        assertThat(tall.bytes()).isGreaterThan(small.bytes());
        assertThat(wide.bytes()).isGreaterThan(small.bytes() + 8 * 3900 * 300);
        assertThat(tall.time().get(1).seconds())
                .isGreaterThan(100 * small.time().get(1).seconds());
        assertThat(wide.time().get(2).seconds())
                .isGreaterThan(5 * small.time().get(2).seconds());
    }

    @Test
    void theEstimateOfAPartIsThatOfTheWhole() {
        try (DenseMatrix part = DenseMatrix.zeros(30, 500);
                DenseMatrix whole = DenseMatrix.zeros(30, 5000)) {
            Spec spec = Spec.recommended(5, 10);
            assertThat(FitEstimate.compute(part, 5000, spec).bytes())
                    .isEqualTo(FitEstimate.compute(whole, spec).bytes());
        }
    }

    @Test
    void aFitOfAnySizeCanBeEstimated() {
        for (int n : new int[] {2, 3, 6, 300})
            try (DenseMatrix dense = DenseMatrix.zeros(20, n);
                    SparseMatrix sparse = SparseMatrix.of(dense)) {
                for (Matrix X : new Matrix[] {dense, sparse}) {
                    FitEstimate estimate = FitEstimate.compute(X, Spec.recommended(2, 5));
                    assertThat(estimate.seconds()).isPositive().isFinite();
                    assertThat(estimate.bytes()).isPositive();
                }
            }
    }
}
