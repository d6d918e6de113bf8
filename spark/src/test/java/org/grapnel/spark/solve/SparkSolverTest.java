package org.grapnel.spark.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.graph.Graph;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run on Spark equals the run on one machine. */
class SparkSolverTest {
    private static final JavaSparkContext CONTEXT = TestPanels.context();

    @ParameterizedTest
    @CsvSource({"true, 4", "false, 1"})
    void everyIterationEqualsThatOfOneMachine(boolean sparse, int partitions) {
        compareAllSolvers(sparse, partitions);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"true, 1", "false, 4"})
    void everyIterationEqualsThatOfOneMachineForOtherPartitions(boolean sparse, int partitions) {
        compareAllSolvers(sparse, partitions);
    }

    private static void compareAllSolvers(boolean sparse, int partitions) {
        try (DenseMatrix dense = data(60, 90);
                Matrix X = sparse ? SparseMatrix.of(dense) : dense.copy()) {
            Panels panels = TestPanels.create(CONTEXT, X, partitions, 16);
            Spec withGraph = Spec.paper(Model.GNMF_L20, 4).withKeep(12).withLambda(0.5);
            Spec withoutGraph = Spec.paper(Model.NMF_L20, 4).withKeep(12);
            Graph graph = Grapnel.graph(X, withGraph.graph(), 1).graph();
            try (SampleGraph distributed = SampleGraph.nearest(panels, withGraph.graph());
                    SparkLaplacian L = distributed.laplacian(withGraph.laplacian())) {
                for (SolverKind solver : SolverKind.values()) {
                    if (solver == SolverKind.BEST_SUPPORT) continue;
                    for (Spec spec : List.of(withGraph, withoutGraph))
                        compare(X, graph, panels, L, spec.withSolver(SolverSpec.of(solver)));
                }
            }
        }
    }

    /** More partitions than samples: some are empty, and there are so many that their sums are added in two steps. */
    @Test
    @Tag("full")
    void otherModelsTermsAndLaplaciansEqualThoseOfOneMachine() {
        try (DenseMatrix X = data(12, 18)) {
            Panels panels = TestPanels.create(CONTEXT, X, 20, 16);
            Spec invariant = Spec.paper(Model.GNMF_LC0, 3)
                    .withKeep(5)
                    .withLambda(0.7)
                    .withGraphTerm(GraphTerm.INVARIANT)
                    .withLaplacian(LaplacianKind.NORMALIZED);
            Graph graph = Grapnel.graph(X, invariant.graph(), 1).graph();
            try (SampleGraph distributed = SampleGraph.nearest(panels, invariant.graph());
                    SparkLaplacian L = distributed.laplacian(LaplacianKind.NORMALIZED)) {
                compare(X, graph, panels, L, invariant.withSolver(SolverSpec.of(SolverKind.ACCPALM)));
                Spec entries = Spec.paper(Model.NMF_L0, 3).withKeep(4);
                compare(
                        X,
                        graph,
                        panels,
                        L,
                        entries.withSolver(SolverSpec.of(SolverKind.IPALM).withProjectedStart()));
            }
        }
    }

    @Test
    void bestSupportIsRefusedWithAReason() {
        try (DenseMatrix X = data(6, 8)) {
            Panels panels = TestPanels.create(CONTEXT, X, 2, 4);
            Spec spec = Spec.paper(Model.NMF_L20, 2).withKeep(3).withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SparkSolver.solve(panels, Optional.empty(), spec, 10, step -> {}, () -> false))
                    .withMessageStartingWith("best-support updates samples one after another");
        }
    }

    private static void compare(Matrix X, Graph graph, Panels panels, SparkLaplacian L, Spec base) {
        Spec spec = base.withSeed(3).withThreads(1).withStop(new StopSpec(0, 30, Optional.empty()));
        Optional<SparkLaplacian> used = spec.usesGraph() ? Optional.of(L) : Optional.empty();
        try (Solution here = Grapnel.solve(X, Optional.of(graph), spec, FitContext.none());
                SparkSolver.SparkSolution there = SparkSolver.solve(panels, used, spec, 10, step -> {}, () -> false)) {
            List<Step> expected = here.trace().steps();
            List<Step> found = there.trace().steps();
            assertThat(found).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                double F = expected.get(i).objective().total();
                assertThat(found.get(i).objective().total()).isCloseTo(F, within(1e-9 * F));
                assertThat(found.get(i).accepted()).isEqualTo(expected.get(i).accepted());
            }
            assertThat(there.support()).isEqualTo(here.support());
            assertThat(there.certificate().residualW())
                    .isCloseTo(here.certificate().residualW(), within(1e-9));
            assertThat(there.certificate().residualH())
                    .isCloseTo(here.certificate().residualH(), within(1e-9));
        }
    }

    /** Three groups of samples, each with its own features, and noise; a third of the entries is zero. */
    static DenseMatrix data(int p, int n) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < n; j++) {
                double noise = CounterRandom.uniform(1, i, j);
                double level = i % 3 == j % 3 && i < p / 2 ? 2 : 0.3;
                X.set(i, j, noise < 0.33 ? 0 : level * noise);
            }
        }
        return X;
    }
}
