package org.grapnel.linalg;

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

    /** Row {@code line} of {@code out} ← Σ valueₑ·M[indexₑ] over the entries of a line. */
    void combine(CompressedLines lines, int line, DenseMatrix out, Scratch scratch) {
        int[] index = lines.index();
        double[] value = lines.value();
        int from = lines.start()[line];
        int end = lines.start()[line + 1];
        int r = M.cols();
        double[] sum = scratch.doubles(ScratchArray.ROW, r);
        if (copied) {
            add(index, 0, value, from, end, copy, r, sum);
        } else {
            double[] rows = scratch.doubles(ScratchArray.OTHER_ROW, Math.multiplyExact(end - from, r));
            for (int e = from; e < end; e++) M.buffer(index[e]).get(M.rowOffset(index[e]), rows, (e - from) * r, r);
            add(consecutive(scratch, end - from), from, value, from, end, rows, r, sum);
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

    /** sum ← Σ valueₑ·M[indexₑ₋base] over the entries [from, end); m holds the rows of M, r numbers each, one after the other. */
    static void add(int[] index, int base, double[] value, int from, int end, double[] m, int r, double[] sum) {
        int q = 0;
        for (; q + 8 <= r; q += 8) {
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
                int at = index[e - base] * r + q;
                s0 += v * m[at];
                s1 += v * m[at + 1];
                s2 += v * m[at + 2];
                s3 += v * m[at + 3];
                s4 += v * m[at + 4];
                s5 += v * m[at + 5];
                s6 += v * m[at + 6];
                s7 += v * m[at + 7];
            }
            sum[q] = s0;
            sum[q + 1] = s1;
            sum[q + 2] = s2;
            sum[q + 3] = s3;
            sum[q + 4] = s4;
            sum[q + 5] = s5;
            sum[q + 6] = s6;
            sum[q + 7] = s7;
        }
        for (; q + 2 <= r; q += 2) {
            double s0 = 0;
            double s1 = 0;
            for (int e = from; e < end; e++) {
                int at = index[e - base] * r + q;
                s0 += value[e] * m[at];
                s1 += value[e] * m[at + 1];
            }
            sum[q] = s0;
            sum[q + 1] = s1;
        }
        if (q < r) {
            double s0 = 0;
            for (int e = from; e < end; e++) s0 += value[e] * m[index[e - base] * r + q];
            sum[q] = s0;
        }
    }
}
