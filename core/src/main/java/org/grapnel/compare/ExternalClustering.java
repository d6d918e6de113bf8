package org.grapnel.compare;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.cluster.Clustering;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.MethodPlugin;
import org.grapnel.plugin.PluginResults;
import org.grapnel.runtime.ExecutionContext;

/** A method of a plugin. It has groups, but neither factors nor an objective. */
record ExternalClustering(Extension<MethodPlugin> method) implements ClusteringMethod {
    @Override
    public void check(ComparisonContext comparison) {}

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("way", "plugin");
        parameters.put("method", method.name());
        parameters.put("identity", method.identity());
        return parameters;
    }

    @Override
    public boolean needsGraph() {
        return false;
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        context.listener().onPhase("running " + method.name());
        ComparisonProtocol protocol = comparison.protocol();
        long began = System.nanoTime();
        try (ExecutionContext execution = ExecutionContext.create(protocol.threads())) {
            Clustering groups =
                    PluginResults.groups(method, execution, comparison.X(), protocol.clusters(), protocol.seed(repeat));
            Map<Measure, Double> values = new EnumMap<>(Measure.class);
            values.put(Measure.SECONDS, (System.nanoTime() - began) * 1e-9);
            return Optional.of(
                    new TrialOutcome(groups, values, "tolerance", true, Optional.empty(), List.of(), List.of()));
        }
    }
}
