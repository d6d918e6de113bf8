package org.grapnel.select.noise;

import java.util.Optional;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;

/**
 * Which features are not independent noise: cᵢ = Σ corr(xᵢ, xⱼ)² over the features j ≠ i of a reference R, as a normal
 * score w under random permutations of the values of xᵢ.
 *
 * <p>A feature that shares nothing with any other is worth nothing to a model of the samples, but thousands of them drown
 * the neighbours that the rest agree on. What a feature shares with the others is compared with what its own values, in
 * random order, would share: no distribution is assumed, and neither shift nor scale of a feature matters.
 *
 * <p>With u = (x − mean) / ‖x − mean‖ and K = Σ uⱼuⱼᵀ over R without i, cᵢ = uᵢᵀK uᵢ. Since K·1 = 0, this is a sum over
 * pairs of samples, Σ −Kₐᵦ (uₐ − uᵦ)² for a &lt; b: the numerator of Geary's ratio with weights −Kₐᵦ, whose mean and variance
 * over all n! permutations are known exactly ({@link PermutationMoments}). A sum of squares is far from normal, its cube root is
 * not: w = ((c / mean)^⅓ − (1 − h)) / √h with h = variance / (9 mean²).
 *
 * <p>The gate leaves data with structure alone. Of independent noise, half the features have w ≤ 0 against all others; of
 * measured data next to none have. Unless a third of the features, and features with a third of the variance, have w ≤ 0,
 * the screen does not act. Where it acts, features with w &gt; 2.5 against all are the seeds. Every feature, discarded or
 * not, is then tested against the present survivors alone, at most four times at the level √(2 ln p), which p independent
 * scores hardly exceed, to gather what belongs to them; and again one above that level, to clean. If nothing is supported by
 * the seeds, there is nothing to be found and the screen does not act. In pure noise two or three features, alike by chance, often support one another
 * (in a tenth of the draws of shuffled pixels and genes), so that fewer than {@value #LEAST_SURVIVORS} survivors count as none.
 *
 * <p>Of more than 1000 samples the screen sees 1000, evenly spaced. Time is O(p n²) for the first test and O(p n |R|) for
 * the others, memory O(n² + p).
 *
 * <p>Sources: A. D. Cliff and J. K. Ord, <i>Spatial Processes</i> (1981), for the moments under randomisation; E. B.
 * Wilson and M. M. Hilferty, "The distribution of chi-square" (PNAS 17, 1931), for the cube root.
 */
public final class NoiseScreen {
    static final int LEAST_FEATURES = 20;
    static final int LEAST_SAMPLES = 5;
    static final int LEAST_SURVIVORS = 5;
    private static final int MOST_SAMPLES = 1000;
    private static final double GATE = 1.0 / 3;
    private static final double SEED = 2.5;
    private static final double STRICT = 1;
    private static final int ROUNDS = 4;

    private NoiseScreen() {}

    /** The features that are not like independent noise, at least {@value #LEAST_SURVIVORS}; empty where the screen has no objection to any. */
    public static Optional<RowSet> findInformative(ExecutionContext context, Matrix X) {
        int p = X.rows();
        if (p < LEAST_FEATURES || X.cols() < LEAST_SAMPLES) return Optional.empty();
        UnitFeatures units = UnitFeatures.compute(context, X, MOST_SAMPLES);
        NoiseScores scores = new NoiseScores(units);
        double[] w = scores.against(context, units.live());
        if (noise(units, w) < GATE) return Optional.empty();
        RowSet kept = above(SEED, w);
        if (kept.count() < 2) return Optional.empty();
        double gather = Math.sqrt(2 * StrictMath.log(p));
        Optional<RowSet> gathered = settled(context, scores, kept, gather);
        return gathered.map(
                        some -> settled(context, scores, some, gather + STRICT).orElse(some))
                .filter(some -> some.count() >= LEAST_SURVIVORS);
    }

    /** The share of the features, or of their variance if that is less, with w ≤ 0: what a half of pure noise would have. */
    static double noise(UnitFeatures units, double[] w) {
        int bad = 0;
        double badSquares = 0;
        double squares = 0;
        for (int i = 0; i < w.length; i++) {
            squares += units.square(i);
            if (w[i] > 0 || !units.isLive(i)) continue;
            bad++;
            badSquares += units.square(i);
        }
        if (bad == 0) return 0;
        return Math.min(badSquares / squares, (double) bad / units.live().count());
    }

    /** Tests against the survivors until they stay as they are; empty if the first test leaves fewer than two. */
    private static Optional<RowSet> settled(ExecutionContext context, NoiseScores scores, RowSet start, double level) {
        RowSet kept = start;
        for (int round = 0; round < ROUNDS; round++) {
            RowSet next = above(level, scores.against(context, kept));
            if (next.count() < 2) return round == 0 ? Optional.empty() : Optional.of(kept);
            boolean same = next.equals(kept);
            kept = next;
            if (same) break;
        }
        return Optional.of(kept);
    }

    private static RowSet above(double level, double[] w) {
        RowSet rows = RowSet.none(w.length);
        for (int i = 0; i < w.length; i++) if (w[i] > level) rows.add(i);
        return rows;
    }
}
