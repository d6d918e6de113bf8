package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class GramTest {
    private static final List<IntFunction<Compute>> KERNELS = List.of(Compute::of, Compute::plainJava);

    @Test
    void theGramMatrixIsThatOfATripleLoopForAnyRowsAndSegments() {
        for (IntFunction<Compute> kernel : KERNELS) {
            for (int[] shape : new int[][] {{1, 1}, {2, 5}, {70, 3}, {300, 17}, {900, 40}}) {
                double[][] m = Draw.signed(1, shape[0], shape[1]);
                for (int cut : new int[] {1, 4, 64, 1 << 20}) {
                    if (cut == 1 && shape[0] > 300) continue; // nothing new, and a thousand allocations
                    try (Compute on = kernel.apply(3);
                            DenseMatrix M = Draw.segmented(m, shape[1], cut);
                            DenseMatrix G = DenseMatrix.zeros(shape[1], shape[1])) {
                        for (RowSet rows : Draw.rowSets(2, shape[0])) {
                            G.fill(Double.NaN);
                            Gram.of(on, M, rows, G);
                            double[][] here = Draw.only(rows, m);
                            assertThat(Draw.distance(G.toArray(), Draw.product(Draw.transpose(here), here)))
                                    .as("%s of %d × %d, cut %d", rows, shape[0], shape[1], cut)
                                    .isLessThan(1e-12);
                            assertThat(G.toArray()).isDeepEqualTo(Draw.transpose(G.toArray()));
                        }
                    }
                }
            }
        }
    }

    @Test
    void theCrossProductIsThatOfATripleLoopForAnySegments() {
        for (IntFunction<Compute> kernel : KERNELS) {
            for (int[] shape : new int[][] {{1, 1, 1}, {2, 5, 3}, {300, 4, 17}, {3000, 9, 21}}) {
                double[][] a = Draw.signed(3, shape[0], shape[1]);
                double[][] b = Draw.signed(4, shape[0], shape[2]);
                for (int cut : new int[] {2, 64, 1 << 20}) {
                    try (Compute on = kernel.apply(2);
                            DenseMatrix A = Draw.segmented(a, shape[1], cut);
                            DenseMatrix B = Draw.segmented(b, shape[2], 2 * cut);
                            DenseMatrix G = DenseMatrix.zeros(shape[1], shape[2])) {
                        G.fill(Double.NaN);
                        Gram.cross(on, A, B, G);
                        assertThat(Draw.distance(G.toArray(), Draw.product(Draw.transpose(a), b)))
                                .isLessThan(1e-12);
                    }
                }
            }
        }
    }

    @Test
    void aTallMatrixWithoutRowsHasAZeroGramMatrix() {
        try (Compute on = Compute.of(2);
                DenseMatrix M = DenseMatrix.zeros(0, 3);
                DenseMatrix G = DenseMatrix.zeros(3, 3)) {
            G.fill(4);
            Gram.of(on, M, RowSet.all(0), G);
            assertThat(G.nonZeros()).isZero();
            G.fill(4);
            Gram.cross(on, M, M, G);
            assertThat(G.nonZeros()).isZero();
        }
    }
}
