package org.grapnel.evaluate;

import java.util.Arrays;
import org.grapnel.runtime.Preconditions;

/**
 * The linear assignment problem: max Σᵢ w_{i, m(i)} over one-to-one matchings m of the shorter side of a table.
 * Shortest augmenting paths over reduced costs, O(s²·l) for a table of s × l, s ≤ l, in exact integers. Jonker and
 * Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment problems, Computing 38 (1987),
 * for rectangular tables as in Crouse, On implementing 2D rectangular assignment algorithms, IEEE TAES 52 (2016).
 *
 * <p>Costs are −w. The invariant is cᵢⱼ − uᵢ − vⱼ ≥ 0, with equality on the matching, vⱼ ≤ 0, and vⱼ = 0 where column j
 * is free.
 */
public final class Assignment {
    /** Largest |weight|, so that a path of reduced costs cannot overflow. */
    private static final long LARGEST = 1L << 40;

    private static final int NONE = -1;

    private final int[] columnOf;
    private final long total;

    private Assignment(int[] columnOf, long total) {
        this.columnOf = columnOf;
        this.total = total;
    }

    /** Finds the matching with the largest sum. Weights may be negative, down to −2⁴⁰. */
    public static Assignment maximize(long[][] weight) {
        int rows = weight.length;
        int cols = rows == 0 ? 0 : weight[0].length;
        for (int i = 0; i < rows; i++) {
            Preconditions.require(
                    weight[i].length == cols, "row %d has %d weights, expected %d", i, weight[i].length, cols);
            for (long w : weight[i])
                Preconditions.require(
                        w >= -LARGEST && w <= LARGEST, "row %d has the weight %d, allowed are −2⁴⁰ to 2⁴⁰", i, w);
        }
        int[] columnOf = rows <= cols
                ? new AugmentingPaths(weight).solve()
                : inverse(new AugmentingPaths(transpose(weight)).solve(), rows);
        long total = 0;
        for (int i = 0; i < rows; i++) if (columnOf[i] != NONE) total += weight[i][columnOf[i]];
        return new Assignment(columnOf, total);
    }

    /** The number of rows. */
    public int size() {
        return columnOf.length;
    }

    /** The column matched to a row; −1 for an unmatched row, where there are fewer columns than rows. */
    public int columnOf(int row) {
        return columnOf[row];
    }

    /** The sum of the matched weights. */
    public long total() {
        return total;
    }

    private static long[][] transpose(long[][] weight) {
        long[][] transposed = new long[weight[0].length][weight.length];
        for (int i = 0; i < weight.length; i++)
            for (int j = 0; j < transposed.length; j++) transposed[j][i] = weight[i][j];
        return transposed;
    }

    private static int[] inverse(int[] rowOf, int rows) {
        int[] columnOf = new int[rows];
        Arrays.fill(columnOf, NONE);
        for (int j = 0; j < rowOf.length; j++) columnOf[rowOf[j]] = j;
        return columnOf;
    }

    /** The search, for tables with at least as many columns as rows. */
    private static final class AugmentingPaths {
        private final long[][] weight;
        private final int rows;
        private final int cols;
        private final int[] columnOf;
        private final int[] rowOf;
        private final long[] u;
        private final long[] v;
        private final long[] distance; // from the start row of the path to each column
        private final int[] before; // the row from which the column is reached
        private final int[] open; // columns not yet settled
        private int unsettled;

        AugmentingPaths(long[][] weight) {
            this.weight = weight;
            rows = weight.length;
            cols = rows == 0 ? 0 : weight[0].length;
            columnOf = new int[rows];
            rowOf = new int[cols];
            u = new long[rows];
            v = new long[cols];
            distance = new long[cols];
            before = new int[cols];
            open = new int[cols];
        }

        int[] solve() {
            Arrays.fill(columnOf, NONE);
            Arrays.fill(rowOf, NONE);
            for (int i = 0; i < rows; i++) matchBestIfFree(i);
            for (int i = 0; i < rows; i++) if (columnOf[i] == NONE) augment(i);
            return columnOf;
        }

        /** Matches a row to its largest weight if that column is free, as for most rows of a table of counts. */
        private void matchBestIfFree(int i) {
            int best = 0;
            for (int j = 1; j < cols; j++) if (weight[i][j] > weight[i][best]) best = j;
            u[i] = -weight[i][best];
            if (rowOf[best] == NONE) {
                rowOf[best] = i;
                columnOf[i] = best;
            }
        }

        private void augment(int start) {
            Arrays.fill(distance, Long.MAX_VALUE);
            for (int j = 0; j < cols; j++) open[j] = j;
            unsettled = cols;
            long length = 0;
            int row = start;
            int column;
            while (true) {
                int at = nearest(row, length);
                column = open[at];
                length = distance[column];
                // settled columns are moved behind the open ones
                open[at] = open[--unsettled];
                open[unsettled] = column;
                if (rowOf[column] == NONE) break;
                row = rowOf[column];
            }
            updatePrices(start, length);
            for (int reached = column; reached != NONE; ) {
                int from = before[reached];
                int next = columnOf[from];
                columnOf[from] = reached;
                rowOf[reached] = from;
                reached = from == start ? NONE : next;
            }
        }

        /**
         * Extends the paths from a row to all open columns. Returns the position of the nearest one; of equal ones a
         * free column, which ends the path.
         */
        private int nearest(int row, long length) {
            long[] w = weight[row];
            long base = length - u[row];
            long least = Long.MAX_VALUE;
            int at = 0;
            for (int q = 0; q < unsettled; q++) {
                int j = open[q];
                long d = base - w[j] - v[j];
                if (d < distance[j]) {
                    distance[j] = d;
                    before[j] = row;
                }
                if (distance[j] < least || (distance[j] == least && rowOf[j] == NONE)) {
                    least = distance[j];
                    at = q;
                }
            }
            return at;
        }

        /** Restores the invariant along the paths to the settled columns. */
        private void updatePrices(int start, long length) {
            u[start] += length;
            for (int q = unsettled; q < cols; q++) {
                int j = open[q];
                long nearer = length - distance[j];
                v[j] -= nearer;
                if (rowOf[j] != NONE) u[rowOf[j]] += nearer;
            }
        }
    }
}
