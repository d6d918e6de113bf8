package org.grapnel.select.noise;

import java.util.Optional;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;

/**
 * Finds the features that are not independent noise. A feature is scored by cᵢ = Σ corr(xᵢ, xⱼ)² over the features j ≠
 * i of a reference set R, converted to a normal score w under random permutations of the values of xᵢ.
 *
 * <p>A feature that shares nothing with any other is worthless to a model of the samples, but thousands of them hide
 * the neighbours that the other features agree on. The permutation test compares what a feature shares with what its
 * own values, shuffled, would share. It assumes no distribution, and neither shift nor scale of a feature matters.
 *
 * <p>With u = (x − mean) / ‖x − mean‖ and K = Σ uⱼuⱼᵀ over R without i, cᵢ = uᵢᵀK uᵢ. Since K·1 = 0, this is a sum over
 * pairs of samples, Σ −Kₐᵦ (uₐ − uᵦ)² for a &lt; b: the numerator of Geary's ratio with weights −Kₐᵦ, whose mean and
 * variance over all n! permutations are known exactly ({@link PermutationMoments}). A sum of squares is far from
 * normal, but its cube root is nearly normal: w = ((c / mean)^⅓ − (1 − h)) / √h with h = variance / (9 mean²).
 *
 * <p>A gate leaves data with structure unchanged. In independent noise, half the features have w ≤ 0 against all
 * others; in measured data hardly any have. The screen acts only if a third of the features, with a third of the
 * variance, have w ≤ 0. Then the features with w &gt; 2.5 against all others are the seeds. All features are tested
 * against the current set, at most four times at the level √(2 ln p), which p independent scores hardly exceed, to
 * collect the features related to the seeds; then again at that level plus one, to remove false ones. The screen does
 * not act if the seeds support no feature. In pure noise two or three features that are similar by chance often support
 * one another (in a tenth of the draws of shuffled pixels and genes), so fewer than {@value #MIN_INFORMATIVE} features
 * count as none.
 *
 * <p>Of more than 1000 samples the screen uses 1000, evenly spaced. The first test takes O(p n²) time, the others O(p n
 * |R|); memory is O(n² + p).
 *
 * <p>Sources: A. D. Cliff and J. K. Ord, <i>Spatial Processes</i> (1981), for the moments under randomisation; E. B.
 * Wilson and M. M. Hilferty, "The distribution of chi-square" (PNAS 17, 1931), for the cube root.
 */
public final class NoiseScreen {
    static final int MIN_FEATURES = 20;
    static final int MIN_SAMPLES = 5;
    static final int MIN_INFORMATIVE = 5;
    private static final int MAX_SAMPLES = 1000;
    private static final double GATE_SHARE = 1.0 / 3;
    private static final double SEED_LEVEL = 2.5;
    private static final double STRICT_MARGIN = 1;
    private static final int MAX_ROUNDS = 4;

    private NoiseScreen() {}

    /**
     * Returns the features that are not noise, at least {@value #MIN_INFORMATIVE}; empty if the screen does not act.
     */
    public static Optional<RowSet> findInformative(ExecutionContext context, Matrix X) {
        int p = X.rows();
        if (p < MIN_FEATURES || X.cols() < MIN_SAMPLES) return Optional.empty();
        UnitFeatures units = UnitFeatures.compute(context, X, MAX_SAMPLES);
        NoiseScores scores = new NoiseScores(units);
        double[] w = scores.compute(context, units.varying());
        if (noiseShare(units, w) < GATE_SHARE) return Optional.empty();
        RowSet kept = above(SEED_LEVEL, w);
        if (kept.count() < 2) return Optional.empty();
        double gatherLevel = Math.sqrt(2 * StrictMath.log(p));
        Optional<RowSet> gathered = iterate(context, scores, kept, gatherLevel);
        return gathered.map(features -> iterate(context, scores, features, gatherLevel + STRICT_MARGIN)
                        .orElse(features))
                .filter(features -> features.count() >= MIN_INFORMATIVE);
    }

    /** The share of features with w ≤ 0, or of the variance if that is smaller; about a half for pure noise. */
    static double noiseShare(UnitFeatures units, double[] w) {
        int noisy = 0;
        double noisySquares = 0;
        double squares = 0;
        for (int i = 0; i < w.length; i++) {
            squares += units.square(i);
            if (w[i] > 0 || !units.isVarying(i)) continue;
            noisy++;
            noisySquares += units.square(i);
        }
        if (noisy == 0) return 0;
        return Math.min(noisySquares / squares, (double) noisy / units.varying().count());
    }

    /** Repeats the test against the remaining features until they settle; empty if fewer than two pass at first. */
    private static Optional<RowSet> iterate(ExecutionContext context, NoiseScores scores, RowSet start, double level) {
        RowSet kept = start;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            RowSet next = above(level, scores.compute(context, kept));
            if (next.count() < 2) return round == 0 ? Optional.empty() : Optional.of(kept);
            boolean unchanged = next.equals(kept);
            kept = next;
            if (unchanged) break;
        }
        return Optional.of(kept);
    }

    private static RowSet above(double level, double[] w) {
        RowSet rows = RowSet.none(w.length);
        for (int i = 0; i < w.length; i++) if (w[i] > level) rows.add(i);
        return rows;
    }
}
