package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.pipeline.KnnGraphCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The recommended fit equals the winner to the bit, with the graph of the result and without it. */
class TuningResultTest {
    private static void assertWinnerIsTheRecommendedFit(TuningResult tuning, PreparedData data) {
        Graph reference = tuning.graph()
                .features()
                .map(kept -> data.data().X().selectRows(kept.toArray()))
                .map(some -> {
                    try (some) {
                        return Grapnel.graph(some, tuning.spec().graph().withNeighbors(4), 1)
                                .graph();
                    }
                })
                .orElseGet(() -> Grapnel.graph(
                                data.data().X(), tuning.spec().graph().withNeighbors(4), 1)
                        .graph());
        try (Fit with = tuning.fit(data, FitContext.none());
                Fit without = Grapnel.fit(data, tuning.spec())) {
            assertThat(Modularity.compute(reference, with.groups().clustering()).get())
                    .isEqualTo(tuning.winner().modularity());
            assertThat(with.solution().trace().iterations())
                    .isEqualTo(tuning.winner().iterations());
            assertSameBits(with, without);
            tuning.winner().kept().ifPresent(kept -> assertThat(with.support()).isEqualTo(kept));
            assertThat(with.support().count()).isEqualTo(tuning.winner().point().keep());
        }
    }

    static void assertSameBits(Fit a, Fit b) {
        assertThat(rows(a.solution().W())).isDeepEqualTo(rows(b.solution().W()));
        assertThat(rows(a.solution().Ht())).isDeepEqualTo(rows(b.solution().Ht()));
        assertThat(a.groups().clustering()).isEqualTo(b.groups().clustering());
        assertThat(a.support()).isEqualTo(b.support());
    }

    private static double[][] rows(DenseMatrix A) {
        double[][] rows = new double[A.rows()][A.cols()];
        for (int i = 0; i < rows.length; i++) A.row(i, rows[i]);
        return rows;
    }

    @ParameterizedTest
    @CsvSource({"2, 30, 12, 12", "3, 40, 24, 12", "4, 41, 30, 30"})
    void winnerIsTheRecommendedFit(int groups, int n, int p, int signal) {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(groups, n, p, signal, 1))) {
            assertWinnerIsTheRecommendedFit(TuningCases.tune(data, TuningCases.spec(groups)), data);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Strategy.class,
            names = {"MODEL", "PLUGIN"}, // tune refuses plugins
            mode = EnumSource.Mode.EXCLUDE)
    void winnerIsTheRecommendedFitForEverySelection(Strategy by) {
        TuneSpec tuneSpec = TuningCases.spec(3);
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 24, 12, 2))) {
            TuningResult tuning = TuningCases.tune(
                    data, tuneSpec.withBase(tuneSpec.base().withSeed(5).withSelect(FeatureSelection.of(by))));
            assertWinnerIsTheRecommendedFit(tuning, data);
        }
    }

    /** Eigenvectors of separate components are an arbitrary basis, which depends on the start of the iteration. */
    @Test
    void winnerIsTheRecommendedFitWithSeededSelection() {
        TuneSpec tuneSpec = TuningCases.spec(4);
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(4, 40, 24, 24, 2))) {
            for (long seed = 0; seed < 3; seed++)
                assertWinnerIsTheRecommendedFit(
                        TuningCases.tune(
                                data,
                                tuneSpec.withKeep(3)
                                        .withBase(tuneSpec.base()
                                                .withSeed(seed)
                                                .withSelect(FeatureSelection.of(Strategy.MCFS)))),
                        data);
        }
    }

    @Test
    void winnerIsTheRecommendedFitWithNoiseScreen() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 60, 100, 12, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(3));
            assertThat(tuning.graph().features()).isPresent();
            assertThat(tuning.path().get(0).keep())
                    .isEqualTo(tuning.graph().features().orElseThrow().count());
            assertWinnerIsTheRecommendedFit(tuning, data);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "5", "12", "60", "99", "100"})
    void winnerIsTheRecommendedFitWithNoiseScreenAndGivenKeep(int keep) {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 60, 100, 12, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(3).withKeep(keep));
            assertThat(tuning.graph().features().isPresent()).isEqualTo(keep < 100);
            assertThat(tuning.chosen().keep()).isEqualTo(keep);
            assertWinnerIsTheRecommendedFit(tuning, data);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "6", "23", "24"})
    void winnerIsTheRecommendedFitWithGivenKeep(int keep) {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 24, 12, 4))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(3).withKeep(keep));
            assertThat(tuning.chosen().keep()).isEqualTo(keep);
            assertThat(tuning.spec().model()).isEqualTo(keep == 24 ? Model.GNMF : Model.GNMF_L20);
            assertWinnerIsTheRecommendedFit(tuning, data);
        }
    }

    @ParameterizedTest
    @CsvSource({"24", "100"})
    void winnerIsTheRecommendedFitWithAllFeatures(int p) {
        TuneSpec tuneSpec = TuningCases.spec(3);
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, p, 12, 5))) {
            TuningResult tuning = TuningCases.tune(
                    data,
                    tuneSpec.withBase(tuneSpec.base().withModel(Model.GNMF).withSelect(FeatureSelection.model())));
            assertThat(tuning.chosen().keep()).isEqualTo(p);
            assertThat(tuning.path()).hasSize(1);
            assertThat(tuning.eliminationOrder()).isEmpty();
            assertThat(tuning.stability()).isEmpty();
            assertWinnerIsTheRecommendedFit(tuning, data);
        }
    }

    @Test
    void winnerIsTheRecommendedFitFromKMeansStarts() {
        TuneSpec tuneSpec = TuningCases.spec(3);
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 24, 12, 6))) {
            for (long seed : new long[] {0, 42, -7, Long.MAX_VALUE, 1L << 40})
                assertWinnerIsTheRecommendedFit(
                        TuningCases.tune(data, tuneSpec.withBase(tuneSpec.base().withSeed(seed))), data);
            assertWinnerIsTheRecommendedFit(
                    TuningCases.tune(data, tuneSpec.withBase(tuneSpec.base().withStart(Grapnel.kmeansStart(3)))), data);
        }
    }

    @Test
    void winnerIsTheRecommendedFitWithApproximateSearch() {
        TuneSpec tuneSpec = TuningCases.spec(3);
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 150, 12, 6, 7))) {
            for (long seed = 0; seed < 3; seed++) {
                TuneSpec by = tuneSpec.withBase(tuneSpec.base()
                        .withSeed(seed)
                        .withGraph(tuneSpec.base()
                                .graph()
                                .withSearch(SearchKind.APPROXIMATE)
                                .withSeed(seed)));
                TuningResult tuning = TuningCases.tune(data, by);
                assertThat(by.spec(tuning.chosen(), 12, 3, seed + 2).graph().seed())
                        .isEqualTo(seed);
                assertWinnerIsTheRecommendedFit(tuning, data);
            }
        }
    }

    @Test
    void winnerIsTheRecommendedFitOnSparseData() {
        try (DenseMatrix dense = DenseMatrix.zeros(20, 40)) {
            for (int i = 0; i < 20; i++)
                for (int j = 0; j < 40; j++)
                    if ((i + 3 * j) % 4 == 0 || i % 3 == j % 3) dense.set(i, j, 1 + (i * 7 + j * 3) % 5);
            TuningResult of;
            try (PreparedData data = TuningCases.prepared(TuningCases.sparse(dense))) {
                of = TuningCases.tune(data, TuningCases.spec(3));
                assertWinnerIsTheRecommendedFit(of, data);
            }
            try (PreparedData data = TuningCases.prepared(dense.copy())) {
                assertThat(TuningCases.tune(data, TuningCases.spec(3)).chosen()).isEqualTo(of.chosen());
            }
        }
    }

    @Test
    void winnerIsTheRecommendedFitWithAGivenGraph() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 24, 12, 8))) {
            TuneSpec tuneSpec = TuningCases.spec(3);
            GraphSource own = GraphSource.of(
                    Grapnel.graph(data.data().X(), tuneSpec.base().graph().withNeighbors(7), 1)
                            .graph());
            TuningResult tuning = Tuner.create(data, Optional.of(own), tuneSpec)
                    .run(List.of(), TuningListener.none(), FitContext.none())
                    .orElseThrow();
            assertThat(tuning.chosen().neighbors()).isEmpty();
            assertThat(tuning.graph()).isSameAs(own);
            assertThat(tuning.evidence()).isEmpty();
            assertThat(tuning.sentences())
                    .contains(
                            "With a given graph, the groups are not compared with random data, so they may be due to chance");
            Graph reference = KnnGraphCache.create(data, tuneSpec.base(), 4, FitContext.none())
                    .graph(4)
                    .graph();
            try (Fit fit = tuning.fit(data, FitContext.none())) {
                assertThat(Modularity.compute(reference, fit.groups().clustering())
                                .get())
                        .isEqualTo(tuning.winner().modularity());
            }
        }
    }
}
