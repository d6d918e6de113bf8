package org.grapnel.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.ChosenFeatures;
import org.grapnel.FeatureChoice;
import org.grapnel.Grapnel;
import org.grapnel.Watch;
import org.grapnel.data.Prepared;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;
import org.grapnel.select.NoiseScreen;

/**
 * What all contenders share: the data, the one graph, and choices of features in which nothing is drawn, so that they are made once
 * for all repeats.
 */
public final class Arena {
    private final Prepared data;
    private final Protocol protocol;
    private final boolean given;
    private Optional<GraphSource> graph;
    private Optional<Boolean> noisy = Optional.empty();
    private final Map<SelectedFeatures, ChosenFeatures> chosen = new HashMap<>();

    Arena(Prepared data, Optional<GraphSource> given, Protocol protocol) {
        this.data = data;
        this.protocol = protocol;
        this.given = given.isPresent();
        graph = given;
    }

    public Prepared data() {
        return data;
    }

    Matrix X() {
        return data.data().X();
    }

    public Protocol protocol() {
        return protocol;
    }

    /** Builds the graph, unless there is one already. */
    void build(Watch watch) {
        if (graph.isPresent()) return;
        watch.phase("finding neighbours");
        graph = Optional.of(GraphSource.of(Grapnel.graph(X(), protocol.graph(), protocol.threads())));
    }

    /** The graph that all look at. */
    GraphSource graph() {
        return graph.orElseThrow(() -> new IllegalStateException("nobody has asked for a graph"));
    }

    Optional<GraphSource> known() {
        return graph;
    }

    List<String> graphNotes() {
        return graph.map(GraphSource::notes).orElse(List.of());
    }

    /**
     * The graph to choose features with. {@code structure} looks for neighbours by itself where some features are noise and nobody has said who the
     * neighbours are: its graph is that of the others, and finding it is a part of that way.
     */
    Optional<GraphSource> graphFor(FeatureChoice choice) {
        return choice.by() == FeatureChoice.By.STRUCTURE && !given && noisy() ? Optional.empty() : graph;
    }

    private boolean noisy() {
        if (noisy.isEmpty())
            try (Compute on = Compute.of(protocol.threads())) {
                noisy = Optional.of(NoiseScreen.survivors(on, X()).isPresent());
            }
        return noisy.orElseThrow();
    }

    /** A choice in which nothing is drawn: made now, or known. */
    ChosenFeatures chosen(SelectedFeatures way, Supplier<ChosenFeatures> choose) {
        return chosen.computeIfAbsent(way, w -> choose.get());
    }
}
