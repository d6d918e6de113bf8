package org.grapnel.select;

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
 */
public record Selection(int outOf, List<Integer> order, List<Double> scores, List<Double> path) {
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

    /** The selected features as rows of X. */
    public RowSet kept() {
        return RowSet.of(outOf, order.stream().mapToInt(i -> i).sorted().toArray());
    }

    /** The number of features at which the path is highest, the smallest of equal ones; empty without a path. */
    public OptionalInt peak() {
        int best = 0;
        for (int s = 1; s < path.size(); s++) if (path.get(s) > path.get(best)) best = s;
        return path.isEmpty() ? OptionalInt.empty() : OptionalInt.of(best + 1);
    }
}
