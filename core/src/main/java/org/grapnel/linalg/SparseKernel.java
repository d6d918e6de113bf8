package org.grapnel.linalg;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Sums rows of a tall matrix M: the inner loop of every sparse product. M is copied to the heap, where array access is
 * twice as fast as through a buffer. If M is too large to copy, the rows of each sum are fetched instead. Sums run over
 * the entries in order, eight columns at a time in registers, so both ways give the same bits.
 */
final class SparseKernel {
    /** 128 MB: a larger copy would cost more memory than it is worth. */
    private static final long COPY_DOUBLES = 1L << 24;

    /** Lines whose sums are stored together. */
    private static final int BATCH = 64;

    private final DenseMatrix M;
    private final double[] copy;
    private final boolean copied;

    private SparseKernel(DenseMatrix M, double[] copy, boolean copied) {
        this.M = M;
        this.copy = copy;
        this.copied = copied;
    }

    static SparseKernel create(ExecutionContext context, DenseMatrix M) {
        return create(context, M, COPY_DOUBLES);
    }

    static SparseKernel create(ExecutionContext context, DenseMatrix M, long copyAtMost) {
        long size = (long) M.rows() * M.cols();
        if (size > copyAtMost) return new SparseKernel(M, new double[0], false);
        double[] copy = context.callerScratch().doubles(ScratchArray.FACTOR_COPY, (int) size);
        M.rows(0, M.rows(), copy);
        return new SparseKernel(M, copy, true);
    }

    /** Whether the rows of M are in {@link #copy}, one after the other. */
    boolean isCopied() {
        return copied;
    }

    double[] copy() {
        return copy;
    }

    /** Rows {@code first} to {@code first + count − 1} of {@code out} ← Σ valueₑ·M[indexₑ] over the entries of these lines. */
    void combine(CompressedLines lines, int first, int count, DenseMatrix out, Scratch scratch) {
        int r = M.cols();
        double[] sums = scratch.doubles(ScratchArray.ROW, Math.multiplyExact(Math.min(BATCH, count), r));
        for (int line = first, m; line < first + count; line += m) {
            m = Math.min(BATCH, first + count - line);
            combine(lines, line, m, sums, scratch);
            out.setRows(line, m, sums);
        }
    }

    /** The sums of {@code count} lines, one after the other in {@code sums}. */
    void combine(CompressedLines lines, int first, int count, double[] sums, Scratch scratch) {
        int[] index = lines.index();
        double[] value = lines.value();
        int[] start = lines.start();
        int r = M.cols();
        if (copied && r >= 8) {
            for (int c = 0; c < r; c += 8) addEight(lines, first, count, copy, r, Math.min(c, r - 8), sums);
            return;
        }
        for (int i = 0; i < count; i++) {
            int from = start[first + i];
            int end = start[first + i + 1];
            if (copied) {
                add(index, 0, value, from, end, copy, r, sums, i * r);
            } else {
                double[] rows = scratch.doubles(ScratchArray.OTHER_ROW, Math.multiplyExact(end - from, r));
                for (int e = from; e < end; e++) M.buffer(index[e]).get(M.rowOffset(index[e]), rows, (e - from) * r, r);
                add(consecutive(scratch, end - from), from, value, from, end, rows, r, sums, i * r);
            }
        }
    }

    private static int[] consecutive(Scratch scratch, int count) {
        int[] numbers = scratch.ints(count);
        for (int e = 0; e < count; e++) numbers[e] = e;
        return numbers;
    }

    /**
     * sum[to + c] ← Σ valueₑ·M[indexₑ₋base, c] over the entries [from, end); m holds the rows of M, r numbers each, one after the other. The
     * last window of columns overlaps the one before: to compute a column twice is faster than to run over the entries with fewer columns,
     * where each addition waits for the one before.
     */
    static void add(int[] index, int base, double[] value, int from, int end, double[] m, int r, double[] sum, int to) {
        if (r >= 8) {
            for (int c = 0; c < r; c += 8) addEight(index, base, value, from, end, m, r, Math.min(c, r - 8), sum, to);
        } else if (r >= 4) {
            addFour(index, base, value, from, end, m, r, 0, sum, to);
            if (r > 4) addFour(index, base, value, from, end, m, r, r - 4, sum, to);
        } else {
            for (int c = 0; c < r; c += 2)
                addTwo(index, base, value, from, end, m, r, Math.max(0, Math.min(c, r - 2)), sum, to);
        }
    }

    /**
     * Eight columns of the sums of {@code count} lines, in one loop over all their entries: lines are often so short that entering and
     * leaving a loop for each of them would take as long as the sums.
     */
    private static void addEight(CompressedLines lines, int first, int count, double[] m, int r, int c, double[] sums) {
        int[] start = lines.start();
        int[] index = lines.index();
        double[] value = lines.value();
        int last = first + count;
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int line = first;
        int to = c;
        while (line < last && start[line + 1] == start[first]) { // empty lines
            Arrays.fill(sums, to, to + 8, 0);
            line++;
            to += r;
        }
        int end = line < last ? start[line + 1] : 0;
        for (int e = start[first], stop = start[last]; e < stop; e++) {
            double v = value[e];
            int at = index[e] * r + c;
            s0 += v * m[at];
            s1 += v * m[at + 1];
            s2 += v * m[at + 2];
            s3 += v * m[at + 3];
            s4 += v * m[at + 4];
            s5 += v * m[at + 5];
            s6 += v * m[at + 6];
            s7 += v * m[at + 7];
            while (e + 1 == end) {
                sums[to] = s0;
                sums[to + 1] = s1;
                sums[to + 2] = s2;
                sums[to + 3] = s3;
                sums[to + 4] = s4;
                sums[to + 5] = s5;
                sums[to + 6] = s6;
                sums[to + 7] = s7;
                s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0;
                line++;
                to += r;
                end = line < last ? start[line + 1] : 0;
            }
        }
    }

    private static void addEight(
            int[] index, int base, double[] value, int from, int end, double[] m, int r, int c, double[] sum, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        for (int e = from; e < end; e++) {
            double v = value[e];
            int at = index[e - base] * r + c;
            s0 += v * m[at];
            s1 += v * m[at + 1];
            s2 += v * m[at + 2];
            s3 += v * m[at + 3];
            s4 += v * m[at + 4];
            s5 += v * m[at + 5];
            s6 += v * m[at + 6];
            s7 += v * m[at + 7];
        }
        sum[to + c] = s0;
        sum[to + c + 1] = s1;
        sum[to + c + 2] = s2;
        sum[to + c + 3] = s3;
        sum[to + c + 4] = s4;
        sum[to + c + 5] = s5;
        sum[to + c + 6] = s6;
        sum[to + c + 7] = s7;
    }

    private static void addFour(
            int[] index, int base, double[] value, int from, int end, double[] m, int r, int c, double[] sum, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int e = from; e < end; e++) {
            double v = value[e];
            int at = index[e - base] * r + c;
            s0 += v * m[at];
            s1 += v * m[at + 1];
            s2 += v * m[at + 2];
            s3 += v * m[at + 3];
        }
        sum[to + c] = s0;
        sum[to + c + 1] = s1;
        sum[to + c + 2] = s2;
        sum[to + c + 3] = s3;
    }

    /** One or two columns. */
    private static void addTwo(
            int[] index, int base, double[] value, int from, int end, double[] m, int r, int c, double[] sum, int to) {
        int next = r == 1 ? 0 : 1;
        double s0 = 0;
        double s1 = 0;
        for (int e = from; e < end; e++) {
            int at = index[e - base] * r + c;
            s0 += value[e] * m[at];
            s1 += value[e] * m[at + next];
        }
        sum[to + c] = s0;
        sum[to + c + next] = s1;
    }
}
