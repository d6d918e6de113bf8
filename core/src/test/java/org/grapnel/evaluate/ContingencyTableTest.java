package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.junit.jupiter.api.Test;

class ContingencyTableTest {
    @Test
    void countsPairsAndOmitsEmptyClusters() {
        ContingencyTable table = ContingencyTable.of(List.of("b", "a", "b", "b"), Clustering.ofLabels(9, 7, 7, 3, 7));
        assertThat(table.classes()).containsExactly("a", "b");
        assertThat(table.clusters()).containsExactly(3, 7);
        assertThat(table.toArray()).isDeepEqualTo(new long[][] {{0, 1}, {1, 2}});
        assertThat(table.samples()).isEqualTo(4);
        assertThat(table.classSize(0)).isEqualTo(1);
        assertThat(table.classSize(1)).isEqualTo(3);
        assertThat(table.clusterSize(0)).isEqualTo(1);
        assertThat(table.clusterSize(1)).isEqualTo(3);
    }

    @Test
    void tableOfCountsEqualsTheTableOfItsSamples() {
        ContingencyTable counted = ContingencyTable.ofCounts(new long[][] {{0, 0, 1}, {0, 0, 0}, {0, 2, 3}});
        ContingencyTable listed = ContingencyTable.of(new int[] {0, 2, 2, 2, 2, 2}, new int[] {2, 1, 1, 2, 2, 2});
        assertThat(counted.toArray()).isDeepEqualTo(listed.toArray());
        assertThat(counted.classes()).isEqualTo(listed.classes());
        assertThat(counted.clusters()).isEqualTo(listed.clusters());
        assertThat(counted.samples()).isEqualTo(listed.samples());
    }

    @Test
    void bijectionIsAnEqualPartitionWithOtherNames() {
        assertThat(ContingencyTable.of(new int[] {1, 1, 2}, new int[] {5, 5, -4})
                        .isBijection())
                .isTrue();
        assertThat(ContingencyTable.of(new int[] {1, 1, 2}, new int[] {5, 4, 4}).isBijection())
                .isFalse();
        assertThat(ContingencyTable.of(new int[] {1, 1}, new int[] {5, 4}).isBijection())
                .isFalse();
    }

    @Test
    void oneClusterPerSampleNeedsNoSquareMemory() {
        int[] each = RandomPartitions.permutation(1, 100_000);
        ContingencyTable table = ContingencyTable.of(each, each);
        assertThat(Nmi.compute(table)).isEqualTo(1);
        assertThat(AdjustedRand.compute(table)).isEqualTo(1);
        assertThat(Purity.compute(table)).isEqualTo(1);
    }

    @Test
    void missingLabelsAreRefusedAndCounted() {
        for (String none : List.of("", "  ", "NA", "nan", "NaN")) {
            List<String> truth = List.of("a", none, "b", none);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> ContingencyTable.of(truth, new int[4]))
                    .withMessage("sample 1 has no label (\"" + none
                            + "\"), 2 of 4 samples have none; to score a subset, pass only that subset");
        }
    }

    @Test
    void labelsThatOnlyLookMissingAreClasses() {
        assertThat(ContingencyTable.of(List.of("na", "Na", "nano", "0"), new int[4])
                        .classes())
                .hasSize(4);
    }

    @Test
    void refusesMismatchedPartitions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContingencyTable.of(List.of("a", "b"), new int[3]))
                .withMessage("2 labels do not match 3 clustered samples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContingencyTable.of(List.of(), new int[0]))
                .withMessage("a contingency table needs at least 1 sample, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContingencyTable.ofCounts(new long[][] {{0}}))
                .withMessage("a contingency table needs at least 1 sample, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContingencyTable.ofCounts(new long[][] {{1, 2}, {3}}))
                .withMessage("row 1 has 1 counts, expected 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContingencyTable.ofCounts(new long[][] {{1, -2}}))
                .withMessage("row 0 has the count -2, counts must be >= 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContingencyTable.ofCounts(new long[][] {{1L << 32, 1}}))
                .withMessage("the table has more than 4294967296 samples");
    }

    @Test
    void diagonalTableIsABijection() {
        assertThat(ContingencyTable.ofCounts(new long[][] {{2, 0}, {0, 3}}).isBijection())
                .isTrue();
        assertThat(ContingencyTable.ofCounts(new long[][] {{2, 1}, {0, 3}}).isBijection())
                .isFalse();
    }

    @Test
    void refusesMoreSamplesThanPairsCanBeCountedFor() {
        assertThat(ContingencyTable.ofCounts(new long[][] {{(1L << 32) - 1, 1}}).samples())
                .isEqualTo(1L << 32);
        assertThat(ContingencyTable.ofCounts(new long[][] {{1L << 32}}).samples())
                .isEqualTo(1L << 32);
    }
}
