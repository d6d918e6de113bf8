package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class GramTest {
    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    @Test
    void gramMatrixMatchesATripleLoopForAnyRowsAndSegments() {
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            for (int[] shape : new int[][] {{1, 1}, {2, 5}, {70, 3}, {300, 17}, {900, 40}}) {
                double[][] m = TestMatrices.signed(1, shape[0], shape[1]);
                for (int cut : new int[] {1, 4, 64, 1 << 20}) {
                    if (cut == 1 && shape[0] > 300) continue; // no new case, but a thousand allocations
                    try (ExecutionContext context = kernel.apply(3);
                            DenseMatrix M = TestMatrices.segmented(m, shape[1], cut);
                            DenseMatrix G = DenseMatrix.zeros(shape[1], shape[1])) {
                        for (RowSet rows : TestMatrices.rowSets(2, shape[0])) {
                            G.fill(Double.NaN);
                            Gram.compute(context, M, rows, G);
                            double[][] here = TestMatrices.only(rows, m);
                            assertThat(TestMatrices.distance(
                                            G.toArray(), TestMatrices.product(TestMatrices.transpose(here), here)))
                                    .as("%s of %d × %d, cut %d", rows, shape[0], shape[1], cut)
                                    .isLessThan(1e-12);
                            assertThat(G.toArray()).isDeepEqualTo(TestMatrices.transpose(G.toArray()));
                        }
                    }
                }
            }
        }
    }

    @Test
    void crossProductMatchesATripleLoopForAnySegments() {
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            for (int[] shape : new int[][] {{1, 1, 1}, {2, 5, 3}, {300, 4, 17}, {3000, 9, 21}}) {
                double[][] a = TestMatrices.signed(3, shape[0], shape[1]);
                double[][] b = TestMatrices.signed(4, shape[0], shape[2]);
                for (int cut : new int[] {2, 64, 1 << 20}) {
                    try (ExecutionContext context = kernel.apply(2);
                            DenseMatrix A = TestMatrices.segmented(a, shape[1], cut);
                            DenseMatrix B = TestMatrices.segmented(b, shape[2], 2 * cut);
                            DenseMatrix G = DenseMatrix.zeros(shape[1], shape[2])) {
                        G.fill(Double.NaN);
                        Gram.computeCross(context, A, B, G);
                        assertThat(TestMatrices.distance(
                                        G.toArray(), TestMatrices.product(TestMatrices.transpose(a), b)))
                                .isLessThan(1e-12);
                    }
                }
            }
        }
    }

    @Test
    void gramMatrixOfNoRowsIsZero() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix M = DenseMatrix.zeros(0, 3);
                DenseMatrix G = DenseMatrix.zeros(3, 3)) {
            G.fill(4);
            Gram.compute(context, M, RowSet.all(0), G);
            assertThat(G.nonZeros()).isZero();
            G.fill(4);
            Gram.computeCross(context, M, M, G);
            assertThat(G.nonZeros()).isZero();
        }
    }
}
