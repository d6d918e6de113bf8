package org.grapnel.solve.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Stop;
import org.grapnel.solve.support.BestSupport;
import org.junit.jupiter.api.Test;

class StartTest {
    private final DenseMatrix X = SolverProblems.data(40, 25, 3);

    @Test
    void randomStartHasTheMeanOfTheData() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Start.StartPoint start = Start.random(7).point(context, X, 4);
            double mean = 0;
            for (double[] w : start.W().toArray())
                for (double[] h : start.Ht().toArray()) for (int a = 0; a < 4; a++) mean += w[a] * h[a] / (40 * 25);
            double meanX = Arrays.stream(X.toArray())
                    .flatMapToDouble(Arrays::stream)
                    .average()
                    .orElseThrow();
            assertThat(mean).isCloseTo(meanX, within(1e-12 * meanX));
        }
    }

    /** Entry (i, j) before scaling depends on seed, i and j alone: more columns or rows change no entry. */
    @Test
    void randomStartCanBeMadeInParts() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Start.StartPoint small =
                    Start.random(7).point(context, DenseMatrix.of(new double[][] {{1, 1}, {1, 1}, {1, 1}}), 2);
            DenseMatrix ones = DenseMatrix.zeros(6, 5);
            ones.fill(1);
            Start.StartPoint large = Start.random(7).point(context, ones, 3);
            double scale = large.W().get(0, 0) / small.W().get(0, 0);
            for (int i = 0; i < 3; i++)
                for (int a = 0; a < 2; a++)
                    assertThat(large.W().get(i, a)).isCloseTo(scale * small.W().get(i, a), within(1e-14));
            for (int j = 0; j < 2; j++)
                for (int a = 0; a < 2; a++)
                    assertThat(large.Ht().get(j, a))
                            .isCloseTo(scale * small.Ht().get(j, a), within(1e-14));
        }
    }

    @Test
    void sameSeedGivesTheSameStart() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            long[][] first =
                    SolverProblems.bits(Start.random(1).point(context, X, 4).W());
            assertThat(SolverProblems.bits(Start.random(1).point(context, X, 4).W()))
                    .isEqualTo(first);
            assertThat(SolverProblems.bits(Start.random(2).point(context, X, 4).W()))
                    .isNotEqualTo(first);
        }
    }

    @Test
    void nndsvdIsNonNegativeDeterministicAndNearerThanRandom() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (Matrix data : new Matrix[] {X, SparseMatrix.of(X)}) {
                Start.StartPoint svd = Start.nndsvd().point(context, data, 4);
                svd.check(new Problem(
                        data, new Formulation(4, java.util.List.of(), new NonNegative(), new NonNegative())));
                assertThat(SolverProblems.loss(X, svd.W(), svd.Ht()))
                        .isLessThan(0.5
                                * SolverProblems.loss(
                                        X,
                                        Start.random(1).point(context, data, 4).W(),
                                        Start.random(1).point(context, data, 4).Ht()));
            }
            assertThat(SolverProblems.bits(Start.nndsvd().point(context, X, 4).W()))
                    .isEqualTo(SolverProblems.bits(
                            Start.nndsvd().point(context, X, 4).W()));
        }
    }

    /** By Perron, the leading singular pair of a non-negative matrix has no sign change, so rank one gives the best rank-one fit. */
    @Test
    void nndsvdOfRankOneDataIsExact() {
        DenseMatrix outer = DenseMatrix.zeros(9, 7);
        for (int i = 0; i < 9; i++) for (int j = 0; j < 7; j++) outer.set(i, j, (i + 1.0) * (j + 2.0));
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Start.StartPoint svd = Start.nndsvd().point(context, outer, 1);
            assertThat(SolverProblems.loss(outer, svd.W(), svd.Ht())).isLessThan(1e-18 * outer.rowSquares(8));
        }
    }

    @Test
    void startOfTheWrongShapeIsRefused() {
        Problem problem = SolverProblems.problem(X, 4, new RowSparse(5), 0, Optional.empty());
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Start.StartPoint narrow = new Start.StartPoint(DenseMatrix.zeros(39, 4), DenseMatrix.zeros(25, 4));
            assertThatThrownBy(() -> narrow.check(problem)).hasMessage("W0 must be 40 × 4, it is 39 × 4");
            assertThatThrownBy(() -> narrow.W().get(0, 0)).as("closed").isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() ->
                            new Start.StartPoint(DenseMatrix.zeros(40, 4), DenseMatrix.zeros(25, 3)).check(problem))
                    .hasMessage("H0 must be 4 × 25, it is 3 × 25");
            Start.StartPoint negative = Start.random(1).point(context, X, 4);
            negative.Ht().set(24, 2, -0.5);
            assertThatThrownBy(() -> negative.check(problem))
                    .hasMessage("H0 has -0.5 at row 2, column 24; allowed are finite numbers >= 0");
            Start.StartPoint missing = Start.random(1).point(context, X, 4);
            missing.W().set(3, 1, Double.NaN);
            assertThatThrownBy(() -> missing.projected(context, problem))
                    .hasMessage("W0 has NaN at row 3, column 1; allowed are finite numbers >= 0");
        }
    }

    /** Whose prox would make every row zero. */
    private record HugePenalty() implements Constraint {
        @Override
        public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
            V.fill(0);
            rows.clear();
        }

        @Override
        public boolean isPenalty() {
            return true;
        }
    }

    @Test
    void projectedStartLiesInTheSetAndIsNotMovedByAPenalty() {
        Problem penalised = SolverProblems.problem(X, 4, new HugePenalty(), 0, Optional.empty());
        Problem limited = SolverProblems.problem(X, 4, new RowSparse(5), 0, Optional.empty());
        try (ExecutionContext context = ExecutionContext.create(1);
                Start.StartPoint given = Start.random(1).point(context, X, 4);
                Start.StartPoint kept = Start.random(1).point(context, X, 4).projected(context, penalised);
                Start.StartPoint cut = Start.random(1).point(context, X, 4).projected(context, limited)) {
            assertThat(kept.W().toArray()).isDeepEqualTo(given.W().toArray());
            assertThat(Arrays.stream(cut.W().toArray()).filter(row -> row[0] > 0))
                    .hasSize(5);
        }
    }

    @Test
    void zeroStartIsNotScaled() {
        assertThat(Start.scale(5, new double[] {0}, new double[] {0})).isEqualTo(1);
        assertThat(Start.scale(18, new double[] {1, 2}, new double[] {0, 1})).isEqualTo(3);
    }

    @Test
    void uniformReturnsTheColumnSums() {
        for (FactorId factor : FactorId.values())
            try (DenseMatrix M = DenseMatrix.zeros(9, 3)) {
                double[] sums = Start.uniform(5, factor, M);
                assertThat(sums).hasSize(3);
                for (int j = 0; j < 3; j++) {
                    double sum = 0;
                    for (int i = 0; i < 9; i++) sum += M.get(i, j);
                    assertThat(sums[j]).isPositive().isCloseTo(sum, within(1e-14 * sum));
                }
            }
    }

    @Test
    void zeroStartIsRefused() {
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

    @Test
    void groupStartIsOneForTheGroupAndAFifthForOthers() {
        Start start = Start.ofGroups(Clustering.ofLabels(2, 1, 0, 1, 0, 1, 1, 0, 0), 3);
        assertThat(start.kind()).isEqualTo("groups");
        double root = Math.sqrt(2 / 8.0);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(3, 8);
                Start.StartPoint point = start.point(context, X, 2)) {
            assertThat(point.Ht().toArray()[0]).containsExactly(new double[] {0.2 * root, 1.2 * root}, within(1e-15));
            assertThat(point.Ht().toArray()[1]).containsExactly(new double[] {1.2 * root, 0.2 * root}, within(1e-15));
            assertThat(point.W().nonZeros()).isZero();
        }
    }

    @Test
    void groupStartSplitsGroupsOverMoreComponentsAndMergesThemIntoFewer() {
        int n = 60;
        int[] labels = new int[n];
        for (int i = 0; i < n; i++) labels[i] = i % 3;
        Start start = Start.ofGroups(Clustering.ofLabels(3, labels), 3);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(2, n);
                Start.StartPoint more = start.point(context, X, 8);
                Start.StartPoint fewer = start.point(context, X, 2)) {
            Clustering split = Argmax.cluster(more.Ht());
            for (int i = 0; i < n; i++) {
                assertThat(split.labelOf(i) % 3).isEqualTo(labels[i]);
                assertThat(Argmax.cluster(fewer.Ht()).labelOf(i)).isEqualTo(labels[i] % 2);
            }
            assertThat(split.sizes()).doesNotContain(0);
        }
    }

    @Test
    void groupStartIsPerturbedByItsSeedInARestart() {
        Start start = Start.ofGroups(Clustering.ofLabels(2, 1, 0, 1, 0, 1, 1, 0, 0), 3);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(3, 8);
                Start.StartPoint one = start.restart(1).orElseThrow().point(context, X, 2);
                Start.StartPoint again = start.restart(1).orElseThrow().point(context, X, 2);
                Start.StartPoint two = start.restart(2).orElseThrow().point(context, X, 2)) {
            assertThat(again.Ht().toArray()).isDeepEqualTo(one.Ht().toArray());
            assertThat(two.Ht().get(0, 0)).isNotEqualTo(one.Ht().get(0, 0));
            assertThat(one.Ht().get(0, 1)).isGreaterThanOrEqualTo(Math.sqrt(2 / 8.0));
        }
    }
}
