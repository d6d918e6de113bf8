package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.Scratch;
import org.junit.jupiter.api.Test;

class QuickSelectTest {
    private static void assertLikeSorting(double[] values, int count, int... ks) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        double[] before = values.clone();
        try (Scratch scratch = new Scratch()) {
            for (int k : ks)
                assertThat(QuickSelect.kth(values, count, k, scratch))
                        .as("largest number %d of %d", k, count)
                        .isEqualTo(sorted[count - k]);
        }
        assertThat(values).containsExactly(before);
    }

    /** Inputs that are hard for selection: sorted, reversed, equal, few values, organ pipe, sawtooth, and one that defeats medians of three. */
    private static Map<String, double[]> orders(int n) {
        Map<String, double[]> orders = new LinkedHashMap<>();
        orders.put(
                "random",
                IntStream.range(0, n)
                        .mapToDouble(i -> CounterRandom.uniform(1, n, i))
                        .toArray());
        orders.put("ascending", IntStream.range(0, n).mapToDouble(i -> i).toArray());
        orders.put("descending", IntStream.range(0, n).mapToDouble(i -> -i).toArray());
        orders.put("equal", IntStream.range(0, n).mapToDouble(i -> 3).toArray());
        orders.put(
                "two values",
                IntStream.range(0, n)
                        .mapToDouble(i -> TestMatrices.below(2, 2, n, i))
                        .toArray());
        orders.put(
                "few values",
                IntStream.range(0, n)
                        .mapToDouble(i -> TestMatrices.below(5, 3, n, i))
                        .toArray());
        orders.put(
                "organ pipe",
                IntStream.range(0, n).mapToDouble(i -> Math.min(i, n - i)).toArray());
        orders.put("sawtooth", IntStream.range(0, n).mapToDouble(i -> i % 7).toArray());
        orders.put(
                "one large",
                IntStream.range(0, n).mapToDouble(i -> i == n / 3 ? 1e300 : 0).toArray());
        orders.put("adversary", adversary(n, true));
        orders.put("adversary, descending in the end", adversary(n, false));
        return orders;
    }

    /**
     * McIlroy, A killer adversary for quicksort (1999): a number gets its value only when it is one of the three whose median is the pivot, and
     * then the smallest value left. So a round removes two numbers, and many numbers are sorted in the end.
     */
    private static double[] adversary(int n, boolean ascending) {
        double[] value = new double[n];
        Arrays.fill(value, Double.POSITIVE_INFINITY);
        int[] at = IntStream.range(0, n).toArray();
        double least = 0;
        for (int low = 0; low + 2 < n; low += 2) {
            int middle = low + (n - 1 - low) / 2;
            int pivot = at[middle];
            value[at[low]] = least++;
            value[pivot] = least++;
            at[middle] = at[low + 1]; // what is not above the pivot goes to the front
            at[low + 1] = pivot;
        }
        for (int i = 0; i < n; i++)
            if (value[i] == Double.POSITIVE_INFINITY) value[i] = ascending ? least++ : 2 * n - i;
        return value;
    }

    @Test
    void everyRankOfFewNumbersEqualsThatOfSorting() {
        for (int n = 1; n <= 40; n++)
            for (double[] values : orders(n).values())
                assertLikeSorting(values, n, IntStream.rangeClosed(1, n).toArray());
    }

    @Test
    void ranksOfManyNumbersEqualThoseOfSorting() {
        for (double[] values : orders(20_000).values())
            assertLikeSorting(values, 20_000, 1, 2, 50, 9_999, 10_000, 10_001, 19_999, 20_000);
    }

    @Test
    void numbersAfterTheCountAreIgnored() {
        double[] values = {4, 2, 9, 7, 100, 200};
        assertLikeSorting(values, 4, 1, 2, 3, 4);
    }

    @Test
    void extremeNumbersAreOrdered() {
        double[] values = {0, Double.MAX_VALUE, Double.MIN_VALUE, Double.POSITIVE_INFINITY, 0, 1};
        assertLikeSorting(values, 6, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void aboveCountsStrictlyLargerNumbers() {
        double[] values = {3, 1, 3, 5, 2, 9};
        assertThat(QuickSelect.above(values, 5, 3)).isEqualTo(1);
        assertThat(QuickSelect.above(values, 6, 3)).isEqualTo(2);
        assertThat(QuickSelect.above(values, 6, 0)).isEqualTo(6);
        assertThat(QuickSelect.above(values, 0, 0)).isZero();
    }
}
