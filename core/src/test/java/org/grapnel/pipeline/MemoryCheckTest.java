package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.grapnel.graph.ApproximateSearch;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fit that cannot fit into memory is refused before it starts, and no other. */
class MemoryCheckTest {
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

    @Test
    void theSearchOfManySamplesIsCountedOnTheHeap() {
        try (Matrix X = DenseMatrix.zeros(3, 100_001);
                Matrix few = DenseMatrix.zeros(3, 1000)) {
            Spec spec = Spec.recommended(3, 2);
            assertThat(MemoryCheck.lowerBounds(X, spec, true))
                    .anySatisfy(
                            needed -> assertThat(needed.onHeap()).isEqualTo(ApproximateSearch.bytes(100_001, 3, 5)));
            assertThat(MemoryCheck.lowerBounds(X, spec, false))
                    .allSatisfy(needed -> assertThat(needed.onHeap()).isZero());
            assertThat(MemoryCheck.lowerBounds(few, spec, true))
                    .allSatisfy(needed -> assertThat(needed.onHeap()).isZero());
        }
    }

    /** Positive entries are held by row and by column, 12 bytes each, and so are the factors, on the heap. */
    @Test
    void countsOfTheLossKlAreCountedOnTheHeap() {
        try (Matrix X = DenseMatrix.of(values(20, 30))) {
            Spec all = Spec.recommended(Model.NMF, 4).withLoss(Loss.KL);
            assertThat(MemoryCheck.lowerBounds(X, all, false)).singleElement().satisfies(needed -> {
                assertThat(needed.onHeap()).isEqualTo(24 * X.nonZeros() + 8 * 4 * (20 + 30));
                assertThat(needed.outside()).isZero();
            });
            Spec selected = Spec.recommended(4, 7).withLoss(Loss.KL);
            assertThat(MemoryCheck.lowerBounds(X, selected, false))
                    .singleElement()
                    .satisfies(needed -> {
                        assertThat(needed.onHeap()).isEqualTo(8 * 4 * (7 + 2 * 30));
                        assertThat(needed.outside()).isEqualTo(8 * 4 * 2 * 30);
                    });
        }
    }

    /** The factors of many samples include the copy of X in the order of the graph. */
    @Test
    void theCopyOfManySamplesIsCounted() {
        try (Matrix X = DenseMatrix.zeros(3, 100_001);
                Matrix fewer = DenseMatrix.zeros(3, 100_000)) {
            Spec spec = Spec.recommended(3, 2);
            long more = bytes(MemoryCheck.lowerBounds(X, spec, false));
            long less = bytes(MemoryCheck.lowerBounds(fewer, spec, false));
            assertThat(more - less).isBetween(8L * 2 * 100_001, 8L * 2 * 100_001 + 1000);
        }
    }

    /** Weights need a copy of the kept rows of X, and their places by feature and by sample. */
    @Test
    void weightsAreCounted() {
        try (Matrix X = DenseMatrix.zeros(30, 1000)) {
            Spec spec = Spec.recommended(3, 20);
            EntryWeights weights = EntryWeights.ofDeficits(30, 1000, (i, row) -> Arrays.fill(row, i == 0 ? 1 : 0));
            long plain = bytes(MemoryCheck.lowerBounds(X, spec, false));
            long weighted = bytes(MemoryCheck.lowerBounds(X, Optional.of(weights), spec, false));
            assertThat(weighted - plain).isEqualTo(8L * 20 * 1000 + 24L * 1000);
        }
    }

    private static long bytes(List<MemoryCheck.RequiredMemory> bounds) {
        return bounds.stream().mapToLong(MemoryCheck.RequiredMemory::bytes).sum();
    }

    private static Spec brief(Spec spec) {
        return spec.withStop(new StopSpec(0, 3, Optional.empty()))
                .withBaselines(false)
                .withThreads(1);
    }

    /** Every solver uses at least the memory that the check requires, so no fit that would work is refused. */
    @ParameterizedTest
    @EnumSource(Model.class)
    void aFitTakesAtLeastTheLowerBounds(Model model) {
        List<Spec> specs = new ArrayList<>();
        Spec spec = brief(Spec.paper(model, 40));
        if (model.isSparse()) spec = spec.withKeep(60);
        for (SolverKind kind : SolverKind.values()) {
            Spec one = spec.withSolver(SolverSpec.of(kind))
                    .withGraphTerm(kind == SolverKind.BEST_SUPPORT ? GraphTerm.INVARIANT : GraphTerm.TRACE);
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

    /** Records the peak of memory outside the heap during a fit. */
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
    void tooLargeFitsAreRefusedInOneLine() {
        int side = 500_000;
        try (SparseMatrix X = SparseMatrix.ofTriples(side, side, new int[] {0}, new int[] {0}, new double[] {1})) {
            assertThatThrownBy(() -> MemoryCheck.require(
                            X, Optional.empty(), Spec.paper(Model.NMF, 100_000), false, FitListener.none()))
                    .isInstanceOf(InsufficientMemoryException.class)
                    .hasMessageStartingWith("not enough memory: the factors of 500,000 features, 500,000 samples"
                            + " and rank 100000 need at least 3200.0 GB")
                    .hasMessageContaining(" left");
            MemoryCheck.require(X, Optional.empty(), Spec.paper(Model.NMF, 1), false, FitListener.none());
            MemoryCheck.require(X, Optional.empty(), Spec.paper(Model.GNMF, 1), true, FitListener.none());
        }
    }
}
