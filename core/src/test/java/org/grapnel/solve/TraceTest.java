package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Objective;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;
import org.junit.jupiter.api.Test;

/** What a trace says about a run. */
class TraceTest {
    @Test
    void sizeIsHalfTheSquaredNormOfX() {
        try (DenseMatrix X = SolverProblems.data(12, 9, 1)) {
            double half = 0;
            for (double square : X.rowSquares()) half += square / 2;
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(5), 0, Optional.empty());
            try (Solution found = SolverProblems.solve(1, problem, 1, Extrapolation.none(), 2)) {
                assertThat(found.trace().size()).isCloseTo(half, within(1e-12 * half));
            }
            try (ExecutionContext context = ExecutionContext.create(1);
                    Solution found = BestSupport.standard()
                            .solve(
                                    context,
                                    problem,
                                    Start.random(1).point(context, X, 2),
                                    Stop.after(2),
                                    step -> {},
                                    Checkpoint.none())) {
                assertThat(found.trace().size()).isCloseTo(half, within(1e-12 * half));
                assertThat(found.trace().steps().get(1).rowsComputed())
                        .as("rows computed")
                        .isPositive();
            }
        }
    }

    private static Trace trace(double size, double... objectives) {
        Step[] steps = new Step[objectives.length];
        for (int i = 0; i < steps.length; i++)
            steps[i] = new Step(i, 0, new Objective(objectives[i], 0), 1, 0, true, 0);
        return new Trace(List.of(steps), 1, size);
    }

    @Test
    void riseCountsOnlyAboveTheRoundingOfF() {
        double low = 1e-3;
        assertThat(new Trace(List.of()).monotone()).isTrue();
        assertThat(trace(1e6, 1, low, low + 5e-9).monotone()).isTrue();
        assertThat(trace(1e6, 1, low, low + 2e-8).monotone()).isFalse();
        assertThat(trace(0, 1e20, low, low + 5e-9).monotone())
                .as("rounding of the first F")
                .isTrue();
        assertThat(trace(0, 1e20, low, low + 2e-8).monotone()).isFalse();
        assertThat(trace(1e6, 1e20, low, low + 1.5e-8).monotone()).as("both").isTrue();
        assertThat(trace(0, 1, low, low + 5e-9).monotone()).isFalse();
        double rounding = 1e-12 * 1.5 + (1e-14 * 3 + 1e-28 * 2);
        assertThat(trace(3, 2, 1.5, 1.5 + rounding).monotone())
                .as("exactly the allowance")
                .isTrue();
    }

    private static Trace traceFrom(int feasibleFrom, double... objectives) {
        Step[] steps = new Step[objectives.length];
        for (int i = 0; i < steps.length; i++)
            steps[i] = new Step(i, 0, new Objective(objectives[i], 0), 1, 0, true, 0);
        return new Trace(List.of(steps), feasibleFrom, 0);
    }

    @Test
    void riseWithinRoundingIsMonotone() {
        assertThat(traceFrom(1, 5, 3, 2, 2).monotone()).isTrue();
        assertThat(traceFrom(1, 1, 3, 2, 2).monotone())
                .as("from iteration 0 to 1")
                .isTrue();
        assertThat(traceFrom(1, 5, 3, 3 + 1e-9, 2).monotone()).isFalse();
        assertThat(traceFrom(1, 5, 3, 3 + 1e-12, 2).monotone()).as("rounding").isTrue();
        assertThat(traceFrom(2, 5, 3, 4, 2).monotone()).as("feasible from 2 on").isTrue();
        assertThat(traceFrom(2, 5, 3, 4, 4.5).monotone()).isFalse();
        assertThat(traceFrom(1, 5, 3, 2).iterations()).isEqualTo(2);
    }
}
