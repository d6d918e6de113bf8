package org.grapnel.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * @param frequency how often each selected feature is selected on parts of the samples, from 0 to 1, in the same order;
 *     empty where that was not measured
 */
public record Selection(
        int outOf,
        List<Integer> order,
        List<Double> scores,
        List<Double> path,
        OptionalInt informative,
        Optional<List<Double>> frequency) {
    public Selection(int outOf, List<Integer> order, List<Double> scores, List<Double> path) {
        this(outOf, order, scores, path, OptionalInt.empty(), Optional.empty());
    }

    public Selection {
        order = List.copyOf(order);
        scores = List.copyOf(scores);
        path = List.copyOf(path);
        frequency = frequency.map(List::copyOf);
        Preconditions.require(
                scores.size() == order.size() && (path.isEmpty() || path.size() == order.size()),
                "order, scores and path must have the same length, got %d, %d and %d",
                order.size(),
                scores.size(),
                path.size());
        int measured = frequency.map(List::size).orElse(order.size());
        Preconditions.require(
                measured == order.size(), "there are %d frequencies for %d selected features", measured, order.size());
    }

    /** Replaces the frequencies. */
    public Selection withFrequency(Optional<List<Double>> shares) {
        return new Selection(outOf, order, scores, path, informative, shares);
    }

    /** Selects the features with the largest scores, best first; ties go to the lower index. */
    public static Selection ofLargest(double[] scores, int keep) {
        return ofLargest(scores, scores, keep);
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

    /** Says that features were selected which do not pass the test of the selector; empty if all do. */
    public Optional<String> warning() {
        int kept = order.size();
        int passed = informative.orElse(kept);
        if (passed >= kept) return Optional.empty();
        if (passed == 0 && kept == 1)
            return Optional.of("the kept feature does not differ between the groups by more than chance");
        String which = passed == 0
                ? String.format(Locale.ROOT, "none of the %,d kept features differs", kept)
                : String.format(
                        Locale.ROOT,
                        passed == 1
                                ? "only 1 of the %2$,d kept features differs"
                                : "only %,d of the %,d kept features differ",
                        passed,
                        kept);
        return Optional.of(which + " between the groups by more than chance");
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
