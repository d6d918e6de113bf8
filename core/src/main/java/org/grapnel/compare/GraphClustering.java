package org.grapnel.compare;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.cluster.SpectralClusteringResult;
import org.grapnel.graph.Graph;
import org.grapnel.runtime.ExecutionContext;

/** Spectral clustering of the graph: the result without any features. It has groups, but neither factors nor an objective. */
record GraphClustering() implements ClusteringMethod {
    /** Eigenvectors with a larger residual get a note. */
    private static final double ROUGH = 1e-3;

    @Override
    public void check(ComparisonContext comparison) {}

    @Override
    public Map<String, Object> parameters() {
        return Map.of("way", "graph");
    }

    @Override
    public boolean needsGraph() {
        return true;
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        context.listener().onPhase("clustering the graph");
        Graph graph = comparison.graph().graph();
        int joined = graph.size() - graph.components().isolated().size();
        int clusters = Math.max(1, Math.min(comparison.protocol().clusters(), joined));
        long began = System.nanoTime();
        try (ExecutionContext execution =
                        ExecutionContext.create(comparison.protocol().threads());
                SpectralClusteringResult found = SpectralClustering.cluster(
                        execution, graph, clusters, comparison.protocol().seed(repeat))) {
            Map<Measure, Double> values = new EnumMap<>(Measure.class);
            values.put(Measure.SECONDS, (System.nanoTime() - began) * 1e-9);
            boolean rough = found.residual() > ROUGH;
            return Optional.of(new TrialOutcome(
                    found.clustering(),
                    values,
                    rough ? "max-rounds" : "tolerance",
                    !rough,
                    Optional.empty(),
                    List.of(),
                    rough ? List.of("the eigenvectors of the graph are rough") : List.of()));
        }
    }
}
