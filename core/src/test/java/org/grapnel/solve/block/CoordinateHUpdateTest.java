package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The update of H against a loop over the samples in the order of the colours. */
class CoordinateHUpdateTest {
    private static final int R = 3;

    private static DenseMatrix uniform(long seed, int rows, int cols) {
        return DenseMatrix.zeros(rows, cols).map((i, j, x) -> CounterRandom.uniform(seed, i, j));
    }

    private static Graph graph(double[][] A) {
        try (DenseMatrix dense = DenseMatrix.of(A)) {
            return Graph.of(SparseMatrix.of(dense), "drawn");
        }
    }

    /** An even ring: two colours, half of the samples each. */
    private static double[][] ring(int n) {
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++) {
            int next = (i + 1) % n;
            A[i][next] = A[next][i] = 0.5 + CounterRandom.uniform(6, i, 0);
        }
        return A;
    }

    /** A complete graph. */
    private static double[][] complete(int n) {
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++) for (int l = 0; l < i; l++) A[i][l] = A[l][i] = 1 + i + l;
        return A;
    }

    /** Greedy colouring: samples with most edges first, each gets the first colour that no neighbour has; then colour by colour. */
    private static List<Integer> order(double[][] A) {
        int n = A.length;
        List<List<Integer>> colours = new ArrayList<>();
        IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingLong(
                        i -> -IntStream.range(0, n).filter(l -> A[i][l] > 0).count()))
                .forEach(i -> {
                    for (List<Integer> colour : colours)
                        if (colour.stream().noneMatch(l -> A[i][l] > 0)) {
                            colour.add(i);
                            return;
                        }
                    colours.add(new ArrayList<>(List.of(i)));
                });
        return colours.stream().flatMap(List::stream).toList();
    }

    private static void sweep(double[][] h, double[][] G, double[][] b, double[][] A, double lambda) {
        for (int i : order(A))
            for (int j = 0; j < R; j++) {
                double slope = -b[i][j];
                for (int l = 0; l < R; l++) slope += G[j][l] * h[i][l];
                double degree = 0;
                for (int l = 0; l < A.length; l++) {
                    slope += 2 * lambda * G[j][j] * A[i][l] * (h[i][j] - h[l][j]);
                    degree += A[i][l];
                }
                h[i][j] = Math.max(0, h[i][j] - slope / (G[j][j] * (1 + 2 * lambda * degree)));
            }
    }

    private static void assertEqualsLoop(double[][] A, double lambda) {
        int n = A.length;
        for (int sweeps = 1; sweeps <= 3; sweeps++)
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix W = uniform(1, 8, R);
                    DenseMatrix G = DenseMatrix.zeros(R, R);
                    DenseMatrix XtW = uniform(2, n, R);
                    DenseMatrix Ht = uniform(3, n, R)) {
                Gram.compute(context, W, RowSet.all(8), G);
                double[][] expected = Ht.toArray();
                for (int s = 0; s < sweeps; s++) sweep(expected, G.toArray(), XtW.toArray(), A, lambda);
                new CoordinateHUpdate(context, n, R, lambda, Optional.of(graph(A).laplacian()))
                        .update(Ht, new CoordinateDescent(R).setGram(G), XtW, sweeps);
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < R; j++)
                        assertThat(Ht.get(i, j))
                                .as("%d sweeps, sample %d", sweeps, i)
                                .isCloseTo(expected[i][j], within(1e-12));
            }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 20})
    void coloursLargerThanATileEqualALoop(double lambda) {
        assertEqualsLoop(ring(200), lambda);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 20})
    void completeGraphUpdatesOneSampleAtATime(double lambda) {
        for (int n = 2; n <= 5; n++) assertEqualsLoop(complete(n), lambda);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 20})
    void neighboursAreNeverUpdatedAtOnce(double lambda) {
        SparseMatrix drawn = SolverProblems.graph(41, 7).adjacency();
        double[][] A = new double[41][41];
        for (int i = 0; i < 41; i++) for (int l = 0; l < 41; l++) A[i][l] = drawn.get(i, l);
        assertEqualsLoop(A, lambda);
    }

    /** Updated at once, the two would swap their values for ever; one after the other they become equal. */
    @Test
    void stronglyJoinedSamplesBecomeEqual() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix G = DenseMatrix.of(new double[][] {{1}});
                DenseMatrix XtW = DenseMatrix.of(new double[][] {{1}, {3}});
                DenseMatrix Ht = DenseMatrix.of(new double[][] {{1}, {3}})) {
            Graph pair = graph(new double[][] {{0, 1}, {1, 0}});
            new CoordinateHUpdate(context, 2, 1, 1e9, Optional.of(pair.laplacian()))
                    .update(Ht, new CoordinateDescent(1).setGram(G), XtW, 1);
            assertThat(Ht.get(0, 0)).isCloseTo(Ht.get(1, 0), within(1e-6));
        }
    }

    /** F falls in every sweep, to a point where no coordinate can lower it, with the same bits on any number of threads. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 4})
    void sweepsDescendToACoordinateMinimumWithTheSameBitsOnAnyThreads(double lambda) {
        Graph graph = SolverProblems.graph(30, 4);
        double[][] expected = null;
        for (int threads = 1; threads <= 3; threads++)
            try (ExecutionContext context = ExecutionContext.create(threads)) {
                DenseMatrix X = SolverProblems.data(12, 30, 4);
                DenseMatrix W = SolverProblems.uniform(8, 12, 5);
                DenseMatrix WtW = SolverProblems.gram(context, W);
                DenseMatrix XtW = DenseMatrix.zeros(30, 5);
                X.transposeTimes(context, RowSet.all(12), W, XtW);
                DenseMatrix Ht = SolverProblems.uniform(9, 30, 5);
                CoordinateDescent steps = new CoordinateDescent(5).setGram(WtW);
                CoordinateHUpdate samples =
                        new CoordinateHUpdate(context, 30, 5, lambda, Optional.of(graph.laplacian()));
                double before = Double.POSITIVE_INFINITY;
                for (int sweep = 0; sweep < 400; sweep++) {
                    samples.update(Ht, steps, XtW, 1);
                    if (sweep > 5) continue;
                    double F = SolverProblems.objective(X, RowSet.all(12), W, Ht, graph, lambda);
                    assertThat(F).as("sweep %d", sweep).isLessThan(before);
                    before = F;
                }
                if (expected == null) expected = Ht.toArray();
                assertThat(Ht.toArray()).isDeepEqualTo(expected);
                // at the end no coordinate can lower F
                double F = SolverProblems.objective(X, RowSet.all(12), W, Ht, graph, lambda);
                for (int a = 0; a < 30; a += 7)
                    for (int j = 0; j < 5; j++)
                        for (double by : new double[] {-1e-3, 1e-3}) {
                            double h = Ht.get(a, j);
                            if (h + by < 0) continue;
                            Ht.set(a, j, h + by);
                            assertThat(SolverProblems.objective(X, RowSet.all(12), W, Ht, graph, lambda))
                                    .isGreaterThan(F * (1 - 1e-12));
                            Ht.set(a, j, h);
                        }
            }
    }
}
