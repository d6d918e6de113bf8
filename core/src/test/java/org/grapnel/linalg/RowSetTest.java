package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RowSetTest {
    private static RowSet random(long seed, int of, int oneIn) {
        RowSet set = RowSet.none(of);
        for (int i = 0; i < of; i++) if (TestMatrices.below(oneIn, seed, 0, i) == 0) set.add(i);
        return set;
    }

    @Test
    void unionHoldsTheRowsOfBoth() {
        for (int seed = 0; seed < 50; seed++) {
            RowSet a = random(seed, 40, 1 + seed % 5);
            RowSet b = random(seed + 1000, 40, 1 + seed % 7);
            TreeSet<Integer> both = new TreeSet<>();
            for (int i : a.toArray()) both.add(i);
            for (int i : b.toArray()) both.add(i);
            int[] expected = both.stream().mapToInt(i -> i).toArray();
            assertThat(RowSet.all(40).union(a, b).toArray()).containsExactly(expected);
            assertThat(RowSet.none(40).union(b, a).toArray()).containsExactly(expected);
            assertThat(RowSet.none(40).union(a, a)).isEqualTo(a);
            assertThat(RowSet.none(40).union(a, RowSet.none(40))).isEqualTo(a);
            assertThat(RowSet.none(40).union(RowSet.none(40), RowSet.none(40)).count())
                    .isZero();
        }
    }

    @Test
    void runLengthCountsConsecutiveRowsUpToALimit() {
        RowSet set = RowSet.of(20, 0, 1, 2, 5, 6, 9, 17, 18, 19);
        assertThat(set.runLength(0, 9)).isEqualTo(3);
        assertThat(set.runLength(0, 3)).isEqualTo(3);
        assertThat(set.runLength(0, 2)).isEqualTo(2);
        assertThat(set.runLength(1, 8)).isEqualTo(2);
        assertThat(set.runLength(3, 6)).isEqualTo(2);
        assertThat(set.runLength(5, 4)).isEqualTo(1);
        assertThat(set.runLength(6, 3)).isEqualTo(3);
        assertThat(RowSet.all(20).runLength(0, 20)).isEqualTo(20);
    }

    @Test
    void rowsMustAscend() {
        RowSet set = RowSet.of(9, 2, 5);
        for (int row : new int[] {5, 4, 0, -1, 9})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> set.add(row))
                    .withMessage("cannot append row " + row + " to 2 of 9 rows");
        assertThat(set.toArray()).containsExactly(2, 5);
        assertThatIllegalArgumentException().isThrownBy(() -> RowSet.of(9, 3, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> RowSet.of(3, 3));
        set.add(8);
        assertThat(set.toArray()).containsExactly(2, 5, 8);
    }

    @Test
    void setReportsItsRows() {
        RowSet set = RowSet.of(7, 1, 3, 6);
        for (int i = -1; i < 9; i++) assertThat(set.contains(i)).isEqualTo(i == 1 || i == 3 || i == 6);
        assertThat(set.count()).isEqualTo(3);
        assertThat(set.totalRows()).isEqualTo(7);
        assertThat(set.get(1)).isEqualTo(3);
        assertThat(set.isAll()).isFalse();
        assertThat(RowSet.all(7).isAll()).isTrue();
        assertThat(RowSet.none(0).isAll()).isTrue();
        assertThat(set).isEqualTo(RowSet.of(7, 1, 3, 6)).hasSameHashCodeAs(RowSet.of(7, 1, 3, 6));
        assertThat(set).isNotEqualTo(RowSet.of(7, 1, 3)).isNotEqualTo("3 of 7 rows");
        assertThat(RowSet.none(7).copyFrom(set)).isEqualTo(set);
        assertThat(set.fill()).isEqualTo(RowSet.all(7));
        assertThat(set.clear().count()).isZero();
        assertThat(set.contains(1)).as("what was cleared is gone").isFalse();
    }
}
