package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of W by coordinate descent, against an exact solver. */
class RowSolverTest {
    private static final int P = SupportProblems.P;
    private static final int N = SupportProblems.N;
    private static final int R = SupportProblems.R;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
    void sweepsRaiseTheGainTowardsTheBestAndNeverAboveTheCeiling(int r) {
        double[] ridge = new double[r];
        Arrays.setAll(ridge, j -> j % 2 == 0 ? 0 : 0.3 * j);
        double[] unit = new double[r];
        Arrays.setAll(unit, j -> 1 + j);
        try (ExecutionContext context = ExecutionContext.create(2)) {
            DenseMatrix X = SolverProblems.data(P, N, r);
            DenseMatrix Ht = SolverProblems.uniform(3, N, r);
            DenseMatrix HHt = SolverProblems.gram(context, Ht);
            DenseMatrix XHt = SolverProblems.product(context, X, Ht);
            double[] best = SupportProblems.exactGains(XHt, HHt, ridge);
            RowSolver solver = new RowSolver(context, P, r);
            solver.gram().setGram(HHt, ridge);
            DenseMatrix G = HHt.copy();
            for (int j = 0; j < r; j++) G.set(j, j, G.get(j, j) + ridge[j]);
            DenseMatrix warm = SolverProblems.uniform(4, P, r);
            double[] w = new double[r];
            double[] b = new double[r];
            double[] before = new double[P];
            for (int i = 0; i < P; i++) {
                warm.row(i, w);
                for (int j = 0; j < r; j++) w[j] *= unit[j];
                XHt.row(i, b);
                before[i] = SupportProblems.gain(G, w, b);
            }
            DenseMatrix W = DenseMatrix.zeros(P, r);
            for (int sweeps : new int[] {1, 2, 10, 3000}) {
                solver.solve(RowSet.all(P), XHt, warm, unit, sweeps, W);
                for (int i = 0; i < P; i++) {
                    W.row(i, w);
                    XHt.row(i, b);
                    double size = 1e-12 * best[i];
                    assertThat(Arrays.stream(w).min().orElseThrow()).isNotNegative();
                    assertThat(solver.gain()[i]).isCloseTo(SupportProblems.gain(G, w, b), within(size));
                    assertThat(solver.gain()[i])
                            .as("more sweeps never lower the gain")
                            .isGreaterThanOrEqualTo(before[i] - size);
                    assertThat(solver.ceiling()[i]).isGreaterThanOrEqualTo(best[i] - size);
                    before[i] = solver.gain()[i];
                }
            }
            for (int i = 0; i < P; i++) {
                assertThat(solver.gain()[i]).isCloseTo(best[i], within(1e-9 * best[i]));
                assertThat(solver.ceiling()[i]).isCloseTo(best[i], within(1e-4 * best[i]));
            }
        }
    }

    @Test
    void zeroComponentStaysZeroAndGainsNothing() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            DenseMatrix X = SolverProblems.data(9, N, 1);
            DenseMatrix Ht = SolverProblems.uniform(3, N, R);
            for (int i = 0; i < N; i++) Ht.set(i, 2, 0);
            DenseMatrix XHt = SolverProblems.product(context, X, Ht);
            DenseMatrix HHt = SolverProblems.gram(context, Ht);
            RowSolver solver = new RowSolver(context, 9, R);
            solver.gram().setGram(HHt);
            double[] unit = {1, 1, 1, 1, 1};
            DenseMatrix W = DenseMatrix.zeros(9, R);
            solver.solve(RowSet.of(9, 1, 4), XHt, DenseMatrix.zeros(9, R), unit, 2000, W);
            double[] best = SupportProblems.exactGains(XHt, HHt, new double[R]);
            for (int i : new int[] {1, 4}) {
                assertThat(W.get(i, 2)).isZero();
                assertThat(solver.gain()[i]).isCloseTo(best[i], within(1e-9 * best[i]));
                assertThat(solver.ceiling()[i]).isCloseTo(best[i], within(1e-4 * best[i]));
            }
            for (int i : new int[] {0, 2, 3, 5, 6, 7, 8})
                assertThat(W.isZeroRow(i)).as("row %d is not solved", i).isTrue();
        }
    }
}
