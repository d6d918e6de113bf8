package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Deviance;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.model.CountBackground;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.KlProblem;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.grapnel.tune.TuneSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole fit with the loss kl: features, factors, groups, the deviance and new samples. */
class KlFitTest {
    private static final int P = 40;
    private static final int N = 90;
    private static final int C = 3;
    private static final int MARKERS = 12;

    /** Counts of three groups, which the first twelve features tell apart; the depth of samples differs up to four times. */
    private static DenseMatrix counts() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        X.map((i, j, x) -> {
            double depth = 1 + 3 * CounterRandom.uniform(2, j, 0);
            return poisson(depth * (i < MARKERS && i % C == j % C ? 12 : 2), CounterRandom.uniform(1, i, j));
        });
        return X;
    }

    private static double poisson(double mean, double u) {
        double share = Math.exp(-mean);
        double sum = share;
        int count = 0;
        while (sum < u && count < 1000) {
            share *= mean / ++count;
            sum += share;
        }
        return count;
    }

    private static Clustering truth() {
        int[] labels = new int[N];
        Arrays.setAll(labels, j -> j % C);
        return Clustering.ofLabels(C, labels);
    }

    /** The specs that the loss kl has. */
    private enum KlKind {
        JOINT(Spec.recommended(C, MARKERS)),
        JOINT_GAIN(Spec.recommended(C, MARKERS).withSelect(FeatureSelection.of(FeatureSelection.Strategy.GAIN))),
        JOINT_ALL(Spec.recommended(Model.GNMF, C)),
        TRACE(Spec.paper(C, MARKERS)
                .withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT))
                .withAlpha(1)),
        GAIN(Spec.recommended(Model.NMF_L20, C).withKeep(MARKERS)),
        ALL(Spec.recommended(Model.NMF, C));

        private final Spec spec;

        KlKind(Spec spec) {
            this.spec = spec.withLoss(Loss.KL).withBaselines(false).withThreads(2);
        }
    }

    @ParameterizedTest
    @EnumSource(KlKind.class)
    void objectiveIsTheDivergenceOfKeptFeaturesAndOfTheBackgroundOfTheOthers(KlKind kind) {
        try (Dataset data = Dataset.of(counts());
                Fit fit = Grapnel.fit(data, kind.spec)) {
            double loss = 0;
            double background = 0;
            for (int i = 0; i < P; i++) {
                double own = divergenceFromBackground(data, i);
                background += own;
                loss += fit.support().contains(i) ? divergence(fit, i) : own;
            }
            assertThat(fit.solution().objective().loss()).isCloseTo(loss, within(1e-9 * background));
            List<Step> steps = fit.solution().trace().steps();
            for (int i = 1; i < steps.size(); i++)
                assertThat(steps.get(i).objective().total())
                        .isLessThanOrEqualTo(steps.get(i - 1).objective().total());
            Deviance deviance = fit.deviance().orElseThrow();
            assertThat(deviance.explained().get()).isCloseTo(1 - loss / background, within(1e-9));
            assertThat(deviance.explainedKept().get()).isBetween(0.3, 1.0);
            assertThatIllegalStateException()
                    .isThrownBy(fit::relativeError)
                    .withMessage("the loss kl has no relative error: its measure is Fit.deviance");
            assertThat(fit.errorFloor().isDefined()).isFalse();
        }
    }

    private static double divergence(Fit fit, int i) {
        double sum = 0;
        for (int j = 0; j < N; j++) {
            double y = 0;
            for (int k = 0; k < C; k++) y += fit.W().get(i, k) * fit.Ht().get(j, k);
            sum += divergence(fit.data().X().get(i, j), y);
        }
        return sum;
    }

    private static double divergenceFromBackground(Dataset data, int i) {
        double all = data.X().sum();
        double row = 0;
        for (int j = 0; j < N; j++) row += data.X().get(i, j);
        double sum = 0;
        for (int j = 0; j < N; j++) {
            double column = 0;
            for (int l = 0; l < P; l++) column += data.X().get(l, j);
            sum += divergence(data.X().get(i, j), row * column / all);
        }
        return sum;
    }

    private static double divergence(double x, double y) {
        return (x > 0 ? x * Math.log(x / y) : 0) - x + y;
    }

    @ParameterizedTest
    @EnumSource(KlKind.class)
    void plantedFeaturesAndGroupsAreFound(KlKind kind) {
        try (Dataset data = Dataset.of(counts());
                Fit fit = Grapnel.fit(data, kind.spec)) {
            if (kind.spec.model().isSparse())
                assertThat(fit.support())
                        .isEqualTo(RowSet.of(P, IntStream.range(0, MARKERS).toArray()));
            // the paper's graph, on counts as they are, joins samples of the same depth
            double least = kind == KlKind.TRACE ? 0.5 : 0.9;
            assertThat(AdjustedRand.compute(fit.groups().clustering(), truth())).isGreaterThan(least);
        }
    }

    /** D(x‖Wh)/D(x‖b) on the kept features, where b has the means of the fit and the counts of the sample. */
    private static void assertShares(FittedModel model, Dataset data, TransformResult placed) {
        int[] kept = model.kept().toArray();
        double[] means = new double[kept.length];
        for (int q = 0; q < kept.length; q++)
            for (int j = 0; j < N; j++) means[q] += data.X().get(kept[q], j) / N;
        double allMeans = Arrays.stream(means).sum();
        for (int j = 0; j < N; j++) {
            double counts = 0;
            for (int i : kept) counts += data.X().get(i, j);
            double ofModel = 0;
            double ofBackground = 0;
            for (int q = 0; q < kept.length; q++) {
                double x = data.X().get(kept[q], j);
                double fitted = 0;
                for (int k = 0; k < model.W().cols(); k++)
                    fitted += model.W().get(q, k) * placed.Ht().get(j, k);
                double background = means[q] * counts / allMeans;
                ofModel += fitted - x + (x > 0 ? x * Math.log(x / fitted) : 0);
                ofBackground += background - x + (x > 0 ? x * Math.log(x / background) : 0);
            }
            assertThat(placed.relativeError(j)).as("sample %d", j).isCloseTo(ofModel / ofBackground, within(1e-9));
        }
    }

    @ParameterizedTest
    @EnumSource(KlKind.class)
    void trainingSamplesGetTheirOwnWeights(KlKind kind) {
        Spec tight = kind.spec.withStop(new StopSpec(1e-9, 5000, Optional.empty()));
        try (Dataset data = Dataset.of(counts());
                Fit fit = Grapnel.fit(data, tight);
                FittedModel model = fit.toModel();
                TransformResult placed = model.transform(data, 2)) {
            assertThat(model.loss()).isEqualTo(Loss.KL);
            double largest = 0;
            double apart = 0;
            for (int j = 0; j < N; j++)
                for (int k = 0; k < C; k++) {
                    largest = Math.max(largest, fit.Ht().get(j, k));
                    apart = Math.max(
                            apart, Math.abs(fit.Ht().get(j, k) - placed.Ht().get(j, k)));
                }
            assertThat(apart).isLessThan((fit.spec().usesGraph() ? 1e-2 : 1e-3) * largest);
            assertThat(AdjustedRand.compute(placed.groups(), fit.groups().clustering()))
                    .isGreaterThan(0.9);
            assertShares(model, data, placed);
            // the depth of a sample is that of all features in the fit, that of the kept ones here
            assertThat(placed.relativeError()).isCloseTo(model.relativeError(), within(0.1));
        }
    }

    /** Beside a sample of huge counts, those of another one are not negligible. */
    @Test
    void placementOfASampleDoesNotDependOnTheSizeOfOthers() {
        double[][] X = TestMatrices.uniform(1, 6, 12);
        Spec spec = Spec.recommended(Model.NMF, 2).withLoss(Loss.KL).withThreads(1);
        double[][] huge = TestMatrices.copy(X);
        for (double[] row : huge) row[0] *= 1e120;
        try (Dataset data = Dataset.of(DenseMatrix.of(X));
                Fit fit = Grapnel.fit(data, spec);
                FittedModel model = fit.toModel();
                Dataset other = Dataset.of(DenseMatrix.of(huge));
                TransformResult expected = model.transform(data, 1);
                TransformResult placed = model.transform(other, 1)) {
            for (int j = 1; j < 12; j++) {
                assertThat(placed.relativeError(j)).isEqualTo(expected.relativeError(j));
                for (int k = 0; k < 2; k++)
                    assertThat(placed.Ht().get(j, k)).isEqualTo(expected.Ht().get(j, k));
            }
        }
    }

    @Test
    void fingerprintTellsTheProblemsOfTheLossApart() {
        Spec spec = KlKind.ALL.spec;
        assertThat(spec.solverName()).isEqualTo("kl");
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = counts();
                DenseMatrix other = counts();
                Start.StartPoint start = Start.random(0).point(context, X, C)) {
            other.map((i, j, x) -> j == 0 ? 2 * x : x);
            KlProblem known = KlProblem.of(X, C);
            List<String> all = Stream.of(
                            known,
                            known.withKeep(5),
                            known.withBackground(CountBackground.of(other)),
                            known.withBackground(CountBackground.of(other)).withKeep(5))
                    .map(problem -> SolveFingerprint.compute(context, problem, spec, start))
                    .toList();
            assertThat(all).doesNotHaveDuplicates();
            assertThat(all.get(0)).isEqualTo(SolveFingerprint.compute(context, KlProblem.of(X, C), spec, start));
            Problem squared = Model.NMF.problem(X, C, Optional.empty(), 0, Optional.empty());
            assertThat(all).doesNotContain(SolveFingerprint.compute(context, squared, spec, start));
        }
    }

    @Test
    void samplesAndFeaturesWithoutCountsAndFractionsAreNoted() {
        DenseMatrix X = counts();
        X.map((i, j, x) -> i == 39 || j == 5 ? 0 : x);
        X.set(0, 0, 1.5);
        try (Dataset data = Dataset.of(X);
                Fit fit = Grapnel.fit(data, KlKind.ALL.spec)) {
            assertThat(fit.notes())
                    .contains(
                            "1 feature is all zero: f39",
                            "1 sample is all zero: 5",
                            "the loss kl is made for counts, and 1 number is not whole; the fit allows it");
            assertThat(fit.Ht().isZeroRow(5)).isTrue();
            assertThat(fit.solution().objective().isFinite()).isTrue();
        }
        try (Dataset data = Dataset.of(counts());
                PreparedData prepared = Preparation.none().withLog1p().apply(data);
                Fit fit = Grapnel.fit(prepared, KlKind.ALL.spec)) {
            assertThat(fit.notes())
                    .anyMatch(
                            note -> note.endsWith(
                                    "numbers are not whole after the preparation, which counts do not need; the fit allows it"));
        }
    }

    @Test
    void dataThatTheBackgroundExplainsAreFitted() {
        DenseMatrix X = DenseMatrix.zeros(6, 9);
        X.map((i, j, x) -> (1 + i) * (1 + j));
        Spec spec = Spec.recommended(Model.GNMF, 2).withLoss(Loss.KL).withBaselines(false);
        try (Dataset data = Dataset.of(X);
                Fit fit = Grapnel.fit(data, spec)) {
            assertThat(fit.solution().objective().isFinite()).isTrue();
            assertThat(fit.solution().objective().loss()).isLessThan(1e-3);
        }
    }

    @Test
    void refusesWhatTheLossDoesNotHave() {
        Spec kl = Spec.recommended(C, MARKERS).withLoss(Loss.KL);
        refused(
                kl.withModel(Model.KMEANS),
                "model kmeans has squared distances, not the loss kl; use nmf, nmf-l20, gnmf or gnmf-l20");
        refused(
                kl.withModel(Model.GNMF_L0),
                "model gnmf-l0 does not go with the loss kl, where a feature is kept or explained by the background as a whole;"
                        + " use nmf, nmf-l20, gnmf or gnmf-l20");
        refused(
                kl.withGraphTerm(GraphTerm.INVARIANT),
                "the graph term invariant has no solver for the loss kl; use the graph term joint or trace");
        refused(
                Spec.paper(C, MARKERS).withLoss(Loss.KL),
                "solver accpalm minimises squared errors, and the loss kl has a solver of its own; name no solver");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TuneSpec.of(C).withBase(kl))
                .withMessageStartingWith("tuning needs the loss squared, got kl");
        try (Dataset data = Dataset.of(withGap());
                PreparedData missing =
                        Preparation.none().withImpute(Imputation.MODEL).apply(data)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.fit(missing, kl))
                    .withMessageStartingWith("the loss kl has no weights and no missing entries");
        }
    }

    private static DenseMatrix withGap() {
        DenseMatrix X = counts();
        X.set(3, 4, Double.NaN);
        return X;
    }

    private static void refused(Spec spec, String message) {
        try (Dataset data = Dataset.of(counts());
                PreparedData prepared = Preparation.none().apply(data)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.fit(prepared, Optional.empty(), spec, FitContext.none()))
                    .withMessage(message);
        }
    }

    @Test
    void featuresThatAreNotKeptAreNoted() {
        assertThat(CountNotes.ofKept(3, RowSet.of(4, 0, 2)))
                .contains(
                        "only 2 of the 3 features asked for are kept, because no other gains anything over the background");
        assertThat(CountNotes.ofKept(2, RowSet.of(4, 3)))
                .contains(
                        "only 1 of the 2 features asked for is kept, because no other gains anything over the background");
        assertThat(CountNotes.ofKept(2, RowSet.of(4, 0, 2))).isEmpty();
    }
}
