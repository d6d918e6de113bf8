package org.grapnel.linalg;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** Operations on the columns of a dense matrix, which is read row by row. */
final class DenseColumns {
    private DenseColumns() {}

    static double[] norms(DenseMatrix X) {
        int cols = X.cols();
        double[] most = new double[cols];
        double[] row = new double[cols];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < cols; j++) most[j] = Math.max(most[j], Math.abs(row[j]));
        }
        for (int j = 0; j < cols; j++) most[j] = Scaling.powerOfTwo(most[j]);
        double[] norms = new double[cols];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < cols; j++) norms[j] += (row[j] / most[j]) * (row[j] / most[j]);
        }
        for (int j = 0; j < cols; j++) norms[j] = most[j] * Math.sqrt(norms[j]);
        return norms;
    }

    static long[] hashes(ExecutionContext context, DenseMatrix X) {
        int cols = X.cols();
        long[] hash = new long[cols];
        int blocks = Math.max(1, Math.min(cols, ExecutionContext.blockCount((double) X.rows() * cols)));
        context.run(blocks, (b, scratch) -> {
            int from = ExecutionContext.blockStart(cols, b, blocks);
            int width = ExecutionContext.blockStart(cols, b + 1, blocks) - from;
            double[] line = scratch.doubles(ScratchArray.ROW, width);
            for (int i = 0; i < X.rows(); i++) {
                X.buffer(i).get(X.rowOffset(i) + from, line, 0, width);
                for (int j = 0; j < width; j++) {
                    long bits = mix(line[j] + 0.0); // −0 equals 0
                    hash[from + j] = hash[from + j] * 0x9E3779B97F4A7C15L ^ bits;
                }
            }
        });
        return hash;
    }

    private static long mix(double x) {
        long bits = Double.doubleToRawLongBits(x) * 0xBF58476D1CE4E5B9L;
        return bits ^ bits >>> 29;
    }

    static void dots(ExecutionContext context, DenseMatrix X, int[] start, int[] other, double[] into) {
        int cols = X.cols();
        int blocks = Math.max(1, Math.min(cols, ExecutionContext.blockCount(2.0 * X.rows() * start[cols])));
        context.run(blocks, (b, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, cols);
            int from = ExecutionContext.blockStart(cols, b, blocks);
            int end = ExecutionContext.blockStart(cols, b + 1, blocks);
            Arrays.fill(into, start[from], start[end], 0);
            for (int f = 0; f < X.rows(); f++) {
                X.row(f, row);
                for (int i = from; i < end; i++)
                    for (int q = start[i]; q < start[i + 1]; q++) into[q] += row[i] * row[other[q]];
            }
        });
    }
}
