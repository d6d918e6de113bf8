package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToDoubleFunction;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** Sums over the samples, against loops. */
class SampleSumsTest {
    private static DenseMatrix uniform(long seed, int rows, int cols) {
        return DenseMatrix.zeros(rows, cols).map((i, j, x) -> CounterRandom.uniform(seed, i, j));
    }

    private static Graph ring(int n) {
        int[] row = new int[2 * n];
        int[] column = new int[2 * n];
        double[] value = new double[2 * n];
        for (int i = 0; i < n; i++) {
            row[2 * i] = column[2 * i + 1] = i;
            column[2 * i] = row[2 * i + 1] = (i + 1) % n;
            value[2 * i] = value[2 * i + 1] = 1;
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, value), "ring");
    }

    @Test
    void sumsEqualThoseOfALoop() {
        int n = 3000;
        int r = 7;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix Ht = uniform(1, n, r);
                DenseMatrix before = uniform(2, n, r);
                DenseMatrix XtW = uniform(3, n, r);
                DenseMatrix LHt = DenseMatrix.zeros(n, r);
                DenseMatrix HHt = DenseMatrix.zeros(r, r)) {
            Laplacian L = ring(n).laplacian();
            L.times(context, Ht, LHt);
            Gram.compute(context, Ht, RowSet.all(n), HHt);
            SampleSums sums = new SampleSums(context, r);
            sums.compute(Ht, before, XtW, LHt);
            double moved = 0;
            double inner = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < r; j++) {
                    moved += Math.pow(Ht.get(i, j) - before.get(i, j), 2);
                    inner += Ht.get(i, j) * XtW.get(i, j);
                }
            assertThat(sums.moved()).isCloseTo(moved, within(1e-12 * moved));
            assertThat(sums.inner()).isCloseTo(inner, within(1e-12 * inner));
            double[] energy = new double[r];
            sums.graphEnergy(L, Ht, HHt, energy);
            for (int j = 0; j < r; j++) {
                int c = j;
                double expected = differences(n, i -> Ht.get(i, c));
                assertThat(energy[j]).isCloseTo(expected, within(1e-12 * expected));
            }
        }
    }

    /** Σ (hᵢ − hᵢ₊₁)² around a ring. */
    private static double differences(int n, IntToDoubleFunction h) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += Math.pow(h.applyAsDouble(i) - h.applyAsDouble((i + 1) % n), 2);
        return sum;
    }

    /** The second component is smooth, so that the products h·(Lh) lose four digits. */
    @Test
    void graphEnergyOfASmoothComponentKeepsItsDigits() {
        int n = 3000;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix Ht = uniform(1, n, 3);
                DenseMatrix LHt = DenseMatrix.zeros(n, 3);
                DenseMatrix HHt = DenseMatrix.zeros(3, 3)) {
            for (int i = 0; i < n; i++) Ht.set(i, 1, 1 + 0.0245 * CounterRandom.uniform(5, i, 1));
            Laplacian L = ring(n).laplacian();
            L.times(context, Ht, LHt);
            Gram.compute(context, Ht, RowSet.all(n), HHt);
            SampleSums sums = new SampleSums(context, 3);
            sums.compute(Ht, Ht, Ht, LHt);
            double[] energy = new double[3];
            sums.graphEnergy(L, Ht, HHt, energy);
            double exact = differences(n, i -> Ht.get(i, 1));
            double share = exact / (L.norm() * HHt.get(1, 1));
            assertThat(share).as("between 1e-4/‖L‖² and 1e-4").isBetween(1e-5, 9e-5);
            assertThat(energy[1]).isCloseTo(exact, within(1e-14 * exact));
            assertThat(energy[0]).isCloseTo(differences(n, i -> Ht.get(i, 0)), within(1e-9));
        }
    }
}
