package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.kernel.Kernel;
import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.ScratchArray;

/**
 * Solves A·X = B for a symmetric positive definite A by A = LLᵀ, in panels of columns: the panel in plain loops, the
 * rest as products of the kernel. n³/6 multiplications for the factor, n²·m for m right-hand sides. The panels do not
 * depend on the number of threads, so neither do the bits.
 */
public final class CholeskySolver {
    private static final int PANEL = 64;

    private CholeskySolver() {}

    /**
     * A ← L in the lower triangle, B ← A⁻¹B.
     *
     * @param A n × n; only the lower triangle is read, and it is overwritten
     * @param B n × m right-hand sides, overwritten by the solution
     * @throws ArithmeticException if A is not positive definite
     */
    public static void solve(ExecutionContext context, DenseMatrix A, DenseMatrix B) {
        int n = A.rows();
        Preconditions.require(
                A.cols() == n && B.rows() == n,
                "cannot solve %d × %d for %d × %d",
                A.rows(),
                A.cols(),
                B.rows(),
                B.cols());
        if (n > 0)
            Preconditions.require(
                    A.contiguousRows(0) >= n && B.contiguousRows(0) >= n, "%d equations are too many to solve", n);
        factor(context, A);
        substitute(context, A, B);
    }

    private static void factor(ExecutionContext context, DenseMatrix A) {
        int n = A.rows();
        Kernel kernel = Kernels.of(context);
        for (int k = 0; k < n; k += PANEL) {
            int from = k;
            int width = Math.min(PANEL, n - k);
            double[][] diagonal = factorDiagonal(A, k, width);
            int below = k + width;
            int rest = n - below;
            if (rest == 0) return;
            context.runEach(rest, 1.0 * rest * width * width, (q, scratch) -> {
                double[] row = scratch.doubles(ScratchArray.ROW, width);
                A.buffer(0).get(A.rowOffset(below + q) + from, row, 0, width);
                for (int j = 0; j < width; j++) {
                    double sum = row[j];
                    for (int l = 0; l < j; l++) sum -= row[l] * diagonal[j][l];
                    row[j] = sum / diagonal[j][j];
                }
                A.buffer(0).put(A.rowOffset(below + q) + from, row, 0, width);
            });
            // the trailing triangle, by stripes of rows: each stops at its last diagonal entry
            int stripes = (rest + PANEL - 1) / PANEL;
            context.run(stripes, (s, scratch) -> {
                int top = below + s * PANEL;
                int height = Math.min(PANEL, n - top);
                kernel.gemm(
                        false,
                        true,
                        height,
                        top + height - below,
                        width,
                        -1,
                        A,
                        top,
                        from,
                        A,
                        below,
                        from,
                        1,
                        A,
                        top,
                        below,
                        scratch);
            });
        }
    }

    /** Factors the diagonal block in place and returns its rows. */
    private static double[][] factorDiagonal(DenseMatrix A, int k, int width) {
        double[][] L = new double[width][width];
        for (int i = 0; i < width; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = A.get(k + i, k + j);
                for (int l = 0; l < j; l++) sum -= L[i][l] * L[j][l];
                if (i == j && !(sum > 0))
                    throw new ArithmeticException("equation " + (k + i) + " of " + A.rows() + " has the pivot " + sum
                            + ": the matrix is not positive definite");
                L[i][j] = i == j ? Math.sqrt(sum) : sum / L[j][j];
                A.set(k + i, k + j, L[i][j]);
            }
        }
        return L;
    }

    /** B ← L⁻ᵀL⁻¹B. */
    private static void substitute(ExecutionContext context, DenseMatrix L, DenseMatrix B) {
        int n = L.rows();
        int m = B.cols();
        Kernel kernel = Kernels.of(context);
        for (int k = 0; k < n; k += PANEL) {
            int from = k;
            int width = Math.min(PANEL, n - k);
            for (int i = 0; i < width; i++) eliminate(L, B, k + i, k, k + i, false);
            int below = k + width;
            int stripes = (n - below + PANEL - 1) / PANEL;
            context.run(stripes, (s, scratch) -> {
                int top = below + s * PANEL;
                kernel.gemm(
                        false,
                        false,
                        Math.min(PANEL, n - top),
                        m,
                        width,
                        -1,
                        L,
                        top,
                        from,
                        B,
                        from,
                        0,
                        1,
                        B,
                        top,
                        0,
                        scratch);
            });
        }
        for (int k = (n - 1) / PANEL * PANEL; k >= 0; k -= PANEL) {
            int width = Math.min(PANEL, n - k);
            int below = k + width;
            if (below < n)
                kernel.gemm(
                        true,
                        false,
                        width,
                        m,
                        n - below,
                        -1,
                        L,
                        below,
                        k,
                        B,
                        below,
                        0,
                        1,
                        B,
                        k,
                        0,
                        context.callerScratch());
            for (int i = width - 1; i >= 0; i--) eliminate(L, B, k + i, k + i + 1, below, true);
        }
    }

    /** Row i of B ← (row i − Σ L[i][q]·row q over [from, to)) / L[i][i], with Lᵀ instead of L if transposed. */
    private static void eliminate(DenseMatrix L, DenseMatrix B, int i, int from, int to, boolean transposed) {
        int m = B.cols();
        double[] row = new double[m];
        double[] other = new double[m];
        B.row(i, row);
        for (int q = from; q < to; q++) {
            double entry = transposed ? L.get(q, i) : L.get(i, q);
            B.row(q, other);
            for (int j = 0; j < m; j++) row[j] -= entry * other[j];
        }
        double pivot = L.get(i, i);
        for (int j = 0; j < m; j++) row[j] /= pivot;
        B.setRow(i, row);
    }
}
