package org.grapnel.linalg.points;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Scaling;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * Points with a value for every feature. The smallest value of a feature is subtracted first where it is positive, so
 * that a large offset does not cost digits.
 */
final class DensePointRows implements PointRows {
    /** Points in one block: the rows of a block stay in the cache while its features are copied. */
    private static final int BLOCK = 512;
    /** Points in one array, which must not be longer than an array may be. */
    private final int chunk;

    private final int p;
    private final int count;
    private final float[][] chunks;

    DensePointRows(ExecutionContext context, DenseMatrix X, int[] columns, boolean toUnitLength) {
        p = X.rows();
        count = columns.length;
        chunk = Math.max(BLOCK, (1 << 28) / Math.max(1, p) / BLOCK * BLOCK);
        chunks = new float[(count + chunk - 1) / chunk][];
        for (int c = 0; c < chunks.length; c++) chunks[c] = new float[Math.min(chunk, count - c * chunk) * p];
        double[] least = new double[p];
        double[] divisor = toUnitLength ? X.columnNorms() : new double[0];
        if (!toUnitLength) divisor = new double[] {spread(context, X, least)};
        fill(context, X, columns, divisor, least);
    }

    /** Sets the least value of every feature that is subtracted, and returns a power of two for the largest value left. */
    private double spread(ExecutionContext context, DenseMatrix X, double[] least) {
        double[] largest = new double[p];
        context.runEach(p, 2.0 * p * X.cols(), (f, scratch) -> {
            DoubleBuffer row = X.buffer(f);
            int at = X.rowOffset(f);
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < X.cols(); j++) {
                double x = row.get(at + j);
                low = Math.min(low, x);
                high = Math.max(high, x);
            }
            least[f] = Math.max(0, low);
            largest[f] = Math.max(high - least[f], -low);
        });
        return Scaling.powerOfTwo(Arrays.stream(largest).max().orElse(0));
    }

    private void fill(ExecutionContext context, DenseMatrix X, int[] columns, double[] divisor, double[] least) {
        context.run((count + BLOCK - 1) / BLOCK, (b, scratch) -> {
            int from = b * BLOCK;
            int end = Math.min(count, from + BLOCK);
            float[] into = chunks[from / chunk];
            for (int f = 0; f < p; f++) {
                DoubleBuffer row = X.buffer(f);
                int at = X.rowOffset(f);
                for (int i = from; i < end; i++) {
                    double x = row.get(at + columns[i]) - least[f];
                    into[i % chunk * p + f] = (float) (x / (divisor.length == 1 ? divisor[0] : divisor[columns[i]]));
                }
            }
        });
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void project(int a, int b, int[] points, int from, int end, float[] into) {
        float[] direction = new float[p];
        float[] ofA = chunks[a / chunk];
        float[] ofB = chunks[b / chunk];
        for (int f = 0; f < p; f++) direction[f] = ofA[a % chunk * p + f] - ofB[b % chunk * p + f];
        for (int q = from; q < end; q++) {
            float[] x = chunks[points[q] / chunk];
            int at = points[q] % chunk * p;
            float sum = 0;
            for (int f = 0; f < p; f++) sum += direction[f] * x[at + f];
            into[q] = sum;
        }
    }

    @Override
    public PointSet gather(int[] points, int size, Scratch scratch) {
        FeatureLines lines = scratch.cached(FeatureLines.class);
        if (lines == null || lines.line.length != p || lines.capacity < size) {
            lines = new FeatureLines(p, Math.max(64, Integer.highestOneBit(Math.max(1, size - 1)) << 1));
            scratch.cache(lines);
        }
        int[] at = lines.place;
        if (chunks.length == 1) {
            for (int c = 0; c < size; c++) at[c] = points[c] * p;
            float[] x = chunks[0];
            // feature by feature: the rows of a set fit into the cache, and each line is written in order
            for (int f = 0; f < p; f++) {
                float[] line = lines.line[f];
                for (int c = 0; c < size; c++) line[c] = x[at[c] + f];
            }
        } else {
            for (int c = 0; c < size; c++) {
                float[] x = chunks[points[c] / chunk];
                int first = points[c] % chunk * p;
                for (int f = 0; f < p; f++) lines.line[f][c] = x[first + f];
            }
        }
        lines.size = size;
        return lines;
    }

    /**
     * The points feature by feature, each feature in an array of its own: the compiler uses vector instructions for
     * loops over whole arrays, and not for loops over parts of one.
     */
    private static final class FeatureLines implements PointSet {
        private final float[][] line;
        private final int[] place;
        private final int capacity;
        private int size;

        FeatureLines(int p, int capacity) {
            this.capacity = capacity;
            line = new float[p][capacity];
            place = new int[capacity];
        }

        @Override
        public void squares(int a, int from, float[] into) {
            Arrays.fill(into, from, size, 0);
            int f = 0;
            for (; f + 4 <= line.length; f += 4)
                add(line[f], line[f + 1], line[f + 2], line[f + 3], a, from, size, into);
            for (; f < line.length; f++) add(line[f], a, from, size, into);
        }

        private static void add(float[] line, int a, int from, int end, float[] into) {
            float x = line[a];
            for (int j = from; j < end; j++) {
                float d = x - line[j];
                into[j] += d * d;
            }
        }

        /** Adds four features in ascending order, as four calls with one feature each would. */
        private static void add(
                float[] first, float[] second, float[] third, float[] fourth, int a, int from, int end, float[] into) {
            float x0 = first[a];
            float x1 = second[a];
            float x2 = third[a];
            float x3 = fourth[a];
            for (int j = from; j < end; j++) {
                float d0 = x0 - first[j];
                float d1 = x1 - second[j];
                float d2 = x2 - third[j];
                float d3 = x3 - fourth[j];
                into[j] = (((into[j] + d0 * d0) + d1 * d1) + d2 * d2) + d3 * d3;
            }
        }
    }
}
