package org.grapnel.embed;

import java.util.List;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;

/**
 * Samples of a fit as points of the plane, by t-SNE.
 *
 * @param samples the embedded samples, ascending from 0: all of them, or {@link #MOST} if there are more
 * @param data their points by X, in the same order; empty if not computed
 * @param factors their points by the input of k-means, which is H with its scale; empty if not computed
 * @param notes why something was not computed
 */
public record Embedding2d(
        List<Integer> samples, Optional<List<Point2d>> data, Optional<List<Point2d>> factors, List<String> notes) {
    /** Most samples in a figure: more dots would show no more and take longer. */
    public static final int MOST = 10_000;

    /** The point of a sample. */
    public record Point2d(double x, double y) {}

    public Embedding2d {
        samples = List.copyOf(samples);
        data = data.map(List::copyOf);
        factors = factors.map(List::copyOf);
        notes = List.copyOf(notes);
        int drawn = samples.size();
        data.ifPresent(points ->
                Preconditions.require(points.size() == drawn, "%d points for %d samples", points.size(), drawn));
        factors.ifPresent(points ->
                Preconditions.require(points.size() == drawn, "%d points for %d samples", points.size(), drawn));
    }

    /** Returns whether there are no points. */
    public boolean isEmpty() {
        return data.isEmpty() && factors.isEmpty();
    }
}
