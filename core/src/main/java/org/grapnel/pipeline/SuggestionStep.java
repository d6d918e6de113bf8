package org.grapnel.pipeline;

import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GraphGroups;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.FeatureCount;
import org.grapnel.select.GroupContrast;

/** Suggests the number of groups and of features before a fit, from the graph and its groups. */
public final class SuggestionStep {
    /** The largest number of components that is tried. */
    private static final int MOST_COMPONENTS = 128;

    private final PreparedData data;
    private final Matrix X;
    private final Optional<GraphSource> given;
    private final Spec spec;
    private final FitContext context;

    public SuggestionStep(PreparedData data, Optional<GraphSource> given, Spec spec, FitContext context) {
        this.data = data;
        X = data.data().X();
        this.given = given;
        this.spec = spec;
        this.context = context;
    }

    /** Estimates the number of groups from the graph. */
    public GroupCount clusters() {
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            GraphSource source = graph(execution);
            context.listener().onPhase("counting groups");
            return GroupCount.estimate(execution, source.graph(), spec.seed());
        }
    }

    /** Finds the number of components that predict hidden entries best; empty if cancelled. */
    public Optional<RankCurve> rank() {
        int[] samples = RankSearch.samples(X.rows(), X.cols());
        try (Matrix some = X.selectColumns(samples)) {
            int most = Math.min(MOST_COMPONENTS, Math.min(some.rows(), some.cols()));
            Optional<EntryWeights> known = data.weights().map(weights -> weights.selectColumns(samples));
            return new RankSearch(some, known, spec.seed(), spec.threads(), context).run(most);
        }
    }

    /** Finds the number of features that separate the groups of the graph best. */
    public FeatureCount keep() {
        FeatureSelectionStep.requireDifferences(data.data());
        Groups.requireDistinctSamples(data.data(), spec.clusters(), spec.threads());
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            GraphSource source = graph(execution);
            context.listener().onPhase("grouping the graph");
            Clustering groups = groups(execution, source);
            int searched = Math.min(X.rows(), FeatureCount.MOST);
            if (!GroupSearch.canBeTold(groups)) return new FeatureCount(0, 0, searched);
            CancellationToken.throwIfInterrupted();
            context.listener().onPhase("choosing features");
            return FeatureCount.of(GroupContrast.select(execution, X, groups, searched));
        }
    }

    private Clustering groups(ExecutionContext execution, GraphSource source) {
        return source.built()
                .filter(built -> source.features().isEmpty())
                .map(built -> GraphGroups.find(execution, built, X, graphSpec(), spec.clusters(), 0))
                .orElseGet(() -> GraphGroups.find(execution, source.graph(), spec.clusters(), 0))
                .clustering();
    }

    private GraphSource graph(ExecutionContext execution) {
        if (given.isPresent()) return given.get();
        context.listener().onPhase("finding neighbours");
        return GraphSource.of(KnnGraph.build(execution, X, graphSpec()));
    }

    /** The graph of the fit; that of the recommended method where the fit has none. */
    private GraphSpec graphSpec() {
        return spec.usesGraph()
                ? spec.graph()
                : GraphSpec.recommended().withNeighbors(spec.graph().neighbors());
    }
}
