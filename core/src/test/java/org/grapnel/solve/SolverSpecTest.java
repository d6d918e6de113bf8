package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
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

/** Solvers by name, with their parameters, and the words and sentences of how they end. */
class SolverSpecTest {
    @ParameterizedTest
    @EnumSource(SolverKind.class)
    void aWordIsReadBack(SolverKind method) {
        assertThat(SolverKind.parse(method.cliName())).isEqualTo(method);
        assertThat(method.cliName()).matches("[a-z-]+");
    }

    @Test
    void anUnknownSolverIsRefusedWithTheAllowedOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SolverKind.parse("PALM"))
                .withMessage("unknown solver 'PALM', allowed are palm, accpalm, ipalm, bpl, best-support");
    }

    @Test
    void aSolverIsItsExtrapolation() {
        assertThat(Palm.create(SolverSpec.of(SolverKind.PALM), false)).isEqualTo(new Palm(Extrapolation.none()));
        assertThat(Palm.create(SolverSpec.of(SolverKind.ACCPALM), false))
                .isEqualTo(new Palm(Extrapolation.adaptive(0.5, 1.1, 0.9999)));
        assertThat(Palm.create(SolverSpec.of(SolverKind.ACCPALM).withFixedBeta(0.3), true))
                .isEqualTo(new Palm(Extrapolation.fixed(0.3)));
        assertThat(Palm.create(SolverSpec.of(SolverKind.ACCPALM).withAdaptiveBeta(0.2, 1.5, 0.9), true))
                .isEqualTo(new Palm(Extrapolation.adaptive(0.2, 1.5, 0.9)));
        assertThat(Palm.create(SolverSpec.of(SolverKind.IPALM).withStepFactor(3), true))
                .isEqualTo(new Palm(Extrapolation.inertial(), 3));
        assertThat(Palm.create(SolverSpec.of(SolverKind.BPL), false))
                .isEqualTo(new Palm(Extrapolation.blockCoordinate()));
        assertThatThrownBy(() -> Palm.create(SolverSpec.of(SolverKind.BEST_SUPPORT), true))
                .hasMessage("best-support makes no gradient steps");
    }

    /** Only a W whose constraint is not convex needs the short steps of Xu and Yin. */
    @Test
    void theoryChangesTheRuleOrTheStepAndTheStart() {
        assertThat(Palm.create(SolverSpec.of(SolverKind.IPALM).withTheory(), true))
                .isEqualTo(new Palm(Extrapolation.inertialByTheory()));
        assertThat(Palm.create(SolverSpec.of(SolverKind.BPL).withTheory(), false))
                .isEqualTo(new Palm(Extrapolation.blockCoordinateByTheory()));
        assertThat(Palm.create(SolverSpec.of(SolverKind.BPL).withTheory(), true))
                .isEqualTo(new Palm(Extrapolation.blockCoordinate()));
        SolverSpec acc = SolverSpec.of(SolverKind.ACCPALM).withTheory();
        assertThat(acc.stepFactor()).isEqualTo(1.01);
        assertThat(acc.projectStart()).isTrue();
        assertThat(SolverSpec.of(SolverKind.ACCPALM)
                        .withStepFactor(2)
                        .withTheory()
                        .stepFactor())
                .isEqualTo(2);
        SolverSpec bpl = SolverSpec.of(SolverKind.BPL).withTheory();
        assertThat(bpl.stepFactor()).isEqualTo(1);
        assertThat(bpl.projectStart()).isFalse();
        assertThat(SolverSpec.of(SolverKind.BPL)
                        .withProjectedStart()
                        .withTheory()
                        .projectStart())
                .isTrue();
    }

    @Test
    void theEndsOfEveryRangeAreAllowed() {
        for (double beta : new double[] {0, 1}) {
            assertThat(SolverSpec.of(SolverKind.ACCPALM).withFixedBeta(beta).beta())
                    .isEqualTo(beta);
            assertThat(SolverSpec.of(SolverKind.ACCPALM)
                            .withAdaptiveBeta(beta, 2, beta)
                            .betaMax())
                    .isEqualTo(beta);
            assertThat(Extrapolation.adaptive(beta, 1, beta)).isEqualTo(Extrapolation.fixed(beta));
            assertThat(new BestSupport(0, 1, beta).beta()).isEqualTo(beta);
        }
        assertThat(SolverSpec.of(SolverKind.PALM).withStepFactor(1).stepFactor())
                .isEqualTo(1);
        assertThat(new StopSpec(0, 1, Optional.of(Double.MIN_VALUE)).maxIterations())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void aWeightBesideItsRangeIsNamed(double beta) {
        refused(
                () -> SolverSpec.of(SolverKind.ACCPALM).withFixedBeta(beta),
                "beta must be between 0 and 1, got " + beta);
        refused(
                () -> SolverSpec.of(SolverKind.ACCPALM).withAdaptiveBeta(0.5, 2, beta),
                "beta-max must be between 0 and 1, got " + beta);
        refused(() -> Extrapolation.fixed(beta), "beta must be between 0 and 1, got " + beta);
        refused(() -> Extrapolation.adaptive(0.5, 2, beta), "the cap of beta must be between 0 and 1, got " + beta);
        refused(() -> new BestSupport(1, 1, beta), "beta must be between 0 and 1, got " + beta);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.9, Double.NaN, Double.POSITIVE_INFINITY})
    void aFactorBesideItsRangeIsNamed(double factor) {
        refused(
                () -> SolverSpec.of(SolverKind.ACCPALM).withAdaptiveBeta(0.5, factor, 1),
                "momentum must be a number > 1, got " + factor);
        refused(
                () -> Extrapolation.adaptive(0.5, factor, 1),
                "the factor of beta must be a number >= 1, got " + factor);
        refused(
                () -> SolverSpec.of(SolverKind.PALM).withStepFactor(factor),
                "step-factor must be a number >= 1, got " + factor);
        refused(() -> new Palm(Extrapolation.none(), factor), "the step factor must be a number >= 1, got " + factor);
    }

    @Test
    void limitsBesideTheirRangeAreNamed() {
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

    /** The rule of a run: whichever of tolerance, seconds and iterations is met first. */
    @Test
    void theStandardRuleHasATolerance() {
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
    void everyEndHasAWordAndASentence() {
        Map<StopReason, String> ends = Map.of(
                new StopReason.Converged(StopReason.Converged.CHANGE, 0.5, 1),
                        "tolerance: converged: the relative change 0.5000 is below 1.000",
                new StopReason.Converged(StopReason.Converged.RESIDUAL, 0.5, 1),
                        "residual: converged: the residual 0.5000 is below 1.000",
                new StopReason.SmallDecrease(0.25, 0.5),
                        "tolerance: settled: five iterations took 0.25 off what the kept features leave unexplained, less than 0.50",
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

    @Test
    void onlyARandomStartCanBeDrawnAgain() {
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

    @Test
    void aTraceRisesOnlyByMoreThanRounding() {
        assertThat(trace(1, 5, 3, 2, 2).monotone()).isTrue();
        assertThat(trace(1, 1, 3, 2, 2).monotone()).as("from the start to 1").isTrue();
        assertThat(trace(1, 5, 3, 3 + 1e-9, 2).monotone()).isFalse();
        assertThat(trace(1, 5, 3, 3 + 1e-12, 2).monotone()).as("rounding").isTrue();
        assertThat(trace(2, 5, 3, 4, 2).monotone()).as("feasible from 2 on").isTrue();
        assertThat(trace(2, 5, 3, 4, 4.5).monotone()).isFalse();
        assertThat(trace(1, 5, 3, 2).iterations()).isEqualTo(2);
    }

    private static Trace trace(int feasibleFrom, double... objectives) {
        Step[] steps = new Step[objectives.length];
        for (int i = 0; i < steps.length; i++)
            steps[i] = new Step(i, 0, new Objective(objectives[i], 0), 1, 0, true, 0);
        return new Trace(List.of(steps), feasibleFrom, 0);
    }
}
