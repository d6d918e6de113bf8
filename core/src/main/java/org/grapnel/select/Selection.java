package org.grapnel.select;

import java.util.List;
import java.util.OptionalInt;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.Preconditions;

/**
 * Kept features, best first.
 *
 * @param outOf how many features there were
 * @param order the kept ones, in the order in which they entered
 * @param scores one for each, in the same order, larger is better; the selector says what it means
 * @param path the selector's criterion on the first s of them, s = 1 … keep; empty where it judges every feature alone
 */
public record Selection(int outOf, List<Integer> order, List<Double> scores, List<Double> path) {
    public Selection {
        order = List.copyOf(order);
        scores = List.copyOf(scores);
        path = List.copyOf(path);
        Preconditions.require(
                scores.size() == order.size() && (path.isEmpty() || path.size() == order.size()),
                "%d features, %d scores and a path of %d do not belong together",
                order.size(),
                scores.size(),
                path.size());
    }

    /** The kept features as rows of X. */
    public RowSet kept() {
        return RowSet.of(outOf, order.stream().mapToInt(i -> i).sorted().toArray());
    }

    /** How many features the path is best with, the fewest where several are; empty where there is no path. */
    public OptionalInt peak() {
        int best = 0;
        for (int s = 1; s < path.size(); s++) if (path.get(s) > path.get(best)) best = s;
        return path.isEmpty() ? OptionalInt.empty() : OptionalInt.of(best + 1);
    }
}
