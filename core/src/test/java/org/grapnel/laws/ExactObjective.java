package org.grapnel.laws;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.GraphTerm;

/**
 * F from its definition with fifty decimal digits: nothing overflows, underflows or cancels, so only the checked value
 * has rounding errors. The loss is ½Σc(x − Σwh)², the graph term λ·½Σ a(hⱼ − hₗ)² or that of the joint model. Each part
 * has a size, the sum of the magnitudes that fast formulas add.
 */
final class ExactObjective {
    static final MathContext DIGITS = new MathContext(50);
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private ExactObjective() {}

    /** A value, and the sum of magnitudes in a formula whose terms cancel. */
    record SizedValue(double value, double size) {}

    static BigDecimal[][] of(double[][] M) {
        BigDecimal[][] exact = new BigDecimal[M.length][];
        for (int i = 0; i < M.length; i++) {
            exact[i] = new BigDecimal[M[i].length];
            for (int j = 0; j < M[i].length; j++) exact[i][j] = new BigDecimal(M[i][j], DIGITS);
        }
        return exact;
    }

    static double squares(double[][] M) {
        return sumOfSquares(M).doubleValue();
    }

    private static BigDecimal sumOfSquares(double[][] M) {
        BigDecimal sum = BigDecimal.ZERO;
        for (BigDecimal[] row : of(M)) for (BigDecimal x : row) sum = sum.add(square(x), DIGITS);
        return sum;
    }

    /** Returns ‖X‖² = Σ cx². */
    static BigDecimal squares(double[][] X, double[][] C) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < X.length; i++)
            for (int j = 0; j < X[i].length; j++)
                if (C[i][j] != 0)
                    sum = sum.add(new BigDecimal(C[i][j]).multiply(square(new BigDecimal(X[i][j])), DIGITS), DIGITS);
        return sum;
    }

    static BigDecimal square(BigDecimal x) {
        return x.multiply(x, DIGITS);
    }

    /** Returns ½‖X − WH‖², of size ½(‖X‖² + ‖WH‖²). */
    static SizedValue loss(double[][] X, double[][] W, double[][] Ht) {
        double[][] ones = new double[X.length][X[0].length];
        for (double[] row : ones) Arrays.fill(row, 1);
        return loss(X, ones, W, Ht);
    }

    /** Returns ½Σc(x − wh)², of size ½Σ(cx² + (1 + |1 − c|)(wh)²): fast formulas subtract (1 − c)(wh)² from (wh)². */
    static SizedValue loss(double[][] X, double[][] C, double[][] W, double[][] Ht) {
        BigDecimal[][] fit = product(W, Ht);
        BigDecimal misfit = BigDecimal.ZERO;
        BigDecimal size = BigDecimal.ZERO;
        for (int i = 0; i < X.length; i++) {
            for (int j = 0; j < Ht.length; j++) {
                BigDecimal wide = new BigDecimal(1 + Math.abs(1 - C[i][j])).multiply(square(fit[i][j]), DIGITS);
                size = size.add(wide, DIGITS);
                if (C[i][j] == 0) continue;
                BigDecimal c = new BigDecimal(C[i][j]);
                BigDecimal x = new BigDecimal(X[i][j]);
                misfit = misfit.add(c.multiply(square(x.subtract(fit[i][j], DIGITS)), DIGITS), DIGITS);
                size = size.add(c.multiply(square(x), DIGITS), DIGITS);
            }
        }
        return new SizedValue(
                misfit.multiply(HALF).doubleValue(), size.multiply(HALF).doubleValue());
    }

    /** Returns WH. */
    static BigDecimal[][] product(double[][] W, double[][] Ht) {
        BigDecimal[][] w = of(W);
        BigDecimal[][] h = of(Ht);
        BigDecimal[][] product = new BigDecimal[W.length][Ht.length];
        for (int i = 0; i < W.length; i++) {
            for (int j = 0; j < Ht.length; j++) {
                product[i][j] = BigDecimal.ZERO;
                for (int c = 0; c < w[i].length; c++)
                    product[i][j] = product[i][j].add(w[i][c].multiply(h[j][c], DIGITS), DIGITS);
            }
        }
        return product;
    }

    /**
     * Returns (α/2)(‖S − GᵀH‖² + b‖H − G‖²) over the samples with an edge.
     *
     * @param alpha α, whose own size is that of the sum which it is made of
     */
    static SizedValue jointTerm(double[][] A, SizedValue alpha, double[][] Ht, double[][] Gt) {
        BigDecimal[][] S = normalized(A);
        BigDecimal[][] fit = product(Gt, Ht);
        BigDecimal[][] h = of(Ht);
        BigDecimal[][] g = of(Gt);
        BigDecimal b = BigDecimal.ZERO;
        for (BigDecimal[] row : S) for (BigDecimal s : row) b = b.max(s);
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal size = BigDecimal.ZERO;
        for (int j = 0; j < A.length; j++) {
            if (!hasEdge(A[j])) continue;
            for (int l = 0; l < A.length; l++) {
                if (!hasEdge(A[l])) continue;
                sum = sum.add(square(S[j][l].subtract(fit[j][l], DIGITS)), DIGITS);
                size = size.add(square(S[j][l].add(fit[j][l], DIGITS)), DIGITS);
            }
            for (int c = 0; c < h[j].length; c++) {
                BigDecimal apart = b.multiply(square(h[j][c].subtract(g[j][c], DIGITS)), DIGITS);
                sum = sum.add(apart, DIGITS);
                size = size.add(apart, DIGITS);
            }
        }
        return new SizedValue(
                sum.multiply(HALF).multiply(new BigDecimal(alpha.value), DIGITS).doubleValue(),
                size.multiply(HALF).multiply(new BigDecimal(alpha.size), DIGITS).doubleValue());
    }

    private static boolean hasEdge(double[] row) {
        return Arrays.stream(row).anyMatch(a -> a > 0);
    }

    private static BigDecimal[][] normalized(double[][] A) {
        BigDecimal[][] S = of(A);
        BigDecimal[] root = roots(S, LaplacianKind.NORMALIZED);
        for (int j = 0; j < S.length; j++)
            for (int l = 0; l < S.length; l++)
                S[j][l] = S[j][l].divide(root[j], DIGITS).divide(root[l], DIGITS);
        return S;
    }

    /** Returns λ·Σⱼ sⱼ·hⱼLhⱼᵀ with sⱼ = 1 or ‖wⱼ‖², of size λ·Σⱼ sⱼ·|hⱼ||L||hⱼ|ᵀ. */
    static SizedValue graphTerm(
            double[][] A, LaplacianKind kind, GraphTerm term, double lambda, double[][] W, double[][] Ht) {
        BigDecimal[][] a = of(A);
        BigDecimal[][] h = of(Ht);
        BigDecimal[] s = weights(term, W);
        BigDecimal[] root = roots(a, kind);
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal size = BigDecimal.ZERO;
        for (int j = 0; j < A.length; j++) {
            for (int l = 0; l < A.length; l++) {
                if (A[j][l] == 0) continue;
                for (int c = 0; c < s.length; c++) {
                    BigDecimal here = h[j][c].divide(root[j], DIGITS);
                    BigDecimal there = h[l][c].divide(root[l], DIGITS);
                    BigDecimal weight = a[j][l].multiply(s[c], DIGITS);
                    sum = sum.add(weight.multiply(square(here.subtract(there, DIGITS)), DIGITS), DIGITS);
                    size = size.add(weight.multiply(square(here.add(there, DIGITS)), DIGITS), DIGITS);
                }
            }
        }
        BigDecimal half = HALF.multiply(new BigDecimal(lambda));
        return new SizedValue(
                sum.multiply(half, DIGITS).doubleValue(),
                size.multiply(half, DIGITS).doubleValue());
    }

    private static BigDecimal[] weights(GraphTerm term, double[][] W) {
        BigDecimal[] s = new BigDecimal[W[0].length];
        for (int c = 0; c < s.length; c++) {
            s[c] = term == GraphTerm.TRACE ? BigDecimal.ONE : BigDecimal.ZERO;
            if (term == GraphTerm.INVARIANT) for (BigDecimal[] row : of(W)) s[c] = s[c].add(square(row[c]), DIGITS);
        }
        return s;
    }

    private static BigDecimal[] roots(BigDecimal[][] a, LaplacianKind kind) {
        BigDecimal[] root = new BigDecimal[a.length];
        for (int j = 0; j < a.length; j++) {
            BigDecimal degree = BigDecimal.ZERO;
            for (BigDecimal weight : a[j]) degree = degree.add(weight, DIGITS);
            root[j] = kind == LaplacianKind.PLAIN || degree.signum() == 0 ? BigDecimal.ONE : degree.sqrt(DIGITS);
        }
        return root;
    }
}
