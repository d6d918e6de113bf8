package org.grapnel.baseline;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;

/**
 * The quality of the groups that a simpler method finds in the same data.
 *
 * @param features the number of features or principal components that the method uses; 0 if it uses the graph only
 * @param draws the number of random draws that the values are means of; 1 if nothing is drawn
 * @param groups the number of its groups; of the first draw if there are several
 * @param scores the agreement with the labels, if there are labels
 * @param ariWithGroups the agreement with the groups of the fit: 1 if they are equal, 0 if they agree by chance only
 * @param silhouette the silhouette of its groups, on the points that were grouped
 * @param edgesKept the share of the graph's edges that a neighbour graph on these features has
 * @param modularity the modularity of its groups on a graph that is the same for all baselines; needs no labels
 */
public record Baseline(
        Kind kind,
        int features,
        int draws,
        int groups,
        Optional<Scores> scores,
        Score ariWithGroups,
        Score silhouette,
        Score edgesKept,
        Score modularity) {
    /** The simpler methods. */
    public enum Kind {
        /** k-means on the kept features: the result without the graph. */
        KEPT_FEATURES,
        /** k-means on as many random features: the result of any features. */
        RANDOM_FEATURES,
        /** k-means on all features: the result without a selection. */
        ALL_FEATURES,
        /** k-means on the leading principal components: the usual pipeline. */
        PRINCIPAL_COMPONENTS,
        /** Spectral clustering of the graph: the result without features. */
        GRAPH_ALONE,
        /** Spectral clustering of the neighbour graph on all features: the result without features and components. */
        GRAPH_OF_ALL_FEATURES,
        /** Louvain communities of the graph: the result without features and without the number of groups. */
        COMMUNITIES;

        /** The key in {@code summary.json}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Describes the baseline: {@code k-means on 40 random features (mean of 5)}. */
    public String what() {
        String counted = features + (features == 1 ? " feature" : " features");
        return switch (kind) {
            case KEPT_FEATURES -> "k-means on the kept features";
            case RANDOM_FEATURES ->
                "k-means on " + counted.replace(" ", " random ") + (draws == 1 ? "" : " (mean of " + draws + ")");
            case ALL_FEATURES -> "k-means on all " + counted;
            case PRINCIPAL_COMPONENTS ->
                "k-means on " + features + (features == 1 ? " principal component" : " principal components");
            case GRAPH_ALONE -> "the graph alone";
            case GRAPH_OF_ALL_FEATURES -> "the graph of all features alone";
            case COMMUNITIES -> "Louvain communities of the graph (" + groups + ")";
        };
    }
}
