package org.grapnel.laws;

import static org.grapnel.laws.ExactObjective.DIGITS;

import java.math.BigDecimal;
import java.util.function.IntPredicate;
import org.grapnel.laws.ExactObjective.SizedValue;

/**
 * Kullback–Leibler divergences from their definition. Ratios and differences have fifty decimal digits, logarithms those
 * of a double.
 */
final class ExactDivergence {
    private static final double LN_10 = Math.log(10);

    private double value;
    private double size;

    private ExactDivergence() {}

    /** Returns Σ D(xᵢ‖wᵢH) over the kept features + Σ D(xᵢ‖bᵢ) over the others. */
    static SizedValue loss(double[][] X, double[][] W, double[][] Ht, IntPredicate kept) {
        BigDecimal[][] x = ExactObjective.of(X);
        BigDecimal[][] fit = ExactObjective.product(W, Ht);
        BigDecimal[][] background = background(x);
        ExactDivergence sum = new ExactDivergence();
        for (int i = 0; i < X.length; i++)
            for (int j = 0; j < X[i].length; j++) sum.add(x[i][j], kept.test(i) ? fit[i][j] : background[i][j]);
        return new SizedValue(sum.value, sum.size);
    }

    /** Returns Σ D(xᵢ‖bᵢ) over all features. */
    static SizedValue fromBackground(double[][] X) {
        return loss(X, new double[X.length][1], new double[X[0].length][1], i -> false);
    }

    /** Returns bᵢⱼ: the sum of a feature times the sum of a sample over the sum of all. */
    private static BigDecimal[][] background(BigDecimal[][] x) {
        int n = x[0].length;
        BigDecimal[] ofRow = new BigDecimal[x.length];
        BigDecimal[] ofColumn = new BigDecimal[n];
        BigDecimal all = BigDecimal.ZERO;
        for (int j = 0; j < n; j++) ofColumn[j] = BigDecimal.ZERO;
        for (int i = 0; i < x.length; i++) {
            ofRow[i] = BigDecimal.ZERO;
            for (int j = 0; j < n; j++) {
                ofRow[i] = ofRow[i].add(x[i][j], DIGITS);
                ofColumn[j] = ofColumn[j].add(x[i][j], DIGITS);
                all = all.add(x[i][j], DIGITS);
            }
        }
        BigDecimal[][] b = new BigDecimal[x.length][n];
        for (int i = 0; i < x.length; i++)
            for (int j = 0; j < n; j++)
                b[i][j] = all.signum() == 0
                        ? all
                        : ofRow[i].multiply(ofColumn[j], DIGITS).divide(all, DIGITS);
        return b;
    }

    /** Adds x log(x/y) − x + y, of size x(1 + |log(x/y)|) + y. */
    private void add(BigDecimal x, BigDecimal y) {
        double rest = y.subtract(x, DIGITS).doubleValue();
        double log = x.signum() == 0 ? 0 : y.signum() == 0 ? Double.POSITIVE_INFINITY : log(x, y);
        double times = x.signum() == 0 ? 0 : x.doubleValue() * log;
        value += times + rest;
        size += Math.abs(times) + x.doubleValue() + y.doubleValue();
    }

    /** Returns log(x/y). */
    private static double log(BigDecimal x, BigDecimal y) {
        double near = x.subtract(y, DIGITS).divide(y, DIGITS).doubleValue();
        if (Math.abs(near) < 0.5) return Math.log1p(near);
        BigDecimal ratio = x.divide(y, DIGITS);
        int digits = ratio.precision() - ratio.scale();
        return Math.log(ratio.scaleByPowerOfTen(-digits).doubleValue()) + digits * LN_10;
    }
}
