package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of a term, for every term. A new term needs a line in {@link #terms}. */
class TermTest {
    private static final int P = 7;
    private static final int N = 9;
    private static final int R = 3;
    private static final double[][] X = TestMatrices.uniform(1, P, N);
    private static final double[][] A = adjacency();
    private static final Laplacian L = laplacian();
    private static final ExecutionContext ON = ExecutionContext.create(2);

    @AfterAll
    static void free() {
        ON.close();
    }

    static Stream<Term> terms() {
        return Stream.of(
                new LeastSquares(),
                new GraphPenalty(0.7, L.norm()),
                new GraphPenalty(0, L.norm()),
                new GraphPenalty(100, L.norm()),
                new InvariantPenalty(0.7, L.norm()),
                new InvariantPenalty(0, L.norm()));
    }

    private static double[][] adjacency() {
        double[][] u = TestMatrices.mostlyZero(2, N, N);
        double[][] a = new double[N][N];
        for (int i = 0; i < N; i++) for (int j = 0; j < i; j++) a[i][j] = a[j][i] = u[i][j] + (i == j + 1 ? 0.5 : 0);
        return a;
    }

    private static Laplacian laplacian() {
        try (DenseMatrix dense = DenseMatrix.of(A)) {
            return Graph.of(SparseMatrix.of(dense), "test").laplacian();
        }
    }

    /** L·Z by the definition. */
    private static double[][] smoothed(double[][] z) {
        double[][] lz = new double[N][z[0].length];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) for (int c = 0; c < z[0].length; c++) lz[i][c] += A[i][j] * (z[i][c] - z[j][c]);
        return lz;
    }

    private static GramCache grams(double[][] w, double[][] ht) {
        GramCache at = new GramCache(R);
        double[][] wtw = TestMatrices.product(TestMatrices.transpose(w), w);
        double[][] hht = TestMatrices.product(TestMatrices.transpose(ht), ht);
        for (int i = 0; i < R; i++) {
            at.WtW().setRow(i, wtw[i]);
            at.HHt().setRow(i, hht[i]);
        }
        at.gramOfWChanged();
        at.gramOfHChanged();
        at.setSquaredResidual(
                TestMatrices.squares(TestMatrices.minus(X, TestMatrices.product(w, TestMatrices.transpose(ht)))));
        double[][] lh = smoothed(ht);
        for (int j = 0; j < R; j++) {
            double sum = 0;
            for (int i = 0; i < N; i++) sum += ht[i][j] * lh[i][j];
            at.setGraphEnergy(j, sum);
        }
        return at;
    }

    private static double value(Term term, double[][] w, double[][] ht) {
        try (GramCache at = grams(w, ht)) {
            return term.value(at);
        }
    }

    /** The gradient in a factor, chunk by chunk as a solver computes it. */
    private static double[][] gradient(Term term, FactorId factor, double[][] w, double[][] ht, int chunkRows) {
        double[][] z = factor == FactorId.W ? w : ht;
        double[][] product =
                factor == FactorId.W ? TestMatrices.product(X, ht) : TestMatrices.product(TestMatrices.transpose(X), w);
        double[][] lz = factor == FactorId.W ? new double[P][R] : smoothed(ht);
        double[][] gradient = new double[z.length][R];
        try (GramCache at = grams(w, ht)) {
            int chunks = (z.length + chunkRows - 1) / chunkRows;
            ON.run(chunks, (task, scratch) -> {
                int first = task * chunkRows;
                GradientChunk chunk = GradientChunk.forThread(ON, scratch, Math.min(chunkRows, z.length - first), R);
                for (int i = 0; i < chunk.rows(); i++) {
                    System.arraycopy(z[first + i], 0, chunk.Z(), i * R, R);
                    System.arraycopy(product[first + i], 0, chunk.product(), i * R, R);
                    System.arraycopy(lz[first + i], 0, chunk.LZ(), i * R, R);
                }
                chunk.clearGradient();
                term.addGradient(factor, at, chunk);
                for (int i = 0; i < chunk.rows(); i++)
                    System.arraycopy(chunk.gradient(), i * R, gradient[first + i], 0, R);
            });
        }
        return gradient;
    }

    private static double[][] nudged(double[][] z, int i, int j, double by) {
        double[][] moved = TestMatrices.copy(z);
        moved[i][j] += by;
        return moved;
    }

    @Test
    void invariantPenaltyEqualsThePapersAtUnitColumnsAndIgnoresScale() {
        double[][] w = TestMatrices.uniform(3, P, R);
        double[][] ht = TestMatrices.uniform(4, N, R);
        double value = value(new InvariantPenalty(0.7, L.norm()), w, ht);
        for (int j = 0; j < R; j++) {
            double length = 0;
            for (double[] row : w) length += row[j] * row[j];
            for (double[] row : w) row[j] /= Math.sqrt(length);
            for (double[] row : ht) row[j] *= Math.sqrt(length);
        }
        assertThat(value(new InvariantPenalty(0.7, L.norm()), w, ht)).isCloseTo(value, within(1e-12 * value));
        assertThat(value(new GraphPenalty(0.7, L.norm()), w, ht)).isCloseTo(value, within(1e-12 * value));
    }

    /** Terms are quadratic in each factor, so central differences are exact for any step. */
    @ParameterizedTest
    @MethodSource("terms")
    void gradientEqualsFiniteDifferences(Term term) {
        double[][] w = TestMatrices.uniform(3, P, R);
        double[][] ht = TestMatrices.uniform(4, N, R);
        double step = 0.25;
        for (FactorId factor : FactorId.values()) {
            double[][] z = factor == FactorId.W ? w : ht;
            double[][] differences = new double[z.length][R];
            for (int i = 0; i < z.length; i++) {
                for (int j = 0; j < R; j++) {
                    double[][] up = nudged(z, i, j, step);
                    double[][] down = nudged(z, i, j, -step);
                    differences[i][j] = factor == FactorId.W
                            ? (value(term, up, ht) - value(term, down, ht)) / (2 * step)
                            : (value(term, w, up) - value(term, w, down)) / (2 * step);
                }
            }
            for (int chunkRows : new int[] {1, 2, 4, 100})
                assertThat(TestMatrices.distance(gradient(term, factor, w, ht, chunkRows), differences))
                        .as("%s, chunks of %d rows", factor, chunkRows)
                        .isLessThan(1e-11);
        }
    }

    @ParameterizedTest
    @MethodSource("terms")
    void gradientIsAddedToTheSum(Term term) {
        double[][] w = TestMatrices.uniform(5, P, R);
        double[][] ht = TestMatrices.uniform(6, N, R);
        try (ExecutionContext context = ExecutionContext.create(1);
                GramCache at = grams(w, ht)) {
            context.run(1, (task, scratch) -> {
                GradientChunk chunk = GradientChunk.forThread(context, scratch, N, R);
                assertThat(chunk.size()).isEqualTo(N * R);
                assertThat(chunk.rank()).isEqualTo(R);
                for (int i = 0; i < N; i++) System.arraycopy(ht[i], 0, chunk.Z(), i * R, R);
                Arrays.fill(chunk.product(), 0, chunk.size(), 0.5);
                Arrays.fill(chunk.LZ(), 0, chunk.size(), 0.25);
                double[] z = chunk.Z().clone();
                chunk.clearGradient();
                term.addGradient(FactorId.H, at, chunk);
                double[] once = chunk.gradient().clone();
                term.addGradient(FactorId.H, at, chunk);
                for (int q = 0; q < chunk.size(); q++)
                    assertThat(chunk.gradient()[q]).isCloseTo(2 * once[q], within(1e-13 * (1 + Math.abs(once[q]))));
                assertThat(chunk.Z()).containsExactly(z);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("terms")
    void lipschitzConstantBoundsGradientDifferences(Term term) {
        for (int seed = 0; seed < 30; seed++) {
            double[][] w = TestMatrices.uniform(seed, P, R);
            double[][] ht = TestMatrices.uniform(seed + 100, N, R);
            for (FactorId factor : FactorId.values()) {
                double[][] z = factor == FactorId.W ? w : ht;
                double[][] other = TestMatrices.signed(seed + 200, z.length, R);
                assertThat(stretch(term, factor, w, ht, TestMatrices.minus(other, z)))
                        .isLessThanOrEqualTo(lipschitz(term, factor, w, ht) * (1 + 1e-12));
            }
        }
    }

    /** The bound is reached along the leading direction of the quadratic, found by power iteration. */
    @ParameterizedTest
    @MethodSource("terms")
    void lipschitzConstantIsReached(Term term) {
        double[][] w = TestMatrices.uniform(7, P, R);
        double[][] ht = TestMatrices.uniform(8, N, R);
        for (FactorId factor : FactorId.values()) {
            double constant = lipschitz(term, factor, w, ht);
            double[][] direction = TestMatrices.signed(9, factor == FactorId.W ? P : N, R);
            if (constant == 0) {
                assertThat(stretch(term, factor, w, ht, direction)).isZero();
                continue;
            }
            for (int round = 0; round < 300; round++) {
                double[][] turned = difference(term, factor, w, ht, direction);
                double norm = Math.sqrt(TestMatrices.squares(turned));
                direction = TestMatrices.map(turned, x -> x / norm);
            }
            assertThat(stretch(term, factor, w, ht, direction)).isCloseTo(constant, within(1e-6 * constant));
        }
    }

    private static double lipschitz(Term term, FactorId factor, double[][] w, double[][] ht) {
        try (GramCache at = grams(w, ht)) {
            return term.lipschitz(factor, at);
        }
    }

    /** ∇F(Z + D) − ∇F(Z). */
    private static double[][] difference(Term term, FactorId factor, double[][] w, double[][] ht, double[][] D) {
        double[][] z = factor == FactorId.W ? w : ht;
        double[][] moved = TestMatrices.minus(z, TestMatrices.map(D, x -> -x));
        double[][] there =
                factor == FactorId.W ? gradient(term, factor, moved, ht, 100) : gradient(term, factor, w, moved, 100);
        return TestMatrices.minus(there, gradient(term, factor, w, ht, 100));
    }

    private static double stretch(Term term, FactorId factor, double[][] w, double[][] ht, double[][] D) {
        return Math.sqrt(TestMatrices.squares(difference(term, factor, w, ht, D)) / TestMatrices.squares(D));
    }

    @Test
    void lossIsHalfTheSquaredResidual() {
        double[][] w = TestMatrices.uniform(10, P, R);
        double[][] ht = TestMatrices.uniform(11, N, R);
        double expected = 0;
        for (int i = 0; i < P; i++) {
            for (int j = 0; j < N; j++) {
                double residual = X[i][j];
                for (int c = 0; c < R; c++) residual -= w[i][c] * ht[j][c];
                expected += residual * residual / 2;
            }
        }
        assertThat(value(new LeastSquares(), w, ht)).isCloseTo(expected, within(1e-13 * expected));
    }

    @Test
    void graphPenaltyIsHalfTheWeightedSumOfSquaredDistances() {
        double[][] ht = TestMatrices.uniform(12, N, R);
        double sum = 0;
        for (int j = 0; j < N; j++)
            for (int l = 0; l < N; l++)
                for (int c = 0; c < R; c++) sum += A[j][l] * (ht[j][c] - ht[l][c]) * (ht[j][c] - ht[l][c]);
        for (double lambda : new double[] {0, 1, 100}) {
            double expected = lambda * sum / 2;
            assertThat(value(new GraphPenalty(lambda, L.norm()), TestMatrices.uniform(13, P, R), ht))
                    .isCloseTo(expected, within(1e-13 * expected));
        }
    }

    @Test
    void gramCacheHoldsNormsAndSums() {
        double[][] w = TestMatrices.uniform(14, P, R);
        double[][] ht = TestMatrices.uniform(15, N, R);
        try (GramCache at = grams(w, ht)) {
            double fitted = TestMatrices.squares(TestMatrices.product(w, TestMatrices.transpose(ht)));
            assertThat(at.rank()).isEqualTo(R);
            assertThat(at.fittedSquares()).isCloseTo(fitted, within(1e-13 * fitted));
            assertThat(at.squares(FactorId.W)).isCloseTo(TestMatrices.squares(w), within(1e-13 * P * R));
            assertThat(at.squares(FactorId.H)).isCloseTo(TestMatrices.squares(ht), within(1e-13 * N * R));
            assertThat(at.normWtW()).isLessThanOrEqualTo(at.squares(FactorId.W) * (1 + 1e-14));
            assertThat(at.normHHt()).isGreaterThanOrEqualTo(at.squares(FactorId.H) / R * (1 - 1e-14));
        }
    }

    @Test
    void formulationAddsUpItsTerms() {
        double[][] w = TestMatrices.uniform(16, P, R);
        double[][] ht = TestMatrices.uniform(17, N, R);
        List<Term> terms = List.of(new LeastSquares(), new GraphPenalty(2, L.norm()), new GraphPenalty(3, L.norm()));
        try (DenseMatrix data = DenseMatrix.of(X);
                GramCache at = grams(w, ht);
                GramCache zero = grams(new double[P][R], new double[N][R])) {
            Formulation formulation = new Formulation(R, terms, new RowSparse(2), new NonNegative());
            Problem problem = new Problem(data, Optional.of(L), formulation);
            assertThat(formulation.objective(at).loss()).isEqualTo(terms.get(0).value(at));
            assertThat(formulation.objective(at).graphTerm())
                    .isEqualTo(terms.get(1).value(at) + terms.get(2).value(at));
            for (FactorId factor : FactorId.values()) {
                double sum =
                        terms.stream().mapToDouble(t -> t.lipschitz(factor, at)).sum();
                assertThat(formulation.lipschitz(factor, at)).isCloseTo(sum, within(1e-14 * sum));
            }
            assertThat(formulation.onW()).isEqualTo(new RowSparse(2));
            assertThat(formulation.onH()).isEqualTo(new NonNegative());
            assertThat(problem.laplacian()).containsSame(L);
            assertThat(formulation.allowsScreening()).isTrue();
            Formulation plain = new Formulation(R, List.of(new LeastSquares()), new NonNegative(), new NonNegative());
            assertThat(plain.lipschitz(FactorId.W, zero))
                    .as("steps stay finite")
                    .isEqualTo(1e-290);
            assertThat(plain.usesGraph()).isFalse();
            assertThat(new Problem(data, plain).laplacian()).isEmpty();
        }
    }

    @Test
    void problemNeedsAGraphOfTheRightSize() {
        try (DenseMatrix data = DenseMatrix.of(X);
                DenseMatrix wider = DenseMatrix.of(TestMatrices.uniform(18, P, N + 1))) {
            List<Term> terms = List.of(new LeastSquares(), new GraphPenalty(2, L.norm()));
            Formulation formulation = new Formulation(R, terms, new NonNegative(), new NonNegative());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Problem(wider, Optional.of(L), formulation))
                    .withMessage("the graph joins 9 samples, the data have 10");
            Formulation plain = new Formulation(R, List.of(new LeastSquares()), new NonNegative(), new NonNegative());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Problem(data, formulation))
                    .withMessage("a problem has a graph exactly where a term uses it");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Problem(data, Optional.of(L), plain))
                    .withMessage("a problem has a graph exactly where a term uses it");
        }
    }

    @Test
    void graphPenaltyNeedsAFiniteWeight() {
        for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new GraphPenalty(bad, L.norm()))
                    .withMessage("lambda must be a number >= 0, got " + bad);
    }
}
