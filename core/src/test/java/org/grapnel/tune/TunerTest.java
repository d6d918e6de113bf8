package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.grapnel.FeatureSelection;
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

/** What makes no sense is refused with one line, before any fit; what is merely small is tuned. */
class TunerTest {
    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    private static void faulty(ThrowingCallable call, String message) {
        assertThatExceptionOfType(DataException.class).isThrownBy(call).withMessage(message);
    }

    private static PreparedData data() {
        return TuningCases.prepared(TuningCases.planted(3, 30, 12, 6, 1));
    }

    private static void of(PreparedData data, TuneSpec asked) {
        Tuner.create(data, Optional.empty(), asked);
    }

    private static TuneSpec based(Spec base) {
        return TuningCases.asked(3).withBase(base);
    }

    @Test
    void whatNoDataCanMakeRight() {
        TuneSpec asked = TuningCases.asked(3);
        Spec base = asked.base();
        refused(
                () -> TuneSpec.of(1),
                "clusters must be at least 2, got 1: with one group there is nothing to choose by");
        refused(() -> asked.withKeep(0), "keep must be at least 1, got 0");
        refused(() -> asked.withNeighbors(0), "neighbors must be at least 1, got 0");
        for (double alpha : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
            refused(() -> asked.withAlpha(alpha), "alpha must be a number > 0 to be tuned around, got " + alpha);
        refused(
                () -> based(base.withSolver(SolverSpec.of(SolverKind.ACCPALM))),
                "tuning needs the solver best-support, in whose terms alpha means the same for all data, not accpalm");
        refused(() -> based(base.withModel(Model.NMF)), "tuning is for the models gnmf-l20 and gnmf, not nmf");
        refused(
                () -> asked.withKeep(4).withBase(base.withModel(Model.GNMF)),
                "keep 4 does not apply: model gnmf keeps all features");
        refused(() -> based(base.withStart(Start.nndsvd())), "tuning needs starts that are drawn, not nndsvd");
        refused(
                () -> based(base.withRestarts(3)),
                "restarts must be 1, got 3: tuning compares starts itself, by the criterion");
        refused(
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
    void whatDoesNotFitTheData() {
        TuneSpec asked = TuningCases.asked(3);
        try (PreparedData data = data();
                PreparedData four = TuningCases.prepared(TuningCases.planted(2, 4, 6, 6, 1));
                PreparedData flat = TuningCases.prepared(
                        DenseMatrix.of(new double[][] {{1, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2, 2, 2}}))) {
            faulty(
                    () -> of(four, TuneSpec.of(2)),
                    "memory: tuning needs at least 5 samples, for graphs of 3 and more neighbours, got 4");
            refused(
                    () -> of(data, asked.withKeep(13)),
                    "keep must be between 1 and 12, the number of features, got 13");
            refused(
                    () -> of(data, asked.withNeighbors(30)),
                    "neighbors must be between 1 and 29, one less than the samples, got 30");
            refused(() -> of(data, TuneSpec.of(31)), "rank must be between 1 and min(features, samples) = 12, got 31");
            faulty(
                    () -> of(flat, TuneSpec.of(2)),
                    "memory: only 1 of the 8 samples differ, which cannot form 2 groups; lower --clusters");
            refused(
                    () -> of(
                            data,
                            based(asked.base().withGraphTerm(GraphTerm.TRACE).withLambda(0))),
                    "best-support needs the graph term invariant, not trace");
            refused(
                    () -> of(
                            data,
                            based(asked.base()
                                    .withModel(Model.GNMF)
                                    .withSelect(FeatureSelection.of(FeatureSelection.Strategy.GAIN)))),
                    "select gain does not go with model gnmf, which keeps no whole features");
        }
    }

    @Test
    void graphsThatSayNothing() {
        TuneSpec asked = TuningCases.asked(3);
        try (PreparedData data = data();
                PreparedData fewer = TuningCases.prepared(TuningCases.planted(3, 20, 12, 6, 1))) {
            GraphSource own = GraphSource.of(Grapnel.graph(data.data().X(), GraphSpec.standard(), 1));
            refused(
                    () -> Tuner.create(data, Optional.of(own), asked.withCriterion(TuningCriterion.HELD_OUT)),
                    "the criterion held-out cannot leave out samples of a graph that is given; choose another, or no graph");
            refused(
                    () -> Tuner.create(fewer, Optional.of(own), asked),
                    "the graph is one of 30 samples, the data have 20");
            Graph none =
                    Graph.of(SparseMatrix.ofTriples(30, 30, new int[0], new int[0], new double[0]), "without edges");
            faulty(
                    () -> Tuner.create(data, Optional.of(GraphSource.of(none)), asked),
                    "the graph has no edges, so there is no weight to choose");
        }
    }

    @Test
    void numbersOfGroupsThatNothingSpeaksFor() {
        try (PreparedData cloud = TuningCases.prepared(TuningCases.cloud(60, 20, 1));
                PreparedData narrow = TuningCases.prepared(clumps(5, 60))) {
            faulty(
                    () -> TuningCases.tuning(cloud, TuningCases.asked(3).withoutClusters()),
                    "memory: no number of groups can be suggested: no two parts of the graph keep to themselves; say how many with --clusters");
            TuningCases.RecordingTuningListener none = TuningCases.RecordingTuningListener.forEver();
            faulty(
                    () -> Tuner.create(
                                    narrow,
                                    Optional.empty(),
                                    TuningCases.asked(3).withoutClusters())
                            .run(List.of(), none),
                    "memory: the graph suggests 5 groups, a fit can have 2 components at most, no more than features and samples; say how many groups with --clusters");
            assertThat(none.told).isEmpty();
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
    void smallDataAreTuned(int n, int p, int groups, int rank) {
        TuneSpec of = TuningCases.asked(groups);
        for (TuningCriterion criterion : TuningCriterion.values()) {
            TuneSpec asked = new TuneSpec(
                    of.clusters(),
                    Optional.of(rank),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    criterion,
                    of.base());
            try (PreparedData data = TuningCases.prepared(TuningCases.planted(groups, n, p, p, 3))) {
                TuningResult tuning = TuningCases.tuning(data, asked);
                assertThat(tuning.chosen().neighbors().orElseThrow()).isLessThan(n);
                assertThat(tuning.chosen().keep()).isBetween(1, p);
                assertThat(tuning.sentences()).isNotEmpty().allMatch(s -> !s.contains("NaN"));
                try (var fit = tuning.fit(data, step -> {})) {
                    assertThat(fit.support().count()).isEqualTo(tuning.chosen().keep());
                }
            }
        }
    }

    /** The count of groups looks at five neighbours, whatever the fits look at. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "29"})
    void anyNumberOfNeighbours(int neighbors) {
        try (PreparedData data = data()) {
            TuningResult tuning = TuningCases.tuning(data, TuningCases.asked(3).withNeighbors(neighbors));
            assertThat(tuning.chosen().neighbors()).contains(neighbors);
        }
    }

    /** Nine of ten samples alike: parts of the samples may have nothing in which they differ. */
    @Test
    void samplesThatAreMostlyTheSame() {
        DenseMatrix X = DenseMatrix.zeros(6, 12);
        for (int i = 0; i < 6; i++) for (int j = 0; j < 12; j++) X.set(i, j, j == 7 ? 5 - i : 1 + i);
        try (PreparedData data = TuningCases.prepared(X)) {
            TuningResult tuning = TuningCases.tuning(data, TuningCases.asked(2).withKeep(2));
            assertThat(tuning.stability()).isEmpty();
        }
    }
}
