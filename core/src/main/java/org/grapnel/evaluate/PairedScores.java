package org.grapnel.evaluate;

import java.util.List;
import org.grapnel.runtime.Preconditions;

/** Scores of two candidates on the same random parts of the data, so that their differences count and not their spread. */
public final class PairedScores {
    private PairedScores() {}

    /** Returns √(Σ(dₜ − d̄)²/(m − 1)/m), the standard error of the mean of the m differences dₜ = aₜ − bₜ; 0 for one. */
    public static double standardError(List<Double> a, List<Double> b) {
        int count = a.size();
        Preconditions.require(b.size() == count, "%d scores cannot be paired with %d", count, b.size());
        if (count < 2) return 0;
        double mean = 0;
        for (int t = 0; t < count; t++) mean += (a.get(t) - b.get(t)) / count;
        double squares = 0;
        for (int t = 0; t < count; t++) {
            double apart = a.get(t) - b.get(t) - mean;
            squares += apart * apart;
        }
        return Math.sqrt(squares / (count - 1) / count);
    }
}
