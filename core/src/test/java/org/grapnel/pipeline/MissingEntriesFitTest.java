package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.HiddenEntries;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fits of data with missing entries: only observed entries count in the loss, and the groups survive. */
class MissingEntriesFitTest {
    private static final int P = 40;
    private static final int N = 120;
    private static final HiddenEntries HIDDEN = new HiddenEntries(11, 0.2);

    /** Three groups of 40 samples that differ in 30 of 40 features. */
    private static DenseMatrix grouped(boolean hides, double hiddenValue) {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) {
                double x = CounterRandom.uniform(1, i, j) + (i < 30 && i % 3 == j % 3 ? 2 : 0);
                X.set(i, j, hides && HIDDEN.contains(i, j) ? hiddenValue : x);
            }
        return X;
    }

    private static PreparedData missing() {
        return Preparation.none().withImpute(Imputation.MODEL).apply(Dataset.of(grouped(true, Double.NaN)));
    }

    @Test
    void theRecommendedMethodFindsTheGroupsOfCompleteData() {
        try (PreparedData complete = Preparation.none().apply(Dataset.of(grouped(false, 0)));
                PreparedData some = missing();
                Fit known = Grapnel.fit(complete, Spec.recommended(3, 12));
                Fit fit = Grapnel.fit(some, Spec.recommended(3, 12))) {
            assertThat(AdjustedRand.compute(
                            fit.groups().clustering(), known.groups().clustering()))
                    .isGreaterThan(0.95);
            assertThat(fit.solution().trace().monotone()).isTrue();
            assertThat(fit.notes()).anySatisfy(note -> assertThat(note).contains("missing entries"));
        }
    }

    @Test
    void theLossCountsObservedEntriesOnly() {
        try (PreparedData data = missing();
                Fit fit = Grapnel.fit(data, Spec.recommended(3, 12))) {
            double loss = 0;
            EntryWeights weights = data.weights().orElseThrow();
            for (int i = 0; i < P; i++)
                for (int j = 0; j < N; j++) {
                    double rest = data.data().X().get(i, j);
                    for (int l = 0; l < 3; l++)
                        rest -= fit.W().get(i, l) * fit.Ht().get(j, l);
                    loss += weights.get(i, j) * rest * rest / 2;
                }
            double squares = 0;
            for (double row : weights.rowSquares(data.data().X())) squares += row;
            assertThat(fit.relativeError()).isCloseTo(Math.sqrt(2 * loss / squares), within(1e-9));
            assertThat(fit.relativeError())
                    .isGreaterThanOrEqualTo(fit.errorFloor().get());
            double found = fit.solution().trace().last().objective().loss();
            assertThat(found).isCloseTo(loss, within(1e-9 * loss));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SolverKind.class,
            names = {"PALM", "ACCPALM"})
    void hiddenValuesDoNotReachTheFactors(SolverKind kind) {
        Spec spec = Spec.forSolver(kind, Model.NMF_L20, 3).withKeep(12);
        EntryWeights weights = HIDDEN.hideIn(P, N, Optional.empty());
        try (DenseMatrix one = grouped(true, 0);
                DenseMatrix other = grouped(true, 7);
                Solution a = FactorSolver.onAll(one, Optional.empty(), FitContext.none())
                        .withWeights(weights)
                        .solve(spec);
                Solution b = FactorSolver.onAll(other, Optional.empty(), FitContext.none())
                        .withWeights(weights)
                        .solve(spec)) {
            assertThat(b.W().toArray()).isDeepEqualTo(a.W().toArray());
            assertThat(b.Ht().toArray()).isDeepEqualTo(a.Ht().toArray());
        }
    }

    @Test
    void otherWeightsAreAnotherSolve() {
        Spec spec = Spec.forSolver(SolverKind.ACCPALM, Model.NMF, 3);
        try (DenseMatrix X = grouped(false, 0);
                ExecutionContext execution = ExecutionContext.create(1)) {
            assertThat(fingerprint(execution, X, 0.1, spec)).isEqualTo(fingerprint(execution, X, 0.1, spec));
            assertThat(fingerprint(execution, X, 0.2, spec)).isNotEqualTo(fingerprint(execution, X, 0.1, spec));
        }
    }

    private static String fingerprint(ExecutionContext execution, DenseMatrix X, double share, Spec spec) {
        EntryWeights weights = new HiddenEntries(3, share).hideIn(P, N, Optional.empty());
        var problem = Model.NMF.problemOfAnyRank(
                X, Optional.of(weights), 3, Optional.empty(), spec.graphTerm(), 0, Optional.empty());
        try (var start = spec.start().point(execution, X, 3)) {
            return SolveFingerprint.compute(execution, problem, spec, start);
        }
    }

    @Test
    void nmfWithoutANamedSolverTakesCoordinateSteps() {
        try (PreparedData data = missing();
                Fit fit = Grapnel.fit(data, Spec.recommended(Model.NMF, 3))) {
            assertThat(fit.spec().solver().kind()).isEqualTo(SolverKind.BEST_SUPPORT);
            assertThat(fit.solution().stop()).isInstanceOf(StopReason.FlatObjective.class);
            assertThat(fit.solution().certificate().symmetryGap()).isEmpty();
        }
    }

    @Test
    void modelsWithoutWeightsAreRefused() {
        try (PreparedData data = missing()) {
            assertThatThrownBy(() -> Grapnel.fit(data, Spec.recommended(Model.KMEANS, 3)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("kmeans");
            Spec support =
                    Spec.recommended(3, 12).withModel(Model.NMF_L20).withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT));
            assertThatThrownBy(() -> FactorSolver.requireWeights(
                            support.withModel(Model.NMF_L20).withGraphTerm(GraphTerm.INVARIANT)))
                    .hasMessageContaining("best-support");
        }
    }
}
