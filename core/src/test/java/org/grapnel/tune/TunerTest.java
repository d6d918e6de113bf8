package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid specs are refused with one line before any fit; small data are tuned. */
class TunerTest {
    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    private static void assertDataFault(ThrowingCallable call, String message) {
        assertThatExceptionOfType(DataException.class).isThrownBy(call).withMessage(message);
    }

    private static PreparedData data() {
        return TuningCases.prepared(TuningCases.planted(3, 30, 12, 6, 1));
    }

    private static void create(PreparedData data, TuneSpec tuneSpec) {
        Tuner.create(data, Optional.empty(), tuneSpec);
    }

    private static TuneSpec specWithBase(Spec base) {
        return TuningCases.spec(3).withBase(base);
    }

    @Test
    void invalidSpecsAreRefused() {
        TuneSpec tuneSpec = TuningCases.spec(3);
        Spec base = tuneSpec.base();
        assertRefused(() -> TuneSpec.of(1), "clusters must be at least 2 for tuning, got 1");
        assertRefused(() -> tuneSpec.withKeep(0), "keep must be at least 1, got 0");
        assertRefused(() -> tuneSpec.withNeighbors(0), "neighbors must be at least 1, got 0");
        for (double alpha : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
            assertRefused(() -> tuneSpec.withAlpha(alpha), "alpha must be a finite number > 0, got " + alpha);
        assertRefused(
                () -> specWithBase(base.withSolver(SolverSpec.of(SolverKind.ACCPALM))),
                "tuning needs the solver best-support, got accpalm: only there is alpha comparable between data sets");
        assertRefused(
                () -> specWithBase(base.withModel(Model.NMF)), "tuning needs the model gnmf-l20 or gnmf, got nmf");
        assertRefused(
                () -> tuneSpec.withKeep(4).withBase(base.withModel(Model.GNMF)),
                "keep 4 does not apply: model gnmf keeps all features");
        assertRefused(
                () -> specWithBase(base.withStart(Start.nndsvd())),
                "tuning needs a start that depends on the seed, got nndsvd");
        assertRefused(
                () -> specWithBase(base.withRestarts(3)), "restarts must be 1, got 3: tuning compares starts itself");
        assertRefused(
                () -> new TuneSpec(
                        Optional.of(3),
                        Optional.of(0),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        TuningCriterion.MODULARITY,
                        base),
                "rank must be at least 1, got 0");
    }

    @Test
    void specsThatDoNotFitTheDataAreRefused() {
        TuneSpec tuneSpec = TuningCases.spec(3);
        try (PreparedData data = data();
                PreparedData four = TuningCases.prepared(TuningCases.planted(2, 4, 6, 6, 1));
                PreparedData flat = TuningCases.prepared(
                        DenseMatrix.of(new double[][] {{1, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2, 2, 2}}))) {
            assertDataFault(
                    () -> create(four, TuneSpec.of(2)),
                    "memory: tuning needs at least 5 samples, for graphs with 3 or more neighbours, got 4");
            assertRefused(
                    () -> create(data, tuneSpec.withKeep(13)),
                    "keep must be between 1 and 12, the number of features, got 13");
            assertRefused(
                    () -> create(data, tuneSpec.withNeighbors(30)),
                    "neighbors must be between 1 and 29, one less than the samples, got 30");
            assertRefused(
                    () -> create(data, TuneSpec.of(31)),
                    "rank must be between 1 and min(features, samples) = 12, got 31");
            assertDataFault(
                    () -> create(flat, TuneSpec.of(2)),
                    "memory: only 1 of the 8 samples differ, which cannot form 2 groups; lower Spec.withClusters");
            assertRefused(
                    () -> create(
                            data,
                            specWithBase(tuneSpec.base()
                                    .withGraphTerm(GraphTerm.TRACE)
                                    .withLambda(0))),
                    "best-support needs the graph term invariant or joint, not trace");
            assertRefused(
                    () -> create(
                            data,
                            specWithBase(tuneSpec.base()
                                    .withModel(Model.GNMF)
                                    .withSelect(FeatureSelection.of(FeatureSelection.Strategy.GAIN)))),
                    "select gain does not go with model gnmf, which selects no whole features");
        }
    }

    @Test
    void unusableGraphsAreRefused() {
        TuneSpec tuneSpec = TuningCases.spec(3);
        try (PreparedData data = data();
                PreparedData fewer = TuningCases.prepared(TuningCases.planted(3, 20, 12, 6, 1))) {
            GraphSource own = GraphSource.of(Grapnel.graph(data.data().X(), GraphSpec.standard(), 1));
            assertRefused(
                    () -> Tuner.create(data, Optional.of(own), tuneSpec.withCriterion(TuningCriterion.HELD_OUT)),
                    "the criterion held-out cannot be used with a given graph; choose another criterion or no graph");
            assertRefused(
                    () -> Tuner.create(fewer, Optional.of(own), tuneSpec),
                    "the graph has 30 samples, the data have 20");
            Graph none =
                    Graph.of(SparseMatrix.ofTriples(30, 30, new int[0], new int[0], new double[0]), "without edges");
            assertDataFault(
                    () -> Tuner.create(data, Optional.of(GraphSource.of(none)), tuneSpec),
                    "the graph has no edges, so its weight cannot be tuned");
        }
    }

    @Test
    void unsupportedGroupCountsAreRefused() {
        try (PreparedData noise = TuningCases.prepared(TuningCases.withoutGroups(60, 20, 1));
                PreparedData narrow = TuningCases.prepared(clumps(5, 60))) {
            assertDataFault(
                    () -> TuningCases.tune(noise, TuningCases.spec(3).withoutClusters()),
                    "memory: the graph shows no separate groups, so no number of clusters can be suggested; set the number of clusters");
            TuningCases.RecordingTuningListener none = TuningCases.RecordingTuningListener.recordAll();
            assertDataFault(
                    () -> Tuner.create(
                                    narrow,
                                    Optional.empty(),
                                    TuningCases.spec(3).withoutClusters())
                            .run(List.of(), none, none.context()),
                    "memory: the graph suggests 5 groups, but a fit has at most 2 components, the smaller of features and samples; set the number of clusters");
            assertThat(none.received).isEmpty();
        }
    }

    /** Clumps far apart in the plane. */
    private static DenseMatrix clumps(int clumps, int n) {
        DenseMatrix X = DenseMatrix.zeros(2, n);
        for (int j = 0; j < n; j++) {
            X.set(0, j, 5 + 10 * (j % clumps) + Math.sin(j));
            X.set(1, j, 10 * (j % clumps % 2) + Math.cos(3 * j) + 5);
        }
        return X;
    }

    @ParameterizedTest
    @CsvSource({
        "5, 8, 2, 2",
        "6, 8, 2, 2",
        "6, 8, 3, 3",
        "7, 8, 2, 1",
        "30, 1, 2, 1",
        "30, 2, 2, 2",
        "30, 3, 2, 2",
        "30, 3, 5, 3",
        "12, 40, 4, 4",
        "30, 2, 2, 1"
    })
    void smallDataCanBeTuned(int n, int p, int groups, int rank) {
        for (TuneSpec of : List.of(TuningCases.spec(groups), TuningCases.recommended(groups)))
            for (TuningCriterion criterion : TuningCriterion.values())
                if (of.base().isJoint() || criterion != TuningCriterion.HELD_OUT_ENTRIES)
                    assertCanBeTuned(n, p, groups, of.withRank(rank).withCriterion(criterion));
    }

    private static void assertCanBeTuned(int n, int p, int groups, TuneSpec tuneSpec) {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(groups, n, p, p, 3))) {
            TuningResult tuning = TuningCases.tune(data, tuneSpec);
            assertThat(tuning.chosen().neighbors().orElseThrow()).isLessThan(n);
            assertThat(tuning.chosen().keep()).isBetween(1, p);
            assertThat(tuning.sentences()).isNotEmpty().allMatch(s -> !s.contains("NaN"));
            try (var fit = tuning.fit(data, FitContext.none())) {
                assertThat(fit.support().count()).isEqualTo(tuning.chosen().keep());
            }
        }
    }

    /** The group count uses five neighbours, whatever the fits use. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "29"})
    void anyNumberOfNeighboursCanBeGiven(int neighbors) {
        try (PreparedData data = data()) {
            for (TuneSpec of : List.of(TuningCases.spec(3), TuningCases.recommended(3)))
                assertThat(TuningCases.tune(data, of.withNeighbors(neighbors))
                                .chosen()
                                .neighbors())
                        .contains(neighbors);
        }
    }

    /** Nine of ten samples are equal, so a subsample may have no distinct samples. */
    @Test
    void mostlyEqualSamplesCanBeTuned() {
        DenseMatrix X = DenseMatrix.zeros(6, 12);
        for (int i = 0; i < 6; i++) for (int j = 0; j < 12; j++) X.set(i, j, j == 7 ? 5 - i : 1 + i);
        try (PreparedData data = TuningCases.prepared(X)) {
            for (TuneSpec of : List.of(TuningCases.spec(2), TuningCases.recommended(2)))
                assertThat(TuningCases.tune(data, of.withKeep(2)).stability()).isEmpty();
        }
    }
}
