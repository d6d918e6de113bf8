package org.grapnel.compare;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.Louvain;
import org.grapnel.cluster.LouvainOptions;
import org.grapnel.graph.Graph;

/** Louvain communities of the graph, as pipelines for single cells find them. Their number is not given. */
record LouvainClustering() implements ClusteringMethod {
    @Override
    public void check(ComparisonContext comparison) {}

    @Override
    public Map<String, Object> parameters() {
        return Map.of("way", "louvain");
    }

    @Override
    public boolean needsGraph() {
        return true;
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        context.listener().onPhase("finding communities");
        Graph graph = comparison.graph().graph();
        int wanted = comparison.protocol().clusters();
        long began = System.nanoTime();
        Clustering found = Louvain.cluster(
                graph, LouvainOptions.standard().withSeed(comparison.protocol().seed(repeat)));
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.put(Measure.SECONDS, (System.nanoTime() - began) * 1e-9);
        return Optional.of(new TrialOutcome(
                found,
                values,
                "tolerance",
                true,
                Optional.empty(),
                List.of(),
                found.clusters() == wanted ? List.of() : List.of(number(found.clusters(), wanted))));
    }

    private static String number(int found, int wanted) {
        return String.format(
                Locale.ROOT, "Louvain finds the number of groups itself: %d, not the given %d", found, wanted);
    }
}
