package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Objective;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Solver specs, stop specs and stop reasons. */
class SolverSpecTest {
    @ParameterizedTest
    @EnumSource(SolverKind.class)
    void cliNameIsParsed(SolverKind kind) {
        assertThat(SolverKind.parse(kind.cliName())).isEqualTo(kind);
        assertThat(kind.cliName()).matches("[a-z-]+");
    }

    @Test
    void unknownSolverIsRefusedWithTheAllowedNames() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SolverKind.parse("PALM"))
                .withMessage("unknown solver 'PALM', allowed are palm, accpalm, ipalm, bpl, best-support");
    }

    @Test
    void endsOfEveryRangeAreAllowed() {
        for (double beta : new double[] {0, 1}) {
            assertThat(SolverSpec.of(SolverKind.ACCPALM).withFixedBeta(beta).beta())
                    .isEqualTo(beta);
            assertThat(SolverSpec.of(SolverKind.ACCPALM)
                            .withAdaptiveBeta(beta, 2, beta)
                            .betaMax())
                    .isEqualTo(beta);
            assertThat(Extrapolation.accPalm(beta, 1, beta)).isEqualTo(Extrapolation.accPalmWithFixedBeta(beta));
            assertThat(new BestSupport(0, 1, beta).beta()).isEqualTo(beta);
        }
        assertThat(SolverSpec.of(SolverKind.PALM).withStepFactor(1).stepFactor())
                .isEqualTo(1);
        assertThat(new StopSpec(0, 1, Optional.of(Double.MIN_VALUE)).maxIterations())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void weightOutOfRangeIsRefused(double beta) {
        refused(
                () -> SolverSpec.of(SolverKind.ACCPALM).withFixedBeta(beta),
                "beta must be between 0 and 1, got " + beta);
        refused(
                () -> SolverSpec.of(SolverKind.ACCPALM).withAdaptiveBeta(0.5, 2, beta),
                "beta-max must be between 0 and 1, got " + beta);
        refused(() -> Extrapolation.accPalmWithFixedBeta(beta), "beta must be between 0 and 1, got " + beta);
        refused(() -> Extrapolation.accPalm(0.5, 2, beta), "betaMax must be between 0 and 1, got " + beta);
        refused(() -> new BestSupport(1, 1, beta), "beta must be between 0 and 1, got " + beta);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.9, Double.NaN, Double.POSITIVE_INFINITY})
    void factorOutOfRangeIsRefused(double factor) {
        refused(
                () -> SolverSpec.of(SolverKind.ACCPALM).withAdaptiveBeta(0.5, factor, 1),
                "momentum must be a number > 1, got " + factor);
        refused(() -> Extrapolation.accPalm(0.5, factor, 1), "momentum must be a number >= 1, got " + factor);
        refused(
                () -> SolverSpec.of(SolverKind.PALM).withStepFactor(factor),
                "step-factor must be a number >= 1, got " + factor);
        refused(() -> new Palm(Extrapolation.none(), factor), "the step factor must be a number >= 1, got " + factor);
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        refused(() -> new BestSupport(-1, 3, 0.5), "annealing must be >= 0 iterations, got -1");
        refused(() -> new BestSupport(10, 0, 0.5), "sweeps must be at least 1, got 0");
        refused(() -> Stop.changeBelow(-1), "the tolerance must be >= 0, got -1.0");
        refused(() -> Stop.residualBelow(-1), "the tolerance must be >= 0, got -1.0");
        refused(() -> Stop.after(0), "the limit of iterations must be at least 1, got 0");
        refused(() -> Stop.within(0), "the limit of seconds must be above 0, got 0.0");
        refused(
                () -> new StopSpec(Double.POSITIVE_INFINITY, 5, Optional.empty()),
                "tol must be a number >= 0, got Infinity");
        Stop.residualBelow(0);
        Stop.after(1);
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    /** A run stops at the first of tolerance, seconds and iterations. */
    @Test
    void standardRuleHasATolerance() {
        Stop stop = new StopSpec(1e-3, 100, Optional.of(5.0)).rule();
        assertThat(word(stop, 1, 0, 1e-4)).contains("tolerance");
        assertThat(word(stop, 1, 5, 1)).contains("max-seconds");
        assertThat(word(stop, 100, 0, 1)).contains("max-iter");
        assertThat(word(stop, 99, 4.9, 1)).isEmpty();
        assertThat(StopSpec.standard()).isEqualTo(new StopSpec(1e-3, 2000, Optional.empty()));
        boolean[] asked = {false};
        Stop when = Stop.when(() -> asked[0]);
        assertThat(word(when, 1, 0, 1)).isEmpty();
        asked[0] = true;
        assertThat(word(when, 1, 0, 1)).contains("interrupted");
    }

    private static Optional<String> word(Stop stop, int iteration, double seconds, double change) {
        Step step = new Step(iteration, seconds, new Objective(1, 0), change, 0, true, 0);
        return stop.test(step, () -> 1).map(StopReason::code);
    }

    @Test
    void onlyARandomStartHasRestarts() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = SolverProblems.data(8, 6, 1);
                DenseMatrix W = DenseMatrix.zeros(8, 2);
                DenseMatrix H = DenseMatrix.zeros(2, 6);
                Start.StartPoint third =
                        Start.random(4).restart(3).orElseThrow().point(context, X, 2);
                Start.StartPoint same = Start.random(7).point(context, X, 2)) {
            assertThat(SolverProblems.bits(third.W())).isEqualTo(SolverProblems.bits(same.W()));
            assertThat(SolverProblems.bits(third.Ht())).isEqualTo(SolverProblems.bits(same.Ht()));
            Start given = Start.given(W, H);
            assertThat(List.of(Start.random(1).kind(), Start.nndsvd().kind(), given.kind()))
                    .containsExactly("random", "nndsvd", "given");
            assertThat(Start.nndsvd().restart(1)).isEmpty();
            assertThat(given.restart(1)).isEmpty();
        }
    }
}
