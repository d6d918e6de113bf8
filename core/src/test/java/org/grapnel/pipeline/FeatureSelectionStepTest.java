package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.CancellingListener;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.KeptFeature;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.baseline.Baseline;
import org.grapnel.baseline.Baselines;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.EdgePreservation;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.EnergySelector;
import org.grapnel.select.LaplacianScore;
import org.grapnel.select.NeighborContrast;
import org.grapnel.select.Selector;
import org.grapnel.select.VarianceSelector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeatureSelectionStepTest {
    private static final int P = 30;
    private static final int N = 60;

    /** Three groups, each marked by two features; two features are constant, a third of the other numbers is zero. */
    private static DenseMatrix X() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P - 2; i++)
            for (int j = 0; j < N; j++)
                X.set(
                        i,
                        j,
                        Math.max(0, 1.5 * CounterRandom.uniform(5, i, j) - 0.5) + (i < 6 && i / 2 == j % 3 ? 2 : 0));
        for (int i = P - 2; i < P; i++) for (int j = 0; j < N; j++) X.set(i, j, 1);
        return X;
    }

    private static PreparedData prepared(Matrix X, int groups) {
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < X.cols(); j++) truth.add("group " + j % groups);
        return Preparation.none()
                .apply(new Dataset(
                        X,
                        Dataset.numbered("f", X.rows()),
                        Dataset.numbered("", X.cols()),
                        Optional.of(truth),
                        DataSource.memory()));
    }

    private static Spec spec(FeatureSelection.Strategy by, int keep) {
        return Spec.paper(Model.GNMF_L20, 3)
                .withKeep(keep)
                .withSelect(FeatureSelection.of(by))
                .withThreads(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = FeatureSelection.Strategy.class,
            names = {"MODEL", "PLUGIN"},
            mode = EnumSource.Mode.EXCLUDE)
    void everyStrategyKeepsKFeaturesForSparseDataAndAnyNumberOfThreads(FeatureSelection.Strategy by) {
        try (DenseMatrix X = X();
                SparseMatrix sparse = SparseMatrix.of(X);
                PreparedData data = prepared(X, 3);
                PreparedData thin = prepared(sparse, 3)) {
            SelectionResult chosen = Grapnel.select(data, spec(by, 7));
            assertThat(chosen.selection().order()).hasSize(7).doesNotHaveDuplicates();
            assertThat(chosen.kept())
                    .extracting(KeptFeature::index)
                    .isEqualTo(chosen.selection().order());
            assertThat(chosen.graph().isPresent()).isEqualTo(by.needsGraph());
            assertThat(chosen.selection().peak().isPresent())
                    .isEqualTo(by == FeatureSelection.Strategy.STRUCTURE || by == FeatureSelection.Strategy.GROUPS);
            assertThat(chosen.selection().frequency().isPresent()).isEqualTo(by == FeatureSelection.Strategy.GROUPS);
            assertThat(chosen.groups().isPresent()).isEqualTo(by == FeatureSelection.Strategy.GROUPS);
            assertThat(chosen.rounds().isPresent()).isEqualTo(by == FeatureSelection.Strategy.GROUPS);
            assertThat(chosen.trust().isPresent()).isEqualTo(by == FeatureSelection.Strategy.GROUPS);
            for (int threads = 1; threads <= 3; threads++)
                assertThat(Grapnel.select(data, spec(by, 7).withThreads(threads))
                                .selection())
                        .as("%d threads", threads)
                        .isEqualTo(chosen.selection());
            assertThat(Grapnel.select(thin, spec(by, 7)).selection().order())
                    .isEqualTo(chosen.selection().order());
        }
    }

    @Test
    void everyStrategyUsesItsSelector() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = X();
                PreparedData data = prepared(X, 3)) {
            Graph graph = Grapnel.graph(X, GraphSpec.standard(), 1).graph();
            for (var way : List.<Map.Entry<FeatureSelection.Strategy, Selector>>of(
                    Map.entry(FeatureSelection.Strategy.ENERGY, new EnergySelector()),
                    Map.entry(FeatureSelection.Strategy.VARIANCE, new VarianceSelector()),
                    Map.entry(FeatureSelection.Strategy.LAPLACIAN_SCORE, new LaplacianScore()),
                    Map.entry(FeatureSelection.Strategy.STRUCTURE, NeighborContrast.standard())))
                assertThat(Grapnel.select(data, spec(way.getKey(), 9)).selection())
                        .as(way.getKey().cliName())
                        .isEqualTo(way.getValue().select(context, X, graph, 9));
            FeatureSelection blended =
                    FeatureSelection.of(FeatureSelection.Strategy.STRUCTURE).withBlend(0.5);
            assertThat(Grapnel.select(
                                    data,
                                    spec(FeatureSelection.Strategy.STRUCTURE, 9).withSelect(blended))
                            .selection())
                    .isEqualTo(NeighborContrast.standard().withBlend(0.5).select(context, X, graph, 9));
        }
    }

    @Test
    void aFitOnSelectedFeaturesDescribesAllFeatures() {
        try (DenseMatrix X = X();
                PreparedData data = prepared(X, 3);
                Fit fit = Grapnel.fit(
                        data, spec(FeatureSelection.Strategy.STRUCTURE, 7).withLambda(0))) {
            assertThat(fit.selection().orElseThrow())
                    .isEqualTo(Grapnel.select(data, spec(FeatureSelection.Strategy.STRUCTURE, 7))
                            .selection());
            assertThat(fit.support()).isEqualTo(fit.selection().orElseThrow().kept());
            double loss = 0;
            for (int i = 0; i < P; i++) {
                if (!fit.support().contains(i))
                    assertThat(fit.W().rowSquares(i)).isZero();
                for (int j = 0; j < N; j++) {
                    double rest = X.get(i, j);
                    for (int r = 0; r < 3; r++)
                        rest -= fit.W().get(i, r) * fit.Ht().get(j, r);
                    loss += rest * rest / 2;
                }
            }
            assertThat(fit.solution().objective().loss()).isCloseTo(loss, within(1e-10 * loss));
            assertThat(fit.solution().trace().last().objective())
                    .isEqualTo(fit.solution().objective());
        }
    }

    @Test
    void aFitOnSelectedFeaturesIsTheSameForSparseDataAndAnyNumberOfThreads() {
        Spec spec = spec(FeatureSelection.Strategy.STRUCTURE, 7);
        try (DenseMatrix X = X();
                SparseMatrix sparse = SparseMatrix.of(X);
                PreparedData data = prepared(X, 3);
                PreparedData thin = prepared(sparse, 3);
                Fit fit = Grapnel.fit(data, spec);
                Fit ofSparse = Grapnel.fit(thin, spec)) {
            for (int threads = 1; threads <= 3; threads++)
                try (Fit other = Grapnel.fit(data, spec.withThreads(threads))) {
                    assertThat(other.W().toArray())
                            .as("%d threads", threads)
                            .isEqualTo(fit.W().toArray());
                    assertThat(other.Ht().toArray()).isEqualTo(fit.Ht().toArray());
                }
            assertThat(ofSparse.support()).isEqualTo(fit.support());
            assertThat(ofSparse.solution().objective().total())
                    .isCloseTo(fit.solution().objective().total(), within(1e-6));
        }
    }

    @Test
    void fewerFeaturesThanComponentsCanBeFittedFromSeveralStarts() {
        try (DenseMatrix X = X();
                PreparedData data = prepared(X, 3);
                Fit fit = Grapnel.fit(
                        data, spec(FeatureSelection.Strategy.STRUCTURE, 2).withRestarts(3))) {
            assertThat(fit.support().count()).isEqualTo(2);
            assertThat(fit.W().cols()).isEqualTo(3);
            assertThat(fit.restarts().orElseThrow().stability().jaccard().get()).isEqualTo(1);
            assertThat(fit.restarts().orElseThrow().stability().corrected().get())
                    .isEqualTo(1);
        }
    }

    /** Twenty features separate four groups, two thousand are noise. */
    @Test
    void plantedFeaturesAreFoundAmongNoise() {
        int informative = 20;
        DenseMatrix X = DenseMatrix.zeros(informative + 2000, 200);
        for (int i = 0; i < X.rows(); i++)
            for (int j = 0; j < X.cols(); j++) {
                double shift = i < informative ? 1.5 * CounterRandom.gaussian(2, i, j % 4) : 0;
                X.set(i, j, Math.max(0, 8 + CounterRandom.gaussian(1, i, j) + shift));
            }
        try (PreparedData data = prepared(X, 4)) {
            SelectionResult chosen = Grapnel.select(data, spec(FeatureSelection.Strategy.STRUCTURE, informative));
            assertThat(chosen.notes()).anyMatch(note -> note.contains("share nothing with any other, like noise"));
            assertThat(Arrays.stream(chosen.selection().kept().toArray())
                            .filter(i -> i < informative)
                            .count())
                    .isGreaterThanOrEqualTo(16);
            NeighborhoodPreservation found =
                    Grapnel.compare(chosen, Optional.of(4), FitContext.none()).orElseThrow();
            Baselines controls = found.baselines().orElseThrow();
            assertThat(nmi(controls, Baseline.Kind.KEPT_FEATURES)).isGreaterThan(0.9);
            assertThat(nmi(controls, Baseline.Kind.RANDOM_FEATURES)).isLessThan(0.2);
            assertThat(found.edgesKept().get())
                    .isGreaterThan(found.edgesKeptByRandom().get() + 0.3);
            X.close();
        }
    }

    private static double nmi(Baselines controls, Baseline.Kind kind) {
        return controls.of(kind).orElseThrow().scores().orElseThrow().nmi().get();
    }

    @Test
    void keptEdgesDoNotDependOnGroupsOrOnTheStrategyUsingAGraph() {
        try (DenseMatrix X = X();
                PreparedData data = prepared(X, 3)) {
            Graph graph = Grapnel.graph(X, GraphSpec.standard(), 1).graph();
            for (FeatureSelection.Strategy by :
                    List.of(FeatureSelection.Strategy.STRUCTURE, FeatureSelection.Strategy.VARIANCE)) {
                SelectionResult chosen = Grapnel.select(data, spec(by, 7));
                NeighborhoodPreservation alone = Grapnel.compare(chosen, Optional.empty(), FitContext.none())
                        .orElseThrow();
                NeighborhoodPreservation grouped = Grapnel.compare(chosen, Optional.of(3), FitContext.none())
                        .orElseThrow();
                assertThat(alone.baselines()).isEmpty();
                assertThat(alone.edgesKept()).isEqualTo(grouped.edgesKept());
                assertThat(alone.edgesKeptByRandom()).isEqualTo(grouped.edgesKeptByRandom());
                Baselines controls = grouped.baselines().orElseThrow();
                assertThat(controls.all())
                        .extracting(Baseline::kind)
                        .containsExactly(
                                Baseline.Kind.KEPT_FEATURES, Baseline.Kind.RANDOM_FEATURES, Baseline.Kind.ALL_FEATURES);
                assertThat(controls.all().get(0).ariWithGroups().get()).isEqualTo(1);
                try (Matrix some = X.selectRows(chosen.selection().kept().toArray())) {
                    Graph theirs = Grapnel.graph(some, GraphSpec.standard(), 1).graph();
                    assertThat(alone.edgesKept()).isEqualTo(EdgePreservation.compute(graph, theirs));
                }
            }
        }
    }

    @Test
    void allFeaturesKeepAllEdgesAndAreNotComparedWithRandomOnes() {
        try (DenseMatrix X = X();
                PreparedData data = prepared(X, 3)) {
            SelectionResult chosen = Grapnel.select(data, spec(FeatureSelection.Strategy.STRUCTURE, P));
            NeighborhoodPreservation found =
                    Grapnel.compare(chosen, Optional.of(3), FitContext.none()).orElseThrow();
            assertThat(found.edgesKept().get()).isEqualTo(1);
            assertThat(found.edgesKeptByRandom().isDefined()).isFalse();
            assertThat(found.baselines().orElseThrow().all()).hasSize(1);
            assertThat(Grapnel.compare(
                            chosen,
                            Optional.of(3),
                            new CancellingListener() {
                                @Override
                                public boolean isCancelled() {
                                    return true;
                                }
                            }.context()))
                    .isEmpty();
        }
    }

    @Test
    void dataWithoutDifferencesAreRefused() {
        try (PreparedData same = prepared(DenseMatrix.of(new double[][] {{1, 1, 1, 1}, {2, 2, 2, 2}}), 2);
                PreparedData two = prepared(DenseMatrix.of(new double[][] {{1, 2}, {2, 1}}), 2);
                PreparedData data = prepared(X(), 3)) {
            for (FeatureSelection.Strategy by : FeatureSelection.Strategy.named()) {
                if (by == FeatureSelection.Strategy.MODEL) continue;
                assertThatExceptionOfType(DataException.class)
                        .isThrownBy(() -> Grapnel.select(same, spec(by, 1)))
                        .withMessageEndingWith("all 4 samples are the same, so no feature tells them apart");
                assertThatExceptionOfType(DataException.class)
                        .isThrownBy(() -> Grapnel.select(two, spec(by, 1)))
                        .withMessageEndingWith("selecting features needs at least 3 samples, got 2");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Grapnel.select(data, spec(by, P + 1)))
                        .withMessage("keep must be between 1 and 30, the number of features, got 31");
                if (!by.needsGraph()) continue;
                Graph none = Graph.of(SparseMatrix.ofTriples(N, N, new int[0], new int[0], new double[0]), "none");
                assertThatExceptionOfType(DataException.class)
                        .isThrownBy(() ->
                                Grapnel.select(data, Optional.of(GraphSource.of(none)), spec(by, 3), FitContext.none()))
                        .withMessage(
                                by == FeatureSelection.Strategy.GROUPS
                                        ? "the graph has no edges, so it cannot be clustered"
                                        : "the graph of 60 samples has no edges; selecting by neighbours needs at least 1 edge");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.select(data, spec(FeatureSelection.Strategy.MODEL, 3)))
                    .withMessage("select model with model gnmf-l20 does not choose features by itself");
            SelectionResult chosen = Grapnel.select(data, spec(FeatureSelection.Strategy.ENERGY, 3));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.compare(chosen, Optional.of(N + 1), FitContext.none()))
                    .withMessage("clusters must be between 1 and 60, the number of samples, got 61");
        }
    }
}
