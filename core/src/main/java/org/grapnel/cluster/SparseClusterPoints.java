package org.grapnel.cluster;

import java.util.Arrays;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/** Samples as columns of a sparse matrix, restricted to some rows: a copy of the entries, sample by sample. */
final class SparseClusterPoints extends ClusterPoints {
    private final int[] start;
    private final int[] index;
    private final double[] value;

    private SparseClusterPoints(int n, int d, int[] start, int[] index, double[] value) {
        super(n, d, meanOf(n, d, index, value));
        this.start = start;
        this.index = index;
        this.value = value;
        double meanSquares = 0;
        for (double m : mean) meanSquares += m * m;
        for (int i = 0; i < n; i++) {
            double aroundZero = 0;
            double change = 0; // relative to ‖m‖², over the non-zero dimensions of x
            for (int e = start[i]; e < start[i + 1]; e++) {
                double m = mean[index[e]];
                aroundZero += value[e] * value[e];
                change += (value[e] - m) * (value[e] - m) - m * m;
            }
            setSquares(i, Math.max(0, meanSquares + change), aroundZero);
        }
    }

    static SparseClusterPoints createFromColumns(SparseMatrix X, RowSet features) {
        int n = X.cols();
        int[] start = new int[n + 1];
        for (int q = 0; q < features.count(); q++) X.forEachInRow(features.get(q), (j, v) -> start[j + 1]++);
        for (int j = 0; j < n; j++) start[j + 1] += start[j];
        int[] next = Arrays.copyOf(start, n);
        int[] index = new int[start[n]];
        double[] value = new double[start[n]];
        for (int q = 0; q < features.count(); q++) {
            int dimension = q;
            X.forEachInRow(features.get(q), (j, v) -> {
                index[next[j]] = dimension;
                value[next[j]++] = v;
            });
        }
        return new SparseClusterPoints(n, features.count(), start, index, value);
    }

    private static double[] meanOf(int n, int d, int[] index, double[] value) {
        double[] mean = new double[d];
        for (int e = 0; e < index.length; e++) mean[index[e]] += value[e];
        for (int f = 0; f < d; f++) mean[f] /= n;
        return mean;
    }

    @Override
    boolean exactSquares() {
        return false;
    }

    @Override
    void prepareProducts(double[] vectors, int c, Scratch scratch) {}

    @Override
    void products(
            ExecutionContext context,
            int[] samples,
            int from,
            int m,
            double[] vectors,
            int c,
            double[] into,
            Scratch scratch) {
        Arrays.fill(into, 0, m * c, 0);
        for (int q = 0; q < m; q++) {
            int i = samples[from + q];
            for (int e = start[i]; e < start[i + 1]; e++) {
                double v = value[e];
                for (int j = 0, to = q * c, at = index[e] * c; j < c; j++) into[to + j] += v * vectors[at + j];
            }
        }
    }

    @Override
    int blockSize() {
        return 256;
    }

    @Override
    void add(int i, double sign, double[] sums, int at, Scratch scratch) {
        for (int e = start[i]; e < start[i + 1]; e++) sums[at + index[e]] += sign * value[e];
    }

    @Override
    void copy(int i, double[] into, int at, Scratch scratch) {
        Arrays.fill(into, at, at + d, 0);
        for (int e = start[i]; e < start[i + 1]; e++) into[at + index[e]] = value[e];
    }

    @Override
    double distance(int i, double[] centres, int at, Scratch scratch) {
        double sum = 0;
        int e = start[i];
        for (int f = 0; f < d; f++) {
            double x = e < start[i + 1] && index[e] == f ? value[e++] : 0;
            sum += (x - centres[at + f]) * (x - centres[at + f]);
        }
        return sum;
    }

    /** Adds the samples with an entry in a dimension one by one, and the others at once. Nothing cancels. */
    @Override
    double inertia(int[] labels, double[] centres, Scratch scratch) {
        int[] zeros = new int[centres.length]; // members of the group that are zero in this dimension
        for (int label : labels) zeros[label * d]++;
        for (int at = 0; at < zeros.length; at += d) Arrays.fill(zeros, at, at + d, zeros[at]);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            int at = labels[i] * d;
            for (int e = start[i]; e < start[i + 1]; e++) {
                double difference = value[e] - centres[at + index[e]];
                sum += difference * difference;
                zeros[at + index[e]]--;
            }
        }
        for (int q = 0; q < centres.length; q++) sum += zeros[q] * centres[q] * centres[q];
        return sum;
    }

    @Override
    public void close() {}
}
