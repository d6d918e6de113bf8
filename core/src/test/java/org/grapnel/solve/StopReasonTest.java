package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The codes and sentences of stop reasons. */
class StopReasonTest {
    @Test
    void everyStopReasonHasACodeAndASentence() {
        Map<StopReason, String> ends = Map.of(
                new StopReason.Converged(StopReason.Converged.CHANGE, 0.5, 1),
                        "tolerance: converged: the relative change 0.5000 is below 1.000",
                new StopReason.Converged(StopReason.Converged.RESIDUAL, 0.5, 1),
                        "residual: converged: the residual 0.5000 is below 1.000",
                new StopReason.SmallDecrease(0.25, 0.5),
                        "tolerance: settled: five iterations took 0.25 off what the kept features leave unexplained, less than 0.50",
                new StopReason.FlatObjective(0.25, 0.5),
                        "tolerance: settled: five iterations lowered the objective by a share of 0.25, less than 0.50",
                new StopReason.StableLabels(), "labels: converged: no sample changed its group any more",
                new StopReason.RoundLimit(5), "max-rounds: the kept features still changed after 5 rounds",
                new StopReason.IterationLimit(7), "max-iter: the limit of 7 iterations was reached",
                new StopReason.TimeLimit(2.5), "max-seconds: the limit of 2.5 seconds was reached",
                new StopReason.Interrupted(),
                        "interrupted: it was asked to stop; the result is the point reached by then",
                new StopReason.Diverged(4),
                        "diverged: the objective was no longer a finite number at iteration 4; the result is the point before it");
        ends.forEach((end, words) -> {
            assertThat(end.code() + ": " + end.sentence()).isEqualTo(words);
            assertThat(end.converged()).isEqualTo(words.matches("[a-z]+: (converged|settled).*"));
        });
    }
}
