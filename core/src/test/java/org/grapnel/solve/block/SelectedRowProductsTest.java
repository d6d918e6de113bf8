package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.util.List;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.Test;

/** Products with selected rows of X. */
class SelectedRowProductsTest {
    private static double[] product(SelectedRowProducts products, RowSet rows, DenseMatrix Ht) {
        try (DenseMatrix XHt = DenseMatrix.zeros(6, 1)) {
            products.times(rows, Ht, XHt);
            double[] found = new double[rows.count()];
            for (int q = 0; q < found.length; q++) found[q] = XHt.get(rows.get(q), 0);
            return found;
        }
    }

    private static DenseMatrix ones(int rows, int cols) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        M.fill(1);
        return M;
    }

    private static DenseMatrix uniform(long seed, int rows, int cols) {
        return DenseMatrix.zeros(rows, cols).map((i, j, x) -> CounterRandom.uniform(seed, i, j));
    }

    /** The same rows several times, then others: a stale copy is never used. */
    @Test
    void productsEqualThoseWithX() {
        try (ExecutionContext context = ExecutionContext.createPlainJava(2)) {
            DenseMatrix dense = SolverProblems.data(70, 30, 2);
            RowSet[] asked = {
                RowSet.of(70, 1, 5, 69),
                RowSet.of(70, 1, 5, 69),
                RowSet.of(70, 1, 5, 69),
                RowSet.of(70, 0, 5, 69),
                RowSet.of(70, 1, 5, 69),
                RowSet.of(70, 2, 3),
                RowSet.of(70, 2, 3),
                RowSet.all(70),
                RowSet.all(70),
                RowSet.none(70),
                RowSet.none(70)
            };
            for (Matrix X : List.of(dense, SparseMatrix.of(dense))) {
                try (SelectedRowProducts products = new SelectedRowProducts(context, X, 5)) {
                    for (int t = 0; t < asked.length; t++) {
                        DenseMatrix Ht = uniform(t, 30, 5);
                        DenseMatrix expected = DenseMatrix.zeros(70, 5);
                        DenseMatrix found = DenseMatrix.zeros(70, 5);
                        X.times(context, asked[t], Ht, expected);
                        products.times(asked[t], Ht, found);
                        close(found, expected);
                        DenseMatrix W = DenseMatrix.zeros(70, 5);
                        for (int q = 0; q < asked[t].count(); q++)
                            W.copyRow(asked[t].get(q), uniform(t + 50, 70, 5), q);
                        DenseMatrix XtW = DenseMatrix.zeros(30, 5);
                        DenseMatrix XtWFound = DenseMatrix.zeros(30, 5);
                        X.transposeTimes(context, asked[t], W, XtW);
                        products.transposeTimes(asked[t], W, XtWFound);
                        close(XtWFound, XtW);
                    }
                }
            }
        }
    }

    private static void close(DenseMatrix found, DenseMatrix expected) {
        for (int i = 0; i < expected.rows(); i++)
            for (int j = 0; j < expected.cols(); j++)
                assertThat(found.get(i, j)).isCloseTo(expected.get(i, j), within(1e-12 * (1 + expected.get(i, j))));
    }

    /** X changes between the calls; a copy does not. */
    @Test
    void rowsRequestedTwiceInARowAreCopied() {
        RowSet some = RowSet.of(6, 1, 3);
        RowSet others = RowSet.of(6, 1, 2);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = ones(6, 4);
                DenseMatrix Ht = ones(4, 1);
                SelectedRowProducts products = new SelectedRowProducts(context, X, 1)) {
            assertThat(product(products, some, Ht)).containsExactly(4, 4);
            X.set(1, 0, 2);
            assertThat(product(products, some, Ht)).as("copied now").containsExactly(5, 4);
            X.set(1, 0, 10);
            assertThat(product(products, some, Ht)).as("from the copy").containsExactly(5, 4);
            try (DenseMatrix W = ones(6, 1);
                    DenseMatrix XtW = DenseMatrix.zeros(4, 1)) {
                products.transposeTimes(some, W, XtW);
                assertThat(XtW.get(0, 0)).as("from the copy").isEqualTo(3);
            }
            assertThat(product(products, others, Ht)).containsExactly(13, 4);
            X.set(1, 0, 20);
            assertThat(product(products, some, Ht))
                    .as("the copy is still there")
                    .containsExactly(5, 4);
            assertThat(product(products, others, Ht)).containsExactly(23, 4);
            X.set(1, 0, 30);
            assertThat(product(products, others, Ht)).as("another copy").containsExactly(23, 4);
        }
    }

    @Test
    void allRowsAreNeverCopied() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = ones(6, 4);
                DenseMatrix Ht = ones(4, 1);
                SelectedRowProducts products = new SelectedRowProducts(context, X, 1)) {
            for (int times = 1; times <= 3; times++) {
                X.set(0, 0, times);
                assertThat(product(products, RowSet.all(6), Ht)[0]).isEqualTo(3 + times);
            }
        }
    }

    @Test
    void checkpointRestoresTheCopy() {
        RowSet some = RowSet.of(6, 1, 3);
        for (int requests = 0; requests < 3; requests++) {
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix X = ones(6, 4);
                    DenseMatrix Ht = ones(4, 1);
                    SelectedRowProducts products = new SelectedRowProducts(context, X, 1);
                    SelectedRowProducts later = new SelectedRowProducts(context, X, 1)) {
                for (int i = 0; i < requests; i++) product(products, some, Ht);
                later.transfer(
                        StateStream.readFrom(new ByteArrayInputStream(InMemoryCheckpoint.bytes(products::transfer))));
                X.set(1, 0, 2);
                for (SelectedRowProducts each : List.of(products, later)) {
                    assertThat(product(each, some, Ht)[0])
                            .as("requested %d times before", requests)
                            .isEqualTo(requests < 2 ? 5 : 4);
                }
                X.set(1, 0, 3);
                for (SelectedRowProducts each : List.of(products, later))
                    assertThat(product(each, some, Ht)[0])
                            .as("requested %d times before", requests + 1)
                            .isEqualTo(requests == 0 ? 6 : requests == 1 ? 5 : 4);
            }
        }
    }
}
