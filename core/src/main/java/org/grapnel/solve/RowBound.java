package org.grapnel.solve;

import java.util.Arrays;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.SmallInverse;
import org.grapnel.linalg.SmallSpectrum;

/**
 * Upper bounds for ‖XᵢHᵀ‖ from an earlier H, called R, for which every bᵢ = XᵢRᵀ is known.
 *
 * <p>For any r × r matrices M and K with K symmetric, put E = H − MR, yᵢ = bᵢKR and N = M + (HRᵀ − M·RRᵀ)K. Then
 *
 * <pre>  XᵢHᵀ = bᵢNᵀ + (Xᵢ − yᵢ)Eᵀ,   so   ‖XᵢHᵀ‖ ≤ ‖bᵢNᵀ‖ + ‖Xᵢ − yᵢ‖·‖E‖₂.</pre>
 *
 * With K ≈ (RRᵀ)⁻¹ and M ≈ HRᵀK the first part is what Xᵢ and H share in the row space of R, and the second is small of
 * second order: it needs both Xᵢ and H to leave that space. The plain bound ‖bᵢ‖ + ‖Xᵢ‖·‖H − R‖₂ is the case M = I, K = 0;
 * on uniform random data it lets through 20 times as many rows. An inexact K or M costs tightness, never validity; what
 * rounding can add is in the bound.
 *
 * <p>A bound costs r² operations, a row of XHᵀ n·r.
 */
final class RowBound implements AutoCloseable {
    private static final double ROUNDING = 0x1p-50;

    private final Compute on;
    private final double[] rowSquares;
    private final int r;
    private final DenseMatrix products; // bᵢ
    private final DenseMatrix R; // n × r, as Ht
    private final DenseMatrix cross;
    private final DenseMatrix EEt;
    private final double[] G; // RRᵀ
    private final double[] K;
    private final double[] C;
    private final double[] M;
    private final double[] N;
    private final double[] rest;
    private final double[] form;
    private final double[] away; // ‖Xᵢ − yᵢ‖
    private final double[] bound;
    private final SmallSpectrum spectrum;
    private final SmallInverse inverse;
    private boolean usable;

    RowBound(Compute on, double[] rowSquares, int samples, int r) {
        this.on = on;
        this.rowSquares = rowSquares;
        this.r = r;
        products = DenseMatrix.zeros(rowSquares.length, r);
        R = DenseMatrix.zeros(samples, r);
        cross = DenseMatrix.zeros(r, r);
        EEt = DenseMatrix.zeros(r, r);
        G = new double[r * r];
        K = new double[r * r];
        C = new double[r * r];
        M = new double[r * r];
        N = new double[r * r];
        rest = new double[r * r];
        form = new double[r * r];
        away = new double[rowSquares.length];
        bound = new double[rowSquares.length];
        spectrum = new SmallSpectrum(r);
        inverse = new SmallInverse(r);
    }

    /** Whether there is an R to speak of. */
    boolean usable() {
        return usable;
    }

    /** Takes H as the new R. */
    void refer(DenseMatrix Ht, DenseMatrix HHt, DenseMatrix XHt) {
        usable = inverse.regularised(HHt, K);
        if (!usable) return;
        products.copyFrom(XHt);
        R.copyFrom(Ht);
        load(HHt, G);
        for (int i = 0; i < r; i++)
            for (int j = 0; j < i; j++) K[i * r + j] = K[j * r + i] = (K[i * r + j] + K[j * r + i]) / 2;
        newton(); // squares the part of the inverse that the regularisation took away
        // ‖Xᵢ − bᵢKR‖² = ‖Xᵢ‖² − bᵢ(2K − K·RRᵀ·K)bᵢᵀ
        System.arraycopy(K, 0, rest, 0, r * r);
        double size = frobenius(K) * trace(G);
        newton();
        System.arraycopy(K, 0, form, 0, r * r);
        System.arraycopy(rest, 0, K, 0, r * r);
        forms(away);
        double allowance = ROUNDING * r * (1 + size) * (1 + size);
        for (int i = 0; i < away.length; i++)
            away[i] = Math.sqrt(Math.max(0, rowSquares[i] - away[i]) + allowance * rowSquares[i]);
    }

    /** Upper bounds for every row, in memory that the next call reuses. */
    double[] of(DenseMatrix Ht, DenseMatrix HHt) {
        Gram.cross(on, Ht, R, cross);
        load(cross, C);
        multiply(C, K, M);
        refine(M); // K is not quite the inverse: once more gives the better M
        System.arraycopy(M, 0, N, 0, r * r);
        refine(N);
        double E = leaving(HHt);
        // ‖bᵢNᵀ‖² = bᵢ·NᵀN·bᵢᵀ
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                double sum = 0;
                for (int q = 0; q < r; q++) sum += N[q * r + i] * N[q * r + j];
                form[i * r + j] = sum;
            }
        }
        forms(bound);
        double norm = frobenius(N);
        double allowance = ROUNDING * r * norm * norm * trace(G);
        for (int i = 0; i < bound.length; i++)
            bound[i] = Math.sqrt(Math.max(0, bound[i]) + allowance * rowSquares[i]) + away[i] * E;
        return bound;
    }

    /** A ← A + (C − A·RRᵀ)K. */
    private void refine(double[] A) {
        multiply(A, G, form);
        for (int q = 0; q < r * r; q++) form[q] = C[q] - form[q];
        multiply(form, K, rest);
        for (int q = 0; q < r * r; q++) A[q] += rest[q];
    }

    /** K ← 2K − K·RRᵀ·K. */
    private void newton() {
        multiply(K, G, M);
        multiply(M, K, N);
        for (int q = 0; q < r * r; q++) K[q] = 2 * K[q] - N[q];
    }

    /** ‖E‖₂ from EEᵀ = HHᵀ − MCᵀ − CMᵀ + M·RRᵀ·Mᵀ. */
    private double leaving(DenseMatrix HHt) {
        multiply(M, G, form);
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                double e = HHt.get(i, j);
                for (int q = 0; q < r; q++)
                    e += (form[i * r + q] - C[i * r + q]) * M[j * r + q] - M[i * r + q] * C[j * r + q];
                EEt.set(i, j, e);
            }
        }
        double HH = 0;
        for (int j = 0; j < r; j++) HH += HHt.get(j, j);
        double norm = frobenius(M);
        return Math.sqrt(Math.max(0, spectrum.norm(EEt)) + ROUNDING * r * (HH + norm * norm * trace(G)));
    }

    /** out[i] ← bᵢ·form·bᵢᵀ for every row. */
    private void forms(double[] out) {
        int p = products.rows();
        int blocks = Math.min(p, Compute.blocks(2.0 * p * r * r));
        on.run(blocks, (block, scratch) -> {
            double[] b = scratch.doubles(0, r);
            for (int i = Compute.start(p, block, blocks), end = Compute.start(p, block + 1, blocks); i < end; i++) {
                products.row(i, b);
                double sum = 0;
                for (int j = 0; j < r; j++) {
                    double s = 0;
                    for (int q = 0; q < r; q++) s += form[j * r + q] * b[q];
                    sum += s * b[j];
                }
                out[i] = sum;
            }
        });
    }

    private void load(DenseMatrix S, double[] into) {
        for (int i = 0; i < r; i++) S.buffer(i).get(S.at(i), into, i * r, r);
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

    private static double frobenius(double[] S) {
        double sum = 0;
        for (double s : S) sum += s * s;
        return Math.sqrt(sum);
    }

    @Override
    public void close() {
        products.close();
        R.close();
        cross.close();
        EEt.close();
    }
}
