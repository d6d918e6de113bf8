package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ℓ₁ term against solvers of plain loops, which share no code with the library. */
class L1GoldenTest {
    private static final int P = 14;
    private static final int N = 11;
    private static final int R = 3;

    private final double[][] X = random(1, P, N);
    private final double[][] W = random(2, P, R);
    private final double[][] H = random(3, R, N);

    /** {W₀}: the projection onto a single point, so that a solver for (W, H) is one for H. */
    private record FixedPoint(DenseMatrix point) implements Constraint {
        @Override
        public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
            V.copyFrom(point);
        }
    }

    private static double[][] random(long seed, int rows, int cols) {
        double[][] values = new double[rows][cols];
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) values[i][j] = CounterRandom.uniform(seed, i, j) + (i % 3 == j % 3 ? 1 : 0);
        return values;
    }

    private static Spec palm(int iterations) {
        return Spec.paper(Model.NMF, R)
                .withSolver(SolverSpec.of(SolverKind.PALM))
                .withStop(new StopSpec(0, iterations, Optional.empty()))
                .withThreads(2);
    }

    private interface Check {
        void of(Solution found);
    }

    private void solve(Spec spec, Check check) {
        try (DenseMatrix data = DenseMatrix.of(X);
                DenseMatrix startW = DenseMatrix.of(W);
                DenseMatrix startH = DenseMatrix.of(H);
                Solution found = Grapnel.solve(
                        data, Optional.empty(), spec.withStart(Start.given(startW, startH)), FitContext.none())) {
            check.of(found);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 3})
    void iteratesAreThoseOfPlainPalm(double weight) {
        int iterations = 40;
        double[][] w = copy(W);
        double[][] h = copy(H);
        for (int i = 0; i < iterations; i++) plainPalm(w, h, weight);
        solve(palm(iterations).withTerm("l1", weight, new L1OnH(weight)), found -> {
            assertClose(found.W().toArray(), w);
            assertClose(transposed(found.Ht().toArray()), h);
            double added = found.objective().added().get(0);
            assertThat(added).isCloseTo(weight * sum(h), within(1e-8));
            assertThat(found.objective().total()).isCloseTo(loss(w, h) + weight * sum(h), within(1e-8));
            assertThat(found.trace().monotone()).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 3, 1000})
    void withFixedWTheMinimiserIsTheUniqueOne(double weight) {
        double[][] h = minimiser(W, X, weight);
        try (DenseMatrix point = DenseMatrix.of(W)) {
            Spec spec = palm(20_000)
                    .withConstraint(FactorId.W, "fixed", new FixedPoint(point))
                    .withTerm("l1", weight, new L1OnH(weight));
            solve(spec, found -> assertClose(transposed(found.Ht().toArray()), h));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 3})
    void softThresholdSolvesTheSameProblem(double weight) {
        double[][] h = minimiser(W, X, weight);
        try (DenseMatrix point = DenseMatrix.of(W)) {
            Spec spec = palm(20_000)
                    .withConstraint(FactorId.W, "fixed", new FixedPoint(point))
                    .withConstraint(
                            FactorId.H,
                            "soft-threshold",
                            new SoftThreshold.SoftThresholdPlugin().constraint(OptionalDouble.of(weight)));
            solve(spec, found -> {
                assertClose(transposed(found.Ht().toArray()), h);
                assertThat(found.objective().added().get(0)).isCloseTo(weight * sum(h), within(1e-8));
            });
        }
    }

    static Stream<SolverSpec> solvers() {
        List<SolverSpec> plain = Stream.of(SolverKind.PALM, SolverKind.ACCPALM, SolverKind.IPALM, SolverKind.BPL)
                .map(SolverSpec::of)
                .toList();
        // the steps of iPALM by theory shrink without end, so it is far from the minimiser after any number of them
        Stream<SolverSpec> theory =
                plain.stream().filter(spec -> spec.kind() != SolverKind.IPALM).map(SolverSpec::withTheory);
        Stream<SolverSpec> shorter = plain.stream().map(spec -> spec.withStepFactor(1.7));
        return Stream.of(plain.stream(), theory, shorter).flatMap(all -> all);
    }

    /** A prox with another step length has another fixed point, so the minimiser tells whether the length was the true one. */
    @ParameterizedTest
    @MethodSource("solvers")
    void everySolverPassesTheStepLengthToTheProxOfEachFactor(SolverSpec solver) {
        double[][] h = minimiser(W, X, 0.5);
        double[][] wt = minimiser(transposed(H), transposed(X), 0.5);
        Spec spec = palm(20_000).withSolver(solver);
        SoftThreshold penalty = new SoftThreshold(0.5);
        try (DenseMatrix fixedW = DenseMatrix.of(W);
                DenseMatrix fixedHt = DenseMatrix.of(transposed(H))) {
            solve(
                    spec.withConstraint(FactorId.W, "fixed", new FixedPoint(fixedW))
                            .withConstraint(FactorId.H, "soft-threshold", penalty),
                    found -> assertClose(transposed(found.Ht().toArray()), h));
            solve(
                    spec.withConstraint(FactorId.H, "fixed", new FixedPoint(fixedHt))
                            .withConstraint(FactorId.W, "soft-threshold", penalty),
                    found -> assertClose(transposed(found.W().toArray()), wt));
        }
    }

    /** Steps so far beyond the last point, without a guard, that the numbers of the factor overflow. */
    private static final class EverLongerSteps implements Extrapolation, Extrapolation.ExtrapolationRule {
        @Override
        public ExtrapolationRule start() {
            return this;
        }

        @Override
        public ExtrapolationWeights weights(FactorId factor, double lipschitz) {
            return ExtrapolationWeights.both(1e308);
        }

        @Override
        public boolean isGuarded() {
            return false;
        }

        @Override
        public void afterIteration(boolean accepted, double lipschitzH) {}

        @Override
        public void transfer(StateStream stream) {}
    }

    static Stream<Constraint> penalties() {
        return Stream.of(new SoftThreshold(0.5), new RowShrinkage(0.5));
    }

    @ParameterizedTest
    @MethodSource("penalties")
    void runWithAPenaltyThatDivergesEndsAsDiverged(Constraint penalty) {
        for (FactorId factor : FactorId.values())
            solve(
                    palm(1000)
                            .withExtrapolation("far", new EverLongerSteps())
                            .withConstraint(factor, "penalty", penalty),
                    found -> assertThat(found.stop()).isInstanceOf(StopReason.Diverged.class));
    }

    @Test
    void weightZeroHasTheBitsOfARunWithoutTheTerm() {
        double[][][] plain = new double[2][][];
        solve(palm(50), found -> {
            plain[0] = found.W().toArray();
            plain[1] = found.Ht().toArray();
        });
        solve(palm(50).withTerm("l1", 0, new L1OnH(0)), found -> {
            assertThat(found.W().toArray()).isDeepEqualTo(plain[0]);
            assertThat(found.Ht().toArray()).isDeepEqualTo(plain[1]);
            assertThat(found.objective().added()).isEmpty();
        });
    }

    /** Factors of several blocks, whose sums depend on the order in which blocks are added. */
    @Test
    void bitsDoNotDependOnTheThreads() {
        int size = 3000;
        int rank = 10;
        assertThat(ExecutionContext.blockCount(2.0 * size * rank)).isGreaterThan(2);
        Spec spec = Spec.paper(Model.NMF, rank)
                .withSolver(SolverSpec.of(SolverKind.ACCPALM))
                .withStop(new StopSpec(0, 5, Optional.empty()))
                .withTerm("l1", 0.5, new L1OnH(0.5))
                .withTerm("orthogonal", 0.2, new SoftOrthogonality(FactorId.H, 0.2))
                .withConstraint(FactorId.W, "rows", new RowShrinkage(0.4));
        try (DenseMatrix data = DenseMatrix.of(random(4, size, size));
                Solution one = Grapnel.solve(data, Optional.empty(), spec.withThreads(1), FitContext.none())) {
            for (int threads = 2; threads <= 3; threads++)
                try (Solution other =
                        Grapnel.solve(data, Optional.empty(), spec.withThreads(threads), FitContext.none())) {
                    assertThat(other.W().toArray()).isDeepEqualTo(one.W().toArray());
                    assertThat(other.Ht().toArray()).isDeepEqualTo(one.Ht().toArray());
                    assertThat(other.objective()).isEqualTo(one.objective());
                }
        }
    }

    /** One iteration of PALM by the definition: W ← max(0, W − ∇/c), H ← max(0, H − ∇/c). */
    private void plainPalm(double[][] w, double[][] h, double weight) {
        double c = norm(product(h, transposed(h)));
        double[][] residual = minus(product(w, h), X);
        double[][] gradient = product(residual, transposed(h));
        for (int i = 0; i < P; i++) for (int j = 0; j < R; j++) w[i][j] = Math.max(0, w[i][j] - gradient[i][j] / c);
        double d = norm(product(transposed(w), w));
        double[][] slope = product(transposed(w), minus(product(w, h), X));
        for (int j = 0; j < R; j++)
            for (int s = 0; s < N; s++) h[j][s] = Math.max(0, h[j][s] - (slope[j][s] + weight) / d);
    }

    /** The minimiser of ½‖X − WH‖² + weight·Σ hⱼₛ over H ≥ 0, one number at a time until none moves. */
    private static double[][] minimiser(double[][] W, double[][] X, double weight) {
        double[][] gram = product(transposed(W), W);
        double[][] target = product(transposed(W), X);
        double[][] h = new double[R][X[0].length];
        double moved = 1;
        for (int sweep = 0; sweep < 100_000 && moved > 0; sweep++) {
            moved = 0;
            for (int s = 0; s < X[0].length; s++)
                for (int j = 0; j < R; j++) {
                    double rest = target[j][s] - weight;
                    for (int l = 0; l < R; l++) if (l != j) rest -= gram[j][l] * h[l][s];
                    double next = Math.max(0, rest / gram[j][j]);
                    moved = Math.max(moved, Math.abs(next - h[j][s]));
                    h[j][s] = next;
                }
        }
        return h;
    }

    /** The largest eigenvalue of a symmetric matrix, by powers. */
    private static double norm(double[][] a) {
        double[] v = {1, 0.9, 0.8};
        double size = 0;
        for (int round = 0; round < 5000; round++) {
            double[] next = new double[R];
            for (int i = 0; i < R; i++) for (int j = 0; j < R; j++) next[i] += a[i][j] * v[j];
            size = Math.sqrt(next[0] * next[0] + next[1] * next[1] + next[2] * next[2]);
            for (int i = 0; i < R; i++) v[i] = next[i] / size;
        }
        return size;
    }

    private double loss(double[][] w, double[][] h) {
        double sum = 0;
        for (double[] row : minus(product(w, h), X)) for (double value : row) sum += value * value;
        return sum / 2;
    }

    private static double[][] product(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++)
            for (int l = 0; l < b.length; l++) for (int j = 0; j < b[0].length; j++) c[i][j] += a[i][l] * b[l][j];
        return c;
    }

    private static double[][] minus(double[][] a, double[][] b) {
        double[][] c = copy(a);
        for (int i = 0; i < c.length; i++) for (int j = 0; j < c[0].length; j++) c[i][j] -= b[i][j];
        return c;
    }

    private static double[][] transposed(double[][] a) {
        double[][] turned = new double[a[0].length][a.length];
        for (int i = 0; i < a.length; i++) for (int j = 0; j < a[0].length; j++) turned[j][i] = a[i][j];
        return turned;
    }

    private static double[][] copy(double[][] a) {
        double[][] copy = new double[a.length][];
        for (int i = 0; i < a.length; i++) copy[i] = a[i].clone();
        return copy;
    }

    private static double sum(double[][] a) {
        double sum = 0;
        for (double[] row : a) for (double value : row) sum += value;
        return sum;
    }

    private static void assertClose(double[][] found, double[][] expected) {
        for (int i = 0; i < expected.length; i++) assertThat(found[i]).containsExactly(expected[i], within(1e-8));
    }
}
