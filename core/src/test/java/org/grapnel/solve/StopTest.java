package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.grapnel.model.Objective;
import org.junit.jupiter.api.Test;

class StopTest {
    private static Step step(int iteration, double seconds, double change) {
        return new Step(iteration, seconds, new Objective(1, 0), change, 0.5, true, 3);
    }

    private static Optional<StopReason> test(Stop stop, Step step) {
        return stop.test(step, () -> 0.02);
    }

    @Test
    void changeMustBeBelowTheTolerance() {
        Stop stop = Stop.changeBelow(1e-3);
        assertThat(test(stop, step(5, 1, 1e-3))).isEmpty();
        StopReason reason = test(stop, step(5, 1, 9e-4)).orElseThrow();
        assertThat(reason.converged()).isTrue();
        assertThat(reason.code()).isEqualTo("tolerance");
        assertThat(reason.sentence()).contains("0.0009").contains("0.001");
    }

    @Test
    void zeroToleranceNeverStops() {
        assertThat(test(Stop.changeBelow(0), step(5, 1, 0))).isEmpty();
        assertThat(test(new StopSpec(0, 7, Optional.empty()).rule(), step(6, 1, 0)))
                .isEmpty();
        assertThat(test(new StopSpec(0, 7, Optional.empty()).rule(), step(7, 1, 0))
                        .orElseThrow())
                .isEqualTo(new StopReason.IterationLimit(7));
    }

    @Test
    void limitsStopWithoutConverging() {
        assertThat(test(Stop.after(10), step(9, 1, 0))).isEmpty();
        assertThat(test(Stop.after(10), step(10, 1, 0)).orElseThrow().converged())
                .isFalse();
        assertThat(test(Stop.within(2), step(1, 1.9, 0))).isEmpty();
        assertThat(test(Stop.within(2), step(1, 2, 0)).orElseThrow().code()).isEqualTo("max-seconds");
    }

    @Test
    void residualIsMeasuredEveryTenthIteration() {
        assertThat(test(Stop.residualBelow(0.05), step(9, 1, 0))).isEmpty();
        assertThat(test(Stop.residualBelow(0.01), step(10, 1, 0))).isEmpty();
        assertThat(test(Stop.residualBelow(0.05), step(10, 1, 0)).orElseThrow())
                .isEqualTo(new StopReason.Converged(StopReason.Converged.RESIDUAL, 0.02, 0.05));
    }

    @Test
    void rulesCombine() {
        Stop either = Stop.changeBelow(1e-3).or(Stop.after(10));
        assertThat(test(either, step(10, 1, 1)).orElseThrow()).isEqualTo(new StopReason.IterationLimit(10));
        assertThat(test(either, step(10, 1, 1e-9)).orElseThrow().converged()).isTrue();
        Stop both = Stop.changeBelow(1e-3).and(Stop.residualBelow(0.05));
        assertThat(test(both, step(10, 1, 1))).isEmpty();
        assertThat(test(both, step(11, 1, 1e-9))).isEmpty();
        assertThat(test(both, step(10, 1, 1e-9)).orElseThrow().code()).isEqualTo("residual");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new StopSpec(-1, 5, Optional.empty()))
                .hasMessage("tol must be a number >= 0, got -1.0");
        assertThatThrownBy(() -> new StopSpec(0, 0, Optional.empty())).hasMessage("max-iter must be at least 1, got 0");
        assertThatThrownBy(() -> new StopSpec(0, 1, Optional.of(0.0)))
                .hasMessage("max-seconds must be above 0, got 0.0");
        assertThatThrownBy(() -> SolverSpec.of(SolverKind.PALM).withStepFactor(0.5))
                .hasMessage("step-factor must be a number >= 1, got 0.5");
        assertThatThrownBy(() -> SolverSpec.of(SolverKind.ACCPALM).withFixedBeta(1.5))
                .hasMessage("beta must be between 0 and 1, got 1.5");
        assertThatThrownBy(() -> SolverSpec.of(SolverKind.ACCPALM).withAdaptiveBeta(0.5, 1, 0.9))
                .hasMessage("momentum must be a number > 1, got 1.0");
    }

    @Test
    void stableLabelsMeanConvergedAndARoundLimitDoesNot() {
        assertThat(new StopReason.StableLabels().converged()).isTrue();
        assertThat(new StopReason.RoundLimit(50).converged()).isFalse();
        assertThat(new StopReason.RoundLimit(50).sentence()).contains("50 rounds");
    }

    @Test
    void residualEqualToTheToleranceDoesNotStop() {
        assertThat(test(Stop.residualBelow(0.02), step(10, 1, 0))).isEmpty();
        assertThat(test(Stop.residualBelow(Math.nextUp(0.02)), step(10, 1, 0))).isPresent();
    }
}
