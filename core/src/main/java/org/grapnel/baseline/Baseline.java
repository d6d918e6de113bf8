package org.grapnel.baseline;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;

/**
 * The groups that a simpler way finds in the same data, and how good they are.
 *
 * @param features how many features it looks at; 0 where it looks at the graph
 * @param draws over how many draws of features the numbers are means; 1 where nothing is drawn
 * @param scores its agreement with the labels, where there are labels
 * @param ariWithGroups its agreement with the groups of the run: 1 where they are the same, 0 where only chance makes them agree
 * @param silhouette of its groups, among the points that it grouped
 * @param edgesKept the share of the graph's edges that neighbours on these features alone would give
 */
public record Baseline(
        Kind kind,
        int features,
        int draws,
        Optional<Scores> scores,
        Score ariWithGroups,
        Score silhouette,
        Score edgesKept) {
    /** The simpler ways. */
    public enum Kind {
        /** k-means on the kept features: what they say without the graph. */
        KEPT_FEATURES,
        /** k-means on as many features, drawn at random: what any features would say. */
        RANDOM_FEATURES,
        /** k-means on all features: what can be had without selecting. */
        ALL_FEATURES,
        /** Spectral clustering of the graph: what it says without the features. */
        GRAPH_ALONE;

        /** The key in {@code summary.json}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** In words: {@code k-means on 40 random features (mean of 5)}. */
    public String what() {
        String counted = features + (features == 1 ? " feature" : " features");
        return switch (kind) {
            case KEPT_FEATURES -> "k-means on the kept features";
            case RANDOM_FEATURES ->
                "k-means on " + counted.replace(" ", " random ") + (draws == 1 ? "" : " (mean of " + draws + ")");
            case ALL_FEATURES -> "k-means on all " + counted;
            case GRAPH_ALONE -> "the graph alone";
        };
    }
}
