package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.block.LocalSampleBlock;
import org.grapnel.solve.block.ProximalUpdates;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SolverMemoryTest {
    @Test
    void thousandFitsLeakNoMemory() {
        try (DenseMatrix X = SolverProblems.data(60, 40, 1)) {
            Spec spec = Spec.paper(Model.GNMF_L20, 3)
                    .withKeep(10)
                    .withStop(new StopSpec(0, 3, Optional.empty()))
                    .withThreads(2);
            var graph = Optional.of(SolverProblems.graph(40, 1));
            Grapnel.solve(X, graph, spec, FitContext.none()).close();
            long buffers = direct().getCount();
            long bytes = direct().getMemoryUsed();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();
            for (int i = 0; i < 1000; i++)
                Grapnel.solve(X, graph, spec, FitContext.none()).close();
            // other tests leave matrices to the garbage collector, so the counts may fall
            assertThat(direct().getCount()).isLessThanOrEqualTo(buffers);
            assertThat(direct().getMemoryUsed()).isLessThanOrEqualTo(bytes);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(threads + 1);
        }
    }

    private static BufferPoolMXBean direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
    }

    /** Beyond X, a fit holds at most 8·(p + n)·r doubles off the heap, and a little that does not grow with the data. */
    @Test
    void fitTakesAFewTimesTheMemoryOfItsFactors() {
        int p = 4000;
        int n = 3000;
        int r = 8;
        try (DenseMatrix X = SolverProblems.data(p, n, 1);
                ExecutionContext context = ExecutionContext.create(2)) {
            Problem problem =
                    SolverProblems.problem(X, r, new RowSparse(50), 1, Optional.of(SolverProblems.graph(n, 1)));
            long before = direct().getMemoryUsed();
            Start.StartPoint start = Start.random(1).point(context, X, r);
            try (LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(context, problem, start.Ht());
                    ProximalUpdates updates =
                            new ProximalUpdates(context, problem.formulation(), start.W(), samples, true)) {
                Algorithm.AlgorithmRun run = new Palm(Extrapolation.accPalm(0.5, 1.1, 0.9999)).start(updates);
                for (int i = 0; i < 5; i++) run.next();
                long taken = direct().getMemoryUsed() - before;
                assertThat(taken).isLessThan(8L * (p + n) * r * 8 + (4 << 20));
            }
        }
    }

    @Test
    void iterationAllocatesLessThanAKilobyte() {
        DenseMatrix dense = SolverProblems.data(900, 150, 1);
        for (Matrix X : new Matrix[] {dense, SparseMatrix.of(dense)}) {
            Problem problem =
                    SolverProblems.problem(X, 5, new RowSparse(40), 1, Optional.of(SolverProblems.graph(150, 1)));
            try (ExecutionContext context = ExecutionContext.create(1);
                    Start.StartPoint start = Start.random(1).point(context, X, 5);
                    LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(context, problem, start.Ht());
                    ProximalUpdates updates =
                            new ProximalUpdates(context, problem.formulation(), start.W(), samples, true)) {
                Algorithm.AlgorithmRun run = new Palm(Extrapolation.accPalm(0.5, 1.1, 0.9999)).start(updates);
                // the compiler, which removes many of the objects, is done late where others use the machine
                for (int i = 0; i < 1000; i++) run.next();
                ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
                long before = bean.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 200; i++) run.next();
                long each = (bean.getCurrentThreadAllocatedBytes() - before) / 200;
                assertThat(each).isLessThan(1024);
            }
        }
    }
}
