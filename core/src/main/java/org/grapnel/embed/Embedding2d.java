package org.grapnel.embed;

import java.util.List;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;

/**
 * Samples of a fit as points of the plane, by t-SNE.
 *
 * @param samples which samples are drawn, ascending from 0: all of them, or some where there are more than {@link #MOST}
 * @param data where they are by X, in the same order; empty where that was not drawn
 * @param factors where they are by the points that k-means saw, which is H with its scale; empty where that was not drawn
 * @param notes why something was not drawn, for people
 */
public record Embedding2d(
        List<Integer> samples, Optional<List<Point2d>> data, Optional<List<Point2d>> factors, List<String> notes) {
    /** More samples than these are not drawn: a picture of more dots shows no more, and takes longer. */
    public static final int MOST = 10_000;

    /** Where a sample is. */
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

    /** Whether there is nothing to be seen. */
    public boolean isEmpty() {
        return data.isEmpty() && factors.isEmpty();
    }
}
