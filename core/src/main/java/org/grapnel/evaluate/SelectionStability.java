package org.grapnel.evaluate;

import java.util.List;
import org.grapnel.linalg.RowSet;

/**
 * How far M repeats agree on the features they select out of p.
 *
 * <p>Corrected for chance, from Nogueira, Sechidis and Brown, On the stability of feature selection algorithms, JMLR 18
 * (2018):
 *
 * <pre>  Φ = 1 − [(1/p)·Σ s_f²] / [(k̄/p)(1 − k̄/p)],   s_f² = M/(M−1)·p_f(1 − p_f),</pre>
 *
 * where p_f is the share of repeats that select feature f and k̄ the mean number selected. Φ is 1 if all repeats agree
 * and 0 on average for random selections, for any p and k̄. The Jaccard index, in contrast, grows with k̄/p even by
 * chance.
 *
 * @param jaccard the mean over pairs of repeats of |A ∩ B| / |A ∪ B|; two empty sets count 1
 * @param corrected Φ, at most 1
 * @param standardError of Φ, for many repeats: Φ ± 1.96 standard errors is the 95 % interval
 */
public record SelectionStability(Score jaccard, Score corrected, Score standardError) {
    /** The authors' thresholds: agreement is excellent from here on, */
    private static final double GOOD = 0.75;

    /** and poor below this. */
    private static final double POOR = 0.4;

    /** Φ in words. */
    public String verdict() {
        if (!corrected.isDefined() || corrected.get() == 1) return "all of them keep the same features";
        if (corrected.get() >= GOOD) return "they mostly keep the same features";
        return corrected.get() >= POOR ? "they agree on some of the features only" : "each keeps different features";
    }

    /** Computes the stability of the sets that the repeats selected, all from the same features. */
    public static SelectionStability compute(List<RowSet> repeats) {
        int M = repeats.size();
        if (M < 2) {
            Score none = Score.undefined("stability needs at least 2 repeats, got %d", M);
            return new SelectionStability(none, none, none);
        }
        SelectionFrequency times = SelectionFrequency.count(repeats);
        int p = times.features();
        long selected = 0;
        for (RowSet set : repeats) selected += set.count();
        Score jaccard = Score.of(meanJaccard(repeats));
        if (selected == 0 || selected == (long) p * M) {
            Score none = Score.undefined(
                    selected == 0 ? "no repeat selects any of the %d features" : "every repeat selects all %d features",
                    p);
            return new SelectionStability(jaccard, none, none);
        }
        double share = (double) selected / M / p;
        double disagreement = 0;
        for (int f = 0; f < p; f++) disagreement += (double) times.times(f) * (M - times.times(f)) / M / (M - 1);
        double phi = 1 - disagreement / p / (share * (1 - share));
        return new SelectionStability(jaccard, Score.of(phi), standardError(repeats, times, share, phi));
    }

    private static double meanJaccard(List<RowSet> repeats) {
        double sum = 0;
        long pairs = 0;
        for (int a = 0; a < repeats.size(); a++) {
            for (int b = 0; b < a; b++, pairs++) {
                RowSet A = repeats.get(a);
                RowSet B = repeats.get(b);
                int common = common(A, B);
                int union = A.count() + B.count() - common;
                sum += union == 0 ? 1 : (double) common / union;
            }
        }
        return sum / pairs;
    }

    private static int common(RowSet A, RowSet B) {
        int common = 0;
        for (int a = 0, b = 0; a < A.count() && b < B.count(); ) {
            int difference = A.get(a) - B.get(b);
            if (difference == 0) common++;
            if (difference <= 0) a++;
            if (difference >= 0) b++;
        }
        return common;
    }

    /**
     * √((4/M²)·Σᵢ(φᵢ − φ̄)²), where repeat i with kᵢ features contributes
     *
     * <pre>  φᵢ = [(1/p)·Σ over its features p_f − kᵢk̄/p² + (Φ/2)(2k̄kᵢ/p² − kᵢ/p − k̄/p + 1)] / [(k̄/p)(1 − k̄/p)].</pre>
     */
    private static Score standardError(List<RowSet> repeats, SelectionFrequency times, double share, double phi) {
        int M = repeats.size();
        double p = times.features();
        if (M < 3) return Score.undefined("the standard error of stability needs at least 3 repeats, got %d", M);
        double[] contribution = new double[M];
        double mean = 0;
        for (int i = 0; i < M; i++) {
            RowSet set = repeats.get(i);
            double agreed = 0;
            for (int q = 0; q < set.count(); q++) agreed += times.share(set.get(q));
            double own = set.count() / p;
            double correction = phi / 2 * (2 * share * own - own - share + 1);
            contribution[i] = (agreed / p - own * share + correction) / (share * (1 - share));
            mean += contribution[i] / M;
        }
        double squares = 0;
        for (double x : contribution) squares += (x - mean) * (x - mean);
        return Score.of(2 * Math.sqrt(squares) / M);
    }
}
