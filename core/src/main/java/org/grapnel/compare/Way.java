package org.grapnel.compare;

import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureChoice;
import org.grapnel.Spec;
import org.grapnel.Watch;

/** From data to groups: a model, k-means on some features, or the graph alone. */
public sealed interface Way permits FittedModel, AllFeatures, RandomFeatures, RandomRows, SelectedFeatures, GraphAlone {
    /** Refuses, before anything runs, what does not fit the data. */
    void check(Arena arena);

    /** What it is, in the words of {@code summary.json}: two ways with the same parameters are the same. */
    Map<String, Object> parameters();

    /** Whether it looks at which samples are neighbours. */
    boolean needsGraph();

    /**
     * Goes the way once, with all that is drawn drawn with the seed of this repeat. None where the watcher has had enough: what
     * is half done is no result.
     */
    Optional<Outcome> run(Arena arena, int repeat, Watch watch);

    /** A fit as this spec says, and the groups that it makes. The protocol decides on clusters, start, seed, graph and threads. */
    static Way model(Spec spec) {
        return new FittedModel(spec);
    }

    /** k-means on all features. */
    static Way allFeatures() {
        return new AllFeatures();
    }

    /** k-means on k features drawn at random, others in every repeat. */
    static Way randomFeatures(int keep) {
        return new RandomFeatures(keep);
    }

    /** A fit of {@code nmf} or {@code gnmf} to k features drawn at random, others in every repeat, with the graph of all features. */
    static Way randomRows(Spec spec, int keep) {
        return new RandomRows(spec, keep);
    }

    /** k-means on k features that were chosen without a fit. */
    static Way selectedFeatures(FeatureChoice.By by, int keep) {
        return selectedFeatures(FeatureChoice.of(by), keep);
    }

    /** The same with all that there is to say about the choice. */
    static Way selectedFeatures(FeatureChoice choice, int keep) {
        return new SelectedFeatures(choice, keep);
    }

    /** Spectral clustering of the graph. */
    static Way graphAlone() {
        return new GraphAlone();
    }
}
