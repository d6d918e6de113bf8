package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RandomSubsetTest {
    @Test
    void smallSetsAreTakenWhole() {
        assertThat(RandomSubset.draw(5, 5, 1)).containsExactly(0, 1, 2, 3, 4);
        assertThat(RandomSubset.draw(3, 5, 1)).containsExactly(0, 1, 2);
        assertThat(RandomSubset.draw(0, 5, 1)).isEmpty();
    }

    @Test
    void subsetIsAscendingDistinctAndOfTheRequestedSize() {
        for (int seed = 0; seed < 200; seed++) {
            int[] chosen = RandomSubset.draw(50 + seed, 40, seed);
            assertThat(Arrays.stream(chosen).distinct().sorted().toArray())
                    .isEqualTo(chosen)
                    .hasSize(40);
            assertThat(chosen[39]).isLessThan(50 + seed);
        }
    }

    @Test
    void everyElementIsEquallyLikely() {
        int[] times = new int[20];
        for (int seed = 0; seed < 20_000; seed++) for (int i : RandomSubset.draw(20, 5, seed)) times[i]++;
        for (int t : times) assertThat(t).isCloseTo(5000, within(250)); // four standard deviations
    }
}
