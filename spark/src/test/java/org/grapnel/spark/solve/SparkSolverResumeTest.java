package org.grapnel.spark.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.rdd.StateFolder;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run of the paper's solvers whose driver died goes on to the same bits. */
class SparkSolverResumeTest {
    @ParameterizedTest
    @CsvSource({"ACCPALM, true", "IPALM, false"})
    void resumedRunEqualsTheUninterruptedOne(SolverKind solver, boolean withGraph, @TempDir Path folder) {
        try (DenseMatrix X = SparkSolverTest.data(40, 50)) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 16);
            Spec spec = Spec.paper(withGraph ? Model.GNMF_L20 : Model.NMF_L20, 3)
                    .withKeep(8)
                    .withLambda(0.5)
                    .withSolver(SolverSpec.of(solver))
                    .withThreads(1)
                    .withStop(new StopSpec(0, 12, Optional.empty()));
            Optional<StateFolder> states =
                    Optional.of(StateFolder.at(TestPanels.context(), new org.apache.hadoop.fs.Path(folder.toUri())));
            try (SampleGraph graph = SampleGraph.nearest(panels, spec.graph());
                    SparkLaplacian all = graph.laplacian(spec.laplacian())) {
                Optional<SparkLaplacian> L = withGraph ? Optional.of(all) : Optional.empty();
                List<Step> seen = new ArrayList<>();
                assertThatThrownBy(() -> SparkSolver.solve(
                                panels,
                                L,
                                spec,
                                3,
                                states,
                                step -> {
                                    seen.add(step);
                                    if (step.iteration() == 8) throw new IllegalStateException("the driver died");
                                },
                                () -> false))
                        .hasMessage("the driver died");
                try (SparkSolver.SparkSolution whole = SparkSolver.solve(panels, L, spec, 5, step -> {}, () -> false);
                        SparkSolver.SparkSolution resumed =
                                SparkSolver.solve(panels, L, spec, 5, states, step -> {}, () -> false)) {
                    List<Step> expected = whole.trace().steps();
                    List<Step> found = resumed.trace().steps();
                    assertThat(found).hasSameSizeAs(expected);
                    assertThat(found.subList(0, 7)).isEqualTo(seen.subList(0, 7));
                    for (int i = 0; i < found.size(); i++)
                        assertThat(found.get(i).objective())
                                .isEqualTo(expected.get(i).objective());
                    assertThat(resumed.W().toArray()).isDeepEqualTo(whole.W().toArray());
                    assertThat(JointCase.rows(resumed)).isEqualTo(JointCase.rows(whole));
                    assertThat(resumed.certificate()).isEqualTo(whole.certificate());
                }
            }
        }
    }
}
