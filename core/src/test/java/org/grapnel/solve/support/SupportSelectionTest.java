package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.Term;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.CoordinateHUpdate;
import org.grapnel.solve.block.SelectedRowProducts;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What best-support is made of, each part against the obvious way. */
class SupportSelectionTest {
    private static final int P = 70; // more than a tile
    private static final int N = 30;
    private static final int R = 5; // not a multiple of four

    private static DenseMatrix uniform(long seed, int rows, int cols) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        Start.uniform(seed, FactorId.W, M);
        return M;
    }

    private static DenseMatrix gram(ExecutionContext context, DenseMatrix Ht) {
        DenseMatrix G = DenseMatrix.zeros(Ht.cols(), Ht.cols());
        Gram.compute(context, Ht, RowSet.all(Ht.rows()), G);
        return G;
    }

    private static DenseMatrix product(ExecutionContext context, Matrix X, DenseMatrix Ht) {
        DenseMatrix XHt = DenseMatrix.zeros(X.rows(), Ht.cols());
        X.times(context, RowSet.all(X.rows()), Ht, XHt);
        return XHt;
    }

    /** What every feature gains with its best row of W, by an exact solver. */
    private static double[] exactGains(DenseMatrix XHt, DenseMatrix HHt, double[] ridge) {
        DenseMatrix G = HHt.copy();
        for (int j = 0; j < ridge.length; j++) G.set(j, j, G.get(j, j) + ridge[j]);
        double[] gain = new double[XHt.rows()];
        double[] b = new double[ridge.length];
        double[] w = new double[ridge.length];
        for (int i = 0; i < gain.length; i++) {
            XHt.row(i, b);
            new NonNegativeLeastSquares(G).solve(0, b, w);
            gain[i] = gain(G, w, b);
        }
        return gain;
    }

    /** w·b − ½wGw by loops. */
    private static double gain(DenseMatrix G, double[] w, double[] b) {
        double sum = 0;
        for (int j = 0; j < w.length; j++) {
            sum += w[j] * b[j];
            for (int l = 0; l < w.length; l++) sum -= w[j] * G.get(j, l) * w[l] / 2;
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
    void rowsGainWhatIsSaidNoMoreThanTheirCeilingAndInTheEndTheMost(int r) {
        double[] ridge = new double[r];
        Arrays.setAll(ridge, j -> j % 2 == 0 ? 0 : 0.3 * j);
        double[] unit = new double[r];
        Arrays.setAll(unit, j -> 1 + j);
        try (ExecutionContext context = ExecutionContext.create(2)) {
            DenseMatrix X = SolverProblems.data(P, N, r);
            DenseMatrix Ht = uniform(3, N, r);
            DenseMatrix HHt = gram(context, Ht);
            DenseMatrix XHt = product(context, X, Ht);
            double[] best = exactGains(XHt, HHt, ridge);
            RowSolver rows = new RowSolver(context, P, r);
            rows.steps().setGram(HHt, ridge);
            DenseMatrix G = HHt.copy();
            for (int j = 0; j < r; j++) G.set(j, j, G.get(j, j) + ridge[j]);
            DenseMatrix warm = uniform(4, P, r);
            double[] w = new double[r];
            double[] b = new double[r];
            double[] before = new double[P];
            for (int i = 0; i < P; i++) {
                warm.row(i, w);
                for (int j = 0; j < r; j++) w[j] *= unit[j];
                XHt.row(i, b);
                before[i] = gain(G, w, b);
            }
            DenseMatrix W = DenseMatrix.zeros(P, r);
            for (int sweeps : new int[] {1, 2, 10, 3000}) {
                rows.solve(RowSet.all(P), XHt, warm, unit, sweeps, W);
                for (int i = 0; i < P; i++) {
                    W.row(i, w);
                    XHt.row(i, b);
                    double size = 1e-12 * best[i];
                    assertThat(Arrays.stream(w).min().orElseThrow()).isNotNegative();
                    assertThat(rows.gain()[i]).isCloseTo(gain(G, w, b), within(size));
                    assertThat(rows.gain()[i]).as("more sweeps, more gain").isGreaterThanOrEqualTo(before[i] - size);
                    assertThat(rows.ceiling()[i]).isGreaterThanOrEqualTo(best[i] - size);
                    before[i] = rows.gain()[i];
                }
            }
            for (int i = 0; i < P; i++) {
                assertThat(rows.gain()[i]).isCloseTo(best[i], within(1e-9 * best[i]));
                assertThat(rows.ceiling()[i]).isCloseTo(best[i], within(1e-4 * best[i]));
            }
        }
    }

    @Test
    void aComponentThatIsNotThereGainsNothing() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            DenseMatrix X = SolverProblems.data(9, N, 1);
            DenseMatrix Ht = uniform(3, N, R);
            for (int i = 0; i < N; i++) Ht.set(i, 2, 0);
            DenseMatrix XHt = product(context, X, Ht);
            DenseMatrix HHt = gram(context, Ht);
            RowSolver rows = new RowSolver(context, 9, R);
            rows.steps().setGram(HHt);
            double[] unit = {1, 1, 1, 1, 1};
            DenseMatrix W = DenseMatrix.zeros(9, R);
            rows.solve(RowSet.of(9, 1, 4), XHt, DenseMatrix.zeros(9, R), unit, 2000, W);
            double[] best = exactGains(XHt, HHt, new double[R]);
            for (int i : new int[] {1, 4}) {
                assertThat(W.get(i, 2)).isZero();
                assertThat(rows.gain()[i]).isCloseTo(best[i], within(1e-9 * best[i]));
                assertThat(rows.ceiling()[i]).isCloseTo(best[i], within(1e-4 * best[i]));
            }
            for (int i : new int[] {0, 2, 3, 5, 6, 7, 8})
                assertThat(W.isZeroRow(i)).as("row %d was not asked for", i).isTrue();
        }
    }

    /** No feature is left out that could gain more than the bar; beside a reference without dead components nobody is looked at in vain. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-6, 1e-2, 0.3, 10})
    void noFeatureGainsMoreThanItsBound(double distance) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (long seed = 0; seed < 10; seed++) {
                DenseMatrix X = SolverProblems.data(P, N, seed);
                DenseMatrix reference = uniform(seed, N, R);
                double[] ridge = new double[R];
                if (seed % 2 == 0) for (int j = 0; j < R; j++) ridge[j] = 2 * CounterRandom.uniform(seed, 1, j);
                if (seed % 3 == 2) for (int i = 0; i < N; i++) reference.set(i, 1, 0);
                double[] there = exactGains(product(context, X, reference), gram(context, reference), ridge);
                GainBound bound = new GainBound(context, X.rowSquares(), N, R);
                assertThat(bound.refers()).isFalse();
                bound.learn(RowSet.all(P), there);
                bound.refer(reference, ridge);
                assertThat(bound.refers()).isTrue();
                // rows of H may be rescaled, and the ridge with them, without any cost
                DenseMatrix Ht = reference.copy();
                double[] here = ridge.clone();
                for (int j = 0; j < R; j++) {
                    double by = 1 + j;
                    for (int i = 0; i < N; i++)
                        Ht.set(i, j, by * reference.get(i, j) + distance * CounterRandom.uniform(seed, i, 9 + j));
                    here[j] *= by * by;
                }
                DenseMatrix HHt = gram(context, Ht);
                bound.carry(Ht, here, new CoordinateDescent(R).setGram(HHt, here));
                double[] gain = exactGains(product(context, X, Ht), HHt, here);
                RowSet kept = RowSet.of(P, 3, 40);
                RowSet found = RowSet.none(P);
                int inVain = 0;
                for (double share : new double[] {0.02, 0.2, 0.9}) {
                    double bar = share * Arrays.stream(gain).max().orElseThrow();
                    bound.candidates(kept, bar, found);
                    for (int i = 0; i < P; i++) {
                        boolean in = found.contains(i);
                        if (i == 3 || i == 40) assertThat(in).as("kept").isFalse();
                        else if (gain[i] >= bar)
                            assertThat(in)
                                    .as("feature %d of problem %d", i, seed)
                                    .isTrue();
                        else if (in) inVain++;
                    }
                }
                if (distance < 1e-5 && seed % 3 != 2)
                    assertThat(inVain).as("problem %d", seed).isZero();
            }
        }
    }

    @Test
    void nobodyGainsMoreThanThereIs() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            GainBound bound = new GainBound(context, new double[] {4, 9}, N, R);
            RowSet found = RowSet.none(2);
            bound.candidates(RowSet.none(2), 2, found);
            assertThat(found.toArray()).containsExactly(0, 1); // half of its square is what a row can gain
            bound.candidates(RowSet.none(2), 2.1, found);
            assertThat(found.toArray()).containsExactly(1);
            bound.learn(RowSet.all(2), new double[] {100, -1e-20});
            bound.candidates(RowSet.none(2), 1e-9, found);
            assertThat(found.toArray()).containsExactly(0);
        }
    }

    private static Problem withGraph(Matrix X, int r, double lambda, Graph graph) {
        Laplacian L = graph.laplacian();
        List<Term> terms = new ArrayList<>(List.of(new LeastSquares()));
        if (lambda > 0) terms.add(new InvariantPenalty(lambda, L.norm()));
        return new Problem(
                X,
                lambda > 0 ? Optional.of(L) : Optional.empty(),
                new Formulation(r, terms, new NonNegative(), new NonNegative()));
    }

    /** ½‖X − WH‖² on some features + λ·‖wⱼ‖²·hⱼLhⱼᵀ of one component, by loops. */
    private static double value(DenseMatrix X, RowSet kept, DenseMatrix W, DenseMatrix Ht, Graph graph, double lambda) {
        double F = 0;
        for (int q = 0; q < kept.count(); q++)
            for (int a = 0; a < X.cols(); a++) {
                double e = X.get(kept.get(q), a);
                for (int j = 0; j < W.cols(); j++) e -= W.get(kept.get(q), j) * Ht.get(a, j);
                F += e * e / 2;
            }
        for (int j = 0; j < W.cols(); j++) {
            double squares = 0;
            for (int q = 0; q < kept.count(); q++) squares += W.get(kept.get(q), j) * W.get(kept.get(q), j);
            DenseMatrix h = DenseMatrix.zeros(Ht.rows(), 1);
            for (int a = 0; a < Ht.rows(); a++) h.set(a, 0, Ht.get(a, j));
            F += squares * SolverProblems.graphTerm(graph, lambda, h);
        }
        return F;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.2, 30})
    void aRevivedComponentTakesOffWhatIsPromised(double lambda) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (long seed = 0; seed < 5; seed++) {
                DenseMatrix X = SolverProblems.data(20, N, seed);
                Graph graph = SolverProblems.graph(N, seed);
                RowSet kept = RowSet.of(20, 2, 3, 7, 11, 19);
                DenseMatrix W = DenseMatrix.zeros(20, 3);
                DenseMatrix Ht = uniform(seed, N, 3);
                for (int q = 0; q < kept.count(); q++)
                    for (int j = 0; j < 2; j++) W.set(kept.get(q), j, 0.3 * CounterRandom.uniform(seed, q, j));
                double before = value(X, kept, W, Ht, graph, lambda);
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
                DeadComponentRestart revival =
                        new DeadComponentRestart(context, withGraph(X, 3, lambda, graph), lambda);
                assertThat(revival.restart(2, kept, W, Ht, Math.sqrt(largest) * (1 + 1e-9)))
                        .isFalse();
                assertThat(value(X, kept, W, Ht, graph, lambda)).isEqualTo(before);
                assertThat(revival.restart(2, kept, W, Ht, Math.sqrt(largest) * (1 - 1e-9)))
                        .isTrue();
                DenseMatrix h = DenseMatrix.zeros(N, 1);
                double length = 0;
                for (int a = 0; a < N; a++) {
                    h.set(a, 0, Ht.get(a, 2));
                    length += Ht.get(a, 2) * Ht.get(a, 2);
                    assertThat(Ht.get(a, 2)).isNotNegative();
                }
                assertThat(length).isCloseTo(1, within(1e-12));
                double rough = 1 + 2 * SolverProblems.graphTerm(graph, lambda, h);
                double after = value(X, kept, W, Ht, graph, lambda);
                assertThat(before - after).isGreaterThanOrEqualTo(largest / (2 * rough) * (1 - 1e-9));
                // and no other multiple of the new column takes off more
                for (double by : new double[] {0.999, 1.001}) {
                    DenseMatrix other = W.copy();
                    for (int q = 0; q < kept.count(); q++) other.set(kept.get(q), 2, by * W.get(kept.get(q), 2));
                    assertThat(value(X, kept, other, Ht, graph, lambda)).isGreaterThan(after);
                }
            }
        }
    }

    @Test
    void whatIsFittedExactlyRevivesNothing() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            DenseMatrix X = DenseMatrix.zeros(3, N);
            DeadComponentRestart revival =
                    new DeadComponentRestart(context, withGraph(X, 2, 0, SolverProblems.graph(N, 1)), 0);
            assertThat(revival.restart(0, RowSet.all(3), DenseMatrix.zeros(3, 2), uniform(1, N, 2), 0))
                    .isFalse();
        }
    }

    /** The same rows again and again, then others: the copy that lies side by side is never an old one. */
    @Test
    void productsWithKeptRowsAreThoseWithX() {
        try (ExecutionContext context = ExecutionContext.createPlainJava(2)) {
            DenseMatrix dense = SolverProblems.data(P, N, 2);
            RowSet[] asked = {
                RowSet.of(P, 1, 5, 69),
                RowSet.of(P, 1, 5, 69),
                RowSet.of(P, 1, 5, 69),
                RowSet.of(P, 0, 5, 69),
                RowSet.of(P, 1, 5, 69),
                RowSet.of(P, 2, 3),
                RowSet.of(P, 2, 3),
                RowSet.all(P),
                RowSet.all(P),
                RowSet.none(P),
                RowSet.none(P)
            };
            for (Matrix X : List.of(dense, SparseMatrix.of(dense))) {
                try (SelectedRowProducts products = new SelectedRowProducts(context, X, R)) {
                    for (int t = 0; t < asked.length; t++) {
                        DenseMatrix Ht = uniform(t, N, R);
                        DenseMatrix expected = DenseMatrix.zeros(P, R);
                        DenseMatrix found = DenseMatrix.zeros(P, R);
                        X.times(context, asked[t], Ht, expected);
                        products.times(asked[t], Ht, found);
                        close(found, expected);
                        DenseMatrix W = DenseMatrix.zeros(P, R);
                        for (int q = 0; q < asked[t].count(); q++) W.copyRow(asked[t].get(q), uniform(t + 50, P, R), q);
                        DenseMatrix XtW = DenseMatrix.zeros(N, R);
                        DenseMatrix XtWFound = DenseMatrix.zeros(N, R);
                        X.transposeTimes(context, asked[t], W, XtW);
                        products.transposeTimes(asked[t], W, XtWFound);
                        close(XtWFound, XtW);
                    }
                }
            }
        }
    }

    private static void close(DenseMatrix found, DenseMatrix expected) {
        for (int i = 0; i < expected.rows(); i++)
            for (int j = 0; j < expected.cols(); j++)
                assertThat(found.get(i, j)).isCloseTo(expected.get(i, j), within(1e-12 * (1 + expected.get(i, j))));
    }

    /** H's steps against the loops: sample after sample, coordinate after coordinate, wherever no edge says otherwise. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 4})
    void samplesMoveByExactCoordinateStepsWhateverTheThreads(double lambda) {
        Graph graph = SolverProblems.graph(N, 4);
        double[][] expected = null;
        for (int threads = 1; threads <= 3; threads++)
            try (ExecutionContext context = ExecutionContext.create(threads)) {
                DenseMatrix X = SolverProblems.data(12, N, 4);
                DenseMatrix W = uniform(8, 12, R);
                DenseMatrix WtW = gram(context, W);
                DenseMatrix XtW = DenseMatrix.zeros(N, R);
                X.transposeTimes(context, RowSet.all(12), W, XtW);
                DenseMatrix Ht = uniform(9, N, R);
                CoordinateDescent steps = new CoordinateDescent(R).setGram(WtW);
                CoordinateHUpdate samples =
                        new CoordinateHUpdate(context, N, R, lambda, Optional.of(graph.laplacian()));
                double before = Double.POSITIVE_INFINITY;
                for (int sweep = 0; sweep < 400; sweep++) {
                    samples.run(Ht, steps, XtW, 1);
                    if (sweep > 5) continue;
                    double F = value(X, RowSet.all(12), W, Ht, graph, lambda);
                    assertThat(F).as("sweep %d", sweep).isLessThan(before);
                    before = F;
                }
                if (expected == null) expected = Ht.toArray();
                assertThat(Ht.toArray()).isDeepEqualTo(expected);
                // at the end no coordinate wants to move
                double F = value(X, RowSet.all(12), W, Ht, graph, lambda);
                for (int a = 0; a < N; a += 7)
                    for (int j = 0; j < R; j++)
                        for (double by : new double[] {-1e-3, 1e-3}) {
                            double h = Ht.get(a, j);
                            if (h + by < 0) continue;
                            Ht.set(a, j, h + by);
                            assertThat(value(X, RowSet.all(12), W, Ht, graph, lambda))
                                    .isGreaterThan(F * (1 - 1e-12));
                            Ht.set(a, j, h);
                        }
            }
    }

    /** The share of the largest gain below which two are equal is zero here, and a gain divided by it would be no number. */
    @Test
    void gainsThatAreHardlyDoublesAreToldApart() {
        double[][] x = {{0, 5}, {1e-160, 5}, {3e-160, 5}, {2e-160, 5}};
        double[] ridge = new double[1];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Ht = DenseMatrix.of(new double[][] {{1}, {0}});
                DenseMatrix HHt = gram(context, Ht);
                DenseMatrix warm = DenseMatrix.zeros(4, 1);
                DenseMatrix solved = DenseMatrix.zeros(4, 1);
                SelectedRowProducts products = new SelectedRowProducts(context, X, 1);
                SupportSelection choice = new SupportSelection(context, X, products, X.rowSquares(), 1, false)) {
            choice.gram().setGram(HHt, ridge);
            RowSet next = RowSet.none(4);
            choice.select(Ht, ridge, warm, new double[] {1}, 1, RowSet.none(4), 2, solved, next);
            assertThat(next.toArray()).containsExactly(2, 3);
        }
    }

    @Test
    void ofTwoThatGainTheSameTheOneThatIsKeptStays() {
        double[] ridge = new double[1];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{2, 1}, {2, 1}, {1, 1}});
                DenseMatrix Ht = DenseMatrix.of(new double[][] {{1}, {0}});
                DenseMatrix HHt = gram(context, Ht);
                DenseMatrix warm = DenseMatrix.zeros(3, 1);
                DenseMatrix solved = DenseMatrix.zeros(3, 1);
                SelectedRowProducts products = new SelectedRowProducts(context, X, 1);
                SupportSelection choice = new SupportSelection(context, X, products, X.rowSquares(), 1, false)) {
            choice.gram().setGram(HHt, ridge);
            RowSet next = RowSet.none(3);
            for (int kept = 0; kept < 3; kept++) {
                choice.select(Ht, ridge, warm, new double[] {1}, 1, RowSet.of(3, kept), 1, solved, next);
                assertThat(next.toArray()).as("%d was kept", kept).containsExactly(kept == 1 ? 1 : 0);
            }
        }
    }
}
