package org.grapnel.evaluate;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;

/** Random partitions drawn from a seed. */
final class RandomPartitions {
    private RandomPartitions() {}

    /** Assigns each sample to one of {@code parts} parts at random. */
    static int[] random(long seed, int n, int parts) {
        return IntStream.range(0, n)
                .map(i -> TestMatrices.below(parts, seed, i, 7))
                .toArray();
    }

    /** Moves about half of the samples of a partition to random parts. */
    static int[] disturbed(long seed, int[] partition, int parts) {
        int[] other = random(seed, partition.length, parts);
        return IntStream.range(0, partition.length)
                .map(i -> CounterRandom.uniform(seed, i, 8) < 0.5 ? partition[i] : other[i])
                .toArray();
    }

    /** 0 … n−1 in random order. */
    static int[] permutation(long seed, int n) {
        return IntStream.range(0, n)
                .boxed()
                .sorted((a, b) -> Long.compare(CounterRandom.bits(seed, a, 9), CounterRandom.bits(seed, b, 9)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    static int[] at(int[] order, int[] of) {
        return Arrays.stream(order).map(i -> of[i]).toArray();
    }

    static int[] renamed(int[] partition, int[] names) {
        return Arrays.stream(partition).map(c -> names[c]).toArray();
    }
}
