package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GramCache;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.Test;

/** One round of tasks, against its parts one after the other. */
class CandidateMeasurementTest {
    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    /** A component is smooth in every other candidate: its graph energy cancels, and there is nothing to guess from the one before. */
    private static DenseMatrix candidate(int round, int n, int r) {
        return DenseMatrix.zeros(n, r)
                .map((i, j, x) -> j == 1 && round / 2 % 2 == 1
                        ? 1 + 1e-4 * CounterRandom.uniform(round, i, j)
                        : CounterRandom.uniform(round, i, j));
    }

    @Test
    void oneRoundGivesTheBitsOfItsParts() {
        for (int[] shape : new int[][] {{5, 2}, {360, 15}, {1500, 9}})
            for (IntFunction<ExecutionContext> kernel : KERNELS)
                for (int threads : new int[] {1, 2, 3}) compare(kernel, threads, shape[0], shape[1]);
    }

    private static void compare(IntFunction<ExecutionContext> kernel, int threads, int n, int r) {
        RowSet all = RowSet.all(n);
        Laplacian L = SolverProblems.graph(n, 3).laplacian();
        try (ExecutionContext context = kernel.apply(threads);
                ExecutionContext alone = kernel.apply(1);
                DenseMatrix before = candidate(100, n, r);
                DenseMatrix XtW = candidate(101, n, r);
                DenseMatrix LHt = DenseMatrix.zeros(n, r);
                DenseMatrix expectedLHt = DenseMatrix.zeros(n, r);
                DenseMatrix HHt = DenseMatrix.zeros(r, r);
                GramCache found = new GramCache(r)) {
            CandidateMeasurement measurement = new CandidateMeasurement(context, r);
            SampleSums sums = new SampleSums(alone, r);
            double[] energy = new double[r];
            for (int round = 0; round < 8; round++) {
                try (DenseMatrix Ht = candidate(round, n, r)) {
                    Gram.compute(alone, Ht, all, HHt);
                    L.times(alone, Ht, expectedLHt);
                    sums.compute(Ht, before, XtW, expectedLHt);
                    sums.graphEnergy(L, Ht, HHt, energy);

                    SampleBlock.CandidateSums withGraph = measurement.compute(L, Ht, all, before, XtW, LHt, found);
                    assertThat(withGraph.inner()).isEqualTo(sums.inner());
                    assertThat(withGraph.moved()).isEqualTo(sums.moved());
                    assertThat(found.HHt().toArray()).isDeepEqualTo(HHt.toArray());
                    assertThat(LHt.toArray()).isDeepEqualTo(expectedLHt.toArray());
                    for (int j = 0; j < r; j++)
                        assertThat(found.graphEnergy(j)).as("round %d", round).isEqualTo(energy[j]);

                    found.HHt().fill(Double.NaN);
                    assertThat(measurement.compute(Ht, all, before, XtW, found.HHt()))
                            .isEqualTo(withGraph);
                    assertThat(found.HHt().toArray()).isDeepEqualTo(HHt.toArray());
                }
            }
        }
    }
}
