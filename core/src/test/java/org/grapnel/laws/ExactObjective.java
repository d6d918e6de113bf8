package org.grapnel.laws;

import java.math.BigDecimal;
import java.math.MathContext;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.GraphTerm;

/**
 * F from its definition, ½Σ(x − Σwh)² + λ·½Σ a(hⱼ − hₗ)², with fifty decimal digits: nothing overflows, underflows or
 * cancels, so only the checked value has rounding errors. Each part has a size, the sum of the magnitudes that fast
 * formulas add.
 */
final class ExactObjective {
    private static final MathContext DIGITS = new MathContext(50);
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
        BigDecimal sum = BigDecimal.ZERO;
        for (BigDecimal[] row : of(M)) for (BigDecimal x : row) sum = sum.add(square(x), DIGITS);
        return sum.doubleValue();
    }

    private static BigDecimal square(BigDecimal x) {
        return x.multiply(x, DIGITS);
    }

    /** Returns ½‖X − WH‖², of size ½(‖X‖² + ‖WH‖²). */
    static SizedValue loss(double[][] X, double[][] W, double[][] Ht) {
        BigDecimal[][] x = of(X);
        BigDecimal[][] w = of(W);
        BigDecimal[][] h = of(Ht);
        BigDecimal misfit = BigDecimal.ZERO;
        BigDecimal size = BigDecimal.ZERO;
        for (int i = 0; i < X.length; i++) {
            for (int j = 0; j < Ht.length; j++) {
                BigDecimal fit = BigDecimal.ZERO;
                for (int c = 0; c < w[i].length; c++) fit = fit.add(w[i][c].multiply(h[j][c], DIGITS), DIGITS);
                misfit = misfit.add(square(x[i][j].subtract(fit, DIGITS)), DIGITS);
                size = size.add(square(x[i][j]), DIGITS).add(square(fit), DIGITS);
            }
        }
        return new SizedValue(
                misfit.multiply(HALF).doubleValue(), size.multiply(HALF).doubleValue());
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
