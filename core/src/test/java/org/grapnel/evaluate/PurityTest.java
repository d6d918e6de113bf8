package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PurityTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void splittingAClusterNeverLowersPurity(int seed) {
        PartitionPair c = PartitionPair.of(seed);
        int[] split = c.clusters().clone();
        for (int i = 0; i < split.length; i += 2) split[i] += PartitionPair.PARTS;
        assertThat(Purity.compute(ContingencyTable.of(c.truth(), split)))
                .isGreaterThanOrEqualTo(Purity.compute(c.table()));
        long largest = 0;
        for (long[] row : c.table().toArray()) for (long cell : row) largest = Math.max(largest, cell);
        assertThat(Accuracy.compute(c.table())).isGreaterThanOrEqualTo((double) largest / c.truth().length);
    }
}
