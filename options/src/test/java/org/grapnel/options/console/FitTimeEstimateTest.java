package org.grapnel.options.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.grapnel.model.Objective;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.junit.jupiter.api.Test;

class FitTimeEstimateTest {
    /** 0.01 seconds per iteration and a relative change of 0.97^i. */
    private static Step step(int i, double change) {
        return new Step(i, i * 0.01, new Objective(1, 0), i == 0 ? Double.NaN : change, 0, true, 0);
    }

    private static FitTimeEstimate after(int iterations, StopSpec stop, double rate) {
        FitTimeEstimate left = new FitTimeEstimate(stop, step(0, 0));
        for (int i = 1; i <= iterations; i++) left.update(step(i, Math.pow(rate, i)));
        return left;
    }

    @Test
    void aGeometricChangeIsPredictedExactly() {
        StopSpec stop = new StopSpec(1e-3, 2000, Optional.empty());
        double end = Math.log(1e-3) / Math.log(0.97);
        for (int done : new int[] {20, 33, 100, 200})
            assertThat(after(done, stop, 0.97).seconds().orElseThrow()).isCloseTo(0.01 * (end - done), within(1e-9));
    }

    @Test
    void theLimitsBoundTheEstimate() {
        assertThat(after(100, new StopSpec(1e-3, 150, Optional.empty()), 0.97)
                        .seconds()
                        .orElseThrow())
                .isCloseTo(0.5, within(1e-12));
        assertThat(after(100, new StopSpec(1e-3, 2000, Optional.of(1.25)), 0.97)
                        .seconds()
                        .orElseThrow())
                .isCloseTo(0.25, within(1e-12));
        assertThat(after(100, new StopSpec(0, 2000, Optional.empty()), 0.97)
                        .seconds()
                        .orElseThrow())
                .isCloseTo(19, within(1e-12));
        assertThat(after(100, new StopSpec(1e-3, 2000, Optional.empty()), 1.01)
                        .seconds()
                        .orElseThrow())
                .isCloseTo(19, within(1e-12));
    }

    @Test
    void withoutIterationsThereIsNoEstimate() {
        assertThat(after(19, StopSpec.standard(), 0.97).seconds()).isEmpty();
    }

    @Test
    void durationsAreRounded() {
        assertThat(Text.duration(0.2)).isEqualTo("1 s");
        assertThat(Text.duration(99.5)).isEqualTo("100 s");
        assertThat(Text.duration(125)).isEqualTo("3 min");
        assertThat(Text.duration(9000)).isEqualTo("2.5 h");
    }
}
