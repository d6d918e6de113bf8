package org.grapnel.spark.pipeline;

import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.graph.ComponentKind;
import org.grapnel.pipeline.JudgedSamples;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.GraphQuality;
import org.grapnel.spark.graph.SampleGraph;

/** The samples and groupings of a distributed fit, as the verdict on its groups needs them. */
record SparkJudgedSamples(Panels X, GroupedSamples found, SampleGroups result) implements JudgedSamples {
    @Override
    public int samples() {
        return X.samples();
    }

    @Override
    public int features() {
        return X.features();
    }

    @Override
    public Optional<PointSample> points(int most) {
        if (found.isGiven()) return Optional.empty();
        int n = X.samples();
        int[] chosen = JudgedSamples.evenlySpaced(n, most);
        boolean every = n <= most;
        Panels points = found.components().map(SampleComponents::points).orElse(X);
        boolean unitLength = found.components()
                .filter(components -> components.kind() == ComponentKind.UNIT_LENGTH)
                .isPresent();
        SampleRound first = found.first();
        return Optional.of(new PointSample(
                points.collect(chosen),
                unitLength,
                every ? Optional.of(first.graph().collect()) : Optional.empty(),
                every ? Optional.of(first.groups().collect(chosen)) : Optional.empty()));
    }

    @Override
    public GraphShares givenGraph() {
        SampleGraph graph = found.first().graph();
        GraphQuality quality = graph.quality(found.first().groups());
        return new GraphShares(quality.inside(), quality.modularity(), graph.edges());
    }

    @Override
    public OptionalDouble agreementWithKMeans() {
        return agreement(found.onComponents());
    }

    @Override
    public OptionalDouble agreementWithAllFeatures() {
        return agreement(found.ofAllFeatures());
    }

    private OptionalDouble agreement(Optional<SampleGroups> other) {
        return other.isPresent()
                ? OptionalDouble.of(found.first().groups().agreement(other.get()))
                : OptionalDouble.empty();
    }

    @Override
    public double agreementWithResult() {
        return found.first().groups().agreement(result);
    }

    @Override
    public double edgesWithinGroups() {
        SampleGraph graph = found.last().graph();
        return graph.edges() == 0 ? Double.NaN : graph.quality(result).inside();
    }
}
