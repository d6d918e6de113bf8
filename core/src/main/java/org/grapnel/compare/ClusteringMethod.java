package org.grapnel.compare;

import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitListener;
import org.grapnel.Spec;

/** From data to groups: a model, k-means on some features, or the graph alone. */
public sealed interface ClusteringMethod
        permits ModelFit,
                AllFeaturesKMeans,
                RandomFeaturesKMeans,
                RandomFeaturesFit,
                SelectedFeaturesKMeans,
                GraphClustering {
    /** Refuses, before anything runs, what does not fit the data. */
    void check(ComparisonContext arena);

    /** What it is, in the words of {@code summary.json}: two ways with the same parameters are the same. */
    Map<String, Object> parameters();

    /** Whether it looks at which samples are neighbours. */
    boolean needsGraph();

    /**
     * Goes the way once, with all that is drawn drawn with the seed of this repeat. None where the watcher has had enough: what
     * is half done is no result.
     */
    Optional<TrialOutcome> run(ComparisonContext arena, int repeat, FitListener watch);

    /** A fit as this spec says, and the groups that it makes. The protocol decides on clusters, start, seed, graph and threads. */
    static ClusteringMethod model(Spec spec) {
        return new ModelFit(spec);
    }

    /** k-means on all features. */
    static ClusteringMethod allFeatures() {
        return new AllFeaturesKMeans();
    }

    /** k-means on k features drawn at random, others in every repeat. */
    static ClusteringMethod randomFeatures(int keep) {
        return new RandomFeaturesKMeans(keep);
    }

    /** A fit of {@code nmf} or {@code gnmf} to k features drawn at random, others in every repeat, with the graph of all features. */
    static ClusteringMethod randomRows(Spec spec, int keep) {
        return new RandomFeaturesFit(spec, keep);
    }

    /** k-means on k features that were chosen without a fit. */
    static ClusteringMethod selectedFeatures(FeatureSelection.Strategy by, int keep) {
        return selectedFeatures(FeatureSelection.of(by), keep);
    }

    /** The same with all that there is to say about the choice. */
    static ClusteringMethod selectedFeatures(FeatureSelection choice, int keep) {
        return new SelectedFeaturesKMeans(choice, keep);
    }

    /** Spectral clustering of the graph. */
    static ClusteringMethod graphAlone() {
        return new GraphClustering();
    }
}
