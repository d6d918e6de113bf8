package org.grapnel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class CounterRandomTest {
    /**
     * SplitMix64's finaliser as in the JDK: the first draw of a SplittableRandom mixes its seed plus the golden gamma.
     */
    private static long mix(long z) {
        return new SplittableRandom(z - 0x9E3779B97F4A7C15L).nextLong();
    }

    @Test
    void bitsAreSplitMixOfSeedRowAndColumn() {
        for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE})
            for (long row : new long[] {0, 1, 5, -7, 1L << 40})
                for (long column : new long[] {0, 1, 3, 1L << 33})
                    assertThat(CounterRandom.bits(seed, row, column))
                            .isEqualTo(mix(mix(mix(seed + 0x9E3779B97F4A7C15L) ^ row * 0xD1B54A32D192ED03L)
                                    ^ column * 0x8CB92BA72F3D8DD7L));
    }

    @Test
    void uniformNumbersAreBelowOneWithTheRightMoments() {
        int n = 400;
        double sum = 0;
        double squares = 0;
        double least = 1;
        double most = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double u = CounterRandom.uniform(3, i, j);
                assertThat(u >= 0 && u < 1).isTrue();
                sum += u;
                squares += u * u;
                least = Math.min(least, u);
                most = Math.max(most, u);
            }
        }
        int count = n * n;
        assertThat(sum / count).isCloseTo(0.5, within(5 / Math.sqrt(12.0 * count)));
        assertThat(squares / count).isCloseTo(1.0 / 3, within(5 * Math.sqrt(4.0 / 45 / count)));
        assertThat(least).isLessThan(1e-4);
        assertThat(most).isGreaterThan(1 - 1e-4);
    }

    @Test
    void gaussianNumbersHaveTheRightMoments() {
        int count = 100_000;
        double[] power = new double[5];
        for (int i = 0; i < count; i++) {
            double g = CounterRandom.gaussian(5, i / 250, i % 250);
            assertThat(Double.isFinite(g)).isTrue();
            for (int k = 1; k <= 4; k++) power[k] += Math.pow(g, k) / count;
        }
        assertThat(power[1]).isCloseTo(0, within(5 / Math.sqrt(count)));
        assertThat(power[2]).isCloseTo(1, within(5 * Math.sqrt(2.0 / count)));
        assertThat(power[3]).isCloseTo(0, within(5 * Math.sqrt(15.0 / count)));
        assertThat(power[4]).isCloseTo(3, within(5 * Math.sqrt(96.0 / count)));
    }

    @Test
    void everyArgumentChangesTheNumber() {
        Set<Long> seen = new HashSet<>();
        for (int seed = 0; seed < 30; seed++)
            for (int row = 0; row < 30; row++)
                for (int column = 0; column < 30; column++) seen.add(CounterRandom.bits(seed, row, column));
        assertThat(seen).hasSize(30 * 30 * 30);
        assertThat(CounterRandom.bits(1, 2, 3))
                .isNotEqualTo(CounterRandom.bits(1, 3, 2))
                .isNotEqualTo(CounterRandom.bits(2, 1, 3));
    }

    @Test
    void numbersDoNotDependOnEarlierDraws() {
        double there = CounterRandom.uniform(9, 100, 200);
        double[][] forward = TestMatrices.uniform(9, 20, 20);
        for (int i = 19; i >= 0; i--)
            for (int j = 19; j >= 0; j--)
                assertThat(CounterRandom.uniform(9, i, j)).isEqualTo(forward[i][j]);
        assertThat(CounterRandom.uniform(9, 100, 200)).isEqualTo(there);
    }

    @Test
    void everyBitIsSetHalfOfTheTimeForAnyCountingArgument() {
        int n = 20_000;
        double spread = 5 * Math.sqrt(n) / 2;
        for (int argument = 0; argument < 3; argument++) {
            int[] ones = new int[64];
            int[] flips = new int[64]; // between consecutive numbers: no bit may follow its predecessor
            long before = 0;
            for (int i = 0; i < n; i++) {
                long bits = CounterRandom.bits(argument == 0 ? i : 1, argument == 1 ? i : 2, argument == 2 ? i : 3);
                for (int b = 0; b < 64; b++) {
                    ones[b] += (int) (bits >>> b & 1);
                    flips[b] += (int) ((bits ^ before) >>> b & 1);
                }
                before = bits;
            }
            for (int b = 0; b < 64; b++) {
                assertThat((double) ones[b]).as("bit %d", b).isCloseTo(n / 2.0, within(spread));
                assertThat((double) flips[b]).as("bit %d", b).isCloseTo(n / 2.0, within(spread));
            }
        }
    }

    @Test
    void bytesAreEquallyFrequent() {
        int n = 256 * 200;
        for (int shift : new int[] {0, 24, 56}) {
            for (int argument = 0; argument < 3; argument++) {
                int[] count = new int[256];
                for (int i = 0; i < n; i++) {
                    long bits = CounterRandom.bits(argument == 0 ? i : 7, argument == 1 ? i : 0, argument == 2 ? i : 0);
                    count[(int) (bits >>> shift & 255)]++;
                }
                double chiSquare = 0;
                for (int c : count) chiSquare += (c - 200.0) * (c - 200.0) / 200;
                assertThat(chiSquare).isBetween(255 - 5 * Math.sqrt(510), 255 + 5 * Math.sqrt(510));
            }
        }
    }

    @Test
    void partsHaveDifferentSeeds() {
        Set<Long> seen = new HashSet<>();
        for (long seed = 0; seed < 100; seed++)
            for (long part = 0; part < 100; part++) seen.add(CounterRandom.split(seed, part));
        assertThat(seen).hasSize(10_000);
    }

    @Test
    void samplesAreDistinctAscendingAndUniform() {
        int[] often = new int[20];
        for (int seed = 0; seed < 4000; seed++) {
            int[] drawn = CounterRandom.sample(20, 5, seed);
            assertThat(drawn).hasSize(5).doesNotHaveDuplicates().isSorted();
            for (int i : drawn) often[i]++;
        }
        for (int times : often) assertThat(times).isBetween(880, 1120);
        assertThat(CounterRandom.sample(7, 7, 3))
                .isEqualTo(IntStream.range(0, 7).toArray());
        assertThat(CounterRandom.sample(7, 0, 3)).isEmpty();
    }
}
