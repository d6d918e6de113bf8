package org.grapnel.compare;

import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.MethodPlugin;

/** A way from data to groups: a model, k-means on some features or on principal components, the graph alone, or that of a plugin. */
public sealed interface ClusteringMethod
        permits ModelFit,
                AllFeaturesKMeans,
                RandomFeaturesKMeans,
                RandomFeaturesFit,
                SelectedFeaturesKMeans,
                PcaKMeans,
                GraphClustering,
                LouvainClustering,
                ExternalClustering {
    /** Refuses parameters that do not suit the data, before anything runs. */
    void check(ComparisonContext comparison);

    /** The parameters as {@code summary.json} names them. Methods with the same parameters are the same. */
    Map<String, Object> parameters();

    /** Whether the method needs the neighbour graph that all methods share. */
    boolean needsGraph();

    /** Whether the method uses a graph that the user gave. One that builds its own graph may use a given one in its place. */
    default boolean usesGivenGraph() {
        return needsGraph();
    }

    /**
     * Whether the method sees completed data where entries are missing or have weights: it needs all entries, and completed ones count in its error like
     * all others.
     */
    default boolean runsOnCompletedData(PreparedData data) {
        return data.weights().isPresent();
    }

    /** Runs the method with the seed of this repeat. Empty if cancelled: half a trial is no result. */
    Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context);

    /** Returns a fit of this spec. The protocol overrides clusters, start, seed, graph and threads. */
    static ClusteringMethod model(Spec spec) {
        return new ModelFit(spec);
    }

    /** Returns k-means on all features. */
    static ClusteringMethod allFeatures() {
        return new AllFeaturesKMeans();
    }

    /** Returns k-means on random features, drawn anew in every repeat. */
    static ClusteringMethod randomFeatures(int keep) {
        return new RandomFeaturesKMeans(keep);
    }

    /** Returns a fit of {@code nmf} or {@code gnmf} to random features, drawn anew in every repeat, with the graph of all features. */
    static ClusteringMethod randomRows(Spec spec, int keep) {
        return new RandomFeaturesFit(spec, keep);
    }

    /** Returns k-means on features selected without a fit. */
    static ClusteringMethod selectedFeatures(FeatureSelection.Strategy by, int keep) {
        return selectedFeatures(FeatureSelection.of(by), keep);
    }

    /** Returns k-means on features selected without a fit. */
    static ClusteringMethod selectedFeatures(FeatureSelection selection, int keep) {
        return new SelectedFeaturesKMeans(selection, keep);
    }

    /** Returns k-means on at most 50 principal components: the plain pipeline. */
    static ClusteringMethod principalComponents() {
        return new PcaKMeans(50);
    }

    /** Returns Louvain communities of the graph, whose number is not given. */
    static ClusteringMethod communities() {
        return new LouvainClustering();
    }

    /** Returns the method of a plugin. */
    static ClusteringMethod of(Extension<MethodPlugin> method) {
        return new ExternalClustering(method);
    }

    /** Returns spectral clustering of the graph. */
    static ClusteringMethod graphAlone() {
        return new GraphClustering();
    }
}
