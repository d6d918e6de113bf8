package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionStabilityTest {
    /** Repeats that select k features at random. */
    private static List<RowSet> randomSets(long seed, int repeats, int p, int k) {
        return IntStream.range(0, repeats)
                .mapToObj(i -> RowSet.of(p, RandomSubset.draw(p, k, CounterRandom.split(seed, i))))
                .toList();
    }

    /** Repeats that select feature f with probability (f + 1) / (p + 1), so that set sizes differ too. */
    private static List<RowSet> unevenSets(long seed, int repeats, int p) {
        List<RowSet> sets = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            RowSet set = RowSet.none(p);
            for (int f = 0; f < p; f++) if (CounterRandom.uniform(seed, i, f) < (f + 1.0) / (p + 1)) set.add(f);
            sets.add(set);
        }
        return sets;
    }

    @Test
    void matchesACaseByHand() {
        // out of 4: {0, 1} and {1, 2}; 1 of 3 in common, and s² = ½ for features 0 and 2
        SelectionStability stability = SelectionStability.compute(List.of(RowSet.of(4, 0, 1), RowSet.of(4, 1, 2)));
        assertThat(stability.jaccard().get()).isEqualTo(1.0 / 3);
        assertThat(stability.corrected().get()).isEqualTo(1 - (0.25 * (0.5 + 0.5)) / 0.25);
        assertThat(stability.standardError())
                .hasToString("undefined: the standard error of stability needs at least 3 repeats, got 2");
    }

    @Test
    void threeRepeatsHaveAStandardError() {
        // φᵢ is a constant plus 4/3 of the mean frequency of repeat i's feature, which is 2/3, 2/3 and 1/3
        SelectionStability stability =
                SelectionStability.compute(List.of(RowSet.of(4, 0), RowSet.of(4, 0), RowSet.of(4, 1)));
        assertThat(stability.standardError().get()).isCloseTo(2 * Math.sqrt(96) / 81, within(1e-15));
    }

    @Test
    void equalsTheFormulaWithSampleVariances() {
        for (int seed = 0; seed < 20; seed++) {
            int M = 3 + seed;
            int p = 25;
            List<RowSet> repeats = unevenSets(seed, M, p);
            double variances = 0;
            double mean = 0;
            for (int f = 0; f < p; f++) {
                int feature = f;
                double[] z = repeats.stream()
                        .mapToDouble(set -> set.contains(feature) ? 1 : 0)
                        .toArray();
                double share = Arrays.stream(z).sum() / M;
                variances +=
                        Arrays.stream(z).map(x -> (x - share) * (x - share)).sum() / (M - 1);
                mean += share;
            }
            double expected = 1 - variances / p / (mean / p * (1 - mean / p));
            assertThat(SelectionStability.compute(repeats).corrected().get()).isCloseTo(expected, within(1e-13));
        }
    }

    @Test
    void jaccardEqualsThatOfJavaSets() {
        List<RowSet> repeats = unevenSets(3, 6, 40);
        double sum = 0;
        for (int a = 0; a < 6; a++) {
            for (int b = 0; b < a; b++) {
                RowSet A = repeats.get(a);
                RowSet B = repeats.get(b);
                double union = RowSet.none(40).union(A, B).count();
                sum += (A.count() + B.count() - union) / union;
            }
        }
        assertThat(SelectionStability.compute(repeats).jaccard().get()).isCloseTo(sum / 15, within(1e-14));
    }

    @Test
    void equalRepeatsScoreOneWithoutError() {
        SelectionStability stability = SelectionStability.compute(Collections.nCopies(7, RowSet.of(50, 3, 5, 49)));
        assertThat(stability.jaccard().get()).isEqualTo(1);
        assertThat(stability.corrected().get()).isEqualTo(1);
        assertThat(stability.standardError().get()).isLessThan(1e-15);
    }

    @ParameterizedTest
    @CsvSource({"100, 5", "100, 50", "100, 90"})
    void randomSelectionsScoreZeroWhileJaccardGrows(int p, int k) {
        double corrected = 0;
        double jaccard = 0;
        for (int seed = 0; seed < 500; seed++) {
            SelectionStability stability = SelectionStability.compute(randomSets(seed, 5, p, k));
            corrected += stability.corrected().get() / 500;
            jaccard += stability.jaccard().get() / 500;
        }
        assertThat(corrected)
                .isCloseTo(0, within(0.006)); // Φ has a deviation of about 1/(√10·10): four standard errors
        assertThat(jaccard).isCloseTo((double) k / (2 * p - k), within(0.02));
    }

    @Test
    void orderOfFeaturesAndRepeatsDoesNotMatter() {
        List<RowSet> repeats = unevenSets(5, 9, 30);
        int[] names = RandomPartitions.permutation(6, 30);
        List<RowSet> renamed = new ArrayList<>();
        for (RowSet set : repeats)
            renamed.add(RowSet.of(
                    30, Arrays.stream(set.toArray()).map(f -> names[f]).sorted().toArray()));
        Collections.reverse(renamed);
        SelectionStability expected = SelectionStability.compute(repeats);
        SelectionStability other = SelectionStability.compute(renamed);
        assertThat(other.jaccard().get()).isCloseTo(expected.jaccard().get(), within(1e-14));
        assertThat(other.corrected().get()).isCloseTo(expected.corrected().get(), within(1e-14));
        assertThat(other.standardError().get())
                .isCloseTo(expected.standardError().get(), within(1e-14));
    }

    @Test
    void standardErrorEqualsTheDeviationOverManyRuns() {
        int runs = 2000;
        double[] phi = new double[runs];
        double variance = 0;
        for (int run = 0; run < runs; run++) {
            SelectionStability stability = SelectionStability.compute(unevenSets(1000 + run, 100, 12));
            phi[run] = stability.corrected().get();
            variance +=
                    stability.standardError().get() * stability.standardError().get() / runs;
        }
        double mean = Arrays.stream(phi).average().orElseThrow();
        double measured = Arrays.stream(phi).map(x -> (x - mean) * (x - mean)).sum() / (runs - 1);
        // a variance over 2000 runs is accurate to 3 %
        assertThat(variance / measured).isCloseTo(1, within(0.1));
    }

    @Test
    void intervalCoversTheTruthInNinetyFivePercent() {
        int p = 12;
        double share = 0;
        double variances = 0;
        for (int f = 0; f < p; f++) {
            double q = (f + 1.0) / (p + 1);
            share += q / p;
            variances += q * (1 - q) / p;
        }
        double truth = 1 - variances / (share * (1 - share));
        int held = 0;
        for (int run = 0; run < 2000; run++) {
            SelectionStability stability = SelectionStability.compute(unevenSets(9000 + run, 100, p));
            double error = Math.abs(stability.corrected().get() - truth);
            if (error <= 1.96 * stability.standardError().get()) held++;
        }
        assertThat(held / 2000.0).isCloseTo(0.95, within(0.02));
    }

    @Test
    void undefinedScoresHaveAReason() {
        for (List<RowSet> few : List.of(List.<RowSet>of(), List.of(RowSet.of(3, 1)))) {
            SelectionStability stability = SelectionStability.compute(few);
            String why = "undefined: stability needs at least 2 repeats, got " + few.size();
            assertThat(stability.jaccard()).hasToString(why);
            assertThat(stability.corrected()).hasToString(why);
            assertThat(stability.standardError()).hasToString(why);
        }
        SelectionStability none = SelectionStability.compute(List.of(RowSet.none(8), RowSet.none(8)));
        assertThat(none.jaccard().get()).isEqualTo(1);
        assertThat(none.corrected()).hasToString("undefined: no repeat selects any of the 8 features");
        SelectionStability all = SelectionStability.compute(List.of(RowSet.all(8), RowSet.all(8)));
        assertThat(all.jaccard().get()).isEqualTo(1);
        assertThat(all.corrected()).hasToString("undefined: every repeat selects all 8 features");
        assertThat(all.standardError()).isEqualTo(all.corrected());
    }

    @Test
    void repeatsMustSelectFromTheSameFeatures() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SelectionStability.compute(List.of(RowSet.all(3), RowSet.all(4))))
                .withMessage("repeat 1 selects from 4 features, repeat 0 from 3");
    }

    /** Checks the formula against leave-one-out values of Φ, where fewer than half the features are selected. */
    @Test
    void standardErrorAgreesWithTheJackknife() {
        int M = 150;
        List<RowSet> repeats = new ArrayList<>();
        for (int i = 0; i < M; i++) {
            RowSet set = RowSet.none(12);
            for (int f = 0; f < 12; f++)
                if (CounterRandom.uniform(77, i, f) < (i % 3 + 1) * (f + 1.0) * (f + 1) / 700) set.add(f);
            repeats.add(set);
        }
        double[] left = new double[M];
        for (int i = 0; i < M; i++) {
            List<RowSet> others = new ArrayList<>(repeats);
            others.remove(i);
            left[i] = SelectionStability.compute(others).corrected().get();
        }
        double mean = Arrays.stream(left).average().orElseThrow();
        double squares = Arrays.stream(left).map(x -> (x - mean) * (x - mean)).sum();
        double error = SelectionStability.compute(repeats).standardError().get();
        assertThat(error / Math.sqrt(squares * (M - 1) / M)).isCloseTo(1, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({
        "1, all of them keep the same features",
        "0.9999, they mostly keep the same features",
        "0.75, they mostly keep the same features",
        "0.7499, they agree on some of the features only",
        "0.4, they agree on some of the features only",
        "0.3999, each keeps different features",
        "-0.1, each keeps different features"
    })
    void verdictFollowsTheThresholds(double corrected, String words) {
        Score score = Score.of(corrected);
        assertThat(new SelectionStability(score, score, score).verdict()).isEqualTo(words);
    }

    @Test
    void selectingAllFeaturesCountsAsAgreement() {
        assertThat(SelectionStability.compute(List.of(RowSet.all(8), RowSet.all(8)))
                        .verdict())
                .isEqualTo("all of them keep the same features");
    }

    @Test
    void emptySetHasNothingInCommon() {
        assertThat(SelectionStability.compute(List.of(RowSet.none(3), RowSet.of(3, 0)))
                        .jaccard()
                        .get())
                .isZero();
        assertThat(SelectionStability.compute(List.of(RowSet.of(3, 0), RowSet.none(3)))
                        .jaccard()
                        .get())
                .isZero();
    }
}
