package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Products with X against a triple loop: dense and sparse, contiguous and in segments, on both kernels, for any number
 * of threads.
 */
class MatrixProductsTest {
    private static final double TIGHT = 1e-12;

    /** p features, n samples, r columns. */
    record ProductShape(int p, int n, int r) {}

    static Stream<ProductShape> shapes() {
        return Stream.of(
                new ProductShape(1, 1, 1),
                new ProductShape(1, 7, 3),
                new ProductShape(5, 1, 1),
                new ProductShape(2, 2, 17),
                new ProductShape(3, 300, 17),
                new ProductShape(300, 3, 2),
                new ProductShape(420, 40, 17),
                new ProductShape(40, 700, 8),
                new ProductShape(257, 129, 16),
                new ProductShape(900, 150, 6), // several parts of rows
                new ProductShape(600, 520, 10)); // several parts and several blocks of columns
    }

    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    @ParameterizedTest
    @MethodSource("shapes")
    void productsMatchATripleLoop(ProductShape s) {
        double[][] x = TestMatrices.mostlyZero(1, s.p, s.n);
        double[][] ht = TestMatrices.signed(2, s.n, s.r);
        double[][] w = TestMatrices.signed(3, s.p, s.r);
        double[][] xht = TestMatrices.product(x, ht);
        try (ExecutionContext fast = ExecutionContext.create(2);
                ExecutionContext plain = ExecutionContext.createPlainJava(2);
                DenseMatrix dense = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            for (RowSet rows : TestMatrices.rowSets(4, s.p)) {
                double[][] wHere = TestMatrices.only(rows, w);
                double[][] expected = TestMatrices.copy(xht);
                for (int i = 0; i < s.p; i++) if (!rows.contains(i)) Arrays.fill(expected[i], 7);
                double[][] expectedT = TestMatrices.product(TestMatrices.transpose(x), wHere);
                double squaredResidual = TestMatrices.squares(TestMatrices.minus(
                        TestMatrices.only(rows, x), TestMatrices.product(wHere, TestMatrices.transpose(ht))));
                for (ExecutionContext context : new ExecutionContext[] {fast, plain})
                    for (Matrix X : new Matrix[] {dense, sparse})
                        compareWithLoops(context, X, rows, ht, wHere, expected, expectedT, squaredResidual);
            }
            assertThat(dense.toArray()).isDeepEqualTo(x);
        }
    }

    private static void compareWithLoops(
            ExecutionContext context,
            Matrix X,
            RowSet rows,
            double[][] ht,
            double[][] w,
            double[][] expected,
            double[][] expectedT,
            double squaredResidual) {
        String where = context.kernelName() + ", " + X.getClass().getSimpleName() + ", " + rows;
        int r = ht[0].length;
        try (DenseMatrix Ht = DenseMatrix.of(ht);
                DenseMatrix W = DenseMatrix.of(w);
                DenseMatrix XHt = DenseMatrix.zeros(X.rows(), r);
                DenseMatrix XtW = DenseMatrix.zeros(X.cols(), r)) {
            XHt.fill(7);
            X.times(context, rows, Ht, XHt);
            assertThat(TestMatrices.distance(XHt.toArray(), expected))
                    .as("X·Ht, " + where)
                    .isLessThan(TIGHT);

            XtW.fill(Double.NaN);
            X.transposeTimes(context, rows, W, XtW);
            assertThat(TestMatrices.distance(XtW.toArray(), expectedT))
                    .as("Xᵀ·W, " + where)
                    .isLessThan(TIGHT);

            assertThat(X.squaredResidual(context, rows, W, Ht))
                    .as("squaredResidual, " + where)
                    .isCloseTo(squaredResidual, within(TIGHT * squaredResidual));

            assertThat(Ht.toArray()).isDeepEqualTo(ht);
            assertThat(W.toArray()).isDeepEqualTo(w);
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void threadCountChangesNoBit(ProductShape s) {
        double[][] w = TestMatrices.signed(7, s.p, s.r);
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext one = kernel.apply(1);
                    ExecutionContext two = kernel.apply(2);
                    ExecutionContext three = kernel.apply(3);
                    ExecutionContext five = kernel.apply(5);
                    DenseMatrix dense = DenseMatrix.of(TestMatrices.mostlyZero(5, s.p, s.n));
                    SparseMatrix sparse = SparseMatrix.of(dense);
                    DenseMatrix Ht = DenseMatrix.of(TestMatrices.signed(6, s.n, s.r))) {
                for (RowSet rows : TestMatrices.rowSets(8, s.p)) {
                    try (DenseMatrix W = DenseMatrix.of(TestMatrices.only(rows, w))) {
                        for (Matrix X : new Matrix[] {dense, sparse}) {
                            double[][][] expected = allProducts(one, X, Ht, W, rows);
                            for (ExecutionContext context : new ExecutionContext[] {two, three, five})
                                assertThat(Arrays.deepEquals(allProducts(context, X, Ht, W, rows), expected))
                                        .as("%d threads, %s, %s", context.threads(), X.getClass(), rows)
                                        .isTrue();
                        }
                    }
                }
            }
        }
    }

    private static double[][][] allProducts(
            ExecutionContext context, Matrix X, DenseMatrix Ht, DenseMatrix W, RowSet rows) {
        int r = Ht.cols();
        try (DenseMatrix XHt = DenseMatrix.zeros(X.rows(), r);
                DenseMatrix XtW = DenseMatrix.zeros(X.cols(), r);
                DenseMatrix G = DenseMatrix.zeros(r, r);
                DenseMatrix C = DenseMatrix.zeros(r, r)) {
            X.times(context, rows, Ht, XHt);
            X.transposeTimes(context, rows, W, XtW);
            Gram.compute(context, W, rows, G);
            Gram.computeCross(context, Ht, XtW, C);
            double[][] squaredResidual = {{X.squaredResidual(context, rows, W, Ht)}};
            return new double[][][] {XHt.toArray(), XtW.toArray(), G.toArray(), C.toArray(), squaredResidual};
        }
    }

    /** p = 300 reaches runs of 64 rows and more; segments of 1, 4, 64 and 128 rows cut them. */
    @Test
    void segmentedXGivesTheSameProducts() {
        ProductShape s = new ProductShape(300, 70, 5);
        double[][] x = TestMatrices.mostlyZero(9, s.p, s.n);
        double[][] ht = TestMatrices.signed(10, s.n, s.r);
        double[][] w = TestMatrices.signed(11, s.p, s.r);
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            for (int cut : new int[] {1, 4, 64, 128}) {
                try (ExecutionContext context = kernel.apply(2);
                        DenseMatrix X = TestMatrices.segmented(x, s.n, cut);
                        DenseMatrix Ht = DenseMatrix.of(ht)) {
                    for (RowSet rows : TestMatrices.rowSets(12, s.p)) {
                        double[][] wHere = TestMatrices.only(rows, w);
                        try (DenseMatrix W = TestMatrices.segmented(wHere, s.r, cut);
                                DenseMatrix XHt = DenseMatrix.segmented(s.p, s.r, 2L * cut * s.r);
                                DenseMatrix XtW = DenseMatrix.segmented(s.n, s.r, (long) cut * s.r);
                                SparseMatrix sparse = SparseMatrix.of(X)) {
                            double[][] expected = TestMatrices.only(rows, TestMatrices.product(x, ht));
                            double[][] expectedT = TestMatrices.product(TestMatrices.transpose(x), wHere);
                            double squaredResidual = TestMatrices.squares(TestMatrices.minus(
                                    TestMatrices.only(rows, x),
                                    TestMatrices.product(wHere, TestMatrices.transpose(ht))));
                            for (Matrix either : new Matrix[] {X, sparse}) {
                                XHt.fill(0);
                                XtW.fill(Double.NaN);
                                either.times(context, rows, Ht, XHt);
                                either.transposeTimes(context, rows, W, XtW);
                                assertThat(TestMatrices.distance(XHt.toArray(), expected))
                                        .isLessThan(TIGHT);
                                assertThat(TestMatrices.distance(XtW.toArray(), expectedT))
                                        .isLessThan(TIGHT);
                                assertThat(either.squaredResidual(context, rows, W, Ht))
                                        .isCloseTo(squaredResidual, within(TIGHT * squaredResidual));
                            }
                        }
                    }
                }
            }
        }
    }

    /** Ht is n × r: beyond 2²⁷ numbers it has segments too. */
    @Test
    void segmentedHGivesTheSameProducts() {
        double[][] x = TestMatrices.uniform(13, 9, 23);
        double[][] ht = TestMatrices.signed(14, 23, 3);
        double[][] w = TestMatrices.signed(15, 9, 3);
        RowSet all = RowSet.all(9);
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            for (int cut : new int[] {1, 4, 16}) {
                try (ExecutionContext context = kernel.apply(2);
                        DenseMatrix dense = DenseMatrix.of(x);
                        SparseMatrix sparse = SparseMatrix.of(dense);
                        DenseMatrix W = DenseMatrix.of(w);
                        DenseMatrix Ht = TestMatrices.segmented(ht, 3, cut);
                        DenseMatrix XHt = DenseMatrix.zeros(9, 3)) {
                    for (Matrix X : new Matrix[] {sparse, dense}) {
                        String where = X.getClass().getSimpleName() + " on " + context.kernelName() + ", cut " + cut;
                        X.times(context, all, Ht, XHt);
                        assertThat(TestMatrices.distance(XHt.toArray(), TestMatrices.product(x, ht)))
                                .as("X·Ht, " + where)
                                .isLessThan(TIGHT);
                        double squaredResidual = TestMatrices.squares(
                                TestMatrices.minus(x, TestMatrices.product(w, TestMatrices.transpose(ht))));
                        assertThat(X.squaredResidual(context, all, W, Ht))
                                .as("squaredResidual, " + where)
                                .isCloseTo(squaredResidual, within(TIGHT * squaredResidual));
                    }
                }
            }
        }
    }

    /** Scratch memory is reused with arbitrary content: a product must not read what an earlier one left there. */
    @Test
    void productsDoNotReadOldScratchContent() {
        ProductShape s = new ProductShape(300, 200, 6);
        double[][] x = TestMatrices.uniform(18, s.p, s.n);
        double[][] ht = TestMatrices.signed(19, s.n, s.r);
        RowSet rows = RowSet.none(s.p);
        for (int i = 0; i < s.p; i += 2) rows.add(i);
        double[][] w = TestMatrices.only(rows, TestMatrices.signed(20, s.p, s.r));
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext context = kernel.apply(2);
                    DenseMatrix dense = DenseMatrix.of(x);
                    SparseMatrix sparse = SparseMatrix.of(dense);
                    DenseMatrix poison = DenseMatrix.zeros(s.n, s.r);
                    DenseMatrix Ht = DenseMatrix.of(ht);
                    DenseMatrix W = DenseMatrix.of(w);
                    DenseMatrix XHt = DenseMatrix.zeros(s.p, s.r);
                    DenseMatrix XtW = DenseMatrix.zeros(s.n, s.r);
                    DenseMatrix G = DenseMatrix.zeros(s.r, s.r)) {
                poison.fill(Double.NaN);
                XHt.fill(Double.NaN);
                for (Matrix X : new Matrix[] {dense, sparse}) {
                    X.times(context, rows, poison, XHt);
                    X.squaredResidual(context, rows, XHt, poison);
                    X.transposeTimes(context, rows, XHt, XtW);
                    Gram.compute(context, XHt, rows, G);
                    Gram.computeCross(context, poison, XtW, G);
                    assertThat(G.get(0, 0)).isNaN();

                    Gram.compute(context, W, rows, G);
                    assertThat(TestMatrices.distance(G.toArray(), TestMatrices.product(TestMatrices.transpose(w), w)))
                            .isLessThan(TIGHT);
                    Gram.computeCross(context, Ht, Ht, G);
                    assertThat(TestMatrices.distance(G.toArray(), TestMatrices.product(TestMatrices.transpose(ht), ht)))
                            .isLessThan(TIGHT);
                    X.transposeTimes(context, rows, W, XtW);
                    assertThat(TestMatrices.distance(XtW.toArray(), TestMatrices.product(TestMatrices.transpose(x), w)))
                            .isLessThan(TIGHT);
                    X.times(context, RowSet.all(s.p), Ht, XHt);
                    assertThat(TestMatrices.distance(XHt.toArray(), TestMatrices.product(x, ht)))
                            .isLessThan(TIGHT);
                }
            }
        }
    }

    @Test
    void productsWithoutSamplesAreZero() {
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext context = kernel.apply(1);
                    DenseMatrix X = DenseMatrix.zeros(3, 0);
                    DenseMatrix Ht = DenseMatrix.zeros(0, 2);
                    DenseMatrix W = DenseMatrix.zeros(3, 2);
                    DenseMatrix XHt = DenseMatrix.zeros(3, 2);
                    DenseMatrix XtW = DenseMatrix.zeros(0, 2)) {
                XHt.fill(5);
                X.times(context, RowSet.all(3), Ht, XHt);
                assertThat(XHt.nonZeros()).as(context.kernelName()).isZero();
                X.transposeTimes(context, RowSet.all(3), W, XtW);
                assertThat(X.squaredResidual(context, RowSet.all(3), W, Ht)).isZero();
            }
        }
    }
}
