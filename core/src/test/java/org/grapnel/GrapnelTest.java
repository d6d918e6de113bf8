package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneResult;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The facade: from data to features, groups and embeddings. */
class GrapnelTest {
    private static final int N = 60;

    /** Three groups, each marked by three of twelve features. */
    private static Dataset data() {
        DenseMatrix X = DenseMatrix.zeros(12, N);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < N; j++) X.set(i, j, CounterRandom.uniform(3, i, j) + (i < 9 && i / 3 == j % 3 ? 3 : 0));
        return Dataset.of(X);
    }

    private static List<String> truth() {
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < N; j++) truth.add("group " + j % 3);
        return truth;
    }

    private static Spec spec(Model model) {
        Spec spec = Spec.paper(model, 3).withSeed(4);
        return model.isSparse() ? spec.withKeep(9) : spec;
    }

    @ParameterizedTest
    @EnumSource(Model.class)
    void everyModelFindsObviousGroups(Model model) {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, spec(model))) {
            assertThat(Scores.compute(truth(), fit.groups().clustering()).nmi().get())
                    .isEqualTo(1);
            assertThat(fit.solution().stop().converged()).isTrue();
        }
    }

    @Test
    void withoutAGivenGraphTheStandardOneIsBuilt() {
        try (Dataset data = data();
                Fit built = Grapnel.fit(data, spec(Model.GNMF_L20));
                Solution given = Grapnel.solve(
                        data.X(),
                        Optional.of(
                                Grapnel.graph(data.X(), GraphSpec.standard(), 1).graph()),
                        spec(Model.GNMF_L20),
                        FitContext.none())) {
            assertThat(built.Ht().toArray()).isEqualTo(given.Ht().toArray());
        }
    }

    @ParameterizedTest
    @EnumSource(LaplacianKind.class)
    void alphaIsLambdaTimesTheMeanDegree(LaplacianKind kind) {
        Spec spec = spec(Model.GNMF_L20).withLaplacian(kind);
        try (Dataset data = data();
                Fit byAlpha = Grapnel.fit(data, spec.withAlpha(30))) {
            double degree = kind == LaplacianKind.PLAIN
                    ? byAlpha.graph().orElseThrow().graph().meanDegree()
                    : 1;
            assertThat(byAlpha.spec().lambda()).isEqualTo(30 / degree);
            try (Fit byLambda = Grapnel.fit(data, spec.withLambda(30 / degree));
                    Solution alone = Grapnel.solve(
                            data.X(), byAlpha.graph().map(GraphSource::graph), spec.withAlpha(30), FitContext.none())) {
                assertThat(byAlpha.Ht().toArray()).isEqualTo(byLambda.Ht().toArray());
                assertThat(alone.Ht().toArray()).isEqualTo(byLambda.Ht().toArray());
            }
        }
    }

    @Test
    void alphaNeedsAGraphWithEdges() {
        try (Dataset data = data()) {
            Graph none = Graph.of(SparseMatrix.ofTriples(N, N, new int[0], new int[0], new double[0]), "edges.csv");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> Grapnel.fit(
                            Preparation.none().apply(data),
                            Optional.of(GraphSource.of(none)),
                            spec(Model.GNMF).withAlpha(1),
                            FitContext.none()))
                    .withMessage("the graph has no edges, so alpha 1.0 has no meaning; set lambda, or alpha 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> spec(Model.GNMF).withAlpha(-1))
                    .withMessage("alpha must be a number >= 0, got -1.0");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SolverKind.class,
            names = {"ACCPALM", "BEST_SUPPORT"})
    void interruptingTheThreadCancelsAFitWithinAnIteration(SolverKind solver) {
        Spec spec = Spec.forSolver(solver, Model.NMF, 3).withStop(new StopSpec(0, 1000, Optional.empty()));
        List<Step> seen = new ArrayList<>();
        try (Dataset data = data();
                PreparedData prepared = Preparation.none().apply(data)) {
            assertThatExceptionOfType(CancellationException.class)
                    .isThrownBy(() -> Grapnel.fit(prepared, spec, step -> {
                                seen.add(step);
                                if (step.iteration() == 5)
                                    Thread.currentThread().interrupt();
                            })
                            .close());
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThatExceptionOfType(CancellationException.class)
                    .isThrownBy(() -> Grapnel.fit(prepared, spec).close());
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(seen).hasSize(6);
    }

    @Test
    void cancellingByTheTokenKeepsThePointReached() {
        List<Step> seen = new ArrayList<>();
        FitContext context = FitContext.of(seen::add).withCancellation(() -> seen.size() > 5);
        Spec spec = Spec.paper(Model.NMF, 3).withStop(new StopSpec(0, 1000, Optional.empty()));
        try (Dataset data = data();
                Fit fit = Grapnel.fit(Preparation.none().apply(data), Optional.empty(), spec, context)) {
            assertThat(fit.solution().stop()).isInstanceOf(StopReason.Interrupted.class);
            assertThat(seen).hasSize(6);
            assertThat(fit.toString()).startsWith("Fit[nmf, accpalm, rank 3: ").hasSizeLessThan(120);
            assertThat(fit.spec().toString()).hasSizeLessThan(80);
        }
    }

    @Test
    void kMeansIsXAsCentresTimesMembers() {
        List<Step> seen = new ArrayList<>();
        try (Dataset data = data();
                Solution fit =
                        Grapnel.solve(data.X(), Optional.empty(), spec(Model.KMEANS_L0), FitContext.of(seen::add))) {
            assertThat(fit.support().toArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
            assertThat(fit.certificate().residualW()).isLessThan(1e-14);
            assertThat(fit.trace().monotone()).isTrue();
            assertThat(seen).isEqualTo(fit.trace().steps());
            assertThat(fit.trace().iterations()).isPositive();
            assertThat(fit.stop().sentence()).isEqualTo("converged: no sample changed its group any more");
            double loss = 0;
            for (int i = 0; i < 12; i++) {
                for (int j = 0; j < N; j++) {
                    double fitted = 0;
                    for (int c = 0; c < 3; c++)
                        fitted += fit.W().get(i, c) * fit.Ht().get(j, c);
                    loss += Math.pow(data.X().get(i, j) - fitted, 2) / 2;
                }
            }
            assertThat(fit.objective().loss()).isCloseTo(loss, within(1e-12 * loss));
            for (int j = 0; j < N; j++)
                assertThat(fit.Ht().get(j, 0) + fit.Ht().get(j, 1) + fit.Ht().get(j, 2))
                        .isEqualTo(1);
        }
    }

    @Test
    void aFactorWithEqualColumnsFormsOneGroup() {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{1, 1, 1, 1}, {2, 2, 2, 2}});
                Solution fit = Grapnel.solve(
                        X, Optional.empty(), Spec.paper(Model.NMF, 1).withStart(ones()), FitContext.none())) {
            assertThat(Grapnel.groups(fit, Spec.paper(Model.NMF, 1).withClusters(3))
                            .clustering()
                            .clusters())
                    .isEqualTo(1);
        }
    }

    private static Start ones() {
        return (context, X, r) -> {
            DenseMatrix W = DenseMatrix.zeros(X.rows(), r);
            DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
            W.fill(1);
            Ht.fill(1);
            return new Start.StartPoint(W, Ht);
        };
    }

    @Test
    void anEmbeddingKeepsGroupsApart() {
        try (Dataset data = data();
                TsneResult picture =
                        Grapnel.embed(data.X(), TsneOptions.defaults().withPerplexity(5), 2, step -> {})) {
            int wrong = 0;
            for (int j = 0; j < N; j++) {
                int nearest = -1;
                double least = Double.POSITIVE_INFINITY;
                for (int l = 0; l < N; l++) {
                    double d = Math.hypot(
                            picture.Y().get(j, 0) - picture.Y().get(l, 0),
                            picture.Y().get(j, 1) - picture.Y().get(l, 1));
                    if (l != j && d < least) {
                        least = d;
                        nearest = l;
                    }
                }
                if (nearest % 3 != j % 3) wrong++;
            }
            assertThat(wrong).isZero();
        }
    }

    @Test
    void iterationsOfKMeansAreCountedFromItsStart() {
        try (Dataset data = data();
                Fit fit =
                        Grapnel.fit(data, Spec.paper(Model.KMEANS, 3).withStop(new StopSpec(0, 1, Optional.empty())))) {
            assertThat(fit.solution().trace().iterations()).isEqualTo(1);
            assertThat(fit.solution().trace().steps()).hasSize(2);
        }
    }

    @Test
    void aKMeansStartNeedsAsManyDistinctSamplesAsItsRank() {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{1, 1, 2, 2}, {2, 2, 5, 5}, {0, 0, 3, 3}})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.fit(
                            Dataset.of(X), spec(Model.NMF).withClusters(2).withStart(Grapnel.kmeansStart(0))))
                    .withMessage("rank 3 is too large for a start from k-means: only 2 of the 4 samples are distinct");
        }
    }

    @Test
    void invalidSpecsAreRefused() {
        try (Dataset data = data()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.fit(data, Spec.paper(Model.KMEANS, N + 1)))
                    .withMessage("clusters must be between 1 and 60, the number of samples, got 61");
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> Grapnel.fit(data, Spec.paper(Model.KMEANS, 3).withKeep(4)))
                    .withMessageContaining("keep does not apply");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Model.KMEANS.problem(data.X(), 3, Optional.empty(), 0, Optional.empty()))
                    .withMessageContaining("solved by k-means");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.fit(data, spec(Model.NMF).withClusters(N + 1)))
                    .withMessage("clusters must be between 1 and 60, the number of samples, got 61");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> spec(Model.NMF).withClusters(0))
                    .withMessage("clusters must be at least 1, got 0");
        }
    }
}
