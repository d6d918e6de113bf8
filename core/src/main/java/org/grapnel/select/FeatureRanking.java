package org.grapnel.select;

import java.util.ArrayList;
import java.util.List;

/** Selects features by a value of each. */
final class FeatureRanking {
    private FeatureRanking() {}

    /** Keeps the largest values, best first; ties go to the lower index, and −∞ comes last. */
    static Selection select(double[] values, double[] scores, int keep) {
        int[] best = TopK.rank(values);
        List<Integer> order = new ArrayList<>(keep);
        List<Double> score = new ArrayList<>(keep);
        for (int s = 0; s < keep; s++) {
            order.add(best[s]);
            score.add(scores[best[s]]);
        }
        return new Selection(values.length, order, score, List.of());
    }
}
