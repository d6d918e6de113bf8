package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.FactorId;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Objective;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.Trace;
import org.grapnel.solve.palm.AccPalmExtrapolation;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;
import org.junit.jupiter.api.Test;

/** What the solvers are made of, each against loops or against what a person reckons. */
class SampleSumsTest {
    private static DenseMatrix uniform(long seed, int rows, int cols) {
        return DenseMatrix.zeros(rows, cols).map((i, j, x) -> CounterRandom.uniform(seed, i, j));
    }

    private static Graph ring(int n) {
        int[] row = new int[2 * n];
        int[] column = new int[2 * n];
        double[] value = new double[2 * n];
        for (int i = 0; i < n; i++) {
            row[2 * i] = column[2 * i + 1] = i;
            column[2 * i] = row[2 * i + 1] = (i + 1) % n;
            value[2 * i] = value[2 * i + 1] = 1;
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, value), "ring");
    }

    @Test
    void sumsOverSamplesAreThoseOfLoopsHoweverManyBlocksThereAre() {
        int n = 3000;
        int r = 7;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix Ht = uniform(1, n, r);
                DenseMatrix before = uniform(2, n, r);
                DenseMatrix XtW = uniform(3, n, r);
                DenseMatrix LHt = DenseMatrix.zeros(n, r);
                DenseMatrix HHt = DenseMatrix.zeros(r, r)) {
            Laplacian L = ring(n).laplacian();
            L.times(context, Ht, LHt);
            Gram.compute(context, Ht, RowSet.all(n), HHt);
            SampleSums sums = new SampleSums(context, r);
            sums.compute(Ht, before, XtW, LHt);
            double moved = 0;
            double inner = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < r; j++) {
                    moved += Math.pow(Ht.get(i, j) - before.get(i, j), 2);
                    inner += Ht.get(i, j) * XtW.get(i, j);
                }
            assertThat(sums.moved()).isCloseTo(moved, within(1e-12 * moved));
            assertThat(sums.inner()).isCloseTo(inner, within(1e-12 * inner));
            double[] rough = new double[r];
            sums.graphEnergy(L, Ht, HHt, rough);
            for (int j = 0; j < r; j++) {
                int c = j;
                double expected = differences(n, i -> Ht.get(i, c));
                assertThat(rough[j]).isCloseTo(expected, within(1e-12 * expected));
            }
        }
    }

    /** Σ (hᵢ − hᵢ₊₁)² around a ring. */
    private static double differences(int n, IntToDoubleFunction h) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += Math.pow(h.applyAsDouble(i) - h.applyAsDouble((i + 1) % n), 2);
        return sum;
    }

    /** The second component is smooth: of the products h·(Lh) hardly four digits are lost, and those are found again. */
    @Test
    void roughnessKeepsItsDigitsWhereOneComponentIsSmooth() {
        int n = 3000;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix Ht = uniform(1, n, 3);
                DenseMatrix LHt = DenseMatrix.zeros(n, 3);
                DenseMatrix HHt = DenseMatrix.zeros(3, 3)) {
            for (int i = 0; i < n; i++) Ht.set(i, 1, 1 + 0.0245 * CounterRandom.uniform(5, i, 1));
            Laplacian L = ring(n).laplacian();
            L.times(context, Ht, LHt);
            Gram.compute(context, Ht, RowSet.all(n), HHt);
            SampleSums sums = new SampleSums(context, 3);
            sums.compute(Ht, Ht, Ht, LHt);
            double[] rough = new double[3];
            sums.graphEnergy(L, Ht, HHt, rough);
            double exact = differences(n, i -> Ht.get(i, 1));
            double share = exact / (L.norm() * HHt.get(1, 1));
            assertThat(share).as("between 1e-4/‖L‖² and 1e-4").isBetween(1e-5, 9e-5);
            assertThat(rough[1]).isCloseTo(exact, within(1e-14 * exact));
            assertThat(rough[0]).isCloseTo(differences(n, i -> Ht.get(i, 0)), within(1e-9));
        }
    }

    /** By hand: 2·nnz·(p − kept)/p·r is saved, (2nr² + 10·(10r³ + 4p))/4 is what bounds cost. */
    @Test
    void boundsPayWhereTheyCostLessThanTheySave() {
        assertThat(RowScreening.isWorthwhile(10, 50, 200, 5, 2))
                .as("400 for 400")
                .isFalse();
        assertThat(RowScreening.isWorthwhile(10, 50, 201, 5, 2))
                .as("402 for 400")
                .isTrue();
        assertThat(RowScreening.isWorthwhile(100, 7, 379, 25, 3))
                .as("1705.5 for 1706.5")
                .isFalse();
        assertThat(RowScreening.isWorthwhile(100, 7, 380, 25, 3))
                .as("1710 for 1706.5")
                .isTrue();
    }

    private static double[] product(SelectedRowProducts products, RowSet rows, DenseMatrix Ht) {
        try (DenseMatrix XHt = DenseMatrix.zeros(6, 1)) {
            products.times(rows, Ht, XHt);
            double[] found = new double[rows.count()];
            for (int q = 0; q < found.length; q++) found[q] = XHt.get(rows.get(q), 0);
            return found;
        }
    }

    private static DenseMatrix ones(int rows, int cols) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        M.fill(1);
        return M;
    }

    /** X is changed behind its back: whoever has a copy does not see it. */
    @Test
    void rowsAreCopiedWhenTheyAreAskedForTwiceInARow() {
        RowSet some = RowSet.of(6, 1, 3);
        RowSet others = RowSet.of(6, 1, 2);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = ones(6, 4);
                DenseMatrix Ht = ones(4, 1);
                SelectedRowProducts products = new SelectedRowProducts(context, X, 1)) {
            assertThat(product(products, some, Ht)).containsExactly(4, 4);
            X.set(1, 0, 2);
            assertThat(product(products, some, Ht)).as("copied now").containsExactly(5, 4);
            X.set(1, 0, 10);
            assertThat(product(products, some, Ht)).as("from the copy").containsExactly(5, 4);
            try (DenseMatrix W = ones(6, 1);
                    DenseMatrix XtW = DenseMatrix.zeros(4, 1)) {
                products.transposeTimes(some, W, XtW);
                assertThat(XtW.get(0, 0)).as("from the copy").isEqualTo(3);
            }
            assertThat(product(products, others, Ht)).containsExactly(13, 4);
            X.set(1, 0, 20);
            assertThat(product(products, some, Ht))
                    .as("the copy is still there")
                    .containsExactly(5, 4);
            assertThat(product(products, others, Ht)).containsExactly(23, 4);
            X.set(1, 0, 30);
            assertThat(product(products, others, Ht)).as("another copy").containsExactly(23, 4);
        }
    }

    @Test
    void allRowsAreNeverCopied() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = ones(6, 4);
                DenseMatrix Ht = ones(4, 1);
                SelectedRowProducts products = new SelectedRowProducts(context, X, 1)) {
            for (int times = 1; times <= 3; times++) {
                X.set(0, 0, times);
                assertThat(product(products, RowSet.all(6), Ht)[0]).isEqualTo(3 + times);
            }
        }
    }

    @Test
    void whichRowsLieSideBySideIsLaidDown() {
        RowSet some = RowSet.of(6, 1, 3);
        for (int asked = 0; asked < 3; asked++) {
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix X = ones(6, 4);
                    DenseMatrix Ht = ones(4, 1);
                    SelectedRowProducts products = new SelectedRowProducts(context, X, 1);
                    SelectedRowProducts later = new SelectedRowProducts(context, X, 1)) {
                for (int i = 0; i < asked; i++) product(products, some, Ht);
                later.state(StateStream.readFrom(new ByteArrayInputStream(InMemoryCheckpoint.bytes(products::state))));
                X.set(1, 0, 2);
                for (SelectedRowProducts each : List.of(products, later)) {
                    assertThat(product(each, some, Ht)[0])
                            .as("asked for %d times before", asked)
                            .isEqualTo(asked < 2 ? 5 : 4);
                }
                X.set(1, 0, 3);
                for (SelectedRowProducts each : List.of(products, later))
                    assertThat(product(each, some, Ht)[0])
                            .as("asked for %d times before", asked + 1)
                            .isEqualTo(asked == 0 ? 6 : asked == 1 ? 5 : 4);
            }
        }
    }

    @Test
    void aTraceKnowsWhatItIsADifferenceOf() {
        try (DenseMatrix X = SolverProblems.data(12, 9, 1)) {
            double half = 0;
            for (double square : X.rowSquares()) half += square / 2;
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(5), 0, Optional.empty());
            try (Solution found = SolverProblems.solve(1, problem, 1, Extrapolation.none(), 2)) {
                assertThat(found.trace().size()).isCloseTo(half, within(1e-12 * half));
            }
            try (ExecutionContext context = ExecutionContext.create(1);
                    Solution found = BestSupport.standard()
                            .solve(
                                    context,
                                    problem,
                                    Start.random(1).point(context, X, 2),
                                    Stop.after(2),
                                    step -> {},
                                    Checkpoint.none())) {
                assertThat(found.trace().size()).isCloseTo(half, within(1e-12 * half));
                assertThat(found.trace().steps().get(1).rowsComputed())
                        .as("rows that were looked at")
                        .isPositive();
            }
        }
    }

    private static Trace trace(double size, double... objectives) {
        Step[] steps = new Step[objectives.length];
        for (int i = 0; i < steps.length; i++)
            steps[i] = new Step(i, 0, new Objective(objectives[i], 0), 1, 0, true, 0);
        return new Trace(List.of(steps), 1, size);
    }

    @Test
    void aRiseIsHeldAgainstWhatFIsADifferenceOf() {
        double low = 1e-3;
        assertThat(new Trace(List.of()).monotone()).isTrue();
        assertThat(trace(1e6, 1, low, low + 5e-9).monotone()).isTrue();
        assertThat(trace(1e6, 1, low, low + 2e-8).monotone()).isFalse();
        assertThat(trace(0, 1e20, low, low + 5e-9).monotone())
                .as("of the F it began with")
                .isTrue();
        assertThat(trace(0, 1e20, low, low + 2e-8).monotone()).isFalse();
        assertThat(trace(1e6, 1e20, low, low + 1.5e-8).monotone()).as("both").isTrue();
        assertThat(trace(0, 1, low, low + 5e-9).monotone()).isFalse();
        double rounding = 1e-12 * 1.5 + (1e-14 * 3 + 1e-28 * 2);
        assertThat(trace(3, 2, 1.5, 1.5 + rounding).monotone())
                .as("just so much")
                .isTrue();
    }

    @Test
    void aStartWithoutAnythingIsRefusedByEverySolver() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = SolverProblems.data(8, 6, 1)) {
            Problem problem = SolverProblems.problem(X, 2, new NonNegative(), 0, Optional.empty());
            for (double infinite : new double[] {0, Double.POSITIVE_INFINITY}) {
                String why = infinite == 0 ? "W0 and H0 are both zero" : "W0 has Infinity at row 0, column 1";
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> point(infinite, 0).check(problem))
                        .withMessageContaining(why);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> BestSupport.standard()
                                .solve(
                                        context,
                                        problem,
                                        point(infinite, 0),
                                        Stop.after(1),
                                        step -> {},
                                        Checkpoint.none()))
                        .withMessageContaining(why);
            }
            try (Start.StartPoint onlyW = point(1, 0);
                    Start.StartPoint onlyH = point(0, 1)) {
                onlyW.check(problem);
                onlyH.check(problem);
            }
        }
    }

    private static Start.StartPoint point(double w, double h) {
        DenseMatrix W = DenseMatrix.zeros(8, 2);
        DenseMatrix Ht = DenseMatrix.zeros(6, 2);
        W.set(0, 1, w);
        Ht.set(0, 1, h);
        return new Start.StartPoint(W, Ht);
    }

    /** Four features are explained to the last digit, two small ones are left out: all of F is theirs. */
    @Test
    void theLossOfAnExactFitIsThatOfTheFeaturesLeftOut() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix W = uniform(1, 6, 2);
                DenseMatrix Ht = uniform(2, 9, 2)) {
            DenseMatrix X = DenseMatrix.zeros(6, 9)
                    .map((i, j, x) -> i == 2 || i == 5
                            ? 1e-3 * CounterRandom.uniform(3, i, j)
                            : W.get(i, 0) * Ht.get(j, 0) + W.get(i, 1) * Ht.get(j, 1));
            W.zeroRow(2);
            W.zeroRow(5);
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(4), 0, Optional.empty());
            try (LocalSampleBlock side = new LocalSampleBlock(context, problem, Ht.map((i, j, x) -> x));
                    ProximalUpdates moves =
                            new ProximalUpdates(context, problem.program(), W.map((i, j, x) -> x), side, true)) {
                double expected = SolverProblems.loss(X, W, Ht);
                assertThat(expected).isBetween(1e-7, 1e-5);
                assertThat(moves.current().loss()).isCloseTo(expected, within(1e-12 * expected));
                assertThat(side.samples()).isEqualTo(9);
            }
        }
    }

    @Test
    void coordinateResidualsAreThoseOfALoop() {
        int n = 40;
        int r = 3;
        double lambda = 0.7;
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix Z = uniform(1, n, r);
                DenseMatrix B = uniform(2, n, r);
                DenseMatrix V = uniform(3, 9, r);
                DenseMatrix G = DenseMatrix.zeros(r, r);
                DenseMatrix LZ = DenseMatrix.zeros(n, r)) {
            Gram.compute(context, V, RowSet.all(9), G);
            Laplacian L = SolverProblems.graph(n, 4).laplacian();
            L.times(context, Z, LZ);
            CoordinateDescent steps = new CoordinateDescent(r).setGram(G);
            double expected = 0;
            double plain = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < r; j++) {
                    double slope = -B.get(i, j);
                    for (int l = 0; l < r; l++) slope += G.get(j, l) * Z.get(i, l);
                    plain += moved(Z.get(i, j), slope, G.get(j, j));
                    slope += 2 * lambda * G.get(j, j) * LZ.get(i, j);
                    expected += moved(
                            Z.get(i, j), slope, (1 + 2 * lambda * L.matrix().get(i, i)) * G.get(j, j));
                }
            RowSet all = RowSet.all(n);
            assertThat(CoordinateResidual.compute(context, Z, all, B, steps, lambda, L, LZ))
                    .isCloseTo(expected, within(1e-12 * expected));
            assertThat(CoordinateResidual.compute(context, Z, all, B, steps)).isCloseTo(plain, within(1e-12 * plain));
        }
    }

    private static double moved(double z, double slope, double curvature) {
        double step = Math.max(0, z - slope / curvature) - z;
        return curvature * step * step;
    }

    @Test
    void aBlockOfSamplesShowsWhereItIsAndWas() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = SolverProblems.data(5, 8, 1)) {
            Graph graph = SolverProblems.graph(8, 2);
            Problem problem = SolverProblems.problem(X, 2, new NonNegative(), 0.5, Optional.of(graph));
            try (HPartition block = new HPartition(context, problem.program(), uniform(4, 8, 2));
                    DenseMatrix first = uniform(4, 8, 2)) {
                block.commit();
                assertThat(block.current().toArray()).isDeepEqualTo(first.toArray());
                assertThat(block.currentImage().rows()).isEqualTo(8);
                block.commit();
                assertThat(block.before().toArray()).isDeepEqualTo(first.toArray());
                assertThat(block.beforeImage().rows()).isEqualTo(8);
            }
        }
    }

    /** The same after a step, when the features left out are no longer among W's rows. */
    @Test
    void theLossAfterAStepIsThatOfTheFeaturesLeftOut() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix W = uniform(1, 6, 2);
                DenseMatrix Ht = uniform(2, 9, 2);
                DenseMatrix X = DenseMatrix.zeros(6, 9)
                        .map((i, j, x) -> i == 2 || i == 5
                                ? 1e-3 * CounterRandom.uniform(3, i, j)
                                : W.get(i, 0) * Ht.get(j, 0) + W.get(i, 1) * Ht.get(j, 1))) {
            W.zeroRow(2);
            W.zeroRow(5);
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(4), 0, Optional.empty());
            double expected = (X.rowSquares(2) + X.rowSquares(5)) / 2;
            try (LocalSampleBlock side = new LocalSampleBlock(context, problem, Ht.copy());
                    ProximalUpdates moves = new ProximalUpdates(context, problem.program(), W.copy(), side, true)) {
                moves.update(FactorId.W, 0, 0, moves.lipschitz(FactorId.W));
                moves.update(FactorId.H, 0, 0, moves.lipschitz(FactorId.H));
                assertThat(moves.objective().loss()).isCloseTo(expected, within(1e-10 * expected));
                moves.commit();
                assertThat(moves.current().loss()).isCloseTo(expected, within(1e-10 * expected));
                try (DenseMatrix kept = moves.takeW()) {
                    assertThat(Solver.nonZeroRows(kept).toArray()).containsExactly(0, 1, 3, 4);
                }
            }
        }
    }

    @Test
    void aCoordinateThatIsNotThereHasNoResidual() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix G = DenseMatrix.of(new double[][] {{0, 0}, {0, 2}});
                DenseMatrix Z = DenseMatrix.of(new double[][] {{5, 3}, {7, 0}});
                DenseMatrix B = DenseMatrix.of(new double[][] {{1, 4}, {1, -4}})) {
            CoordinateDescent steps = new CoordinateDescent(2).setGram(G);
            assertThat(CoordinateResidual.compute(context, Z, RowSet.all(2), B, steps))
                    .as("from 3 to 2, with a curvature of 2")
                    .isEqualTo(2);
        }
    }

    @Test
    void aWeightThatIsHeldStaysWhereItIs() {
        Extrapolation.ExtrapolationRule rule = new AccPalmExtrapolation(0.9, 1, 0.5).start();
        for (boolean accepted : new boolean[] {true, false, true}) {
            rule.done(accepted, 1);
            assertThat(rule.weights(FactorId.W, 1).centre()).isEqualTo(0.9);
        }
    }

    @Test
    void rowsThatAreThereAreNotComputedAgain() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = ones(6, 4);
                LocalSampleBlock side = new LocalSampleBlock(
                        context, SolverProblems.problem(X, 1, new RowSparse(2), 0, Optional.empty()), ones(4, 1));
                DenseMatrix HHt = DenseMatrix.of(new double[][] {{4}});
                RowScreening screen = new RowScreening(context, side, X.rowSquares(), 1, false)) {
            side.commit();
            screen.require(RowSet.of(6, 1, 3), HHt, true);
            screen.require(RowSet.of(6, 1, 3), HHt, true);
            assertThat(screen.takeComputed()).isEqualTo(2);
            screen.require(RowSet.of(6, 1, 2, 3), HHt, true);
            assertThat(screen.takeComputed()).isEqualTo(1);
            assertThat(screen.takeComputed()).isZero();
            assertThat(screen.XHt().get(2, 0)).isEqualTo(4);
            screen.onHChanged(1);
            screen.require(RowSet.of(6, 1, 3), HHt, true);
            assertThat(screen.takeComputed()).as("for another H").isEqualTo(2);
        }
    }

    /** The longest row points where H goes: it comes as near as ‖Xᵢ‖ times the move allows. */
    @Test
    void whatWasBelowTheBarMayReachItWhenHHasMoved() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{1, 0}, {10, 0}, {0, 1}});
                DenseMatrix Ht = DenseMatrix.of(new double[][] {{1}, {0}});
                DenseMatrix HHt = DenseMatrix.of(new double[][] {{1}});
                LocalSampleBlock side = new LocalSampleBlock(
                        context, SolverProblems.problem(X, 1, new RowSparse(1), 0, Optional.empty()), Ht);
                RowScreening screen = new RowScreening(context, side, X.rowSquares(), 1, false)) {
            side.commit();
            RowSet active = RowSet.of(3, 0);
            RowSet entering = RowSet.none(3);
            screen.require(RowSet.all(3), HHt, true);
            assertThat(screen.bounds()).isTrue();
            screen.candidates(active, 50, HHt, entering);
            assertThat(entering.count()).isZero();
            Ht.set(0, 0, 5);
            HHt.set(0, 0, 25);
            screen.onHChanged(4);
            screen.candidates(active, 50, HHt, entering);
            assertThat(entering.toArray()).containsExactly(1);
        }
    }
}
