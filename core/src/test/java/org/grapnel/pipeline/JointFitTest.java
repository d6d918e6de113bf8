package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.junit.jupiter.api.Test;

/** A whole fit with the graph term joint: features, factors, groups and new samples. */
class JointFitTest {
    private static final int P = 30;
    private static final int N = 90;
    private static final int C = 3;

    /** Three groups that twelve of the features tell apart; the others are noise. */
    private static DenseMatrix data(int n) {
        DenseMatrix X = DenseMatrix.zeros(P, n);
        X.map((i, j, x) -> CounterRandom.uniform(5, i, j) + (i < 12 && i % C == j % C ? 2 : 0));
        return X;
    }

    private static Clustering truth(int n) {
        int[] labels = new int[n];
        Arrays.setAll(labels, j -> j % C);
        return Clustering.ofLabels(C, labels);
    }

    private static Spec spec() {
        return Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF_L20, C)
                .withKeep(12)
                .withSelect(FeatureSelection.of(FeatureSelection.Strategy.VARIANCE))
                .withGraphTerm(GraphTerm.JOINT)
                .withAlpha(Spec.JOINT_ALPHA)
                .withStart(Start.ofGroups(truth(N), 0))
                .withBaselines(false)
                .withThreads(2);
    }

    private static Fit fit(Dataset data, Spec spec) {
        return Grapnel.fit(data, spec);
    }

    @Test
    void groupsAreTheLargestMemberships() {
        try (Dataset data = Dataset.of(data(N));
                Fit fit = fit(data, spec())) {
            assertThat(fit.groups().origin()).isEqualTo(Groups.Origin.MEMBERSHIPS);
            assertThat(fit.groups().clustering()).isEqualTo(truth(N));
            assertThat(fit.groups().confidence().orElseThrow().of(0)).isBetween(0.5, 1.0);
            assertThat(fit.spec().weight().value()).isEqualTo(10);
            assertThat(fit.support().toArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            assertThat(fit.solution().trace().monotone()).isTrue();
            assertThat(fit.solution().stop().converged()).isTrue();
            assertThat(fit.solution().certificate().symmetryGap()).isPresent();
            // the features that are not kept cost ½‖x‖² each, as in every fit on selected features
            assertThat(fit.relativeError()).isBetween(0.2, 1.0);
            assertThatIllegalStateException()
                    .isThrownBy(() -> fit.spec().lambda())
                    .withMessage("the graph term joint has no lambda: its weight is alpha (Spec.weight)");
        }
    }

    @Test
    void anotherNumberOfGroupsIsFoundByKMeans() {
        try (Dataset data = Dataset.of(data(N));
                Fit fit = fit(data, spec().withRank(5))) {
            assertThat(fit.groups().origin()).isEqualTo(Groups.Origin.K_MEANS_ON_H);
            assertThat(fit.groups().clustering().clusters()).isEqualTo(C);
            assertThat(fit.groups().confidence().orElseThrow().of(0)).isBetween(0.5, 1.0);
        }
    }

    @Test
    void theGroupsOfTheGraphReplaceMembershipsThatLoseAGroup() {
        // a component that is zero in H stays zero
        Spec spec = spec().withStart((context, X, r) -> {
            DenseMatrix Ht = DenseMatrix.zeros(N, r);
            for (int j = 0; j < N; j++) Ht.set(j, 2 * (j % 2), 1);
            return new Start.StartPoint(DenseMatrix.zeros(X.rows(), r), Ht);
        });
        try (Dataset data = Dataset.of(data(N));
                Fit fit = fit(data, spec)) {
            assertThat(fit.groups().clustering().clusters()).isEqualTo(C);
            assertThat(GroupingStep.group(fit.solution(), fit.spec())
                            .clustering()
                            .sizes()[1])
                    .isZero();
            assertThat(fit.groups().origin()).isIn(Groups.Origin.GRAPH, Groups.Origin.COMPONENTS);
            assertThat(AdjustedRand.compute(fit.groups().clustering(), truth(N)))
                    .isEqualTo(1);
            assertThat(fit.notes()).noneMatch(note -> note.contains("of the 3 groups have samples"));
        }
    }

    @Test
    void trainingSamplesKeepTheirWeightsAndGroups() {
        for (int rank : new int[] {C, 5}) {
            Spec spec = spec().withRank(rank).withStop(new StopSpec(0, 4000, Optional.empty()));
            try (Dataset data = Dataset.of(data(N));
                    Fit fit = fit(data, spec);
                    FittedModel model = fit.toModel();
                    Dataset again = Dataset.of(data(N));
                    TransformResult placed = model.transform(again, 2)) {
                double size = 0;
                double apart = 0;
                for (int i = 0; i < N; i++)
                    for (int j = 0; j < rank; j++) {
                        size = Math.max(size, fit.Ht().get(i, j));
                        apart = Math.max(
                                apart, Math.abs(fit.Ht().get(i, j) - placed.Ht().get(i, j)));
                    }
                assertThat(apart / size).as("rank %d", rank).isLessThan(1e-4);
                assertThat(placed.groups()).isEqualTo(fit.groups().clustering());
            }
        }
    }

    @Test
    void newSamplesJoinTheirGroups() {
        try (Dataset data = Dataset.of(data(N));
                Fit fit = fit(data, spec());
                FittedModel model = fit.toModel();
                DenseMatrix more = data(N + 30);
                Dataset fresh =
                        Dataset.of(more.selectColumns(IntStream.range(N, N + 30).toArray()));
                TransformResult placed = model.transform(fresh, 1)) {
            for (int i = 0; i < 30; i++) assertThat(placed.groups().labelOf(i)).isEqualTo((N + i) % C);
        }
    }

    @Test
    void selectedFeaturesGiveTheFitOfTheseFeaturesAlone() {
        int[] rows = {0, 2, 3, 7, 11};
        try (DenseMatrix X = data(N);
                DenseMatrix some = X.selectRows(rows)) {
            Graph graph = Grapnel.graph(X, GraphSpec.standard(), 1).graph();
            Spec spec = spec().withKeep(5);
            try (Solution inside = Grapnel.solve(X, RowSet.of(P, rows), Optional.of(graph), spec, FitContext.none());
                    Solution alone =
                            Grapnel.solve(some, Optional.of(graph), spec.withoutSelection(), FitContext.none())) {
                assertThat(inside.Ht().toArray()).isDeepEqualTo(alone.Ht().toArray());
                assertThat(inside.objective().graphTerm())
                        .isCloseTo(alone.objective().graphTerm(), within(1e-12));
            }
        }
    }

    /** The start from the graph's groups serves the selection too. */
    @Test
    void featuresOfLargestGainCanBeJoinedToTheGraph() {
        Spec gain = Spec.recommended(C, 12)
                .withSelect(FeatureSelection.of(FeatureSelection.Strategy.GAIN))
                .withBaselines(false)
                .withThreads(2);
        try (Dataset data = Dataset.of(data(N));
                Fit fit = fit(data, gain)) {
            assertThat(fit.support().toArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            assertThat(AdjustedRand.compute(fit.groups().clustering(), truth(N)))
                    .isEqualTo(1);
            assertThat(Grapnel.select(Preparation.none().apply(data), gain)
                            .selection()
                            .order())
                    .hasSize(12);
        }
    }

    @Test
    void restartsUseOtherStartsAndTheBestIsKept() {
        try (Dataset data = Dataset.of(data(N));
                Fit fit = fit(data, spec().withRestarts(3))) {
            assertThat(fit.restarts().orElseThrow().objectives()).hasSize(3);
            assertThat(fit.groups().clustering()).isEqualTo(truth(N));
        }
    }

    @Test
    void weightZeroIsPlainNmf() {
        Spec joint = spec().withAlpha(0).withStart(Start.random(1));
        try (Dataset data = Dataset.of(data(N));
                Fit fit = fit(data, joint);
                Fit nmf = fit(data, joint.withModel(Model.NMF_L20))) {
            assertThat(fit.graph()).isEmpty();
            assertThat(fit.groups().origin()).isEqualTo(Groups.Origin.K_MEANS_ON_H);
            assertThat(fit.Ht().toArray()).isDeepEqualTo(nmf.Ht().toArray());
        }
    }

    @Test
    void refusalsNameWhatWorks() {
        try (Dataset data = Dataset.of(data(N))) {
            refused(data, spec().withSolver(SolverSpec.of(SolverKind.ACCPALM)))
                    .withMessage(
                            "solver accpalm does not solve the graph term joint; use solver best-support, or the graph"
                                    + " term trace or invariant");
            refused(data, spec().withLambda(3))
                    .withMessage(
                            "the graph term joint has alpha as its weight, not lambda 3.0; set alpha, 10.0 by default");
            refused(data, spec().withSelect(FeatureSelection.model()))
                    .withMessage(
                            "the graph term joint needs features that are selected before the fit, not by the model"
                                    + " gnmf-l20 (select model); set select to groups, structure or variance, or use model gnmf");
            Graph none = Graph.of(SparseMatrix.ofTriples(N, N, new int[0], new int[0], new double[0]), "none");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> Grapnel.fit(
                            Preparation.none().apply(data),
                            Optional.of(GraphSource.of(none)),
                            spec(),
                            FitContext.none()))
                    .withMessage("the graph has no edges, so it cannot be clustered");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() ->
                            Grapnel.solve(data.X(), Optional.of(none), spec().withoutSelection(), FitContext.none()))
                    .withMessageContaining("has no edges, so the graph term joint has nothing to explain");
        }
    }

    private static ThrowableAssertAlternative<IllegalArgumentException> refused(Dataset data, Spec spec) {
        return assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(data, spec).close());
    }
}
