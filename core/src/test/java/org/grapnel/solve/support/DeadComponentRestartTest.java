package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.block.LocalSampleBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The restart of components that explain nothing. */
class DeadComponentRestartTest {
    private static final int N = SupportProblems.N;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.2, 30})
    void restartLowersTheObjectiveByAtLeastItsGuarantee(double lambda) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (long seed = 0; seed < 5; seed++) {
                DenseMatrix X = SolverProblems.data(20, N, seed);
                Graph graph = SolverProblems.graph(N, seed);
                RowSet kept = RowSet.of(20, 2, 3, 7, 11, 19);
                DenseMatrix W = DenseMatrix.zeros(20, 3);
                LocalSampleBlock samples = SupportProblems.block(
                        context,
                        SupportProblems.withGraph(X, 3, lambda, graph),
                        SolverProblems.uniform(seed, N, 3),
                        lambda);
                DenseMatrix Ht = samples.candidate();
                for (int q = 0; q < kept.count(); q++)
                    for (int j = 0; j < 2; j++) W.set(kept.get(q), j, 0.3 * CounterRandom.uniform(seed, q, j));
                double before = SolverProblems.objective(X, kept, W, Ht, graph, lambda);
                double largest = 0;
                for (int q = 0; q < kept.count(); q++) {
                    double squares = 0;
                    for (int a = 0; a < N; a++) {
                        double e = X.get(kept.get(q), a);
                        for (int j = 0; j < 2; j++) e -= W.get(kept.get(q), j) * Ht.get(a, j);
                        squares += Math.max(0, e) * Math.max(0, e);
                    }
                    largest = Math.max(largest, squares);
                }
                DeadComponentRestart restart = new DeadComponentRestart(samples, lambda);
                assertThat(restart.restart(2, kept, W, Math.sqrt(largest) * (1 + 1e-9)))
                        .isFalse();
                assertThat(SolverProblems.objective(X, kept, W, Ht, graph, lambda))
                        .isEqualTo(before);
                assertThat(restart.restart(2, kept, W, Math.sqrt(largest) * (1 - 1e-9)))
                        .isTrue();
                DenseMatrix h = DenseMatrix.zeros(N, 1);
                double length = 0;
                for (int a = 0; a < N; a++) {
                    h.set(a, 0, Ht.get(a, 2));
                    length += Ht.get(a, 2) * Ht.get(a, 2);
                    assertThat(Ht.get(a, 2)).isNotNegative();
                }
                assertThat(length).isCloseTo(1, within(1e-12));
                double ridge = 1 + 2 * SolverProblems.graphTerm(graph, lambda, h);
                double after = SolverProblems.objective(X, kept, W, Ht, graph, lambda);
                assertThat(before - after).isGreaterThanOrEqualTo(largest / (2 * ridge) * (1 - 1e-9));
                // no other multiple of the new column lowers F more
                for (double by : new double[] {0.999, 1.001}) {
                    DenseMatrix other = W.copy();
                    for (int q = 0; q < kept.count(); q++) other.set(kept.get(q), 2, by * W.get(kept.get(q), 2));
                    assertThat(SolverProblems.objective(X, kept, other, Ht, graph, lambda))
                            .isGreaterThan(after);
                }
            }
        }
    }

    @Test
    void exactFitRestartsNothing() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            DenseMatrix X = DenseMatrix.zeros(3, N);
            LocalSampleBlock samples = SupportProblems.block(
                    context,
                    SupportProblems.withGraph(X, 2, 0, SolverProblems.graph(N, 1)),
                    SolverProblems.uniform(1, N, 2),
                    0);
            DeadComponentRestart restart = new DeadComponentRestart(samples, 0);
            assertThat(restart.restart(0, RowSet.all(3), DenseMatrix.zeros(3, 2), 0))
                    .isFalse();
        }
    }
}
