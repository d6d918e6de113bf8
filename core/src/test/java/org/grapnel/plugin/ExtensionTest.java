package org.grapnel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.junit.jupiter.api.Test;

/** Which parts of two runs are the same. */
class ExtensionTest {
    /** Numbers between 0 and a bound. */
    private static class Bounded implements Constraint {
        private static final long serialVersionUID = 1L;
        private final double most;

        Bounded(double most) {
            this.most = most;
        }

        @Override
        public void clip(double[] values, int count, double stepLength) {
            for (int q = 0; q < count; q++) values[q] = Math.max(0, Math.min(values[q], most));
        }
    }

    /** A class whose only field is that of its superclass. */
    private static final class BoundedByOne extends Bounded {
        private static final long serialVersionUID = 1L;

        BoundedByOne() {
            super(1);
        }
    }

    private static final class WithoutFields implements Constraint {
        private static final long serialVersionUID = 1L;
    }

    private record Recorded(double most) implements Constraint {}

    private record Nameless() implements Constraint {
        @Override
        public String toString() {
            throw new IllegalStateException("no name");
        }
    }

    private static String identity(Constraint part) {
        return Extension.of("part", part).identity();
    }

    @Test
    void resumeWithAnotherParameterOfAPlainClassDoesNotReturnTheOldSolution() {
        Map<String, InMemoryCheckpoint> store = new HashMap<>();
        try (Solution first = solve(store, new Bounded(0.5));
                Solution second = solve(store, new Bounded(0.1))) {
            assertThat(largest(first)).isEqualTo(0.5);
            assertThat(largest(second)).isEqualTo(0.1);
        }
    }

    @Test
    void resumeWithTheSameObjectReturnsTheOldSolution() {
        Map<String, InMemoryCheckpoint> store = new HashMap<>();
        Constraint bounded = new Bounded(0.5);
        solve(store, bounded).close();
        solve(store, bounded).close();
        assertThat(store).hasSize(1);
    }

    private static double largest(Solution found) {
        double most = 0;
        for (double[] row : found.Ht().toArray()) for (double value : row) most = Math.max(most, value);
        return most;
    }

    /** Solves with the checkpoints of earlier solves, and keeps that of this one. */
    private static Solution solve(Map<String, InMemoryCheckpoint> store, Constraint onH) {
        Spec spec = Spec.paper(Model.NMF, 2)
                .withSolver(SolverSpec.of(SolverKind.PALM))
                .withStop(new StopSpec(0, 20, Optional.empty()))
                .withConstraint(FactorId.H, "bounded", onH);
        FitContext context = FitContext.none().withCheckpoints(key -> open(store, key.get()));
        try (DenseMatrix X = DenseMatrix.zeros(8, 6)) {
            for (int i = 0; i < 8; i++) for (int j = 0; j < 6; j++) X.set(i, j, CounterRandom.uniform(1, i, j));
            return Grapnel.solve(X, Optional.empty(), spec, context);
        }
    }

    private static Checkpoint open(Map<String, InMemoryCheckpoint> store, String key) {
        InMemoryCheckpoint earlier = store.get(key);
        if (earlier != null) return InMemoryCheckpoint.finished(earlier.solution());
        InMemoryCheckpoint empty = InMemoryCheckpoint.empty();
        store.put(key, empty);
        return empty;
    }

    @Test
    void objectWithFieldsIsTheSameAsItselfOnly() {
        Constraint bounded = new Bounded(0.5);
        assertThat(identity(bounded)).isEqualTo(identity(bounded)).isNotEqualTo(identity(new Bounded(0.5)));
        assertThat(identity(new BoundedByOne())).isNotEqualTo(identity(new BoundedByOne()));
    }

    @Test
    void recordsAndClassesWithoutFieldsAreTheSameInEveryProcess() {
        assertThat(identity(new Recorded(0.5))).isEqualTo("part[Recorded[most=0.5]]");
        assertThat(identity(new WithoutFields())).isEqualTo("part[org.grapnel.plugin.ExtensionTest$WithoutFields]");
    }

    @Test
    void faultOfToStringNamesThePart() {
        assertThatThrownBy(() -> identity(new Nameless()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("extension 'part' (org.grapnel.plugin.ExtensionTest$Nameless): toString threw");
    }
}
