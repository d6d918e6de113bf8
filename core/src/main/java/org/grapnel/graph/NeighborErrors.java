package org.grapnel.graph;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/** Checks and messages that the neighbour searches on one machine and on Spark share. */
public final class NeighborErrors {
    private NeighborErrors() {}

    /** Refuses a number of neighbours outside 1 … samples − 1. */
    public static void requireNeighbors(int neighbors, int samples) {
        Preconditions.require(samples >= 2, "neighbours need at least 2 samples, got %d", samples);
        Preconditions.require(
                neighbors >= 1 && neighbors <= samples - 1,
                "neighbors must be between 1 and %d, one less than the samples, got %d",
                samples - 1,
                neighbors);
    }

    /** Returns the refusal of a sample without a cosine distance. */
    public static DataException allZero(int sample) {
        return new DataException(
                "sample %d is all zero and has no direction: cosine distances need samples with a non-zero;"
                        + " leave it out or use the euclidean metric",
                sample);
    }

    /** Describes a distance of two different samples that is 0 or ∞: its square is outside the range of doubles. */
    public static Optional<String> outOfRange(double length, int i, int j, Metric metric) {
        boolean vanished = length == 0 && metric == Metric.EUCLIDEAN;
        if (!vanished && length != Double.POSITIVE_INFINITY) return Optional.empty();
        return Optional.of(String.format(
                Locale.ROOT,
                "samples %d and %d differ too %s to be squared beside the largest numbers of the data; bring the data to"
                        + " a narrower range, for instance by their logarithm",
                i,
                j,
                vanished ? "little" : "much"));
    }

    /** Describes a negative weight, which is a dot product or a cosine. */
    public static String negativeWeight(boolean dotProduct, int i, int j, double weight) {
        return String.format(
                Locale.ROOT,
                "the %s of samples %d and %d is %s; dot weights need data >= 0",
                dotProduct ? "dot product" : "cosine",
                i,
                j,
                weight);
    }
}
