package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every product with X against a triple loop: dense and sparse, whole and in segments, on both kernels and any number of threads. */
class ProductsTest {
    private static final double TIGHT = 1e-12;

    /** p features, n samples, r columns. */
    record Shape(int p, int n, int r) {}

    static Stream<Shape> shapes() {
        return Stream.of(
                new Shape(1, 1, 1),
                new Shape(1, 7, 3),
                new Shape(5, 1, 1),
                new Shape(2, 2, 17),
                new Shape(3, 300, 17),
                new Shape(300, 3, 2),
                new Shape(420, 40, 17),
                new Shape(40, 700, 8),
                new Shape(257, 129, 16),
                new Shape(900, 150, 6), // several parts of rows
                new Shape(600, 520, 10)); // several parts and several blocks of columns
    }

    private static final List<IntFunction<Compute>> KERNELS = List.of(Compute::of, Compute::plainJava);

    @ParameterizedTest
    @MethodSource("shapes")
    void productsAreThoseOfATripleLoop(Shape s) {
        double[][] x = Draw.mostlyZero(1, s.p, s.n);
        double[][] ht = Draw.signed(2, s.n, s.r);
        double[][] w = Draw.signed(3, s.p, s.r);
        double[][] xht = Draw.product(x, ht);
        try (Compute fast = Compute.of(2);
                Compute plain = Compute.plainJava(2);
                DenseMatrix dense = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            for (RowSet rows : Draw.rowSets(4, s.p)) {
                double[][] wHere = Draw.only(rows, w);
                double[][] expected = Draw.copy(xht);
                for (int i = 0; i < s.p; i++) if (!rows.contains(i)) Arrays.fill(expected[i], 7);
                double[][] expectedT = Draw.product(Draw.transpose(x), wHere);
                double misfit = Draw.squares(Draw.minus(Draw.only(rows, x), Draw.product(wHere, Draw.transpose(ht))));
                for (Compute on : new Compute[] {fast, plain})
                    for (Matrix X : new Matrix[] {dense, sparse})
                        compareWithLoops(on, X, rows, ht, wHere, expected, expectedT, misfit);
            }
            assertThat(dense.toArray()).isDeepEqualTo(x);
        }
    }

    private static void compareWithLoops(
            Compute on,
            Matrix X,
            RowSet rows,
            double[][] ht,
            double[][] w,
            double[][] expected,
            double[][] expectedT,
            double misfit) {
        String where = on.kernelName() + ", " + X.getClass().getSimpleName() + ", " + rows;
        int r = ht[0].length;
        try (DenseMatrix Ht = DenseMatrix.of(ht);
                DenseMatrix W = DenseMatrix.of(w);
                DenseMatrix XHt = DenseMatrix.zeros(X.rows(), r);
                DenseMatrix XtW = DenseMatrix.zeros(X.cols(), r)) {
            XHt.fill(7);
            X.times(on, rows, Ht, XHt);
            assertThat(Draw.distance(XHt.toArray(), expected))
                    .as("X·Ht, " + where)
                    .isLessThan(TIGHT);

            XtW.fill(Double.NaN);
            X.transposeTimes(on, rows, W, XtW);
            assertThat(Draw.distance(XtW.toArray(), expectedT))
                    .as("Xᵀ·W, " + where)
                    .isLessThan(TIGHT);

            assertThat(X.misfit(on, rows, W, Ht)).as("misfit, " + where).isCloseTo(misfit, within(TIGHT * misfit));

            assertThat(Ht.toArray()).isDeepEqualTo(ht);
            assertThat(W.toArray()).isDeepEqualTo(w);
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void theNumberOfThreadsChangesNoBit(Shape s) {
        double[][] w = Draw.signed(7, s.p, s.r);
        for (IntFunction<Compute> kernel : KERNELS) {
            try (Compute one = kernel.apply(1);
                    Compute two = kernel.apply(2);
                    Compute three = kernel.apply(3);
                    Compute five = kernel.apply(5);
                    DenseMatrix dense = DenseMatrix.of(Draw.mostlyZero(5, s.p, s.n));
                    SparseMatrix sparse = SparseMatrix.of(dense);
                    DenseMatrix Ht = DenseMatrix.of(Draw.signed(6, s.n, s.r))) {
                for (RowSet rows : Draw.rowSets(8, s.p)) {
                    try (DenseMatrix W = DenseMatrix.of(Draw.only(rows, w))) {
                        for (Matrix X : new Matrix[] {dense, sparse}) {
                            double[][][] expected = allProducts(one, X, Ht, W, rows);
                            for (Compute on : new Compute[] {two, three, five})
                                assertThat(Arrays.deepEquals(allProducts(on, X, Ht, W, rows), expected))
                                        .as("%d threads, %s, %s", on.threads(), X.getClass(), rows)
                                        .isTrue();
                        }
                    }
                }
            }
        }
    }

    private static double[][][] allProducts(Compute on, Matrix X, DenseMatrix Ht, DenseMatrix W, RowSet rows) {
        int r = Ht.cols();
        try (DenseMatrix XHt = DenseMatrix.zeros(X.rows(), r);
                DenseMatrix XtW = DenseMatrix.zeros(X.cols(), r);
                DenseMatrix G = DenseMatrix.zeros(r, r);
                DenseMatrix C = DenseMatrix.zeros(r, r)) {
            X.times(on, rows, Ht, XHt);
            X.transposeTimes(on, rows, W, XtW);
            Gram.of(on, W, rows, G);
            Gram.cross(on, Ht, XtW, C);
            double[][] misfit = {{X.misfit(on, rows, W, Ht)}};
            return new double[][][] {XHt.toArray(), XtW.toArray(), G.toArray(), C.toArray(), misfit};
        }
    }

    /** p = 300 reaches runs of 64 rows and more; segments of 1, 4, 64 and 128 rows cut them. */
    @Test
    void aMatrixInSegmentsGivesTheSameProducts() {
        Shape s = new Shape(300, 70, 5);
        double[][] x = Draw.mostlyZero(9, s.p, s.n);
        double[][] ht = Draw.signed(10, s.n, s.r);
        double[][] w = Draw.signed(11, s.p, s.r);
        for (IntFunction<Compute> kernel : KERNELS) {
            for (int cut : new int[] {1, 4, 64, 128}) {
                try (Compute on = kernel.apply(2);
                        DenseMatrix X = Draw.segmented(x, s.n, cut);
                        DenseMatrix Ht = DenseMatrix.of(ht)) {
                    for (RowSet rows : Draw.rowSets(12, s.p)) {
                        double[][] wHere = Draw.only(rows, w);
                        try (DenseMatrix W = Draw.segmented(wHere, s.r, cut);
                                DenseMatrix XHt = DenseMatrix.segmented(s.p, s.r, 2L * cut * s.r);
                                DenseMatrix XtW = DenseMatrix.segmented(s.n, s.r, (long) cut * s.r);
                                SparseMatrix sparse = SparseMatrix.of(X)) {
                            double[][] expected = Draw.only(rows, Draw.product(x, ht));
                            double[][] expectedT = Draw.product(Draw.transpose(x), wHere);
                            double misfit = Draw.squares(
                                    Draw.minus(Draw.only(rows, x), Draw.product(wHere, Draw.transpose(ht))));
                            for (Matrix either : new Matrix[] {X, sparse}) {
                                XHt.fill(0);
                                XtW.fill(Double.NaN);
                                either.times(on, rows, Ht, XHt);
                                either.transposeTimes(on, rows, W, XtW);
                                assertThat(Draw.distance(XHt.toArray(), expected))
                                        .isLessThan(TIGHT);
                                assertThat(Draw.distance(XtW.toArray(), expectedT))
                                        .isLessThan(TIGHT);
                                assertThat(either.misfit(on, rows, W, Ht)).isCloseTo(misfit, within(TIGHT * misfit));
                            }
                        }
                    }
                }
            }
        }
    }

    /** Ht is n × r: beyond 2²⁷ numbers it, too, is in segments. */
    @Test
    void anHInSegmentsGivesTheSameProducts() {
        double[][] x = Draw.uniform(13, 9, 23);
        double[][] ht = Draw.signed(14, 23, 3);
        double[][] w = Draw.signed(15, 9, 3);
        RowSet all = RowSet.all(9);
        for (IntFunction<Compute> kernel : KERNELS) {
            for (int cut : new int[] {1, 4, 16}) {
                try (Compute on = kernel.apply(2);
                        DenseMatrix dense = DenseMatrix.of(x);
                        SparseMatrix sparse = SparseMatrix.of(dense);
                        DenseMatrix W = DenseMatrix.of(w);
                        DenseMatrix Ht = Draw.segmented(ht, 3, cut);
                        DenseMatrix XHt = DenseMatrix.zeros(9, 3)) {
                    for (Matrix X : new Matrix[] {sparse, dense}) {
                        String where = X.getClass().getSimpleName() + " on " + on.kernelName() + ", cut " + cut;
                        X.times(on, all, Ht, XHt);
                        assertThat(Draw.distance(XHt.toArray(), Draw.product(x, ht)))
                                .as("X·Ht, " + where)
                                .isLessThan(TIGHT);
                        double misfit = Draw.squares(Draw.minus(x, Draw.product(w, Draw.transpose(ht))));
                        assertThat(X.misfit(on, all, W, Ht))
                                .as("misfit, " + where)
                                .isCloseTo(misfit, within(TIGHT * misfit));
                    }
                }
            }
        }
    }

    @Test
    void timesSmallWorksOnAnyRowsAcrossSegments() {
        double[][] a = Draw.signed(16, 50, 4);
        double[][] b = Draw.signed(17, 4, 6);
        double[][] expected = Draw.product(a, b);
        for (IntFunction<Compute> kernel : KERNELS) {
            try (Compute on = kernel.apply(1);
                    DenseMatrix B = DenseMatrix.of(b)) {
                for (int cut : new int[] {1, 2, 8, 100}) {
                    try (DenseMatrix A = Draw.segmented(a, 4, cut);
                            DenseMatrix C = DenseMatrix.segmented(50, 6, 12L * cut)) {
                        for (int from : new int[] {0, 1, 7, 49}) {
                            for (int to : new int[] {from, from + 1, 50}) {
                                C.fill(0);
                                on.run(1, (task, scratch) -> on.timesSmall(A, from, to, B, C, scratch));
                                double[][] here = new double[50][6];
                                for (int i = from; i < to; i++) here[i] = expected[i];
                                assertThat(Draw.distance(C.toArray(), here)).isLessThan(TIGHT);
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void timesSmallPutsItsRowsWhereItIsTold() {
        double[][] a = Draw.signed(16, 50, 4);
        double[][] b = Draw.signed(17, 4, 6);
        double[][] product = Draw.product(a, b);
        for (IntFunction<Compute> kernel : KERNELS) {
            for (int cut : new int[] {1, 8, 100}) {
                try (Compute on = kernel.apply(1);
                        DenseMatrix A = Draw.segmented(a, 4, cut);
                        DenseMatrix B = DenseMatrix.of(b);
                        DenseMatrix C = DenseMatrix.segmented(30, 6, 12L * cut)) {
                    on.run(1, (task, scratch) -> on.timesSmall(A, 21, 41, B, C, 3, scratch));
                    double[][] expected = new double[30][6];
                    for (int i = 21; i < 41; i++) expected[i - 18] = product[i];
                    assertThat(Draw.distance(C.toArray(), expected)).isLessThan(TIGHT);
                }
            }
        }
    }

    /** Scratch memory is reused with whatever it holds: a result must not read what an earlier one left there. */
    @Test
    void aDivergedRunLeavesNothingBehindForTheNext() {
        Shape s = new Shape(300, 200, 6);
        double[][] x = Draw.uniform(18, s.p, s.n);
        double[][] ht = Draw.signed(19, s.n, s.r);
        RowSet rows = RowSet.none(s.p);
        for (int i = 0; i < s.p; i += 2) rows.add(i);
        double[][] w = Draw.only(rows, Draw.signed(20, s.p, s.r));
        for (IntFunction<Compute> kernel : KERNELS) {
            try (Compute on = kernel.apply(2);
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
                    X.times(on, rows, poison, XHt);
                    X.misfit(on, rows, XHt, poison);
                    X.transposeTimes(on, rows, XHt, XtW);
                    Gram.of(on, XHt, rows, G);
                    Gram.cross(on, poison, XtW, G);
                    assertThat(G.get(0, 0)).isNaN();

                    Gram.of(on, W, rows, G);
                    assertThat(Draw.distance(G.toArray(), Draw.product(Draw.transpose(w), w)))
                            .isLessThan(TIGHT);
                    Gram.cross(on, Ht, Ht, G);
                    assertThat(Draw.distance(G.toArray(), Draw.product(Draw.transpose(ht), ht)))
                            .isLessThan(TIGHT);
                    X.transposeTimes(on, rows, W, XtW);
                    assertThat(Draw.distance(XtW.toArray(), Draw.product(Draw.transpose(x), w)))
                            .isLessThan(TIGHT);
                    X.times(on, RowSet.all(s.p), Ht, XHt);
                    assertThat(Draw.distance(XHt.toArray(), Draw.product(x, ht)))
                            .isLessThan(TIGHT);
                }
            }
        }
    }

    @Test
    void withoutSamplesProductsAreZero() {
        for (IntFunction<Compute> kernel : KERNELS) {
            try (Compute on = kernel.apply(1);
                    DenseMatrix X = DenseMatrix.zeros(3, 0);
                    DenseMatrix Ht = DenseMatrix.zeros(0, 2);
                    DenseMatrix W = DenseMatrix.zeros(3, 2);
                    DenseMatrix XHt = DenseMatrix.zeros(3, 2);
                    DenseMatrix XtW = DenseMatrix.zeros(0, 2)) {
                XHt.fill(5);
                X.times(on, RowSet.all(3), Ht, XHt);
                assertThat(XHt.nonZeros()).as(on.kernelName()).isZero();
                X.transposeTimes(on, RowSet.all(3), W, XtW);
                assertThat(X.misfit(on, RowSet.all(3), W, Ht)).isZero();
            }
        }
    }

    @Test
    void gatheringRowsGivesTheBitsOfCopyingThem() {
        for (int r : new int[] {1, 2, 3, 7, 8, 9, 16, 17, 19, 40}) {
            double[][] m = Draw.signed(21, 60, r);
            double[] value = Draw.signed(22, 1, 200)[0];
            int[] index = new int[200];
            for (int e = 0; e < 200; e++) index[e] = Draw.below(60, 23, r, e);
            try (Compute on = Compute.of(1);
                    DenseMatrix M = Draw.segmented(m, r, 8);
                    DenseMatrix copied = DenseMatrix.zeros(1, r);
                    DenseMatrix gathered = DenseMatrix.zeros(1, r);
                    Scratch scratch = new Scratch()) {
                for (int[] range : new int[][] {{0, 0}, {5, 6}, {0, 200}, {17, 111}}) {
                    copied.fill(9);
                    gathered.fill(8);
                    SparseKernel.of(on, M).combine(index, value, range[0], range[1], copied, 0, scratch);
                    SparseKernel.of(on, M, 0).combine(index, value, range[0], range[1], gathered, 0, scratch);
                    assertThat(gathered.toArray()).isDeepEqualTo(copied.toArray());
                    double[] expected = new double[r];
                    for (int e = range[0]; e < range[1]; e++)
                        for (int j = 0; j < r; j++) expected[j] += value[e] * m[index[e]][j];
                    assertThat(copied.toArray()[0]).containsExactly(expected);
                }
            }
        }
    }

    @Test
    void differencesAreThoseOfALoopWhereRowsAreGatheredToo() {
        double[][] m = Draw.signed(31, 20, 3);
        double[] value = Draw.uniform(32, 1, 20)[0];
        double[] divisor = Draw.uniform(33, 1, 20)[0];
        int[] index = new int[20];
        for (int e = 0; e < 20; e++) index[e] = e;
        double[] ones = new double[20];
        Arrays.fill(ones, 1);
        try (Compute on = Compute.of(1);
                DenseMatrix M = Draw.segmented(m, 3, 8);
                Scratch scratch = new Scratch()) {
            for (double[] d : new double[][] {divisor, ones}) {
                double[] expected = {1, 2, 3};
                for (int e = 2; e < 12; e++) // those below the diagonal
                for (int c = 0; c < 3; c++) expected[c] += value[e] * Math.pow(m[12][c] / d[12] - m[e][c] / d[e], 2);
                for (SparseKernel kernel : List.of(SparseKernel.of(on, M), SparseKernel.of(on, M, 0))) {
                    double[] sum = {1, 2, 3};
                    kernel.addDifferences(index, value, 2, 20, 12, d, sum, scratch);
                    assertThat(sum)
                            .containsExactly(
                                    expected,
                                    within(1e-12 * Arrays.stream(expected).max().orElseThrow()));
                }
            }
        }
    }

    @Test
    void rowSumsAndRowsDoNotDependOnTheStorage() {
        double[][] x = Draw.mostlyZero(24, 30, 40);
        try (DenseMatrix dense = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            assertThat(sparse.nonZeros()).isEqualTo(dense.nonZeros());
            assertThat(sparse.rowSquares()).containsExactly(dense.rowSquares());
            assertThat(sparse.sum()).isCloseTo(dense.sum(), within(1e-12 * dense.sum()));
            double[] row = new double[40];
            for (int i = 0; i < 30; i++) {
                Arrays.fill(row, 5);
                sparse.row(i, row);
                assertThat(row).containsExactly(x[i]);
                for (int j = 0; j < 40; j++) assertThat(sparse.get(i, j)).isEqualTo(x[i][j]);
            }
        }
    }
}
