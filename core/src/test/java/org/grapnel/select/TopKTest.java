package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class TopKTest {
    @Test
    void largestComeFirstAndTiesGoToTheLowerIndex() {
        for (int seed = 0; seed < 50; seed++) {
            int count = 1 + TestMatrices.below(60, seed, 0, 0);
            double[] value = new double[count];
            for (int i = 0; i < count; i++) value[i] = TestMatrices.below(8, seed, 1, i);
            int[] sorted = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -value[i]))
                    .mapToInt(i -> i)
                    .toArray();
            assertThat(TopK.rank(value)).isEqualTo(sorted);
            for (int most = 0; most <= count; most++)
                assertThat(TopK.select(value, most))
                        .isEqualTo(IntStream.of(sorted).limit(most).toArray());
        }
    }

    @Test
    void minusInfinityIsRankedLastAndNeverSelected() {
        double[] value = {Double.NEGATIVE_INFINITY, 1, Double.NaN, 3, Double.NEGATIVE_INFINITY};
        assertThat(TopK.select(value, 5)).containsExactly(3, 1);
        assertThat(TopK.rank(value)).containsExactly(3, 1, 0, 2, 4);
    }
}
