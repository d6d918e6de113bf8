package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.grapnel.linalg.Draw;
import org.junit.jupiter.api.Test;

class BestTest {
    @Test
    void theLargestComeFirstAndEqualOnesByTheirIndex() {
        for (int seed = 0; seed < 50; seed++) {
            int count = 1 + Draw.below(60, seed, 0, 0);
            double[] value = new double[count];
            for (int i = 0; i < count; i++) value[i] = Draw.below(8, seed, 1, i);
            int[] sorted = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -value[i]))
                    .mapToInt(i -> i)
                    .toArray();
            assertThat(Best.ranking(value)).isEqualTo(sorted);
            for (int most = 0; most <= count; most++)
                assertThat(Best.of(value, most))
                        .isEqualTo(IntStream.of(sorted).limit(most).toArray());
        }
    }

    @Test
    void whatHasNoValueIsLastInTheRankingAndNeverAmongTheBest() {
        double[] value = {Double.NEGATIVE_INFINITY, 1, Double.NaN, 3, Double.NEGATIVE_INFINITY};
        assertThat(Best.of(value, 5)).containsExactly(3, 1);
        assertThat(Best.ranking(value)).containsExactly(3, 1, 0, 2, 4);
    }
}
