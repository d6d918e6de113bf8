package org.grapnel.select;

/**
 * The F-test of a one-way analysis of variance. If c groups of n samples say nothing about a feature, the share η² of
 * its variance between the groups exceeds a value x with the probability I_{1−x}((n−c)/2, (c−1)/2), the regularised
 * incomplete beta function: the upper tail of F(c−1, n−c).
 */
final class FTest {
    private static final double TINY = 1e-300;
    private static final double PRECISION = 1e-15;
    private static final int MOST_TERMS = 100_000;

    /** Coefficients of Stirling's series for ln Γ, B₂ₖ/(2k(2k−1)). */
    private static final double[] STIRLING = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188};

    private FTest() {}

    /** Returns the probability that chance alone gives a share of at least {@code share} between c groups. */
    static double upperTail(double share, int groups, int samples) {
        if (share >= 1) return 0;
        if (!(share > 0)) return 1;
        return incompleteBeta(1 - share, share, (samples - groups) / 2.0, (groups - 1) / 2.0);
    }

    /** I_x(a, b), with y = 1 − x. */
    private static double incompleteBeta(double x, double y, double a, double b) {
        double front = StrictMath.exp(
                logGamma(a + b) - logGamma(a) - logGamma(b) + a * StrictMath.log(x) + b * StrictMath.log(y));
        return x < (a + 1) / (a + b + 2)
                ? front * continuedFraction(x, a, b) / a
                : 1 - front * continuedFraction(y, b, a) / b;
    }

    /** The continued fraction of I_x(a, b) by Lentz's method (Abramowitz and Stegun 26.5.8). */
    private static double continuedFraction(double x, double a, double b) {
        double c = 1;
        double d = inverse(1 - (a + b) * x / (a + 1));
        double h = d;
        for (int m = 1; m < MOST_TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = inverse(1 + even * d);
            c = nonZero(1 + even / c);
            h *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = inverse(1 + odd * d);
            c = nonZero(1 + odd / c);
            double factor = d * c;
            h *= factor;
            if (Math.abs(factor - 1) < PRECISION) break;
        }
        return h;
    }

    private static double inverse(double value) {
        return 1 / nonZero(value);
    }

    private static double nonZero(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    /** ln Γ(x) for x > 0: Stirling's series above 10, and Γ(x) = Γ(x + 1)/x below. */
    static double logGamma(double x) {
        double shift = 0;
        double z = x;
        while (z < 10) {
            shift -= StrictMath.log(z);
            z++;
        }
        double series = 0;
        double power = z;
        for (double coefficient : STIRLING) {
            series += coefficient / power;
            power *= z * z;
        }
        return shift + (z - 0.5) * StrictMath.log(z) - z + 0.5 * StrictMath.log(2 * Math.PI) + series;
    }
}
