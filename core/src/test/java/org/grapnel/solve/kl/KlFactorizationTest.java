package org.grapnel.solve.kl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.laws.LawSize;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.KlProblem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;

class KlFactorizationTest {
    /** Every graph term, with and without a limit on the features. */
    private static KlProblem problem(long seed, DenseMatrix X) {
        KlProblem plain = KlProblem.of(X, 1 + (int) (seed % 3));
        Graph ring = KlProblems.ring(X.cols());
        LaplacianKind kind = seed % 2 == 0 ? LaplacianKind.PLAIN : LaplacianKind.NORMALIZED;
        KlProblem withGraph = switch ((int) (seed / 2 % 3)) {
            case 0 -> plain;
            case 1 -> plain.withTrace(ring.laplacian(kind), 0.1 * (1 + seed % 50));
            default -> plain.withJoint(NormalizedAdjacency.of(ring), 0.5 + seed % 7);
        };
        return seed / 6 % 2 == 0 ? withGraph : withGraph.withKeep(1 + (int) (seed % X.rows()));
    }

    @Test
    void objectiveNeverRisesOnRandomProblems() {
        for (long seed = 0; seed < LawSize.cases(300, 3000); seed++) {
            try (DenseMatrix X = KlProblems.counts(seed, 4 + (int) (seed % 9), 5 + (int) (seed % 6));
                    Solution found = KlProblems.solve(problem(seed, X), seed, 30)) {
                List<Step> steps = found.trace().steps();
                for (int i = 1; i < steps.size(); i++)
                    assertThat(steps.get(i).objective().total())
                            .as("problem %d, iteration %d", seed, i)
                            .isLessThanOrEqualTo(steps.get(i - 1).objective().total());
                assertThat(found.trace().monotone()).isTrue();
                KlProblem problem = problem(seed, X);
                double loss = 0;
                for (int i = 0; i < X.rows(); i++) {
                    boolean kept = problem.keep() == X.rows() || found.support().contains(i);
                    loss += kept
                            ? KlProblems.divergence(X, found.W(), found.Ht(), i)
                            : problem.background().divergence(X, i);
                }
                assertThat(found.objective().loss()).as("problem %d", seed).isCloseTo(loss, within(1e-9 * (1 + loss)));
                assertThat(found.support().count()).isLessThanOrEqualTo(problem.keep());
            }
        }
    }

    @Test
    void halfStepsNeverRaiseTheObjective() {
        for (long seed = 0; seed < 60; seed++) {
            try (ExecutionContext context = ExecutionContext.createPlainJava(1);
                    DenseMatrix X = KlProblems.counts(seed, 8, 7)) {
                KlProblem problem = problem(seed, X);
                try (Start.StartPoint start = Start.random(seed).point(context, X, problem.rank());
                        KlDescent descent = new KlDescent(context, problem, start, 1)) {
                    double before = descent.objective().total();
                    for (int half = 0; half < 20; half++) {
                        if (half % 2 == 0) {
                            descent.updateW();
                            descent.choose();
                        } else {
                            descent.updateH();
                        }
                        double after = descent.objective().total();
                        assertThat(after)
                                .as("problem %d, half step %d", seed, half)
                                .isLessThanOrEqualTo(before + 1e-10);
                        before = after;
                    }
                }
            }
        }
    }

    @Test
    void sparseAndDenseAndAnyNumberOfThreadsGiveTheSameBits() {
        for (long seed = 0; seed < 12; seed++) {
            try (DenseMatrix X = KlProblems.counts(seed, 60, 50);
                    Solution dense = KlProblems.solve(problem(seed, X), seed, 8)) {
                KlProblem known = problem(seed, X);
                KlProblem sparse = new KlProblem(
                        SparseMatrix.of(X),
                        known.background(),
                        known.rank(),
                        known.keep(),
                        known.laplacian(),
                        known.lambda(),
                        known.S(),
                        known.weight());
                try (Solution other =
                        KlProblems.solve(sparse, Start.random(seed), 3, Stop.after(8), Checkpoint.none())) {
                    assertThat(other.W().toArray()).isDeepEqualTo(dense.W().toArray());
                    assertThat(other.Ht().toArray()).isDeepEqualTo(dense.Ht().toArray());
                    assertThat(other.objective()).isEqualTo(dense.objective());
                }
            }
        }
    }

    @Test
    void resumeGivesTheSameBits() {
        for (long seed = 0; seed < 12; seed++) {
            try (DenseMatrix X = KlProblems.counts(seed, 12, 10);
                    Solution whole = KlProblems.solve(problem(seed, X), seed, 20)) {
                InMemoryCheckpoint checkpoint = InMemoryCheckpoint.empty();
                int[] left = {7};
                Stop interrupt = Stop.when(() -> left[0]-- == 0).or(Stop.after(20));
                try (Solution part = KlProblems.solve(problem(seed, X), Start.random(seed), 1, interrupt, checkpoint)) {
                    assertThat(part.stop()).isInstanceOf(StopReason.Interrupted.class);
                }
                byte[] saved = checkpoint.states().get(checkpoint.states().size() - 1);
                try (Solution rest = KlProblems.solve(
                        problem(seed, X),
                        Start.random(seed),
                        1,
                        Stop.after(20),
                        InMemoryCheckpoint.unfinished(saved))) {
                    assertThat(rest.W().toArray()).isDeepEqualTo(whole.W().toArray());
                    assertThat(rest.Ht().toArray()).isDeepEqualTo(whole.Ht().toArray());
                    assertThat(rest.objective()).isEqualTo(whole.objective());
                }
            }
        }
    }

    @Test
    void withoutAWeightTheGraphIsInvisible() {
        try (DenseMatrix X = KlProblems.counts(2, 12, 10);
                Solution plain = KlProblems.solve(KlProblem.of(X, 3), 1, 20);
                Solution traced = KlProblems.solve(
                        KlProblem.of(X, 3).withTrace(KlProblems.ring(10).laplacian(LaplacianKind.PLAIN), 0), 1, 20)) {
            assertThat(traced.W().toArray()).isDeepEqualTo(plain.W().toArray());
        }
    }

    @Test
    void aLargerWeightMakesNeighboursMoreAlike() {
        double before = Double.POSITIVE_INFINITY;
        for (double lambda : new double[] {1e-3, 1e-1, 10}) {
            try (DenseMatrix X = KlProblems.counts(4, 12, 10);
                    Solution found = KlProblems.solve(
                            KlProblem.of(X, 3).withTrace(KlProblems.ring(10).laplacian(LaplacianKind.PLAIN), lambda),
                            1,
                            500)) {
                double energy = found.objective().graphTerm() / lambda;
                assertThat(energy).isLessThan(before);
                before = energy;
            }
        }
    }

    @Test
    void divergenceScalesWithTheData() {
        try (DenseMatrix X = KlProblems.counts(6, 12, 10);
                DenseMatrix fourfold = X.copy();
                Solution found = KlProblems.solve(KlProblem.of(X, 3), 1, 30)) {
            fourfold.map((i, j, x) -> 4 * x);
            try (Solution larger = KlProblems.solve(KlProblem.of(fourfold, 3), 1, 30)) {
                assertThat(larger.objective().loss())
                        .isCloseTo(
                                4 * found.objective().loss(),
                                within(1e-9 * found.objective().loss()));
            }
        }
    }

    @Test
    void startWithZerosIsLifted() {
        try (DenseMatrix X = KlProblems.counts(8, 6, 6);
                DenseMatrix W = DenseMatrix.zeros(6, 2);
                DenseMatrix H = DenseMatrix.zeros(2, 6)) {
            for (int i = 0; i < 6; i++) {
                W.set(i, i % 2, 1);
                H.set(i % 2, i, 1);
            }
            try (Solution found =
                    KlProblems.solve(KlProblem.of(X, 2), Start.given(W, H), 1, Stop.after(50), Checkpoint.none())) {
                assertThat(found.objective().isFinite()).isTrue();
                assertThat(found.trace().monotone()).isTrue();
            }
        }
    }

    @Test
    void exactProductsAreFoundFromGroups() {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{2, 4, 0, 0}, {1, 2, 0, 0}, {0, 0, 3, 6}})) {
            Start start = Start.ofGroups(Clustering.ofLabels(2, 0, 0, 1, 1), 0);
            try (Solution found = KlProblems.solve(KlProblem.of(X, 2), start, 1, Stop.after(200), Checkpoint.none())) {
                assertThat(found.objective().loss()).isLessThan(1e-8);
                assertThat(found.certificate().residualW()).isLessThan(1e-4);
                assertThat(found.certificate().residualH()).isLessThan(1e-4);
            }
        }
    }

    @Test
    void refusesWhatHasNoDivergence() {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{1, -2}, {3, 4}})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> KlProblems.solve(KlProblem.of(X, 1), 0, 1))
                    .withMessage("the loss kl needs finite numbers >= 0, got -2.0 at feature 0 and sample 1");
        }
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{1, 2}, {3, 4}})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> KlProblem.of(X, 1).withKeep(3))
                    .withMessage("keep must be between 1 and 2, the number of features, got 3");
        }
    }

    @Test
    void numbersFarBelowTheLargestCountAsZeros() {
        for (long seed = 0; seed < 60; seed++) {
            DenseMatrix X = KlProblems.counts(seed, 6, 8);
            DenseMatrix tiny = X.copy();
            for (int q = 0; q < 5; q++) {
                int i = (int) (6 * CounterRandom.uniform(seed, q, 1));
                int j = (int) (8 * CounterRandom.uniform(seed, q, 2));
                if (X.get(i, j) == 0) tiny.set(i, j, Double.MIN_VALUE * (1 << (9 * q)));
            }
            try (Solution zeros = KlProblems.solve(problem(seed, X), seed, 40);
                    Solution found = KlProblems.solve(problem(seed, tiny), seed, 40)) {
                assertThat(found.W().toArray())
                        .as("problem %d", seed)
                        .isDeepEqualTo(zeros.W().toArray());
                assertThat(found.Ht().toArray()).isDeepEqualTo(zeros.Ht().toArray());
                assertThat(found.objective()).isEqualTo(zeros.objective());
            }
        }
    }

    @Test
    void unitsOfTheCountsDoNotChangeTheJointTermWhereHExplainsNothingOfIt() {
        double unit = 0x1p50;
        DenseMatrix X = DenseMatrix.of(new double[][] {{26, 23, 0, 0}, {0, 0, 6, 1}, {3, 0, 0, 5}});
        DenseMatrix H = DenseMatrix.of(new double[][] {{1, 0, 0, 2}, {0, 3, 1, 0}});
        Graph graph =
                Graph.of(SparseMatrix.ofTriples(4, 4, new int[] {0, 1}, new int[] {1, 0}, new double[] {1, 1}), "pair");
        List<Double> F = jointTotals(X, H, graph);
        List<Double> other =
                jointTotals(X.copy().map((i, j, x) -> x * unit), H.copy().map((i, j, h) -> h * 0x1p25), graph);
        assertThat(other).isEqualTo(F.stream().map(f -> f * unit).toList());
    }

    /** H stays constant up to its last bit, which a large λ makes visible. */
    @Test
    void roundingOfAConstantHIsNoRise() {
        Graph ring = KlProblems.ring(12);
        for (int q = 1; q <= 40; q++) {
            double constant = q / 7.0;
            DenseMatrix H = DenseMatrix.zeros(1, 12).map((i, j, h) -> constant);
            KlProblem problem =
                    KlProblem.of(DenseMatrix.zeros(1, 12), 1).withTrace(ring.laplacian(LaplacianKind.PLAIN), 1e12);
            Start start = Start.given(DenseMatrix.zeros(1, 1), H);
            try (Solution found = KlProblems.solve(problem, start, 1, Stop.after(10), Checkpoint.none())) {
                assertThat(found.trace().monotone()).as("h = %s", constant).isTrue();
            }
        }
    }

    private static List<Double> jointTotals(DenseMatrix X, DenseMatrix H, Graph graph) {
        KlProblem problem = KlProblem.of(X, 2).withJoint(NormalizedAdjacency.of(graph), 10);
        Start start = Start.given(DenseMatrix.zeros(3, 2), H);
        try (Solution found = KlProblems.solve(problem, start, 1, Stop.after(10), Checkpoint.none())) {
            return found.trace().steps().stream()
                    .map(step -> step.objective().total())
                    .toList();
        }
    }
}
