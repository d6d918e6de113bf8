package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdjustedRandTest {
    private static final double EPS = 1e-14;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void adjustedRandIndexEqualsThatOfAllPairs(int seed) {
        PartitionPair c = PartitionPair.of(seed);
        double together = 0;
        double inClasses = 0;
        double inClusters = 0;
        double pairs = 0;
        for (int i = 0; i < c.truth().length; i++) {
            for (int j = 0; j < i; j++, pairs++) {
                boolean sameClass = c.truth()[i] == c.truth()[j];
                boolean sameCluster = c.clusters()[i] == c.clusters()[j];
                if (sameClass) inClasses++;
                if (sameCluster) inClusters++;
                if (sameClass && sameCluster) together++;
            }
        }
        double chance = inClasses * inClusters / pairs;
        double expected = (together - chance) / ((inClasses + inClusters) / 2 - chance);
        assertThat(AdjustedRand.compute(c.table())).isCloseTo(expected, within(EPS));
    }

    @Test
    void randomPartitionsHaveAdjustedRandIndexZero() {
        double sum = 0;
        for (int seed = 0; seed < 400; seed++)
            sum += AdjustedRand.compute(ContingencyTable.of(
                    RandomPartitions.random(seed, 100, 4), RandomPartitions.random(seed + 1000, 100, 7)));
        assertThat(sum / 400).isCloseTo(0, within(0.003)); // about four standard errors
    }
}
