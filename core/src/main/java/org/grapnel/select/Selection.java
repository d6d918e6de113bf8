package org.grapnel.select;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.Preconditions;

/**
 * Selected features, best first.
 *
 * @param outOf number of features to select from
 * @param order indices of the selected features, in the order of selection
 * @param scores one per selected feature, in the same order; larger is better, and the selector defines the meaning
 * @param path the selector's criterion for the first s features, s = 1 … keep; empty where features are scored one by
 *     one
 * @param informative how many of the selected features pass the test of the selector; they come first. Empty where it
 *     has no test
 */
public record Selection(
        int outOf, List<Integer> order, List<Double> scores, List<Double> path, OptionalInt informative) {
    public Selection(int outOf, List<Integer> order, List<Double> scores, List<Double> path) {
        this(outOf, order, scores, path, OptionalInt.empty());
    }

    public Selection {
        order = List.copyOf(order);
        scores = List.copyOf(scores);
        path = List.copyOf(path);
        Preconditions.require(
                scores.size() == order.size() && (path.isEmpty() || path.size() == order.size()),
                "order, scores and path must have the same length, got %d, %d and %d",
                order.size(),
                scores.size(),
                path.size());
    }

    /** Keeps the largest values, best first; ties go to the lower index, and −∞ comes last. */
    static Selection ofLargest(double[] values, double[] scores, int keep) {
        int[] best = TopK.rank(values);
        List<Integer> order = new ArrayList<>(keep);
        List<Double> score = new ArrayList<>(keep);
        for (int s = 0; s < keep; s++) {
            order.add(best[s]);
            score.add(scores[best[s]]);
        }
        return new Selection(values.length, order, score, List.of());
    }

    /** The selected features as rows of X. */
    public RowSet kept() {
        return RowSet.of(outOf, order.stream().mapToInt(i -> i).sorted().toArray());
    }

    /**
     * The number of features at which the path is highest, the smallest of equal ones; empty without a path. Only
     * informative features count, so it is 0 if there are none.
     */
    public OptionalInt peak() {
        if (path.isEmpty()) return OptionalInt.empty();
        int end = informative.orElse(path.size());
        int best = 0;
        for (int s = 1; s < end; s++) if (path.get(s) > path.get(best)) best = s;
        return OptionalInt.of(Math.min(end, best + 1));
    }
}
