package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NeighborGroupsTest {
    private static Clustering labels(int n, int clusters) {
        int[] label = new int[n];
        for (int j = 0; j < n; j++) label[j] = (int) (CounterRandom.uniform(8, j, 0) * clusters);
        return Clustering.ofLabels(clusters + 1, label); // the last group is empty
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    void qualityAndConfidenceEqualThoseOfOneMachine(int partitions) {
        Graph local = TestSampleGraphs.random(150, 3, 21);
        Clustering groups = labels(150, 3);
        GroupConfidence known = GroupConfidence.ofNeighbors(local, groups);
        try (SampleGraph graph = TestSampleGraphs.distribute(local, partitions);
                SampleGroups labels = TestSampleGraphs.distribute(groups, graph.offsets())) {
            GraphQuality quality = graph.quality(labels);
            assertThat(quality.modularity())
                    .isCloseTo(Modularity.compute(local, groups).value().orElseThrow(), within(1e-12));
            assertThat(quality.inside())
                    .isCloseTo(Modularity.inside(local, groups).value().orElseThrow(), within(1e-12));
            int i = 0;
            for (double[] part : graph.confidence(labels).collect())
                for (double share : part) {
                    double expected = known.of(i++);
                    if (Double.isNaN(expected)) assertThat(share).isNaN();
                    else assertThat(share).isCloseTo(expected, within(1e-12));
                }
            assertThat(i).isEqualTo(150);
        }
    }

    @Test
    void groupsOfOtherSamplesAreRefused() {
        try (SampleGraph graph = TestSampleGraphs.distribute(TestSampleGraphs.random(20, 3, 1), 2);
                SampleGroups labels = TestSampleGraphs.distribute(labels(19, 2), new int[] {0, 10, 19})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.quality(labels))
                    .withMessage("the graph joins 20 samples, the groups have 19");
        }
    }
}
