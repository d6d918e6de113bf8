package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of NMI, and laws that accuracy, adjusted Rand index and purity share with it. */
class NmiTest {
    private static final double EPS = 1e-14;

    private static void assertSame(ContingencyTable a, ContingencyTable b) {
        for (NmiNormalizer by : NmiNormalizer.values())
            assertThat(Nmi.compute(a, by)).isCloseTo(Nmi.compute(b, by), within(EPS));
        assertThat(Accuracy.compute(a)).isEqualTo(Accuracy.compute(b));
        assertThat(AdjustedRand.compute(a)).isEqualTo(AdjustedRand.compute(b));
        assertThat(Purity.compute(a)).isEqualTo(Purity.compute(b));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void namesAndOrderDoNotMatter(int seed) {
        PartitionPair c = PartitionPair.of(seed);
        int[] names = RandomPartitions.permutation(seed, PartitionPair.PARTS);
        assertSame(c.table(), ContingencyTable.of(c.truth(), RandomPartitions.renamed(c.clusters(), names)));
        assertSame(c.table(), ContingencyTable.of(RandomPartitions.renamed(c.truth(), names), c.clusters()));
        int[] order = RandomPartitions.permutation(seed, c.truth().length);
        assertSame(
                c.table(),
                ContingencyTable.of(RandomPartitions.at(order, c.truth()), RandomPartitions.at(order, c.clusters())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void allButPurityAreSymmetricInClassesAndClusters(int seed) {
        PartitionPair c = PartitionPair.of(seed);
        for (NmiNormalizer by : NmiNormalizer.values())
            assertThat(Nmi.compute(c.table(), by)).isCloseTo(Nmi.compute(c.transposed(), by), within(EPS));
        assertThat(AdjustedRand.compute(c.table())).isEqualTo(AdjustedRand.compute(c.transposed()));
        assertThat(Accuracy.compute(c.table())).isEqualTo(Accuracy.compute(c.transposed()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void boundsHold(int seed) {
        PartitionPair c = PartitionPair.of(seed);
        double joint = Nmi.compute(c.table(), NmiNormalizer.JOINT);
        double max = Nmi.compute(c.table(), NmiNormalizer.MAX);
        double arithmetic = Nmi.compute(c.table());
        double geometric = Nmi.compute(c.table(), NmiNormalizer.GEOMETRIC);
        double min = Nmi.compute(c.table(), NmiNormalizer.MIN);
        assertThat(new double[] {0, joint, max, arithmetic, geometric, min, 1}).isSorted();
        assertThat(AdjustedRand.compute(c.table())).isBetween(-1.0, 1.0);
        // a matching gives each cluster one class, never better than its most frequent one; in both directions
        assertThat(Accuracy.compute(c.table())).isLessThanOrEqualTo(Purity.compute(c.table()));
        assertThat(Accuracy.compute(c.table())).isLessThanOrEqualTo(Purity.compute(c.transposed()));
        assertThat(Purity.compute(c.table())).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void equalPartitionsScoreExactlyOne(NmiNormalizer by) {
        for (int parts = 1; parts <= 50; parts++) {
            int[] one = RandomPartitions.random(parts, 50, parts);
            assertThat(Nmi.compute(ContingencyTable.of(one, one), by)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void onePartAgainstSeveralScoresZero(NmiNormalizer by) {
        assertThat(Nmi.compute(ContingencyTable.of(new int[4], new int[] {0, 1, 0, 1}), by))
                .isZero();
        assertThat(Nmi.compute(ContingencyTable.of(new int[] {0, 1, 0, 1}, new int[4]), by))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void independentPartitionsScoreExactlyZero(NmiNormalizer by) {
        for (int rows = 2; rows < 8; rows++) {
            long[][] counts = new long[rows][3];
            for (int i = 0; i < rows; i++) for (int j = 0; j < 3; j++) counts[i][j] = (i + 1L) * (2 * j + 1);
            assertThat(Nmi.compute(ContingencyTable.ofCounts(counts), by)).isZero();
        }
    }

    @Test
    void refinementHasNmiOneOnlyWithTheSmallerEntropy() {
        ContingencyTable table = ContingencyTable.of(new int[] {0, 0, 1, 1, 1}, new int[] {0, 1, 2, 3, 3});
        assertThat(Nmi.compute(table, NmiNormalizer.MIN)).isCloseTo(1, within(EPS));
        assertThat(Nmi.compute(table, NmiNormalizer.MAX)).isLessThan(0.9);
    }

    @Test
    void billionsOfSamplesDoNotOverflow() {
        long[][] small = {{300, 20, 1}, {10, 400, 5}, {0, 7, 250}};
        long[][] large = new long[3][3];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) large[i][j] = 4_000_000 * small[i][j];
        ContingencyTable of = ContingencyTable.ofCounts(small);
        ContingencyTable times = ContingencyTable.ofCounts(large);
        assertThat(times.samples()).isEqualTo(3_972_000_000L);
        for (ToDoubleFunction<ContingencyTable> score :
                List.<ToDoubleFunction<ContingencyTable>>of(Nmi::compute, Accuracy::compute, Purity::compute))
            assertThat(score.applyAsDouble(times)).isCloseTo(score.applyAsDouble(of), within(1e-13));
        // the number of pairs is not proportional; in the limit C(n,2) is n²/2
        assertThat(AdjustedRand.compute(times)).isCloseTo(byShares(small), within(1e-8));
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
