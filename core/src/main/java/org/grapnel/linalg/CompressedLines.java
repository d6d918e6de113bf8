package org.grapnel.linalg;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.runtime.Preconditions;

/**
 * The rows, or the columns, of a sparse matrix as lines of (index, value) pairs with ascending indices: the entries of
 * line i are start[i] … start[i+1]−1.
 */
record CompressedLines(int[] start, int[] index, double[] value) implements Serializable {
    /** Checks compressed rows and copies them. */
    static CompressedLines copyRows(int rows, int cols, int[] start, int[] column, double[] value) {
        Preconditions.require(start.length == rows + 1, "%d rows need %d starts, got %d", rows, rows + 1, start.length);
        Preconditions.require(
                start[0] == 0 && start[rows] == column.length && column.length == value.length,
                "starts end at %d, with %d columns and %d values",
                start[rows],
                column.length,
                value.length);
        for (int i = 0; i < rows; i++)
            Preconditions.require(
                    start[i] <= start[i + 1], "row %d ends at %d, before its start %d", i, start[i + 1], start[i]);
        for (int i = 0; i < rows; i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                Preconditions.require(
                        column[e] >= 0 && column[e] < cols,
                        "row %d has column %d, allowed 0 to %d",
                        i,
                        column[e],
                        cols - 1);
                Preconditions.require(
                        e == start[i] || column[e] > column[e - 1],
                        "row %d has column %d out of order or twice",
                        i,
                        column[e]);
            }
        }
        return new CompressedLines(start.clone(), column.clone(), value.clone());
    }

    /** Compresses (row, column, value) triples in any order to rows. Zeros are dropped; a repeated place is an error. */
    static CompressedLines ofTriples(int rows, int cols, int[] row, int[] column, double[] value) {
        Preconditions.require(
                row.length == column.length && row.length == value.length,
                "%d rows, %d columns and %d values are not triples",
                row.length,
                column.length,
                value.length);
        int[] starts = new int[rows + 1];
        for (int e = 0; e < row.length; e++) {
            Preconditions.require(row[e] >= 0 && row[e] < rows, "row %d is not between 0 and %d", row[e], rows - 1);
            Preconditions.require(
                    column[e] >= 0 && column[e] < cols, "column %d is not between 0 and %d", column[e], cols - 1);
            if (value[e] != 0) starts[row[e] + 1]++;
        }
        for (int i = 0; i < rows; i++) starts[i + 1] += starts[i];
        int[] next = Arrays.copyOf(starts, rows);
        int[] columns = new int[starts[rows]];
        double[] values = new double[starts[rows]];
        for (int e = 0; e < row.length; e++) {
            if (value[e] == 0) continue;
            int to = next[row[e]]++;
            columns[to] = column[e];
            values[to] = value[e];
        }
        // transposing twice sorts every line in linear time
        CompressedLines sorted =
                new CompressedLines(starts, columns, values).transpose(cols).transpose(rows);
        for (int i = 0; i < rows; i++)
            for (int e = sorted.start[i] + 1; e < sorted.start[i + 1]; e++)
                Preconditions.require(
                        sorted.index[e] != sorted.index[e - 1],
                        "the place (%d, %d) is given twice",
                        i,
                        sorted.index[e]);
        return sorted;
    }

    /** Returns the same entries grouped by index instead of line. */
    CompressedLines transpose(int lines) {
        int[] starts = new int[lines + 1];
        for (int j : index) starts[j + 1]++;
        for (int j = 0; j < lines; j++) starts[j + 1] += starts[j];
        int[] next = Arrays.copyOf(starts, lines);
        int[] indices = new int[index.length];
        double[] values = new double[index.length];
        for (int i = 0; i + 1 < start.length; i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                int to = next[index[e]]++;
                indices[to] = i;
                values[to] = value[e];
            }
        }
        return new CompressedLines(starts, indices, values);
    }

    /** Returns these lines, in this order. */
    CompressedLines select(int[] lines) {
        int[] starts = new int[lines.length + 1];
        for (int i = 0; i < lines.length; i++)
            starts[i + 1] = Math.addExact(starts[i], start[lines[i] + 1] - start[lines[i]]);
        int[] indices = new int[starts[lines.length]];
        double[] values = new double[indices.length];
        for (int i = 0; i < lines.length; i++) {
            int from = start[lines[i]];
            System.arraycopy(index, from, indices, starts[i], starts[i + 1] - starts[i]);
            System.arraycopy(value, from, values, starts[i], starts[i + 1] - starts[i]);
        }
        return new CompressedLines(starts, indices, values);
    }

    /** Returns the number of lines. */
    int lines() {
        return start.length - 1;
    }

    /** Returns the entries of each line whose index is below its number. */
    CompressedLines belowDiagonal() {
        int[] starts = new int[start.length];
        for (int i = 0; i < lines(); i++) {
            int e = start[i];
            while (e < start[i + 1] && index[e] < i) e++;
            starts[i + 1] = starts[i] + e - start[i];
        }
        int[] indices = new int[starts[lines()]];
        double[] values = new double[indices.length];
        for (int i = 0; i < lines(); i++) {
            System.arraycopy(index, start[i], indices, starts[i], starts[i + 1] - starts[i]);
            System.arraycopy(value, start[i], values, starts[i], starts[i + 1] - starts[i]);
        }
        return new CompressedLines(starts, indices, values);
    }

    /** Returns whether the other lines have the same entries. */
    boolean hasEntriesOf(CompressedLines other) {
        return Arrays.equals(start, other.start)
                && Arrays.equals(index, other.index)
                && Arrays.equals(value, other.value);
    }

    void forEach(int line, SparseMatrix.EntryVisitor visitor) {
        for (int e = start[line]; e < start[line + 1]; e++) visitor.visit(index[e], value[e]);
    }

    /** Returns ‖x‖ of a line, also if its square overflows or underflows. */
    double norm(int line) {
        double most = 0;
        for (int e = start[line]; e < start[line + 1]; e++) most = Math.max(most, Math.abs(value[e]));
        double unit = Scaling.powerOfTwo(most);
        double sum = 0;
        for (int e = start[line]; e < start[line + 1]; e++) sum += (value[e] / unit) * (value[e] / unit);
        return unit * Math.sqrt(sum);
    }

    /** Returns whether two lines are equal. A stored zero counts as a zero. */
    boolean areEqual(int line, int other) {
        int a = start[line];
        int b = start[other];
        int aEnd = start[line + 1];
        int bEnd = start[other + 1];
        while (true) {
            while (a < aEnd && value[a] == 0) a++;
            while (b < bEnd && value[b] == 0) b++;
            if (a == aEnd || b == bEnd) return a == aEnd && b == bEnd;
            if (index[a] != index[b] || value[a++] != value[b++]) return false;
        }
    }

    double dot(int line, int other) {
        double sum = 0;
        int b = start[other];
        int bEnd = start[other + 1];
        for (int a = start[line]; a < start[line + 1]; a++) {
            while (b < bEnd && index[b] < index[a]) b++;
            if (b < bEnd && index[b] == index[a]) sum += value[a] * value[b];
        }
        return sum;
    }

    /** Returns Σ (xᵢ − yᵢ)² in the order of {@link FixedOrderSquares}, so that a dense matrix gives the same bits. */
    double squaredDistance(int line, int other) {
        FixedOrderSquares sum = new FixedOrderSquares();
        int a = start[line];
        int b = start[other];
        int aEnd = start[line + 1];
        int bEnd = start[other + 1];
        while (a < aEnd || b < bEnd) {
            int indexA = a < aEnd ? index[a] : Integer.MAX_VALUE;
            int indexB = b < bEnd ? index[b] : Integer.MAX_VALUE;
            double x = indexA <= indexB ? value[a++] : 0;
            double y = indexB <= indexA ? value[b++] : 0;
            sum.add(Math.min(indexA, indexB), x - y);
        }
        return sum.total();
    }
}
