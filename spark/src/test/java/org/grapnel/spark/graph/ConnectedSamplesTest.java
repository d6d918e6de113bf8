package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.Graph;
import org.grapnel.graph.join.GraphComponent;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectedSamplesTest {
    private static void assertSame(Graph local, int partitions) {
        int[] label = ConnectedComponents.labels(local);
        try (SampleGraph graph = TestSampleGraphs.distribute(local, partitions);
                ConnectedSamples found = ConnectedSamples.find(graph)) {
            assertThat(found.components()).isEqualTo(GraphComponent.ofLabels(label));
            assertThat(TestSampleGraphs.collect(found.numbers())).isEqualTo(label);
            assertThat(found.numbers().getNumPartitions()).isEqualTo(partitions);
            assertSameInAnotherOrder(graph, found);
        }
    }

    private static void assertSameInAnotherOrder(SampleGraph graph, ConnectedSamples known) {
        try (SampleArrangement order = TestSampleGraphs.arrange(graph.offsets(), 7);
                ConnectedSamples found = ConnectedSamples.find(graph, Optional.of(order))) {
            assertThat(found.components()).isEqualTo(known.components());
            assertThat(TestSampleGraphs.collect(found.numbers())).isEqualTo(TestSampleGraphs.collect(known.numbers()));
        }
    }

    @ParameterizedTest
    @CsvSource({"80, 1.2, 1", "80, 1.2, 3", "300, 1.6, 4", "5, 1, 9"})
    void componentsEqualThoseOfOneMachine(int n, double degree, int partitions) {
        assertSame(TestSampleGraphs.random(n, degree, 11), partitions);
    }

    @Test
    void pathThatCrossesPartitionsOftenIsOneComponent() {
        int n = 40;
        List<int[]> path = new ArrayList<>();
        for (int i = 0; i + 1 < n; i++) {
            int a = 17 * i % n;
            int b = 17 * (i + 1) % n;
            path.add(new int[] {Math.min(a, b), Math.max(a, b)});
        }
        assertSame(TestSampleGraphs.of(n, path), 4);
    }

    @Test
    void tooManyComponentsAreRefused() {
        try (SampleGraph graph = TestSampleGraphs.distribute(TestSampleGraphs.random(30, 0.5, 3), 2)) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> ConnectedSamples.find(graph, Optional.empty(), 5))
                    .withMessageMatching("the graph has \\d+ components, and at most 5 can be grouped on Spark; .*");
        }
    }
}
