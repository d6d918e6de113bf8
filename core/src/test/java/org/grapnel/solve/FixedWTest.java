package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.model.Constraint;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.block.QuadraticOracle;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With W fixed, min ½‖X − WH‖² + λ·Tr(HLHᵀ) over H ≥ 0 is convex, and strictly convex where W has full column rank. Every solver must reach the
 * one minimiser, which {@link QuadraticOracle} finds in another way.
 */
class FixedWTest {
    private static final int P = 12;
    private static final int N = 10;
    private static final int R = 3;
    private static final double[] LAMBDAS = {1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3};

    /** {W₀}: the projection onto a single point. With it a solver for (W, H) is a solver for H. */
    private record FixedPoint(DenseMatrix point) implements Constraint {
        @Override
        public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
            V.copyFrom(point);
        }
    }

    /** The rules with a guarantee, without the short steps of theory. */
    static Stream<Extrapolation> solvers() {
        return Stream.of(Extrapolation.none(), Extrapolation.accPalm(0.5, 1.1, 0.9999), Extrapolation.bpl());
    }

    private record FixedWCase(double[][] X, double[][] W, Graph graph) {
        /** Data for which the unconstrained minimiser has negative weights. */
        static FixedWCase of(long seed) {
            double[][] W = TestMatrices.map(
                    TestMatrices.uniform(seed + 100, P, R), w -> 6 * w); // plain steps need about λ‖L‖/‖W‖² of them
            return new FixedWCase(TestMatrices.uniform(seed, P, N), W, SolverProblems.graph(N, seed));
        }

        /** H by the solver under test, n × r. */
        double[][] solved(Extrapolation extrapolation, double lambda) {
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix data = DenseMatrix.of(X);
                    DenseMatrix fixed = DenseMatrix.of(W);
                    Solution end = Solver.solve(
                            context,
                            SolverProblems.problem(data, R, new FixedPoint(fixed), lambda, Optional.of(graph)),
                            Start.random(1).point(context, data, R),
                            new Palm(extrapolation),
                            Stop.residualBelow(1e-13).or(Stop.after(200_000)),
                            step -> {})) {
                assertThat(end.stop()).isInstanceOf(StopReason.Converged.class);
                assertThat(SolverProblems.bits(end.W())).as("W is fixed").isEqualTo(SolverProblems.bits(fixed));
                return end.Ht().toArray();
            }
        }

        /** The Hessian I ⊗ WᵀW + 2λ·L ⊗ I and the linear term WᵀX, H unrolled sample by sample. */
        QuadraticOracle quadratic(double lambda) {
            double[][] Q = new double[N * R][N * R];
            double[] b = new double[N * R];
            for (int j = 0; j < N; j++)
                for (int c = 0; c < R; c++) {
                    for (int i = 0; i < P; i++) {
                        b[j * R + c] += W[i][c] * X[i][j];
                        for (int d = 0; d < R; d++) Q[j * R + c][j * R + d] += W[i][c] * W[i][d];
                    }
                    for (int l = 0; l < N; l++) {
                        double a = graph.adjacency().get(j, l);
                        Q[j * R + c][l * R + c] -= 2 * lambda * a;
                        Q[j * R + c][j * R + c] += 2 * lambda * a;
                    }
                }
            return new QuadraticOracle(Q, b);
        }

        /** Tr(HLHᵀ), without λ. */
        double roughness(double[][] Ht) {
            try (DenseMatrix H = DenseMatrix.of(Ht)) {
                return SolverProblems.graphTerm(graph, 1, H);
            }
        }

        double loss(double[][] Ht) {
            try (DenseMatrix data = DenseMatrix.of(X);
                    DenseMatrix fixed = DenseMatrix.of(W);
                    DenseMatrix H = DenseMatrix.of(Ht)) {
                return SolverProblems.loss(data, fixed, H);
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("solvers")
    void everySolverReachesTheMinimiser(Extrapolation extrapolation) {
        for (long seed = 1; seed <= 3; seed++) {
            FixedWCase one = FixedWCase.of(seed);
            for (double lambda : LAMBDAS) {
                QuadraticOracle independent = one.quadratic(lambda);
                double[] h = independent.minimiser();
                assertThat(independent.violation(h))
                        .as("KKT residual of the oracle")
                        .isLessThan(1e-12);
                double[][] Ht = new double[N][R];
                for (int q = 0; q < h.length; q++) Ht[q / R][q % R] = h[q];
                assertThat(TestMatrices.distance(one.solved(extrapolation, lambda), Ht))
                        .as("seed %d, lambda %s", seed, lambda)
                        .isLessThan(1e-8);
            }
        }
    }

    /** For minimisers at λ < μ, adding the two optimality inequalities gives (μ − λ)·(Tr at μ − Tr at λ) ≤ 0. */
    @Test
    void graphTermFallsAndLossRisesWithLambda() {
        for (long seed = 1; seed <= 3; seed++) {
            FixedWCase one = FixedWCase.of(seed);
            List<double[][]> ends = new ArrayList<>();
            for (double lambda : LAMBDAS) ends.add(one.solved(Extrapolation.bpl(), lambda));
            for (int i = 1; i < ends.size(); i++) {
                assertThat(one.roughness(ends.get(i))).isLessThanOrEqualTo(one.roughness(ends.get(i - 1)) * (1 + 1e-9));
                assertThat(one.loss(ends.get(i))).isGreaterThanOrEqualTo(one.loss(ends.get(i - 1)) * (1 - 1e-12));
            }
            assertThat(one.roughness(ends.get(ends.size() - 1)))
                    .as("λ has an effect")
                    .isLessThan(2e-3 * one.roughness(ends.get(0)));
        }
    }

    @Test
    void nonNegativityIsActiveInTheseCases() {
        for (long seed = 1; seed <= 3; seed++)
            assertThat(FixedWCase.of(seed).quadratic(1e-3).minimiser()).contains(0.0);
    }
}
