package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.data.Source;
import org.grapnel.evaluate.EdgesKept;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.select.Energy;
import org.grapnel.select.LaplacianScore;
import org.grapnel.select.NeighbourContrast;
import org.grapnel.select.Selector;
import org.grapnel.select.Variance;
import org.grapnel.solve.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Features before factors. */
class ChoosingTest {
    private static final int P = 30;
    private static final int N = 60;

    /** Three groups, each marked by two features; two features are constant, a third of the other numbers is zero. */
    private static DenseMatrix X() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P - 2; i++)
            for (int j = 0; j < N; j++)
                X.set(i, j, Math.max(0, 1.5 * Randoms.uniform(5, i, j) - 0.5) + (i < 6 && i / 2 == j % 3 ? 2 : 0));
        for (int i = P - 2; i < P; i++) for (int j = 0; j < N; j++) X.set(i, j, 1);
        return X;
    }

    private static Prepared prepared(Matrix X, int groups) {
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < X.cols(); j++) truth.add("group " + j % groups);
        return Preparation.none()
                .of(new Dataset(
                        X,
                        Dataset.numbered("f", X.rows()),
                        Dataset.numbered("", X.cols()),
                        Optional.of(truth),
                        Source.memory()));
    }

    private static Spec spec(FeatureChoice.By by, int keep) {
        return Spec.of(Model.GNMF_L20, 3)
                .withKeep(keep)
                .withSelect(FeatureChoice.of(by))
                .withThreads(2);
    }

    @ParameterizedTest
    @EnumSource(value = FeatureChoice.By.class, names = "MODEL", mode = EnumSource.Mode.EXCLUDE)
    void everyWayKeepsSoManyFeaturesAlsoOfSparseDataAndOnAnyNumberOfThreads(FeatureChoice.By by) {
        try (DenseMatrix X = X();
                SparseMatrix sparse = SparseMatrix.of(X);
                Prepared data = prepared(X, 3);
                Prepared thin = prepared(sparse, 3)) {
            ChosenFeatures chosen = Grapnel.select(data, spec(by, 7));
            assertThat(chosen.selection().order()).hasSize(7).doesNotHaveDuplicates();
            assertThat(chosen.kept())
                    .extracting(KeptFeature::index)
                    .isEqualTo(chosen.selection().order());
            assertThat(chosen.graph().isPresent()).isEqualTo(by.needsGraph());
            assertThat(chosen.selection().peak().isPresent()).isEqualTo(by == FeatureChoice.By.STRUCTURE);
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
    void everyWayIsItsSelector() {
        try (Compute on = Compute.of(1);
                DenseMatrix X = X();
                Prepared data = prepared(X, 3)) {
            Graph graph = Grapnel.graph(X, GraphSpec.standard(), 1).graph();
            for (var way : List.<Map.Entry<FeatureChoice.By, Selector>>of(
                    Map.entry(FeatureChoice.By.ENERGY, new Energy()),
                    Map.entry(FeatureChoice.By.VARIANCE, new Variance()),
                    Map.entry(FeatureChoice.By.LAPLACIAN_SCORE, new LaplacianScore()),
                    Map.entry(FeatureChoice.By.STRUCTURE, NeighbourContrast.standard())))
                assertThat(Grapnel.select(data, spec(way.getKey(), 9)).selection())
                        .as(way.getKey().word())
                        .isEqualTo(way.getValue().select(on, X, graph, 9));
            FeatureChoice blended = FeatureChoice.of(FeatureChoice.By.STRUCTURE).withBlend(0.5);
            assertThat(Grapnel.select(data, spec(FeatureChoice.By.STRUCTURE, 9).withSelect(blended))
                            .selection())
                    .isEqualTo(NeighbourContrast.standard().withBlend(0.5).select(on, X, graph, 9));
        }
    }

    @Test
    void aFitOnChosenFeaturesSpeaksOfAllOfThem() {
        try (DenseMatrix X = X();
                Prepared data = prepared(X, 3);
                Fit fit = Grapnel.fit(data, spec(FeatureChoice.By.STRUCTURE, 7).withLambda(0))) {
            assertThat(fit.selection().orElseThrow())
                    .isEqualTo(Grapnel.select(data, spec(FeatureChoice.By.STRUCTURE, 7))
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
    void aFitOnChosenFeaturesIsTheSameForSparseDataAndAnyNumberOfThreads() {
        Spec spec = spec(FeatureChoice.By.STRUCTURE, 7);
        try (DenseMatrix X = X();
                SparseMatrix sparse = SparseMatrix.of(X);
                Prepared data = prepared(X, 3);
                Prepared thin = prepared(sparse, 3);
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
    void fewerFeaturesThanComponentsAndSeveralStarts() {
        try (DenseMatrix X = X();
                Prepared data = prepared(X, 3);
                Fit fit = Grapnel.fit(data, spec(FeatureChoice.By.STRUCTURE, 2).withRestarts(3))) {
            assertThat(fit.support().count()).isEqualTo(2);
            assertThat(fit.W().cols()).isEqualTo(3);
            assertThat(fit.restarts().orElseThrow().stability().jaccard().get()).isEqualTo(1);
            assertThat(fit.restarts().orElseThrow().stability().corrected().get())
                    .isEqualTo(1);
        }
    }

    /** Twenty features tell four groups apart, two thousand say nothing. */
    @Test
    void plantedFeaturesAreFoundAmongNoise() {
        int informative = 20;
        DenseMatrix X = DenseMatrix.zeros(informative + 2000, 200);
        for (int i = 0; i < X.rows(); i++)
            for (int j = 0; j < X.cols(); j++) {
                double shift = i < informative ? 1.5 * Randoms.gaussian(2, i, j % 4) : 0;
                X.set(i, j, Math.max(0, 8 + Randoms.gaussian(1, i, j) + shift));
            }
        try (Prepared data = prepared(X, 4)) {
            ChosenFeatures chosen = Grapnel.select(data, spec(FeatureChoice.By.STRUCTURE, informative));
            assertThat(chosen.notes()).anyMatch(note -> note.contains("share nothing with any other, like noise"));
            assertThat(Arrays.stream(chosen.selection().kept().toArray())
                            .filter(i -> i < informative)
                            .count())
                    .isGreaterThanOrEqualTo(16);
            Preserved found =
                    Grapnel.compare(chosen, Optional.of(4), Watch.none()).orElseThrow();
            Controls controls = found.controls().orElseThrow();
            assertThat(nmi(controls, Control.Kind.KEPT_FEATURES)).isGreaterThan(0.9);
            assertThat(nmi(controls, Control.Kind.RANDOM_FEATURES)).isLessThan(0.2);
            assertThat(found.edgesKept().get())
                    .isGreaterThan(found.edgesKeptByRandom().get() + 0.3);
            X.close();
        }
    }

    private static double nmi(Controls controls, Control.Kind kind) {
        return controls.of(kind).orElseThrow().scores().orElseThrow().nmi().get();
    }

    @Test
    void edgesAreTheSameWithAndWithoutGroupsAndNoGraphNeedsToHaveBeenLookedAt() {
        try (DenseMatrix X = X();
                Prepared data = prepared(X, 3)) {
            Graph graph = Grapnel.graph(X, GraphSpec.standard(), 1).graph();
            for (FeatureChoice.By by : List.of(FeatureChoice.By.STRUCTURE, FeatureChoice.By.VARIANCE)) {
                ChosenFeatures chosen = Grapnel.select(data, spec(by, 7));
                Preserved alone =
                        Grapnel.compare(chosen, Optional.empty(), Watch.none()).orElseThrow();
                Preserved grouped =
                        Grapnel.compare(chosen, Optional.of(3), Watch.none()).orElseThrow();
                assertThat(alone.controls()).isEmpty();
                assertThat(alone.edgesKept()).isEqualTo(grouped.edgesKept());
                assertThat(alone.edgesKeptByRandom()).isEqualTo(grouped.edgesKeptByRandom());
                Controls controls = grouped.controls().orElseThrow();
                assertThat(controls.all())
                        .extracting(Control::kind)
                        .containsExactly(
                                Control.Kind.KEPT_FEATURES, Control.Kind.RANDOM_FEATURES, Control.Kind.ALL_FEATURES);
                assertThat(controls.all().get(0).ariWithGroups().get()).isEqualTo(1);
                try (Matrix some = X.selected(chosen.selection().kept().toArray())) {
                    Graph theirs = Grapnel.graph(some, GraphSpec.standard(), 1).graph();
                    assertThat(alone.edgesKept()).isEqualTo(EdgesKept.of(graph, theirs));
                }
            }
        }
    }

    @Test
    void whoKeepsAllFeaturesKeepsAllEdgesAndIsNotComparedWithRandomOnes() {
        try (DenseMatrix X = X();
                Prepared data = prepared(X, 3)) {
            ChosenFeatures chosen = Grapnel.select(data, spec(FeatureChoice.By.STRUCTURE, P));
            Preserved found =
                    Grapnel.compare(chosen, Optional.of(3), Watch.none()).orElseThrow();
            assertThat(found.edgesKept().get()).isEqualTo(1);
            assertThat(found.edgesKeptByRandom().isDefined()).isFalse();
            assertThat(found.controls().orElseThrow().all()).hasSize(1);
            assertThat(Grapnel.compare(chosen, Optional.of(3), new Watch() {
                        @Override
                        public void accept(Step step) {}

                        @Override
                        public boolean enough() {
                            return true;
                        }
                    }))
                    .isEmpty();
        }
    }

    @Test
    void whatGivesNoFeatureAChanceIsRefused() {
        try (Prepared same = prepared(DenseMatrix.of(new double[][] {{1, 1, 1, 1}, {2, 2, 2, 2}}), 2);
                Prepared two = prepared(DenseMatrix.of(new double[][] {{1, 2}, {2, 1}}), 2);
                Prepared data = prepared(X(), 3)) {
            for (FeatureChoice.By by : FeatureChoice.By.values()) {
                if (by == FeatureChoice.By.MODEL) continue;
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
                                Grapnel.select(data, Optional.of(GraphSource.of(none)), spec(by, 3), Watch.none()))
                        .withMessage(
                                "the graph joins none of the 60 samples; selecting by neighbours needs at least 1 edge");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.select(data, spec(FeatureChoice.By.MODEL, 3)))
                    .withMessage("select model with model gnmf-l20 does not choose features by itself");
            ChosenFeatures chosen = Grapnel.select(data, spec(FeatureChoice.By.ENERGY, 3));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.compare(chosen, Optional.of(N + 1), Watch.none()))
                    .withMessage("clusters must be between 1 and 60, the number of samples, got 61");
        }
    }
}
