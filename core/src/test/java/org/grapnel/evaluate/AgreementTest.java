package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of NMI, ACC, ARI and purity. */
class AgreementTest {
    private static final double EPS = 1e-14;

    private static final int PARTS = 6;

    private record Case(int[] truth, int[] clusters) {
        static Case of(int seed) {
            int[] truth = Partitions.random(seed, 40 + seed, 2 + seed % 5);
            return new Case(truth, Partitions.disturbed(seed + 100, truth, PARTS));
        }

        Contingency table() {
            return Contingency.of(truth, clusters);
        }

        Contingency turned() {
            return Contingency.of(clusters, truth);
        }
    }

    private static void assertSame(Contingency a, Contingency b) {
        for (Nmi.Normaliser by : Nmi.Normaliser.values())
            assertThat(Nmi.of(a, by)).isCloseTo(Nmi.of(b, by), within(EPS));
        assertThat(Accuracy.of(a)).isEqualTo(Accuracy.of(b));
        assertThat(AdjustedRand.of(a)).isEqualTo(AdjustedRand.of(b));
        assertThat(Purity.of(a)).isEqualTo(Purity.of(b));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void namesAndOrderDoNotMatter(int seed) {
        Case c = Case.of(seed);
        int[] names = Partitions.permutation(seed, PARTS);
        assertSame(c.table(), Contingency.of(c.truth, Partitions.renamed(c.clusters, names)));
        assertSame(c.table(), Contingency.of(Partitions.renamed(c.truth, names), c.clusters));
        int[] order = Partitions.permutation(seed, c.truth.length);
        assertSame(c.table(), Contingency.of(Partitions.at(order, c.truth), Partitions.at(order, c.clusters)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void allButPurityAreSymmetricInClassesAndClusters(int seed) {
        Case c = Case.of(seed);
        for (Nmi.Normaliser by : Nmi.Normaliser.values())
            assertThat(Nmi.of(c.table(), by)).isCloseTo(Nmi.of(c.turned(), by), within(EPS));
        assertThat(AdjustedRand.of(c.table())).isEqualTo(AdjustedRand.of(c.turned()));
        assertThat(Accuracy.of(c.table())).isEqualTo(Accuracy.of(c.turned()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void boundsHold(int seed) {
        Case c = Case.of(seed);
        double joint = Nmi.of(c.table(), Nmi.Normaliser.JOINT);
        double max = Nmi.of(c.table(), Nmi.Normaliser.MAX);
        double arithmetic = Nmi.of(c.table());
        double geometric = Nmi.of(c.table(), Nmi.Normaliser.GEOMETRIC);
        double min = Nmi.of(c.table(), Nmi.Normaliser.MIN);
        assertThat(new double[] {0, joint, max, arithmetic, geometric, min, 1}).isSorted();
        assertThat(AdjustedRand.of(c.table())).isBetween(-1.0, 1.0);
        // a matching gives each cluster one class, and not better than its most frequent one; both ways round
        assertThat(Accuracy.of(c.table())).isLessThanOrEqualTo(Purity.of(c.table()));
        assertThat(Accuracy.of(c.table())).isLessThanOrEqualTo(Purity.of(c.turned()));
        assertThat(Purity.of(c.table())).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void purityOnlyGrowsWhenAClusterIsSplitAndAccuracyReachesItsLargestCell(int seed) {
        Case c = Case.of(seed);
        int[] split = c.clusters.clone();
        for (int i = 0; i < split.length; i += 2) split[i] += PARTS;
        assertThat(Purity.of(Contingency.of(c.truth, split))).isGreaterThanOrEqualTo(Purity.of(c.table()));
        long largest = 0;
        for (long[] row : c.table().toArray()) for (long cell : row) largest = Math.max(largest, cell);
        assertThat(Accuracy.of(c.table())).isGreaterThanOrEqualTo((double) largest / c.truth.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void theAdjustedRandIndexIsThatOfAllPairsOneByOne(int seed) {
        Case c = Case.of(seed);
        double together = 0;
        double inClasses = 0;
        double inClusters = 0;
        double pairs = 0;
        for (int i = 0; i < c.truth.length; i++) {
            for (int j = 0; j < i; j++, pairs++) {
                boolean sameClass = c.truth[i] == c.truth[j];
                boolean sameCluster = c.clusters[i] == c.clusters[j];
                if (sameClass) inClasses++;
                if (sameCluster) inClusters++;
                if (sameClass && sameCluster) together++;
            }
        }
        double chance = inClasses * inClusters / pairs;
        double expected = (together - chance) / ((inClasses + inClusters) / 2 - chance);
        assertThat(AdjustedRand.of(c.table())).isCloseTo(expected, within(EPS));
    }

    @ParameterizedTest
    @EnumSource
    void equalPartitionsScoreExactlyOne(Nmi.Normaliser by) {
        for (int parts = 1; parts <= 50; parts++) {
            int[] one = Partitions.random(parts, 50, parts);
            assertThat(Nmi.of(Contingency.of(one, one), by)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void onePartAgainstSeveralScoresZero(Nmi.Normaliser by) {
        assertThat(Nmi.of(Contingency.of(new int[4], new int[] {0, 1, 0, 1}), by))
                .isZero();
        assertThat(Nmi.of(Contingency.of(new int[] {0, 1, 0, 1}, new int[4]), by))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void independentPartitionsScoreExactlyZero(Nmi.Normaliser by) {
        for (int rows = 2; rows < 8; rows++) {
            long[][] counts = new long[rows][3];
            for (int i = 0; i < rows; i++) for (int j = 0; j < 3; j++) counts[i][j] = (i + 1L) * (2 * j + 1);
            assertThat(Nmi.of(Contingency.ofCounts(counts), by)).isZero();
        }
    }

    @Test
    void aRefinementHasNmiOneByTheSmallerEntropyOnly() {
        Contingency table = Contingency.of(new int[] {0, 0, 1, 1, 1}, new int[] {0, 1, 2, 3, 3});
        assertThat(Nmi.of(table, Nmi.Normaliser.MIN)).isCloseTo(1, within(EPS));
        assertThat(Nmi.of(table, Nmi.Normaliser.MAX)).isLessThan(0.9);
    }

    @Test
    void chanceScoresAboutZeroByTheAdjustedRandIndex() {
        double sum = 0;
        for (int seed = 0; seed < 400; seed++)
            sum += AdjustedRand.of(
                    Contingency.of(Partitions.random(seed, 100, 4), Partitions.random(seed + 1000, 100, 7)));
        assertThat(sum / 400).isCloseTo(0, within(0.003)); // about four standard errors
    }

    @Test
    void billionsOfSamplesDoNotOverflow() {
        long[][] small = {{300, 20, 1}, {10, 400, 5}, {0, 7, 250}};
        long[][] large = new long[3][3];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) large[i][j] = 4_000_000 * small[i][j];
        Contingency of = Contingency.ofCounts(small);
        Contingency times = Contingency.ofCounts(large);
        assertThat(times.samples()).isEqualTo(3_972_000_000L);
        for (ToDoubleFunction<Contingency> score :
                List.<ToDoubleFunction<Contingency>>of(Nmi::of, Accuracy::of, Purity::of))
            assertThat(score.applyAsDouble(times)).isCloseTo(score.applyAsDouble(of), within(1e-13));
        // the number of pairs is not in proportion; in the limit C(n,2) is n²/2
        assertThat(AdjustedRand.of(times)).isCloseTo(byShares(small), within(1e-8));
    }

    private static double byShares(long[][] counts) {
        double n = 0;
        for (long[] row : counts) for (long c : row) n += c;
        double together = 0;
        double A = 0;
        double B = 0;
        for (int i = 0; i < counts.length; i++) {
            double row = 0;
            double column = 0;
            for (int j = 0; j < counts.length; j++) {
                together += counts[i][j] / n * (counts[i][j] / n);
                row += counts[i][j] / n;
                column += counts[j][i] / n;
            }
            A += row * row;
            B += column * column;
        }
        return (together - A * B) / ((A + B) / 2 - A * B);
    }
}
