package org.grapnel.select;

import java.util.ArrayList;
import java.util.List;

/** Features judged one by one. */
final class FeatureRanking {
    private FeatureRanking() {}

    /** Keeps the largest values, equal ones by their index and −∞ last, each with its score. */
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
