package org.grapnel.select.noise;

/**
 * Mean and variance of c = Σ wₐᵦ (uₐ − uᵦ)² over pairs of samples a &lt; b, under random permutations of the n entries
 * of u.
 *
 * <p>With f(a,b) = (uₐ − uᵦ)² and Σu = 0, Σu² = 1, Σu⁴ = S₄, the sums of products of two f over ordered, distinct
 * samples are A = Σ f(a,b)² = 2n S₄ + 6; B = Σ f(a,b) f(a,c) = n² S₄ + 3n − A; C = Σ f(a,b) f(c,d) = 4n² − 2A − 4B. So
 * <pre>
 *   mean     = 2 W₁ / (n − 1)
 *   variance = W₂ A / N + P₂ B / (N (n − 2)) + (W₁² − W₂ − P₂) C / (N (n − 2) (n − 3)) − mean²,   N = n (n − 1)
 * </pre>
 *
 * @param samples n, at least 4
 * @param sum W₁ = Σ w over pairs a &lt; b
 * @param squares W₂ = Σ w² over pairs a &lt; b
 * @param meeting P₂ = Σ w w′ over ordered couples of different pairs that share a sample
 */
record PermutationMoments(int samples, double sum, double squares, double meeting) {
    /** A variance below this share of mean² is a rounding error. */
    private static final double ROUNDING = 1e-12;

    double mean() {
        return 2 * sum / (samples - 1);
    }

    double variance(double fourth) {
        double n = samples;
        double equal = 2 * n * fourth + 6;
        double sharing = n * n * fourth + 3 * n - equal;
        double disjoint = 4 * n * n - 2 * equal - 4 * sharing;
        double pairs = n * (n - 1);
        return squares * equal / pairs
                + meeting * sharing / (pairs * (n - 2))
                + (sum * sum - squares - meeting) * disjoint / (pairs * (n - 2) * (n - 3))
                - mean() * mean();
    }

    /**
     * The normal score of c by the cube root of Wilson and Hilferty, which treats c as a multiple of χ² with the same
     * mean and variance. −∞ where all permutations of u give the same c, which is no evidence.
     */
    double score(double c, double fourth) {
        double mean = mean();
        double variance = variance(fourth);
        if (!(sum > 0 && variance > ROUNDING * mean * mean)) return Double.NEGATIVE_INFINITY;
        double h = variance / (9 * mean * mean);
        return (Math.cbrt(Math.max(c, 0) / mean) - (1 - h)) / Math.sqrt(h);
    }
}
