package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.InsufficientMemoryException;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.MemoryBudget;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fit that cannot be had is refused before it begins, and none that can. */
class FitMemoryTest {
    private static long outside() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getTotalCapacity)
                .sum();
    }

    private static double[][] values(int p, int n) {
        double[][] values = new double[p][n];
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++) values[i][j] = CounterRandom.uniform(3, i, j) + (i % 4 == j % 4 ? 1 : 0);
        return values;
    }

    private static PreparedData prepared(Matrix X) {
        return Preparation.none().apply(Dataset.of(X));
    }

    private static Spec brief(Spec spec) {
        return spec.withStop(new StopSpec(0, 3, Optional.empty()))
                .withBaselines(false)
                .withThreads(1);
    }

    /** What is said to be needed is there while the solver runs, in each of its ways: nothing that would have worked is refused. */
    @ParameterizedTest
    @EnumSource(Model.class)
    void whatAFitCannotDoWithoutItReallyTakes(Model model) {
        List<Spec> specs = new ArrayList<>();
        Spec spec = brief(Spec.paper(model, 40));
        if (model.isSparse()) spec = spec.withKeep(60);
        for (SolverKind method : SolverKind.values()) {
            Spec one = spec.withSolver(SolverSpec.of(method))
                    .withGraphTerm(method == SolverKind.BEST_SUPPORT ? GraphTerm.INVARIANT : GraphTerm.TRACE);
            specs.add(one);
            if (model.selectsFeatures())
                specs.add(one.withSelect(FeatureSelection.of(FeatureSelection.Strategy.VARIANCE)));
        }
        int fitted = 0;
        for (boolean sparse : new boolean[] {false, true}) {
            try (DenseMatrix dense = DenseMatrix.of(values(400, 120));
                    Matrix X = sparse ? SparseMatrix.of(dense) : dense.copy()) {
                for (Spec one : specs) {
                    MemoryPeakListener seen = new MemoryPeakListener();
                    try (Fit fit = Grapnel.fit(prepared(X), Optional.empty(), one, FitContext.of(seen))) {
                        assertThat(fit.solution().trace().steps()).isNotEmpty();
                        seen.look();
                    } catch (IllegalArgumentException e) {
                        continue; // this solver is not for this model
                    }
                    for (MemoryCheck.RequiredMemory part : MemoryCheck.lowerBounds(X, one, false))
                        assertThat(part.bytes()).as(one + " " + part).isLessThanOrEqualTo(seen.most);
                    fitted++;
                }
            }
        }
        assertThat(fitted).isGreaterThanOrEqualTo(2);
    }

    /** How much more there is outside the heap than when the fit began, at its steps. */
    private static final class MemoryPeakListener implements FitListener {
        private final long before = outside();
        private long most;

        void look() {
            most = Math.max(most, outside() - before);
        }

        @Override
        public void onIteration(Step step) {
            look();
        }
    }

    @Test
    void whatCannotBeHadIsRefusedInOneLine() {
        int side = 500_000;
        try (SparseMatrix X = SparseMatrix.ofTriples(side, side, new int[] {0}, new int[] {0}, new double[] {1})) {
            assertThatThrownBy(() -> MemoryCheck.require(X, Spec.paper(Model.NMF, 100_000), false, FitListener.none()))
                    .isInstanceOf(InsufficientMemoryException.class)
                    .hasMessageStartingWith("not enough memory: the factors of 500,000 features, 500,000 samples"
                            + " and rank 100000 need at least 3200.0 GB")
                    .hasMessageContaining(" left");
            MemoryCheck.require(X, Spec.paper(Model.NMF, 1), false, FitListener.none());
            MemoryCheck.require(X, Spec.paper(Model.GNMF, 1), true, FitListener.none());
        }
    }

    @Test
    void theWordsNameWhatIsShortAndWhatRaisesIt() {
        MemoryBudget room = new MemoryBudget(10L << 30, 64L << 20, 100L << 20, 20L << 30);
        assertThat(room.fits(0, 64L << 20)).isTrue();
        assertThat(room.fits(0, (64L << 20) + 1)).isFalse();
        assertThat(room.shortage("the factors need", 0, 80L << 20))
                .isEqualTo(
                        "the factors need at least 84 MB outside the heap, where 67 MB of 105 MB are left; raise the limit with -Xmx233m");
        assertThat(room.fits(11L << 30, 0)).isFalse();
        assertThat(room.shortage("names need", 11L << 30, 0)).contains("at least 11.8 GB on the heap");
        assertThat(room.shortage("the factors need", 0, 30L << 30))
                .isEqualTo("the factors need at least 32.2 GB, but this machine or container has only 21.5 GB left");
    }

    @Test
    void thereIsRoomForSomethingHere() {
        MemoryBudget room = MemoryBudget.current();
        assertThat(room.heap())
                .isPositive()
                .isLessThanOrEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(room.outside()).isPositive().isLessThanOrEqualTo(room.limit());
        assertThat(room.machine()).isPositive().isLessThan(1L << 50);
        try (DenseMatrix taken = DenseMatrix.zeros(1 << 10, 1 << 10)) {
            assertThat(taken.rows()).isEqualTo(1 << 10);
            assertThat(MemoryBudget.current().outside()).isLessThan(room.outside());
        }
    }

    @Test
    void aMatrixLargerThanTheMachineIsRefusedBeforeItIsFilled() {
        long began = System.nanoTime();
        assertThatThrownBy(() -> DenseMatrix.zeros(Integer.MAX_VALUE, 1 << 20).close())
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageMatching(
                        "a matrix needs at least 18014398.5 GB, but this machine or container has only .* left");
        assertThat((System.nanoTime() - began) * 1e-9).isLessThan(5);
    }
}
