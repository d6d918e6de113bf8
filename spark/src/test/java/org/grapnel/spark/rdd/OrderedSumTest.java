package org.grapnel.spark.rdd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedSumTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 32, 33, 50})
    void partitionsAreAddedInTheirOrder(int partitions) {
        List<double[]> parts = IntStream.range(0, partitions)
                .mapToObj(q -> new double[] {1, Math.pow(10, q % 17) * CounterRandom.uniform(1, q, 0)})
                .toList();
        double[] sum = OrderedSum.sum(TestPanels.context().parallelize(parts, partitions));
        int width = partitions <= OrderedSum.FEW ? partitions : (int) Math.ceil(Math.sqrt(partitions));
        double expected = 0;
        for (int from = 0; from < partitions; from += width) {
            double part = 0;
            for (int q = from; q < Math.min(partitions, from + width); q++) part += parts.get(q)[1];
            expected += part;
        }
        assertThat(sum).containsExactly(partitions, expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 20})
    void largeArraysAreAddedInTheOrderOfTheirPartitions(int partitions) {
        List<double[]> parts = IntStream.range(0, partitions)
                .mapToObj(q -> IntStream.range(0, 11)
                        .mapToDouble(i -> Math.pow(10, q % 17) * CounterRandom.uniform(1, q, i))
                        .toArray())
                .toList();
        double[] expected = new double[11];
        for (double[] part : parts) for (int i = 0; i < 11; i++) expected[i] += part[i];
        assertThat(OrderedSum.sum(TestPanels.context().parallelize(parts, partitions), 11, 10))
                .containsExactly(expected);
    }
}
