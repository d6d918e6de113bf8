package org.grapnel.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.SelectionResult;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.noise.NoiseScreen;

/** What all compared methods share: the data, one graph, and feature selections that draw nothing and so run only once. */
public final class ComparisonContext {
    private final PreparedData data;
    private final ComparisonProtocol protocol;
    private final boolean graphGiven;
    private Optional<GraphSource> graph;
    private Optional<Boolean> hasNoise = Optional.empty();
    private final Map<SelectedFeaturesKMeans, SelectionResult> selections = new HashMap<>();
    private final Map<Integer, SampleCoordinates> components = new HashMap<>();

    ComparisonContext(PreparedData data, Optional<GraphSource> given, ComparisonProtocol protocol) {
        this.data = data;
        this.protocol = protocol;
        graphGiven = given.isPresent();
        graph = given;
    }

    public PreparedData data() {
        return data;
    }

    Matrix X() {
        return data.data().X();
    }

    public ComparisonProtocol protocol() {
        return protocol;
    }

    /** Builds the graph unless there is one already. */
    void buildGraph(FitContext context) {
        if (graph.isPresent()) return;
        context.listener().onPhase("finding neighbours");
        try (ExecutionContext execution = ExecutionContext.create(protocol.threads())) {
            graph = Optional.of(GraphSource.of(KnnGraph.build(execution, X(), protocol.graph())));
        }
    }

    /** The graph that all methods use. */
    GraphSource graph() {
        return graph.orElseThrow(() -> new IllegalStateException("the graph has not been built"));
    }

    Optional<GraphSource> knownGraph() {
        return graph;
    }

    /** The graph that the user gave. */
    Optional<GraphSource> givenGraph() {
        return graphGiven ? graph : Optional.empty();
    }

    List<String> graphNotes() {
        return graph.map(GraphSource::notes).orElse(List.of());
    }

    /**
     * Returns the graph to select features with. If some features are noise and no graph was given, {@code structure} builds its own graph on the
     * other features, and the time for that counts as its own.
     */
    Optional<GraphSource> graphForSelection(FeatureSelection selection) {
        boolean buildsOwn = selection.by() == FeatureSelection.Strategy.STRUCTURE && !graphGiven && hasNoise();
        return buildsOwn ? Optional.empty() : graph;
    }

    private boolean hasNoise() {
        if (hasNoise.isEmpty())
            try (ExecutionContext execution = ExecutionContext.create(protocol.threads())) {
                hasNoise =
                        Optional.of(NoiseScreen.findInformative(execution, X()).isPresent());
            }
        return hasNoise.orElseThrow();
    }

    /** Returns a selection that draws nothing, computed on first use. */
    SelectionResult selection(SelectedFeaturesKMeans method, Supplier<SelectionResult> select) {
        return selections.computeIfAbsent(method, m -> select.get());
    }

    /** The coordinates of the samples along the leading principal components, and the time they took. */
    record SampleCoordinates(double[][] scores, double seconds) {}

    /** Returns principal components, computed on first use. */
    SampleCoordinates components(int count, Supplier<double[][]> compute) {
        return components.computeIfAbsent(count, c -> {
            long began = System.nanoTime();
            double[][] scores = compute.get();
            return new SampleCoordinates(scores, (System.nanoTime() - began) * 1e-9);
        });
    }
}
