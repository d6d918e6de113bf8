package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.ColumnSparse;
import org.grapnel.model.Constraint;
import org.grapnel.model.EntrySparse;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.model.Term;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SolverTest {
    static Stream<Extrapolation> extrapolations() {
        return SolverProblems.extrapolations().stream();
    }

    private static final List<Constraint> CONSTRAINTS =
            List.of(new NonNegative(), new RowSparse(9), new EntrySparse(31), new ColumnSparse(8));

    private final DenseMatrix X = SolverProblems.data(50, 34, 11);
    private final Graph graph = SolverProblems.graph(34, 5);

    @ParameterizedTest
    @MethodSource("extrapolations")
    void zeroWeightEqualsNoGraph(Extrapolation extrapolation) {
        Problem plain = SolverProblems.problem(X, 3, new RowSparse(9), 0, Optional.empty());
        Problem ring = SolverProblems.problem(X, 3, new RowSparse(9), 0, Optional.of(graph));
        sameBits(
                SolverProblems.solve(1, plain, 1, extrapolation, 20),
                SolverProblems.solve(1, ring, 1, extrapolation, 20));
    }

    @Test
    void accPalmWithoutMomentumEqualsPalm() {
        Problem problem = SolverProblems.problem(X, 3, new RowSparse(9), 2, Optional.of(graph));
        sameBits(
                SolverProblems.solve(1, problem, 1, Extrapolation.accPalmWithFixedBeta(0), 25),
                SolverProblems.solve(1, problem, 1, Extrapolation.none(), 25));
    }

    @ParameterizedTest
    @MethodSource("extrapolations")
    void keepingAllRowsEqualsNoConstraint(Extrapolation extrapolation) {
        Solution free = SolverProblems.solve(
                1, SolverProblems.problem(X, 3, new NonNegative(), 2, Optional.of(graph)), 1, extrapolation, 20);
        for (Constraint all : List.of(new RowSparse(50), new EntrySparse(150), new ColumnSparse(50)))
            sameBits(
                    SolverProblems.solve(
                            1, SolverProblems.problem(X, 3, all, 2, Optional.of(graph)), 1, extrapolation, 20),
                    free);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("extrapolations")
    void bitsDoNotDependOnTheNumberOfThreads(Extrapolation extrapolation) {
        DenseMatrix wide = SolverProblems.data(3000, 150, 2);
        Problem dense =
                SolverProblems.problem(wide, 6, new RowSparse(300), 2, Optional.of(SolverProblems.graph(150, 1)));
        Problem sparse = SolverProblems.problem(
                SparseMatrix.of(wide), 6, new NonNegative(), 2, Optional.of(SolverProblems.graph(150, 1)));
        for (Problem problem : List.of(dense, sparse)) {
            Solution one = SolverProblems.solve(1, problem, 4, extrapolation, 8);
            for (int threads : new int[] {2, 3, 7})
                sameBits(SolverProblems.solve(threads, problem, 4, extrapolation, 8), one);
        }
    }

    @ParameterizedTest
    @MethodSource("extrapolations")
    void reportedObjectiveEqualsTheDefinition(Extrapolation extrapolation) {
        for (Constraint onW : CONSTRAINTS) {
            Solution s = SolverProblems.solve(
                    2, SolverProblems.problem(X, 3, onW, 2, Optional.of(graph)), 3, extrapolation, 15);
            double loss = SolverProblems.loss(X, s.W(), s.Ht());
            assertThat(s.objective().loss()).isCloseTo(loss, within(1e-12 * loss));
            assertThat(s.objective().graphTerm())
                    .isCloseTo(SolverProblems.graphTerm(graph, 2, s.Ht()), within(1e-12 * loss));
        }
    }

    /** The paper's stop rule, from the points themselves. */
    @ParameterizedTest
    @MethodSource("extrapolations")
    void reportedChangeEqualsTheDefinition(Extrapolation extrapolation) {
        Problem problem = SolverProblems.problem(X, 3, new RowSparse(9), 2, Optional.of(graph));
        for (int i = 2; i <= 6; i++) {
            Solution before = SolverProblems.solve(1, problem, 3, extrapolation, i - 1);
            Solution after = SolverProblems.solve(1, problem, 3, extrapolation, i);
            double moved = squares(after.W(), before.W()) + squares(after.Ht(), before.Ht());
            double size =
                    squares(before.W(), DenseMatrix.zeros(50, 3)) + squares(before.Ht(), DenseMatrix.zeros(34, 3));
            double change = Math.sqrt(moved / size);
            assertThat(after.trace().last().change()).isCloseTo(change, within(1e-9 * change));
        }
    }

    private static double squares(DenseMatrix A, DenseMatrix B) {
        double sum = 0;
        for (int i = 0; i < A.rows(); i++)
            for (int j = 0; j < A.cols(); j++) sum += Math.pow(A.get(i, j) - B.get(i, j), 2);
        return sum;
    }

    /** The residual by loops: one plain step from the result. */
    @ParameterizedTest
    @MethodSource("extrapolations")
    void certificateEqualsTheLengthOfOnePlainStep(Extrapolation extrapolation) {
        for (Constraint onW : CONSTRAINTS) {
            Solution s = SolverProblems.solve(
                    2, SolverProblems.problem(X, 3, onW, 2, Optional.of(graph)), 3, extrapolation, 15);
            assertThat(s.certificate().residualW()).isCloseTo(naiveResidualW(s, onW), within(1e-9));
            assertThat(s.certificate().residualH()).isCloseTo(naiveResidualH(s, 2), within(1e-9));
        }
    }

    private double naiveResidualW(Solution s, Constraint onW) {
        double[][] W = s.W().toArray();
        double[][] G = gram(s.Ht().toArray());
        double c = largestEigenvalue(G);
        double[][] step = new double[X.rows()][3];
        for (int i = 0; i < X.rows(); i++)
            for (int a = 0; a < 3; a++) {
                double gradient = 0;
                for (int b = 0; b < 3; b++) gradient += W[i][b] * G[b][a];
                for (int j = 0; j < X.cols(); j++)
                    gradient -= X.get(i, j) * s.Ht().get(j, a);
                step[i][a] = W[i][a] - gradient / c;
            }
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix V = DenseMatrix.of(step)) {
            onW.project(context, V, RowSet.all(X.rows()));
            return relative(V.toArray(), W);
        }
    }

    private double naiveResidualH(Solution s, double lambda) {
        double[][] Ht = s.Ht().toArray();
        double[][] G = gram(s.W().toArray());
        double d = largestEigenvalue(G) + 2 * lambda * graph.laplacian().norm();
        double[][] step = new double[X.cols()][3];
        for (int j = 0; j < X.cols(); j++)
            for (int a = 0; a < 3; a++) {
                double gradient = 2 * lambda * graph.degree(j) * Ht[j][a];
                for (int l = 0; l < X.cols(); l++)
                    gradient -= 2 * lambda * graph.adjacency().get(j, l) * Ht[l][a];
                for (int b = 0; b < 3; b++) gradient += Ht[j][b] * G[b][a];
                for (int i = 0; i < X.rows(); i++) gradient -= X.get(i, j) * s.W().get(i, a);
                step[j][a] = Math.max(0, Ht[j][a] - gradient / d);
            }
        return relative(step, Ht);
    }

    private static double relative(double[][] to, double[][] from) {
        double moved = 0;
        double before = 0;
        double after = 0;
        for (int i = 0; i < to.length; i++)
            for (int a = 0; a < to[i].length; a++) {
                moved += Math.pow(to[i][a] - from[i][a], 2);
                before += from[i][a] * from[i][a];
                after += to[i][a] * to[i][a];
            }
        return Math.sqrt(moved / Math.max(before, after));
    }

    private static double[][] gram(double[][] M) {
        int r = M[0].length;
        double[][] G = new double[r][r];
        for (double[] row : M) for (int a = 0; a < r; a++) for (int b = 0; b < r; b++) G[a][b] += row[a] * row[b];
        return G;
    }

    /** By a thousand power iterations. */
    private static double largestEigenvalue(double[][] G) {
        double[] v = IntStream.range(0, G.length).mapToDouble(i -> 1 + 0.1 * i).toArray();
        double norm = 0;
        for (int step = 0; step < 1000; step++) {
            double[] w = new double[v.length];
            for (int a = 0; a < v.length; a++) for (int b = 0; b < v.length; b++) w[a] += G[a][b] * v[b];
            norm = Math.sqrt(
                    IntStream.range(0, w.length).mapToDouble(i -> w[i] * w[i]).sum());
            for (int a = 0; a < v.length; a++) v[a] = w[a] / norm;
        }
        return norm;
    }

    @ParameterizedTest
    @MethodSource("extrapolations")
    void permutingFeaturesAndSamplesPermutesTheResult(Extrapolation extrapolation) {
        int[] rows = permutation(50, 1);
        int[] cols = permutation(34, 2);
        DenseMatrix turned = DenseMatrix.zeros(50, 34);
        for (int i = 0; i < 50; i++) for (int j = 0; j < 34; j++) turned.set(i, j, X.get(rows[i], cols[j]));
        double[][] A = new double[34][34];
        for (int j = 0; j < 34; j++)
            for (int l = 0; l < 34; l++) A[j][l] = graph.adjacency().get(cols[j], cols[l]);
        Graph turnedGraph = Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "turned");
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Start.StartPoint start = Start.random(3).point(context, X, 3);
            DenseMatrix W = DenseMatrix.zeros(50, 3);
            DenseMatrix Ht = DenseMatrix.zeros(34, 3);
            for (int i = 0; i < 50; i++) W.copyRow(i, start.W(), rows[i]);
            for (int j = 0; j < 34; j++) Ht.copyRow(j, start.Ht(), cols[j]);
            Solution plain = run(
                    context,
                    SolverProblems.problem(X, 3, new RowSparse(9), 2, Optional.of(graph)),
                    start,
                    extrapolation);
            Solution other = run(
                    context,
                    SolverProblems.problem(turned, 3, new RowSparse(9), 2, Optional.of(turnedGraph)),
                    new Start.StartPoint(W, Ht),
                    extrapolation);
            for (int i = 0; i < 50; i++)
                for (int a = 0; a < 3; a++)
                    assertThat(other.W().get(i, a)).isCloseTo(plain.W().get(rows[i], a), within(1e-9));
            for (int j = 0; j < 34; j++)
                for (int a = 0; a < 3; a++)
                    assertThat(other.Ht().get(j, a)).isCloseTo(plain.Ht().get(cols[j], a), within(1e-9));
        }
    }

    private static Solution run(
            ExecutionContext context, Problem problem, Start.StartPoint start, Extrapolation extrapolation) {
        return Solver.solve(context, problem, start, new Palm(extrapolation), Stop.after(15), step -> {});
    }

    private static int[] permutation(int n, long seed) {
        return IntStream.range(0, n)
                .boxed()
                .sorted((a, b) -> Double.compare(CounterRandom.uniform(seed, a, 0), CounterRandom.uniform(seed, b, 0)))
                .mapToInt(i -> i)
                .toArray();
    }

    /** X = W·H exactly: the expansion of ‖X − WH‖² has no correct digit left, the residual has. */
    @Test
    void objectiveOfANearlyExactFitKeepsItsDigits() {
        DenseMatrix exact = DenseMatrix.zeros(40, 30);
        for (int i = 0; i < 40; i++)
            for (int j = 0; j < 30; j++)
                exact.set(
                        i,
                        j,
                        CounterRandom.uniform(1, i, 0) * CounterRandom.uniform(2, j, 0)
                                + CounterRandom.uniform(1, i, 1) * CounterRandom.uniform(2, j, 1));
        for (var data : List.of(exact, SparseMatrix.of(exact))) {
            Problem problem = SolverProblems.problem(data, 2, new NonNegative(), 0, Optional.empty());
            Solution s = SolverProblems.solve(2, problem, 1, Extrapolation.accPalm(0.5, 1.1, 0.9999), 60);
            double loss = SolverProblems.loss(exact, s.W(), s.Ht());
            assertThat(loss).isBetween(1e-16, 1e-5);
            assertThat(s.objective().loss()).isCloseTo(loss, within(1e-9 * loss));
        }
    }

    @ParameterizedTest
    @MethodSource("extrapolations")
    void guardedSolversNeverRaiseTheObjective(Extrapolation extrapolation) {
        boolean guarded = extrapolation.start().isGuarded() || extrapolation.equals(Extrapolation.none());
        for (Constraint onW : CONSTRAINTS) {
            Solution s = SolverProblems.solve(
                    1, SolverProblems.problem(X, 3, onW, 2, Optional.of(graph)), 5, extrapolation, 120);
            boolean falls = IntStream.range(2, s.trace().steps().size()).allMatch(i -> {
                double before = s.trace().steps().get(i - 1).objective().total();
                return s.trace().steps().get(i).objective().total() <= before * (1 + 1e-12);
            });
            assertThat(s.trace().monotone()).isEqualTo(falls);
            if (guarded) assertThat(falls).isTrue();
        }
    }

    @Test
    void graphEnergyFallsAsLambdaGrows() {
        double before = Double.POSITIVE_INFINITY;
        for (double lambda : new double[] {1e-3, 1e-1, 10, 1000}) {
            Problem problem = SolverProblems.problem(X, 3, new RowSparse(9), lambda, Optional.of(graph));
            Solution s = SolverProblems.solve(1, problem, 2, Extrapolation.accPalm(0.5, 1.1, 0.9999), 200);
            double roughness = s.objective().graphTerm() / lambda;
            assertThat(roughness).as("lambda %s", lambda).isLessThan(before);
            before = roughness;
        }
    }

    @Test
    void dataAndGivenStartDoNotChange() {
        DenseMatrix copy = X.copy();
        try (ExecutionContext context = ExecutionContext.create(2)) {
            Start.StartPoint point = Start.random(1).point(context, X, 3);
            DenseMatrix W = point.W().copy();
            DenseMatrix H = point.Ht().transpose();
            long[][] before = SolverProblems.bits(W);
            Problem problem = SolverProblems.problem(X, 3, new RowSparse(9), 2, Optional.of(graph));
            run(context, problem, Start.given(W, H).point(context, X, 3), Extrapolation.none())
                    .close();
            assertThat(SolverProblems.bits(X)).isEqualTo(SolverProblems.bits(copy));
            assertThat(SolverProblems.bits(W)).isEqualTo(before);
        }
    }

    /** A term whose value becomes NaN after a while. */
    private static final class OverflowTerm implements Term {
        private static final long serialVersionUID = 1;

        private int asked;

        @Override
        public double value(GramCache at) {
            return ++asked > 12 ? Double.NaN : 0;
        }

        @Override
        public double lipschitz(FactorId factor, GramCache at) {
            return 0;
        }

        @Override
        public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {}
    }

    @Test
    void nanStopsTheRunAndKeepsTheLastFinitePoint() {
        Problem bomb = new Problem(
                X,
                new Formulation(
                        3, List.of(new LeastSquares(), new OverflowTerm()), new RowSparse(9), new NonNegative()));
        List<Step> seen = new ArrayList<>();
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Solution s = Solver.solve(
                    context,
                    bomb,
                    Start.random(1).point(context, X, 3),
                    new Palm(Extrapolation.none()),
                    Stop.after(100),
                    seen::add);
            assertThat(s.stop()).isInstanceOf(StopReason.Diverged.class);
            assertThat(s.stop().converged()).isFalse();
            assertThat(s.stop().sentence()).contains("iteration " + (s.trace().iterations() + 1));
            assertThat(seen).hasSize(s.trace().steps().size());
            Problem plain = SolverProblems.problem(X, 3, new RowSparse(9), 0, Optional.empty());
            sameBits(
                    s,
                    SolverProblems.solve(
                            1, plain, 1, Extrapolation.none(), s.trace().iterations()));
        }
    }

    @Test
    void overflowingDataAreRefusedBeforeTheFirstStep() {
        DenseMatrix huge = DenseMatrix.of(new double[][] {{1e200, 1}, {1, 1e200}});
        assertThatThrownBy(() -> SolverProblems.problem(huge, 1, new NonNegative(), 0, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the largest value of X, 1.0E200 at feature 0 and sample 0, is too large to be squared in double"
                                + " precision; divide the data by it, as Preparation.withNormalize(MAX) does");
        DenseMatrix tiny = DenseMatrix.of(new double[][] {{1e-200, 0}, {0, 2e-200}});
        assertThatThrownBy(() -> SolverProblems.problem(tiny, 1, new NonNegative(), 0, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the largest value of X, 2.0E-200 at feature 1 and sample 1, is too small");
        Problem problem = SolverProblems.problem(X, 1, new NonNegative(), 1e308, Optional.of(graph));
        assertThatThrownBy(() -> SolverProblems.solve(1, problem, 1, Extrapolation.none(), 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("objective at the starting point is");
    }

    static void sameBits(Solution a, Solution b) {
        assertThat(SolverProblems.bits(a.W())).isEqualTo(SolverProblems.bits(b.W()));
        assertThat(SolverProblems.bits(a.Ht())).isEqualTo(SolverProblems.bits(b.Ht()));
    }
}
