package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.junit.jupiter.api.Test;

/** Products of small blocks against triple loops. */
class TileProductsTest {
    private static final double TIGHT = 1e-12;

    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    @Test
    void timesTransposedMatchesATripleLoopForAnyRowsAndSegments() {
        double[][] a = TestMatrices.signed(1, 9, 33);
        double[][] b = TestMatrices.signed(2, 40, 33);
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            for (int cut : new int[] {1, 4, 1 << 20}) {
                try (ExecutionContext context = kernel.apply(1);
                        Scratch scratch = new Scratch();
                        DenseMatrix A = DenseMatrix.of(a);
                        DenseMatrix B = TestMatrices.segmented(b, 33, cut)) {
                    for (int[] part : new int[][] {{0, 9, 0, 40}, {2, 5, 3, 4}, {8, 1, 0, 17}, {0, 1, 39, 40}}) {
                        double[][] expected = TestMatrices.product(
                                Arrays.copyOfRange(a, part[0], part[0] + part[1]),
                                TestMatrices.transpose(Arrays.copyOfRange(b, part[2], part[3])));
                        try (DenseMatrix C = DenseMatrix.zeros(part[1], part[3] - part[2])) {
                            C.fill(Double.NaN);
                            TileProducts.timesTransposed(context, A, part[0], part[1], B, part[2], part[3], C, scratch);
                            assertThat(TestMatrices.distance(C.toArray(), expected))
                                    .isLessThan(1e-13);
                        }
                    }
                }
            }
        }
    }

    @Test
    void addGramChangesOnlyTheGivenRows() {
        double[][] a = TestMatrices.signed(3, 12, 20);
        double[][] gram = TestMatrices.product(TestMatrices.transpose(a), a);
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            for (int cut : new int[] {1, 4, 1 << 20}) {
                try (ExecutionContext context = kernel.apply(1);
                        Scratch scratch = new Scratch();
                        DenseMatrix A = DenseMatrix.of(a);
                        DenseMatrix G = TestMatrices.segmented(new double[20][20], 20, cut)) {
                    TileProducts.addGram(context, A, 12, 0, 20, G, scratch);
                    TileProducts.addGram(context, A, 12, 5, 11, G, scratch);
                    double[][] expected = TestMatrices.copy(gram);
                    for (int i = 5; i < 11; i++) for (int j = 0; j < 20; j++) expected[i][j] *= 2;
                    assertThat(TestMatrices.distance(G.toArray(), expected)).isLessThan(1e-13);
                }
            }
        }
    }

    @Test
    void wrongShapesAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                Scratch scratch = new Scratch();
                DenseMatrix A = DenseMatrix.zeros(3, 4);
                DenseMatrix B = DenseMatrix.zeros(6, 4);
                DenseMatrix C = DenseMatrix.zeros(3, 5)) {
            assertThatThrownBy(() -> TileProducts.timesTransposed(context, A, 0, 3, B, 0, 6, C, scratch))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the product of 3 × 4 and 6 rows of 6 × 4, transposed, does not fit into 3 × 5");
            assertThatThrownBy(() -> TileProducts.addGram(context, A, 3, 0, 3, C, scratch))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void timesSmallWorksOnAnyRowsAcrossSegments() {
        double[][] a = TestMatrices.signed(16, 50, 4);
        double[][] b = TestMatrices.signed(17, 4, 6);
        double[][] expected = TestMatrices.product(a, b);
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext context = kernel.apply(1);
                    DenseMatrix B = DenseMatrix.of(b)) {
                for (int cut : new int[] {1, 2, 8, 100}) {
                    try (DenseMatrix A = TestMatrices.segmented(a, 4, cut);
                            DenseMatrix C = DenseMatrix.segmented(50, 6, 12L * cut)) {
                        for (int from : new int[] {0, 1, 7, 49}) {
                            for (int to : new int[] {from, from + 1, 50}) {
                                C.fill(0);
                                context.run(
                                        1,
                                        (task, scratch) ->
                                                TileProducts.timesSmall(context, A, from, to, B, C, scratch));
                                double[][] here = new double[50][6];
                                for (int i = from; i < to; i++) here[i] = expected[i];
                                assertThat(TestMatrices.distance(C.toArray(), here))
                                        .isLessThan(TIGHT);
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void timesSmallWritesFromTheGivenRowOn() {
        double[][] a = TestMatrices.signed(16, 50, 4);
        double[][] b = TestMatrices.signed(17, 4, 6);
        double[][] product = TestMatrices.product(a, b);
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            for (int cut : new int[] {1, 8, 100}) {
                try (ExecutionContext context = kernel.apply(1);
                        DenseMatrix A = TestMatrices.segmented(a, 4, cut);
                        DenseMatrix B = DenseMatrix.of(b);
                        DenseMatrix C = DenseMatrix.segmented(30, 6, 12L * cut)) {
                    context.run(1, (task, scratch) -> TileProducts.timesSmall(context, A, 21, 41, B, C, 3, scratch));
                    double[][] expected = new double[30][6];
                    for (int i = 21; i < 41; i++) expected[i - 18] = product[i];
                    assertThat(TestMatrices.distance(C.toArray(), expected)).isLessThan(TIGHT);
                }
            }
        }
    }
}
