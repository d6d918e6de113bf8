package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssignmentTest {
    /** The best total over all matchings. */
    private static long bruteForce(long[][] w) {
        return w.length <= w[0].length ? best(w, 0, new boolean[w[0].length]) : bruteForce(transpose(w));
    }

    private static long best(long[][] w, int row, boolean[] taken) {
        if (row == w.length) return 0;
        long best = Long.MIN_VALUE;
        for (int j = 0; j < taken.length; j++) {
            if (taken[j]) continue;
            taken[j] = true;
            best = Math.max(best, w[row][j] + best(w, row + 1, taken));
            taken[j] = false;
        }
        return best;
    }

    private static long[][] transpose(long[][] w) {
        long[][] t = new long[w[0].length][w.length];
        for (int i = 0; i < w.length; i++) for (int j = 0; j < t.length; j++) t[j][i] = w[i][j];
        return t;
    }

    private static long[][] random(long seed, int rows, int cols, int below) {
        long[][] w = new long[rows][cols];
        for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) w[i][j] = TestMatrices.below(below, seed, i, j);
        return w;
    }

    /** Each row and column at most once, the shorter side fully matched, and the correct total. */
    private static void assertMatching(long[][] w, Assignment assignment) {
        Set<Integer> columns = new HashSet<>();
        long total = 0;
        assertThat(assignment.size()).isEqualTo(w.length);
        for (int i = 0; i < w.length; i++) {
            int j = assignment.columnOf(i);
            if (j == -1) continue;
            assertThat(columns.add(j)).isTrue();
            total += w[i][j];
        }
        assertThat(columns).hasSize(Math.min(w.length, w[0].length));
        assertThat(assignment.total()).isEqualTo(total);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 1000})
    void totalEqualsBruteForce(int below) {
        for (int rows = 1; rows <= 6; rows++) {
            for (int cols = 1; cols <= 6; cols++) {
                for (int seed = 0; seed < 20; seed++) {
                    long[][] w = random(seed, rows, cols, below);
                    for (long[] row : w) for (int j = 0; j < cols; j++) row[j] -= below / 3;
                    Assignment assignment = Assignment.maximize(w);
                    assertMatching(w, assignment);
                    assertThat(assignment.total()).isEqualTo(bruteForce(w));
                }
            }
        }
    }

    @Test
    void greedyMatchingIsNotOptimal() {
        Assignment assignment = Assignment.maximize(new long[][] {{10, 9}, {9, 0}});
        assertThat(assignment.total()).isEqualTo(18);
        assertThat(assignment.columnOf(0)).isEqualTo(1);
        assertThat(assignment.columnOf(1)).isEqualTo(0);
    }

    @Test
    void unmatchedRowIsReported() {
        Assignment assignment = Assignment.maximize(new long[][] {{1}, {5}, {2}});
        assertThat(assignment.columnOf(0)).isEqualTo(-1);
        assertThat(assignment.columnOf(1)).isEqualTo(0);
        assertThat(assignment.columnOf(2)).isEqualTo(-1);
        assertThat(assignment.total()).isEqualTo(5);
    }

    @Test
    void emptyTableHasNoMatches() {
        assertThat(Assignment.maximize(new long[0][0]).total()).isZero();
        assertThat(Assignment.maximize(new long[3][0]).columnOf(2)).isEqualTo(-1);
    }

    @Test
    void transposedTableHasTheSameTotal() {
        for (int seed = 0; seed < 10; seed++) {
            long[][] w = random(seed, 37, 61, 50);
            Assignment assignment = Assignment.maximize(w);
            assertMatching(w, assignment);
            assertThat(Assignment.maximize(transpose(w)).total()).isEqualTo(assignment.total());
        }
    }

    @Test
    void permutedDiagonalIsFound() {
        int[] order = RandomPartitions.permutation(3, 500);
        long[][] w = random(4, 500, 500, 100);
        for (int i = 0; i < 500; i++) w[i][order[i]] += 200;
        Assignment assignment = Assignment.maximize(w);
        for (int i = 0; i < 500; i++) assertThat(assignment.columnOf(i)).isEqualTo(order[i]);
    }

    @Tag("slow")
    @Test
    void tableOfTwoThousandIsSolvedInSeconds() {
        for (int below : new int[] {3, 100, 1_000_000}) {
            long[][] w = random(5, 2000, 2000, below);
            assertTimeout(Duration.ofSeconds(20), () -> assertMatching(w, Assignment.maximize(w)));
        }
    }

    @Test
    void refusesRaggedTablesAndHugeWeights() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Assignment.maximize(new long[][] {{1, 2}, {3}}))
                .withMessage("row 1 has 1 weights, expected 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Assignment.maximize(new long[][] {{1, 1L << 41}}))
                .withMessage("row 0 has the weight 2199023255552, allowed are −2⁴⁰ to 2⁴⁰");
    }

    @Test
    void largestWeightsDoNotOverflow() {
        long most = 1L << 40;
        assertThat(Assignment.maximize(new long[][] {{most, -most}, {-most, most}})
                        .total())
                .isEqualTo(2 * most);
        assertThat(Assignment.maximize(new long[][] {{-most, -most}, {-most, -most}})
                        .total())
                .isEqualTo(-2 * most);
    }
}
