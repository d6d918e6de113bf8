package org.grapnel.evaluate;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.grapnel.runtime.Preconditions;

/**
 * How well factorisations with different numbers of components predict hidden entries.
 *
 * <p>Too few components miss structure, too many fit noise; both predict worse. Suggested is the smallest number whose error exceeds the lowest
 * one by no more than the standard error of this difference. All ranks have the same entries hidden, so the differences are paired.
 *
 * @param points ranks ascending
 * @param samples how many samples were used
 */
public record RankCurve(List<RankError> points, int samples) {
    public RankCurve {
        points =
                points.stream().sorted(Comparator.comparingInt(RankError::rank)).toList();
        Preconditions.require(!points.isEmpty(), "a curve needs at least one rank");
    }

    /** The relative squared errors of one rank, one for each hiding. */
    public record RankError(int rank, List<Double> errors) {
        public RankError {
            errors = List.copyOf(errors);
        }

        public double mean() {
            return errors.stream().mapToDouble(e -> e).average().orElseThrow();
        }

        /** The standard error of the mean difference to another rank on the same hidden entries; 0 for one hiding. */
        double standardErrorTo(RankError other) {
            return PairedScores.standardError(errors, other.errors);
        }
    }

    /** The rank with the lowest mean error; the smaller of two equal ones. */
    public RankError best() {
        return points.stream().min(Comparator.comparingDouble(RankError::mean)).orElseThrow();
    }

    /** The smallest rank that predicts as well as the best one, by the rule of one standard error. */
    public int suggested() {
        RankError best = best();
        return points.stream()
                .filter(point -> point.mean() - best.mean() <= point.standardErrorTo(best))
                .findFirst()
                .orElse(best)
                .rank();
    }

    /** Says what was suggested and why. */
    public String sentence() {
        RankError best = best();
        int suggested = suggested();
        String error = String.format(Locale.ROOT, "%.3g", Math.sqrt(best.mean()));
        return suggested == best.rank()
                ? String.format(
                        Locale.ROOT,
                        suggested == 1
                                ? "%d component predicts hidden entries best, with relative error %s"
                                : "%d components predict hidden entries best, with relative error %s",
                        suggested,
                        error)
                : String.format(
                        Locale.ROOT,
                        suggested == 1
                                ? "%d component predicts hidden entries as well as %d, the best, with relative error %s"
                                : "%d components predict hidden entries as well as %d, the best, with relative error %s",
                        suggested,
                        best.rank(),
                        error);
    }
}
