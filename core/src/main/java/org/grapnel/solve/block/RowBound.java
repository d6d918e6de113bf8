package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.linalg.decomp.CholeskyInverse;
import org.grapnel.linalg.decomp.SpectralNorm;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * Upper bounds of ‖XᵢHᵀ‖ from an earlier H, the reference R, for which every bᵢ = XᵢRᵀ is known.
 *
 * <p>For any r × r matrices M and K with K symmetric, put E = H − MR, yᵢ = bᵢKR and N = M + (HRᵀ − M·RRᵀ)K. Then
 *
 * <pre>  XᵢHᵀ = bᵢNᵀ + (Xᵢ − yᵢ)Eᵀ,   so   ‖XᵢHᵀ‖ ≤ ‖bᵢNᵀ‖ + ‖Xᵢ − yᵢ‖·‖E‖₂.</pre>
 *
 * With K ≈ (RRᵀ)⁻¹ and M ≈ HRᵀK the first part is what Xᵢ and H share in the row space of R. The second part is of second order: it is small
 * unless both Xᵢ and H leave that space. The plain bound ‖bᵢ‖ + ‖Xᵢ‖·‖H − R‖₂ is the case M = I, K = 0; on uniform random data it lets through
 * 20 times as many rows. An inexact K or M makes the bound less tight, never invalid. The bound includes an allowance for rounding.
 *
 * <p>‖bᵢNᵀ‖ ≤ ‖bᵢ‖·√‖NᵀN‖∞ rules out most rows; ‖bᵢNᵀ‖ itself is computed only for the others, in r² operations. A row of XHᵀ costs n·r.
 */
final class RowBound implements AutoCloseable {
    /** Eight units of rounding for each term of a sum. */
    private static final double ROUNDING = 0x1p-50;

    private static final int CHUNK = 256;

    private final ExecutionContext context;
    private final double[] rowSquares;
    private final int r;
    private final DenseMatrix products; // bᵢ
    private final DenseMatrix EEt; // also holds other r × r matrices for the kernel
    private final double[] G; // RRᵀ
    private final double[] K;
    private final double[] C;
    private final double[] M;
    private final double[] N;
    private final double[] rest;
    private final double[] form;
    private final double[] away; // ‖Xᵢ − yᵢ‖
    private final double[] size; // ‖bᵢ‖
    private final double[] bound;
    private double normN;
    private double normE;
    private double allowance;
    private final double rounding; // relative rounding of sums over samples and components
    private final SpectralNorm spectrum;
    private final CholeskyInverse inverse;
    private boolean hasReference;

    RowBound(ExecutionContext context, double[] rowSquares, int samples, int r) {
        this.context = context;
        this.rowSquares = rowSquares;
        this.r = r;
        rounding = ROUNDING * (samples + r);
        products = DenseMatrix.zeros(rowSquares.length, r);
        EEt = DenseMatrix.zeros(r, r);
        G = new double[r * r];
        K = new double[r * r];
        C = new double[r * r];
        M = new double[r * r];
        N = new double[r * r];
        rest = new double[r * r];
        form = new double[r * r];
        away = new double[rowSquares.length];
        size = new double[rowSquares.length];
        bound = new double[rowSquares.length];
        spectrum = new SpectralNorm(r);
        inverse = new CholeskyInverse(r);
    }

    /** Whether there is a reference. */
    boolean hasReference() {
        return hasReference;
    }

    /** Takes H as the new reference, if its Gram matrix can be inverted. On true the caller must store H. */
    boolean setReference(DenseMatrix HHt, DenseMatrix XHt) {
        hasReference = inverse.invert(HHt, K);
        if (!hasReference) return false;
        products.copyFrom(XHt);
        load(HHt, G);
        for (int i = 0; i < r; i++)
            for (int j = 0; j < i; j++) K[i * r + j] = K[j * r + i] = (K[i * r + j] + K[j * r + i]) / 2;
        newton(); // squares the error that the regularisation caused
        // ‖Xᵢ − bᵢKR‖² = ‖Xᵢ‖² − bᵢ(2K − K·RRᵀ·K)bᵢᵀ
        System.arraycopy(K, 0, rest, 0, r * r);
        double condition = 1 + frobenius(K) * trace(G);
        newton();
        System.arraycopy(K, 0, form, 0, r * r);
        System.arraycopy(rest, 0, K, 0, r * r);
        measureRows(rounding * condition * condition);
        return true;
    }

    private void measureRows(double rounding) {
        int p = products.rows();
        for (int i = 0; i < r; i++) for (int j = 0; j < r; j++) EEt.set(i, j, form[i * r + j]);
        int blocks = Math.min(p, ExecutionContext.blockCount(8.0 * p * r));
        context.run(blocks, (block, scratch) -> {
            double[] b = scratch.doubles(ScratchArray.ROW, CHUNK * r);
            double[] turned = scratch.doubles(ScratchArray.OTHER_ROW, CHUNK * r);
            int end = ExecutionContext.blockStart(p, block + 1, blocks);
            for (int i = ExecutionContext.blockStart(p, block, blocks), m; i < end; i += m) {
                m = Math.min(CHUNK, end - i);
                DenseMatrix chunk = ScratchMatrix.ROWS.in(scratch, m, r);
                DenseMatrix chunkForm = ScratchMatrix.ROW_PRODUCTS.in(scratch, m, r);
                products.rows(i, m, b);
                chunk.setRows(0, m, b);
                TileProducts.timesSmall(context, chunk, 0, m, EEt, chunkForm, scratch);
                chunkForm.rows(0, m, turned);
                for (int q = 0; q < m; q++) measureRow(i + q, b, turned, q * r, rounding);
            }
        });
    }

    /** ‖bᵢ‖, and ‖Xᵢ − yᵢ‖ from bᵢ·formᵢ·bᵢᵀ. */
    private void measureRow(int i, double[] b, double[] turned, int at, double rounding) {
        double squares = 0;
        double inside = 0;
        for (int j = at; j < at + r; j++) {
            squares += b[j] * b[j];
            inside += b[j] * turned[j];
        }
        size[i] = Math.sqrt(squares);
        away[i] = Math.sqrt(Math.max(0, rowSquares[i] - inside) + rounding * rowSquares[i]);
    }

    /** b·form·bᵀ. */
    private double quadratic(double[] b) {
        double sum = 0;
        for (int j = 0; j < r; j++) {
            double s = 0;
            for (int q = 0; q < r; q++) s += form[j * r + q] * b[q];
            sum += s * b[j];
        }
        return sum;
    }

    /** Writes what is known of R to a checkpoint, or reads it back. */
    void transfer(StateStream stream) {
        hasReference = stream.booleanValue(hasReference);
        if (!hasReference) return;
        stream.matrix(products);
        stream.doubles(G);
        stream.doubles(K);
        stream.doubles(away);
        stream.doubles(size);
    }

    /** Prepares the bounds for the H with this HRᵀ and HHᵀ. */
    RowBound prepare(DenseMatrix cross, DenseMatrix HHt) {
        load(cross, C);
        multiply(C, K, M);
        multiply(M, G, rest);
        for (int q = 0; q < r * r; q++) rest[q] = C[q] - rest[q];
        multiply(rest, K, N);
        for (int q = 0; q < r * r; q++) N[q] += M[q];
        normE = leaving(HHt);
        // ‖bᵢNᵀ‖² = bᵢ·NᵀN·bᵢᵀ
        for (int i = 0; i < r; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int q = 0; q < r; q++) sum += N[q * r + i] * N[q * r + j];
                form[i * r + j] = sum;
                form[j * r + i] = sum;
            }
        }
        double frobenius = frobenius(N);
        allowance = rounding * frobenius * frobenius * trace(G);
        normN = Math.sqrt(largestRowSum(form)) * (1 + rounding);
        return this;
    }

    /** Upper bounds of ‖XᵢHᵀ‖ for every row, tight enough to tell which are below {@code threshold}. The next call reuses the array. */
    double[] compute(double threshold) {
        int p = products.rows();
        int blocks = Math.min(p, ExecutionContext.blockCount((20.0 + r) * p));
        context.run(blocks, (block, scratch) -> {
            double[] b = scratch.doubles(ScratchArray.ROW, r);
            for (int i = ExecutionContext.blockStart(p, block, blocks),
                            end = ExecutionContext.blockStart(p, block + 1, blocks);
                    i < end;
                    i++) bound[i] = compute(i, threshold, b);
        });
        return bound;
    }

    private double compute(int i, double threshold, double[] b) {
        double outside = away[i] * normE;
        double loose = size[i] * normN + Math.sqrt(allowance * rowSquares[i]) + outside;
        if (loose < threshold) return loose;
        products.row(i, b);
        return Math.sqrt(Math.max(0, quadratic(b)) + allowance * rowSquares[i]) + outside;
    }

    /** K ← 2K − K·RRᵀ·K. */
    private void newton() {
        multiply(K, G, M);
        multiply(M, K, N);
        for (int q = 0; q < r * r; q++) K[q] = 2 * K[q] - N[q];
    }

    /** ‖E‖₂ from EEᵀ = HHᵀ − MCᵀ − (C − M·RRᵀ)Mᵀ, the bracket being in {@code rest}. */
    private double leaving(DenseMatrix HHt) {
        for (int i = 0; i < r; i++) {
            for (int j = 0; j <= i; j++) {
                double e = HHt.get(i, j);
                for (int q = 0; q < r; q++) e -= M[i * r + q] * C[j * r + q] + rest[i * r + q] * M[j * r + q];
                EEt.set(i, j, e);
                EEt.set(j, i, e);
            }
        }
        double HH = 0;
        for (int j = 0; j < r; j++) HH += HHt.get(j, j);
        double norm = frobenius(M);
        return Math.sqrt(Math.max(0, spectrum.compute(EEt)) + rounding * (HH + norm * norm * trace(G)));
    }

    private void load(DenseMatrix S, double[] into) {
        for (int i = 0; i < r; i++) S.buffer(i).get(S.rowOffset(i), into, i * r, r);
    }

    private void multiply(double[] A, double[] B, double[] AB) {
        Arrays.fill(AB, 0);
        for (int i = 0; i < r; i++) {
            for (int q = 0; q < r; q++) {
                double a = A[i * r + q];
                for (int j = 0; j < r; j++) AB[i * r + j] += a * B[q * r + j];
            }
        }
    }

    private double trace(double[] S) {
        double sum = 0;
        for (int j = 0; j < r; j++) sum += S[j * r + j];
        return sum;
    }

    /** An upper bound of ‖S‖₂ that costs no eigenvalues. */
    private double largestRowSum(double[] S) {
        double largest = 0;
        for (int i = 0; i < r; i++) {
            double sum = 0;
            for (int j = 0; j < r; j++) sum += Math.abs(S[i * r + j]);
            largest = Math.max(largest, sum);
        }
        return largest;
    }

    private static double frobenius(double[] S) {
        double sum = 0;
        for (double s : S) sum += s * s;
        return Math.sqrt(sum);
    }

    @Override
    public void close() {
        products.close();
        EEt.close();
    }
}
