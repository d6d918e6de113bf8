package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TsneStartTest {
    /** Returns a p × n matrix with well separated variances and a mean far from zero. */
    private static double[][] stretched(long seed, int p, int n, double offset) {
        double[][] left = TestMatrices.signed(seed, p, Math.min(p, n));
        double[][] right = TestMatrices.signed(seed + 1, Math.min(p, n), n);
        for (int q = 0; q < right.length; q++) for (int j = 0; j < n; j++) right[q][j] *= Math.pow(0.6, q);
        return TestMatrices.map(TestMatrices.product(left, right), v -> v + offset);
    }

    @Test
    void startHasTheStandardDeviationOfItsFirstComponent() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(stretched(4, 8, 60, 2));
                PrincipalComponents pca = PrincipalComponents.compute(context, X, 2);
                DenseMatrix start = TsneStart.pca(context, X)) {
            double scale = 1e-4 / Math.sqrt(pca.variance(0));
            for (int i = 0; i < 60; i++)
                for (int j = 0; j < 2; j++)
                    assertThat(start.get(i, j)).isCloseTo(scale * pca.scores().get(i, j), within(1e-16));
        }
    }

    @Test
    void missingDirectionIsDrawnAtRandom() {
        double[][] one = TestMatrices.signed(6, 1, 50);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix line = DenseMatrix.of(one);
                DenseMatrix equal = DenseMatrix.zeros(4, 50);
                DenseMatrix chance = TsneStart.random(50, 0);
                DenseMatrix fromLine = TsneStart.pca(context, line);
                DenseMatrix fromEqual = TsneStart.pca(context, equal)) {
            for (int i = 0; i < 50; i++) assertThat(fromLine.get(i, 1)).isEqualTo(chance.get(i, 1));
            for (int i = 0; i < 50; i++) assertThat(fromLine.get(i, 0)).isNotEqualTo(chance.get(i, 0));
            assertThat(fromEqual.toArray()).isDeepEqualTo(chance.toArray());
        }
    }
}
