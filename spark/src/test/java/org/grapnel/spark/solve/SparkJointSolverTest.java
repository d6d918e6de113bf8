package org.grapnel.spark.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.grapnel.Spec;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.grapnel.spark.testing.LocalSpark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A joint factorisation on Spark equals the one on one machine. */
class SparkJointSolverTest {
    @ParameterizedTest
    @CsvSource({"true, 4, 5, 6", "false, 1, 0, 4", "false, 3, 4, 2", "true, 3, 0, 4"})
    void everyIterationEqualsThatOfOneMachine(boolean sparse, int partitions, int isolated, int rank) {
        try (JointCase joint = new JointCase(20, 90, 4, isolated, sparse, partitions)) {
            compare(joint, JointCase.spec(rank, 12));
        }
    }

    /** More partitions than samples: some are empty, and there are so many that their sums are added in two steps. */
    @Test
    void emptyPartitionsChangeNothing() {
        try (JointCase joint = new JointCase(9, 17, 2, 2, false, 20)) {
            compare(joint, JointCase.spec(3, 8));
        }
    }

    @Test
    void drawnRestartEqualsThatOfOneMachine() {
        try (JointCase joint = new JointCase(12, 50, 3, 2, true, 3)) {
            compare(joint, JointCase.spec(5, 8).withSeed(7).forRestart(2));
        }
    }

    /** One feature is fitted almost exactly, so the loss is computed from differences. */
    @Test
    void nearlyExactFitKeepsItsDigits() {
        try (JointCase joint = new JointCase(1, 40, 2, 3, false, 3)) {
            Spec spec = JointCase.spec(3, 15).withAlpha(1e-4);
            compare(joint, spec);
            try (Solution here = joint.solveHere(spec)) {
                assertThat(here.objective().loss())
                        .isLessThan(1e-4 * joint.panels.rowSquares()[0] / 2);
            }
        }
    }

    private static void compare(JointCase joint, Spec spec) {
        try (Solution here = joint.solveHere(spec);
                SparkSolver.SparkSolution there = joint.solveThere(spec, 5)) {
            List<Step> expected = here.trace().steps();
            List<Step> found = there.trace().steps();
            assertThat(found).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                double F = expected.get(i).objective().total();
                assertThat(found.get(i).objective().total()).isCloseTo(F, within(1e-9 * F));
                double loss = expected.get(i).objective().loss();
                assertThat(found.get(i).objective().loss()).isCloseTo(loss, within(1e-7 * loss));
                if (i > 0)
                    assertThat(found.get(i).objective().total())
                            .isLessThanOrEqualTo(found.get(i - 1).objective().total());
            }
            assertThat(there.trace().monotone()).isTrue();
            assertThat(there.trace().size())
                    .isCloseTo(here.trace().size(), within(1e-12 * here.trace().size()));
            assertThat(there.support()).isEqualTo(here.support());
            assertThat(there.stop()).isEqualTo(here.stop());
            close(flat(there.W().toArray()), flat(here.W().toArray()));
            close(JointCase.rows(there), flat(here.Ht().toArray()));
            assertThat(there.certificate().residualW())
                    .isCloseTo(here.certificate().residualW(), within(1e-9));
            assertThat(there.certificate().residualH())
                    .isCloseTo(here.certificate().residualH(), within(1e-9));
            double gap = here.certificate().symmetryGap().orElseThrow();
            assertThat(there.certificate().symmetryGap().orElseThrow()).isCloseTo(gap, within(1e-9));
        }
    }

    private static void close(double[] found, double[] expected) {
        assertThat(found).hasSameSizeAs(expected);
        double most = 0;
        for (double x : expected) most = Math.max(most, x);
        for (int q = 0; q < found.length; q++) assertThat(found[q]).isCloseTo(expected[q], within(1e-7 * most));
    }

    private static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }

    @Test
    void iterationHasTwoJobs() throws Exception {
        List<Integer> jobs = new ArrayList<>();
        List<Integer> after = new ArrayList<>();
        SparkContext context = LocalSpark.session().sparkContext();
        SparkListener counter = new SparkListener() {
            @Override
            public void onJobStart(SparkListenerJobStart job) {
                jobs.add(job.jobId());
            }
        };
        try (JointCase joint = new JointCase(10, 60, 3, 4, false, 3)) {
            context.addSparkListener(counter);
            try (SparkSolver.SparkSolution there = joint.solveThere(
                    JointCase.spec(3, 6),
                    100,
                    Optional.empty(),
                    step -> {
                        waitForListeners(context);
                        after.add(jobs.size());
                    },
                    () -> false)) {
                assertThat(there.trace().iterations()).isEqualTo(6);
            }
            for (int i = 1; i < after.size(); i++)
                assertThat(after.get(i) - after.get(i - 1)).isEqualTo(2);
        } finally {
            context.removeSparkListener(counter);
        }
    }

    private static void waitForListeners(SparkContext context) {
        try {
            context.listenerBus().waitUntilEmpty(10_000);
        } catch (Exception e) { // Scala throws undeclared checked exceptions
            throw new IllegalStateException(e);
        }
    }

    @Test
    void lossOfDroppedFeaturesIsAdded() {
        try (JointCase joint = new JointCase(10, 40, 2, 0, false, 2)) {
            Spec spec = JointCase.spec(2, 4);
            List<Step> seen = new ArrayList<>();
            try (SparkSolver.SparkSolution plain = joint.solveThere(spec, 10);
                    SparkSolver.SparkSolution more = SparkJointSolver.solve(
                            joint.panels,
                            100,
                            joint.graph,
                            joint.start,
                            spec,
                            10,
                            Optional.empty(),
                            seen::add,
                            () -> false)) {
                for (int i = 0; i < seen.size(); i++) {
                    Step without = plain.trace().steps().get(i);
                    assertThat(seen.get(i).objective())
                            .isEqualTo(without.plusLoss(100).objective());
                }
                assertThat(more.trace().steps()).isEqualTo(seen);
                assertThat(more.trace().size()).isEqualTo(plain.trace().size() + 100);
            }
        }
    }

    @Test
    void flatObjectiveStopsTheRun() {
        try (JointCase joint = new JointCase(10, 40, 2, 0, false, 2)) {
            Spec spec = JointCase.spec(2, 500).withStop(new StopSpec(1e-2, 500, Optional.empty()));
            try (Solution here = joint.solveHere(spec);
                    SparkSolver.SparkSolution there = joint.solveThere(spec, 10)) {
                assertThat(there.stop()).isInstanceOf(StopReason.FlatObjective.class);
                assertThat(there.trace().iterations()).isEqualTo(here.trace().iterations());
            }
        }
    }

    @Test
    void startWithoutGroupsIsRefused() {
        try (JointCase joint = new JointCase(6, 20, 2, 0, false, 2)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> joint.solveThere(JointCase.spec(2, 3).withStart(Start.random(1)), 10))
                    .withMessageContaining("starts from groups");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> joint.solveThere(Spec.paper(2, 3), 10))
                    .withMessageContaining("graph term joint");
        }
    }
}
