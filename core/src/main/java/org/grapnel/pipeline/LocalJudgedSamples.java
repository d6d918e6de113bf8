package org.grapnel.pipeline;

import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.ComponentKind;
import org.grapnel.graph.Graph;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Matrix;

/** The samples and groupings of a fit on one machine, as {@link TrustStep} needs them. */
record LocalJudgedSamples(Matrix X, GroupSearch.GroupedGraph found, Clustering result) implements JudgedSamples {
    @Override
    public int samples() {
        return X.cols();
    }

    @Override
    public int features() {
        return X.rows();
    }

    @Override
    public Optional<PointSample> points(int most) {
        return found.firstGraph().built().map(built -> points(built, most));
    }

    private PointSample points(KnnGraph built, int most) {
        Matrix all = built.points(X);
        int n = all.cols();
        boolean every = n <= most;
        boolean unitLength = built.scores()
                .filter(scores -> scores.kind() == ComponentKind.UNIT_LENGTH)
                .isPresent();
        return new PointSample(
                all.selectColumns(JudgedSamples.evenlySpaced(n, most)),
                unitLength,
                every ? Optional.of(built.graph()) : Optional.empty(),
                every ? Optional.of(found.first()) : Optional.empty());
    }

    @Override
    public GraphShares givenGraph() {
        Graph graph = found.firstGraph().graph();
        return new GraphShares(
                Modularity.inside(graph, found.first()).value().orElse(0),
                Modularity.compute(graph, found.first()).value().orElse(0),
                graph.edges());
    }

    @Override
    public OptionalDouble agreementWithKMeans() {
        return agreement(found.onComponents());
    }

    @Override
    public OptionalDouble agreementWithAllFeatures() {
        return agreement(found.ofAllFeatures());
    }

    private OptionalDouble agreement(Optional<Clustering> other) {
        return other.isPresent()
                ? OptionalDouble.of(AdjustedRand.compute(found.first(), other.get()))
                : OptionalDouble.empty();
    }

    @Override
    public double agreementWithResult() {
        return AdjustedRand.compute(found.first(), result);
    }

    @Override
    public double edgesWithinGroups() {
        return inside(found.graph().graph(), result);
    }

    static double inside(Graph graph, Clustering result) {
        return Modularity.inside(graph, result).value().orElse(Double.NaN);
    }
}
