package org.grapnel.linalg;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Sums rows of a tall matrix M: the inner loop of every sparse product. M is copied to the heap, where array access is
 * twice as fast as through a buffer. If M is too large to copy, the rows of each sum are fetched instead.
 *
 * <p>Lines read rows of M all over the place. If M is larger than a cache, many lines are summed side by side, one panel of M's rows after the
 * other, so that a panel stays in the cache for all lines. Every sum runs over the entries of its line in order, eight columns at a time in
 * registers, so all ways give the same bits.
 */
final class SparseKernel {
    /** 128 MB: a larger copy would cost more memory than it is worth. */
    private static final long COPY_DOUBLES = 1L << 24;

    /** Doubles of M in a panel: half a megabyte, about the size of a second-level cache. */
    private static final int PANEL_DOUBLES = 1 << 16;

    /** Least entries that a line should have in a panel: fewer cost more in loops than the cache saves. */
    private static final int PANEL_ENTRIES = 16;

    /** Lines that are summed side by side: enough to use a panel often, few enough for their sums to stay in the cache too. */
    private static final int SIDE_BY_SIDE = 1024;

    private final DenseMatrix M;
    private final double[] copy;
    private final boolean copied;
    private final int panelDoubles;

    private SparseKernel(DenseMatrix M, double[] copy, boolean copied, int panelDoubles) {
        this.M = M;
        this.copy = copy;
        this.copied = copied;
        this.panelDoubles = panelDoubles;
    }

    static SparseKernel create(ExecutionContext context, DenseMatrix M) {
        return create(context, M, COPY_DOUBLES, PANEL_DOUBLES);
    }

    static SparseKernel create(ExecutionContext context, DenseMatrix M, long copyAtMost, int panelDoubles) {
        long size = (long) M.rows() * M.cols();
        if (size > copyAtMost) return new SparseKernel(M, new double[0], false, panelDoubles);
        double[] copy = context.callerScratch().doubles(ScratchArray.FACTOR_COPY, (int) size);
        M.rows(0, M.rows(), copy);
        return new SparseKernel(M, copy, true, panelDoubles);
    }

    /**
     * Rows of {@code out} ← Σ valueₑ·M[indexₑ] over the entries of each line, for the lines at positions [from, end).
     *
     * @param line the line at a position
     */
    void combine(CompressedLines lines, IntUnaryOperator line, int from, int end, DenseMatrix out, Scratch scratch) {
        int panels = panels(lines);
        if (panels == 1) {
            for (int q = from; q < end; q++) combine(lines, line.applyAsInt(q), out, scratch);
        } else {
            for (int q = from; q < end; q += SIDE_BY_SIDE)
                combinePanels(lines, line, q, Math.min(SIDE_BY_SIDE, end - q), panels, out, scratch);
        }
    }

    private int panels(CompressedLines lines) {
        if (!copied) return 1;
        int wanted = (int) (((long) M.rows() * M.cols() + panelDoubles - 1) / panelDoubles);
        return Math.max(1, Math.min(wanted, lines.meanEntries() / PANEL_ENTRIES));
    }

    private void combinePanels(
            CompressedLines lines,
            IntUnaryOperator line,
            int first,
            int count,
            int panels,
            DenseMatrix out,
            Scratch scratch) {
        int r = M.cols();
        int[] start = lines.start();
        int[] index = lines.index();
        int[] next = scratch.ints(count); // the first entry of each line that is not yet added
        for (int i = 0; i < count; i++) next[i] = start[line.applyAsInt(first + i)];
        double[] sums = scratch.doubles(ScratchArray.PRODUCT, count * r);
        Arrays.fill(sums, 0, count * r, 0);
        for (int panel = 1; panel <= panels; panel++) {
            int limit = ExecutionContext.blockStart(M.rows(), panel, panels);
            for (int i = 0; i < count; i++) {
                int end = next[i];
                int last = start[line.applyAsInt(first + i) + 1];
                while (end < last && index[end] < limit) end++;
                add(index, 0, lines.value(), next[i], end, copy, r, sums, i * r);
                next[i] = end;
            }
        }
        for (int i = 0; i < count; i++) {
            int to = line.applyAsInt(first + i);
            out.buffer(to).put(out.rowOffset(to), sums, i * r, r);
        }
    }

    /** Row {@code line} of {@code out} ← Σ valueₑ·M[indexₑ] over the entries of a line. */
    private void combine(CompressedLines lines, int line, DenseMatrix out, Scratch scratch) {
        int[] index = lines.index();
        double[] value = lines.value();
        int from = lines.start()[line];
        int end = lines.start()[line + 1];
        int r = M.cols();
        double[] sum = scratch.doubles(ScratchArray.ROW, r);
        Arrays.fill(sum, 0, r, 0);
        if (copied) {
            add(index, 0, value, from, end, copy, r, sum, 0);
        } else {
            double[] rows = scratch.doubles(ScratchArray.OTHER_ROW, Math.multiplyExact(end - from, r));
            for (int e = from; e < end; e++) M.buffer(index[e]).get(M.rowOffset(index[e]), rows, (e - from) * r, r);
            add(consecutive(scratch, end - from), from, value, from, end, rows, r, sum, 0);
        }
        out.setRow(line, sum);
    }

    /** sum[c] += valueₑ·(M[line, c]/d[line] − M[indexₑ, c]/d[indexₑ])² for the entries left of the diagonal. */
    void addDifferences(CompressedLines lines, int line, double[] d, double[] sum, Scratch scratch) {
        int[] index = lines.index();
        double[] value = lines.value();
        int end = lines.start()[line + 1];
        int r = M.cols();
        double[] here = copied ? copy : scratch.doubles(ScratchArray.ROW, r);
        double[] there = copied ? copy : scratch.doubles(ScratchArray.OTHER_ROW, r);
        if (!copied) M.row(line, here);
        int i = copied ? line * r : 0;
        for (int e = lines.start()[line]; e < end && index[e] < line; e++) {
            if (!copied) M.row(index[e], there);
            int j = copied ? index[e] * r : 0;
            // take the root before squaring: faint edges join samples that are divided by small numbers
            double root = Math.sqrt(value[e]);
            double dHere = d[line];
            double dThere = d[index[e]];
            boolean plain = dHere == 1 && dThere == 1; // a division costs more than everything else here
            for (int c = 0; c < r; c++) {
                double difference =
                        root * (plain ? here[i + c] - there[j + c] : here[i + c] / dHere - there[j + c] / dThere);
                sum[c] += difference * difference;
            }
        }
    }

    private static int[] consecutive(Scratch scratch, int count) {
        int[] numbers = scratch.ints(count);
        for (int e = 0; e < count; e++) numbers[e] = e;
        return numbers;
    }

    /**
     * sum[at …] += Σ valueₑ·M[indexₑ₋base] over the entries [from, end), one after the other; m holds the rows of M, r numbers each, one after
     * the other.
     */
    static void add(int[] index, int base, double[] value, int from, int end, double[] m, int r, double[] sum, int at) {
        int q = 0;
        for (; q + 8 <= r; q += 8) {
            int to = at + q;
            double s0 = sum[to];
            double s1 = sum[to + 1];
            double s2 = sum[to + 2];
            double s3 = sum[to + 3];
            double s4 = sum[to + 4];
            double s5 = sum[to + 5];
            double s6 = sum[to + 6];
            double s7 = sum[to + 7];
            for (int e = from; e < end; e++) {
                double v = value[e];
                int row = index[e - base] * r + q;
                s0 += v * m[row];
                s1 += v * m[row + 1];
                s2 += v * m[row + 2];
                s3 += v * m[row + 3];
                s4 += v * m[row + 4];
                s5 += v * m[row + 5];
                s6 += v * m[row + 6];
                s7 += v * m[row + 7];
            }
            sum[to] = s0;
            sum[to + 1] = s1;
            sum[to + 2] = s2;
            sum[to + 3] = s3;
            sum[to + 4] = s4;
            sum[to + 5] = s5;
            sum[to + 6] = s6;
            sum[to + 7] = s7;
        }
        for (; q + 4 <= r; q += 4) {
            int to = at + q;
            double s0 = sum[to];
            double s1 = sum[to + 1];
            double s2 = sum[to + 2];
            double s3 = sum[to + 3];
            for (int e = from; e < end; e++) {
                double v = value[e];
                int row = index[e - base] * r + q;
                s0 += v * m[row];
                s1 += v * m[row + 1];
                s2 += v * m[row + 2];
                s3 += v * m[row + 3];
            }
            sum[to] = s0;
            sum[to + 1] = s1;
            sum[to + 2] = s2;
            sum[to + 3] = s3;
        }
        for (; q + 2 <= r; q += 2) {
            int to = at + q;
            double s0 = sum[to];
            double s1 = sum[to + 1];
            for (int e = from; e < end; e++) {
                double v = value[e];
                int row = index[e - base] * r + q;
                s0 += v * m[row];
                s1 += v * m[row + 1];
            }
            sum[to] = s0;
            sum[to + 1] = s1;
        }
        if (q < r) {
            int to = at + q;
            double s0 = sum[to];
            for (int e = from; e < end; e++) {
                double v = value[e];
                int row = index[e - base] * r + q;
                s0 += v * m[row];
            }
            sum[to] = s0;
        }
    }
}
