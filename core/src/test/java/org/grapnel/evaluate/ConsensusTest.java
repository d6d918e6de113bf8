package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsensusTest {
    /** Groups by number modulo g, with some samples moved to other groups. */
    private static Clustering noisy(long seed, int n, int g, double astray) {
        return Clustering.ofLabels(
                g,
                IntStream.range(0, n)
                        .map(i -> CounterRandom.uniform(seed, i, 0) < astray
                                ? (int) (CounterRandom.uniform(seed, i, 1) * g)
                                : i % g)
                        .toArray());
    }

    private static List<Clustering> repeats(long seed, int count, int n, int g) {
        List<Clustering> repeats = new ArrayList<>();
        for (int t = 0; t < count; t++) repeats.add(noisy(CounterRandom.split(seed, t), n, g + t % 2, 0.3));
        return repeats;
    }

    private static Clustering renamed(Clustering groups, int shift) {
        int g = groups.clusters();
        return Clustering.ofLabels(
                g + 1, // one is empty
                IntStream.range(0, groups.size())
                        .map(i -> (groups.labelOf(i) + shift) % (g + 1))
                        .toArray());
    }

    private static double[] certainties(Consensus c) {
        return IntStream.range(0, c.samples()).mapToDouble(c::certainty).toArray();
    }

    @Test
    void matchesACaseByHand() {
        // {0, 1, 2} {3, 4}; in the second clustering sample 2 changes group
        Clustering result = Clustering.ofLabels(2, 0, 0, 0, 1, 1);
        Consensus c = Consensus.compute(result, List.of(result, Clustering.ofLabels(2, 1, 1, 0, 0, 0)));
        assertThat(certainties(c)).containsExactly(0.75, 0.75, 0.5, 1, 1);
        assertThat(IntStream.range(0, 5).map(c::next)).containsExactly(-1, -1, 1, 0, 0);
        assertThat(IntStream.range(0, 5).mapToDouble(c::nextCertainty))
                .containsExactly(0.0, 0.0, 0.5, 0.5 / 3, 0.5 / 3);
        assertThat(c.between(0, 0)).isEqualTo(2.0 / 3);
        assertThat(c.between(0, 1)).isEqualTo(2.0 / 12);
        assertThat(c.between(1, 1)).isEqualTo(1);
        assertThat(c.together(2, 3)).isEqualTo(0.5);
        assertThat(c.meanCertainty()).isEqualTo(0.8);
        assertThat(c.uncertainSamples()).isZero();
        // of 10 pairs, 2 together in both, 4 apart in both, 2 and 2 together in one only
        assertThat(c.agreement()).isCloseTo(2.0 * (2 * 4 - 2 * 2) / (4 * 6 + 4 * 6), within(1e-15));
    }

    /** Computes everything pair by pair. */
    @ParameterizedTest
    @CsvSource({"1, 2, 7, 2", "2, 5, 40, 3", "3, 9, 61, 7", "4, 3, 30, 1", "5, 4, 12, 12"})
    void equalsSumsOverPairs(long seed, int count, int n, int g) {
        Clustering result = noisy(CounterRandom.split(seed, 99), n, g, 0.2);
        List<Clustering> repeats = repeats(seed, count, n, g);
        Consensus c = Consensus.compute(result, repeats);
        int[] sizes = result.sizes();
        for (int i = 0; i < n; i++) {
            double[] mean = new double[g];
            for (int j = 0; j < n; j++) if (j != i) mean[result.labelOf(j)] += c.together(i, j);
            int own = result.labelOf(i);
            for (int B = 0; B < g; B++) mean[B] /= B == own ? sizes[B] - 1 : sizes[B];
            if (sizes[own] > 1) assertThat(c.certainty(i)).isCloseTo(mean[own], within(1e-14));
            double next = 0;
            for (int B = 0; B < g; B++) if (B != own && sizes[B] > 0) next = Math.max(next, mean[B]);
            assertThat(c.nextCertainty(i)).isCloseTo(next, within(1e-14));
            if (next == 0) assertThat(c.next(i)).isEqualTo(-1);
            else assertThat(mean[c.next(i)]).isCloseTo(next, within(1e-14));
        }
        for (int A = 0; A < g; A++)
            for (int B = 0; B < g; B++) {
                double sum = 0;
                int pairs = 0;
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < n; j++)
                        if (i != j && result.labelOf(i) == A && result.labelOf(j) == B) {
                            sum += c.together(i, j);
                            pairs++;
                        }
                if (pairs > 0) assertThat(c.between(A, B)).isCloseTo(sum / pairs, within(1e-14));
                else if (A != B) assertThat(c.between(A, B)).isZero();
                assertThat(c.between(A, B)).isEqualTo(c.between(B, A));
            }
        double ari = 0;
        for (int s = 0; s < count; s++)
            for (int t = 0; t < s; t++)
                ari += AdjustedRand.compute(ContingencyTable.of(
                        repeats.get(s).toArray(), repeats.get(t).toArray()));
        assertThat(c.agreement()).isEqualTo(ari / (count * (count - 1) / 2.0));
    }

    @Test
    void groupCertaintyIsTheMeanOfItsMembers() {
        Clustering result = noisy(8, 50, 4, 0.2);
        Consensus c = Consensus.compute(result, repeats(3, 6, 50, 4));
        for (int A = 0; A < 4; A++) {
            int group = A;
            double mean = IntStream.range(0, 50)
                    .filter(i -> result.labelOf(i) == group)
                    .mapToDouble(c::certainty)
                    .average()
                    .orElseThrow();
            assertThat(c.between(A, A)).isCloseTo(mean, within(1e-14));
        }
    }

    @Test
    void numberingOfGroupsDoesNotMatter() {
        Clustering result = noisy(1, 45, 4, 0.2);
        List<Clustering> repeats = repeats(2, 5, 45, 4);
        List<Clustering> others = new ArrayList<>();
        for (int t = 0; t < repeats.size(); t++) others.add(renamed(repeats.get(t), t));
        Consensus c = Consensus.compute(result, repeats);
        Consensus same = Consensus.compute(result, others);
        Consensus named = Consensus.compute(renamed(result, 2), repeats);
        assertThat(certainties(same)).isEqualTo(certainties(c));
        assertThat(certainties(named)).isEqualTo(certainties(c));
        assertThat(same.agreement()).isEqualTo(c.agreement());
        for (int i = 0; i < 45; i++) {
            assertThat(same.next(i)).isEqualTo(c.next(i));
            assertThat(same.nextCertainty(i)).isEqualTo(c.nextCertainty(i));
            assertThat(named.nextCertainty(i)).isEqualTo(c.nextCertainty(i));
        }
        for (int A = 0; A < 4; A++)
            for (int B = 0; B < 4; B++) {
                assertThat(same.between(A, B)).isEqualTo(c.between(A, B));
                assertThat(named.between((A + 2) % 5, (B + 2) % 5)).isEqualTo(c.between(A, B));
            }
    }

    /** Up to rounding of the mean ARI. */
    @Test
    void orderOfClusteringsDoesNotMatter() {
        Clustering result = noisy(1, 45, 4, 0.2);
        List<Clustering> repeats = repeats(2, 5, 45, 4);
        List<Clustering> reversed = new ArrayList<>(repeats);
        Collections.reverse(reversed);
        Consensus c = Consensus.compute(result, repeats);
        Consensus same = Consensus.compute(result, reversed);
        assertThat(certainties(same)).isEqualTo(certainties(c));
        assertThat(same.agreement()).isCloseTo(c.agreement(), within(1e-14));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "9, 1", "40, 3", "12, 12"})
    void equalClusteringsHaveCertaintyOne(int n, int g) {
        Clustering groups =
                Clustering.ofLabels(g, IntStream.range(0, n).map(i -> i % g).toArray());
        Consensus c = Consensus.compute(groups, List.of(groups, renamed(groups, 1), renamed(groups, 3)));
        assertThat(certainties(c)).containsOnly(1);
        assertThat(c.meanCertainty()).isEqualTo(1);
        assertThat(c.uncertainSamples()).isZero();
        assertThat(c.agreement()).isEqualTo(1);
        assertThat(c.verdict()).isEqualTo("all of them form the same groups");
        for (int i = 0; i < n; i++) {
            assertThat(c.next(i)).isEqualTo(-1);
            assertThat(c.nextCertainty(i)).isZero();
        }
        for (int A = 0; A < g; A++)
            for (int B = 0; B < g; B++) assertThat(c.between(A, B)).isEqualTo(A == B ? 1 : 0);
    }

    @Test
    void certaintyOfASingletonIsHowOftenItIsAlone() {
        Clustering result = Clustering.ofLabels(2, 0, 0, 0, 1);
        Clustering merged = Clustering.ofLabels(2, 0, 1, 1, 1);
        Consensus c = Consensus.compute(result, List.of(result, merged, result, merged));
        assertThat(c.certainty(3)).isEqualTo(0.5);
        assertThat(c.between(1, 1)).isEqualTo(0.5);
        assertThat(c.next(3)).isZero();
        assertThat(c.nextCertainty(3)).isEqualTo(1.0 / 3);
    }

    /** This happens if the best fit was interrupted. */
    @Test
    void resultNeedNotBeOneOfTheClusterings() {
        Clustering other = Clustering.ofLabels(2, 0, 1, 0, 1);
        Consensus c = Consensus.compute(Clustering.ofLabels(2, 0, 0, 1, 1), List.of(other, other));
        assertThat(certainties(c)).containsOnly(0);
        assertThat(c.uncertainSamples()).isEqualTo(4);
        assertThat(c.agreement()).isEqualTo(1);
        assertThat(c.repeats()).isEqualTo(2);
        assertThat(c.result()).isEqualTo(Clustering.ofLabels(2, 0, 0, 1, 1));
    }

    /** An n × n table of counts would not fit into memory. */
    @Test
    void oneGroupPerSampleNeedsNoSquareMemory() {
        int n = 200_000;
        Clustering alone = Clustering.ofLabels(n, IntStream.range(0, n).toArray());
        assertThat(AdjustedRand.compute(alone, alone)).isEqualTo(1);
        Clustering one = Clustering.ofLabels(1, new int[n]);
        assertThat(Consensus.compute(one, List.of(alone, one)).certainty(7)).isEqualTo(0.5);
    }

    @ParameterizedTest
    @CsvSource({
        "1, all of them form the same groups",
        "0.9999, they mostly form the same groups",
        "0.8, they mostly form the same groups",
        "0.7, they agree on some of the groups only",
        "0.65, they agree on some of the groups only",
        "0.6, each forms different groups",
        "-0.1, each forms different groups"
    })
    void verdictFollowsTheThresholds(double agreement, String words) {
        assertThat(Consensus.verdict(agreement)).isEqualTo(words);
    }

    @Test
    void clusteringsOfDifferentSizesAreRefused() {
        Clustering two = Clustering.ofLabels(2, 0, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Consensus.compute(two, List.of(two)))
                .withMessage("a consensus needs at least 2 clusterings, got 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Consensus.compute(two, List.of(two, Clustering.ofLabels(2, 0, 1, 1))))
                .withMessage("clustering 1 has 3 samples, the result has 2");
        Clustering none = Clustering.ofLabels(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Consensus.compute(none, List.of(none, none)))
                .withMessage("a consensus needs at least 1 sample, got 0");
    }

    @Test
    void nextGroupIsTheFirstOfEqualOnes() {
        Clustering result = Clustering.ofLabels(3, 0, 1, 2);
        Clustering first = Clustering.ofLabels(2, 0, 0, 1);
        Clustering second = Clustering.ofLabels(2, 0, 1, 0);
        for (List<Clustering> repeats : List.of(List.of(first, second), List.of(second, first))) {
            Consensus c = Consensus.compute(result, repeats);
            assertThat(c.next(0)).isEqualTo(1);
            assertThat(c.nextCertainty(0)).isEqualTo(0.5);
        }
    }
}
