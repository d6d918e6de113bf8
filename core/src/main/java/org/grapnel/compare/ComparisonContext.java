package org.grapnel.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.FeatureSelection;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.noise.NoiseScreen;

/**
 * What all contenders share: the data, the one graph, and choices of features in which nothing is drawn, so that they are made once
 * for all repeats.
 */
public final class ComparisonContext {
    private final PreparedData data;
    private final ComparisonProtocol protocol;
    private final boolean given;
    private Optional<GraphSource> graph;
    private Optional<Boolean> noisy = Optional.empty();
    private final Map<SelectedFeaturesKMeans, SelectionResult> chosen = new HashMap<>();

    ComparisonContext(PreparedData data, Optional<GraphSource> given, ComparisonProtocol protocol) {
        this.data = data;
        this.protocol = protocol;
        this.given = given.isPresent();
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

    /** Builds the graph, unless there is one already. */
    void buildGraph(FitListener watch) {
        if (graph.isPresent()) return;
        watch.onPhase("finding neighbours");
        graph = Optional.of(GraphSource.of(Grapnel.graph(X(), protocol.graph(), protocol.threads())));
    }

    /** The graph that all look at. */
    GraphSource graph() {
        return graph.orElseThrow(() -> new IllegalStateException("nobody has asked for a graph"));
    }

    Optional<GraphSource> knownGraph() {
        return graph;
    }

    List<String> graphNotes() {
        return graph.map(GraphSource::notes).orElse(List.of());
    }

    /**
     * The graph to choose features with. {@code structure} looks for neighbours by itself where some features are noise and nobody has said who the
     * neighbours are: its graph is that of the others, and finding it is a part of that way.
     */
    Optional<GraphSource> graphForSelection(FeatureSelection choice) {
        return choice.by() == FeatureSelection.Strategy.STRUCTURE && !given && noisy() ? Optional.empty() : graph;
    }

    private boolean noisy() {
        if (noisy.isEmpty())
            try (ExecutionContext context = ExecutionContext.create(protocol.threads())) {
                noisy = Optional.of(NoiseScreen.findInformative(context, X()).isPresent());
            }
        return noisy.orElseThrow();
    }

    /** A choice in which nothing is drawn: made now, or known. */
    SelectionResult chosen(SelectedFeaturesKMeans way, Supplier<SelectionResult> choose) {
        return chosen.computeIfAbsent(way, w -> choose.get());
    }
}
