package org.grapnel.graph.join;

import java.io.Serializable;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A sample that searched, and the nearest one that it found in another part of the graph.
 *
 * @param from the number of the sample that searched
 * @param to the number of the sample that it found
 * @param fromPart the part of {@code from}
 * @param toPart the part of {@code to}
 * @param key grows with the distance
 */
public record NearestPair(int from, int to, int fromPart, int toPart, double key) implements Serializable {
    /** Nearest first; equal keys by the lower, then by the higher number, then by the part that searched. */
    public static final Comparator<NearestPair> ORDER = Comparator.comparingDouble(NearestPair::key)
            .thenComparingInt(pair -> Math.min(pair.from, pair.to))
            .thenComparingInt(pair -> Math.max(pair.from, pair.to))
            .thenComparingInt(NearestPair::fromPart);

    boolean isBefore(NearestPair other) {
        return ORDER.compare(this, other) < 0;
    }

    /** Returns the nearer of two pairs, either of which may be missing. */
    public static @Nullable NearestPair nearer(@Nullable NearestPair a, @Nullable NearestPair b) {
        if (a == null) return b;
        return b != null && b.isBefore(a) ? b : a;
    }
}
