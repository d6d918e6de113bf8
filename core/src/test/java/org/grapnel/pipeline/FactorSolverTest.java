package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failures of listeners and checkpoint stores free the matrices of a solve. */
class FactorSolverTest {
    private static final FitListener BROKEN = step -> {
        throw new IllegalStateException("broken");
    };

    private final DenseMatrix X = DenseMatrix.of(new double[][] {{1, 2, 3, 4, 5}, {5, 1, 4, 2, 3}, {2, 2, 1, 5, 1}});

    @AfterEach
    void close() {
        X.close();
    }

    @Test
    void aBrokenListenerLeavesNoMatrix() {
        for (Model model : new Model[] {Model.NMF, Model.NMF_L20, Model.KMEANS}) {
            assertNothingLeft(Spec.paper(model, 2), FitContext.of(BROKEN));
        }
        assertNothingLeft(Spec.recommended(Model.NMF, 2), FitContext.of(BROKEN));
    }

    @Test
    void aStoreThatCannotBeOpenedLeavesNoMatrix() {
        FitContext context = FitContext.none().withCheckpoints(key -> {
            throw new IllegalStateException("broken");
        });
        assertNothingLeft(Spec.paper(Model.NMF, 2), context);
        assertNothingLeft(Spec.recommended(Model.NMF, 2), context);
    }

    @Test
    void aCheckpointThatFailsAtTheEndLeavesNoMatrix() {
        FitContext context = FitContext.none().withCheckpoints(key -> new BrokenAtTheEnd());
        assertNothingLeft(Spec.paper(Model.NMF, 2), context);
        assertNothingLeft(Spec.recommended(Model.NMF, 2), context);
    }

    private void assertNothingLeft(Spec asked, FitContext context) {
        Spec spec = asked.model().isSparse() ? asked.withKeep(2) : asked;
        FactorSolver solver = FactorSolver.onAll(X, Optional.empty(), context);
        long before = offHeapBuffers();
        assertThatThrownBy(() -> solver.solve(spec.withThreads(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
        assertThat(offHeapBuffers()).as("%s", spec).isLessThanOrEqualTo(before); // a collection may free older ones
    }

    private static long offHeapBuffers() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getCount)
                .sum();
    }

    private static final class BrokenAtTheEnd implements Checkpoint {
        @Override
        public CheckpointStatus status() {
            return CheckpointStatus.NONE;
        }

        @Override
        public void read(Consumer<StateStream> state) {
            throw new AssertionError("there is nothing to read");
        }

        @Override
        public void afterIteration(Consumer<StateStream> state) {}

        @Override
        public void onInterrupt(Consumer<StateStream> state) {}

        @Override
        public void onFinish(double seconds, Consumer<StateStream> solution) {
            throw new IllegalStateException("broken");
        }
    }
}
