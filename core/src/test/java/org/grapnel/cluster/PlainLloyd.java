package org.grapnel.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import org.grapnel.runtime.CounterRandom;

/** Lloyd's algorithm on plain arrays, the reference for the fast one. */
final class PlainLloyd {
    final double[][] x;
    final double[][] centres;
    final int[] labels;
    int iterations;

    /** Runs from copies of the centres until no label changes, or to the limit. */
    PlainLloyd(double[][] x, double[][] begin, int maxIterations) {
        this.x = x;
        centres = new double[begin.length][];
        for (int j = 0; j < begin.length; j++) centres[j] = begin[j].clone();
        labels = new int[x.length];
        assign();
        boolean changed = true;
        while (changed && iterations < maxIterations) {
            iterations++;
            fillEmpty();
            toMeans();
            int[] before = labels.clone();
            assign();
            changed = !Arrays.equals(before, labels);
        }
    }

    static double square(double[] a, double[] b) {
        double sum = 0;
        for (int f = 0; f < a.length; f++) sum += (a[f] - b[f]) * (a[f] - b[f]);
        return sum;
    }

    private void assign() {
        for (int i = 0; i < x.length; i++) {
            labels[i] = 0;
            for (int j = 1; j < centres.length; j++)
                if (square(x[i], centres[j]) < square(x[i], centres[labels[i]])) labels[i] = j;
        }
    }

    private void fillEmpty() {
        double[] far = new double[x.length];
        for (int i = 0; i < x.length; i++) far[i] = square(x[i], centres[labels[i]]);
        for (int j = 0; j < centres.length; j++) {
            if (sizes()[j] > 0) continue;
            int farthest = -1;
            for (int i = 0; i < x.length; i++)
                if (sizes()[labels[i]] > 1 && (farthest < 0 || far[i] > far[farthest])) farthest = i;
            labels[farthest] = j;
        }
    }

    private void toMeans() {
        int[] sizes = sizes();
        for (int j = 0; j < centres.length; j++) centres[j] = new double[x[0].length];
        for (int i = 0; i < x.length; i++) for (int f = 0; f < x[i].length; f++) centres[labels[i]][f] += x[i][f];
        for (int j = 0; j < centres.length; j++) for (int f = 0; f < centres[j].length; f++) centres[j][f] /= sizes[j];
    }

    int[] sizes() {
        int[] sizes = new int[centres.length];
        for (int label : labels) sizes[label]++;
        return sizes;
    }

    double inertia() {
        double sum = 0;
        for (int i = 0; i < x.length; i++) sum += square(x[i], centres[labels[i]]);
        return sum;
    }

    /** The smallest inertia over all partitions. */
    static double leastInertia(double[][] x, int clusters) {
        int[] labels = new int[x.length];
        double least = Double.POSITIVE_INFINITY;
        for (long code = 0; code < Math.pow(clusters, x.length); code++) {
            long rest = code;
            for (int i = 0; i < x.length; i++) {
                labels[i] = (int) (rest % clusters);
                rest /= clusters;
            }
            least = Math.min(least, inertia(x, clusters, labels));
        }
        return least;
    }

    /** Around the means. */
    static double inertia(double[][] x, int clusters, int[] labels) {
        double sum = 0;
        for (int j = 0; j < clusters; j++) {
            double[] mean = new double[x[0].length];
            int size = 0;
            for (int i = 0; i < x.length; i++) {
                if (labels[i] != j) continue;
                size++;
                for (int f = 0; f < mean.length; f++) mean[f] += x[i][f];
            }
            for (int f = 0; f < mean.length; f++) mean[f] /= Math.max(1, size);
            for (int i = 0; i < x.length; i++) if (labels[i] == j) sum += square(x[i], mean);
        }
        return sum;
    }

    /** Slightly overlapping groups in a box of side 6. */
    static double[][] blobs(long seed, int n, int d, int blobs) {
        double[][] x = new double[n][d];
        for (int i = 0; i < n; i++)
            for (int f = 0; f < d; f++)
                x[i][f] = 6 * CounterRandom.uniform(seed, -1 - i % blobs, f) + CounterRandom.gaussian(seed, i, f);
        return x;
    }

    /** Points of a small grid: many are equal, and many are equally far from two centres. */
    static double[][] grid(long seed, int n, int d, int side) {
        double[][] x = new double[n][d];
        for (int i = 0; i < n; i++)
            for (int f = 0; f < d; f++) x[i][f] = (int) (side * CounterRandom.uniform(seed, i, f));
        return x;
    }

    /** The first distinct rows of x. */
    static double[][] firstDistinct(double[][] x, int count) {
        var rows = new ArrayList<double[]>();
        for (double[] row : x)
            if (rows.size() < count && rows.stream().noneMatch(r -> Arrays.equals(r, row))) rows.add(row);
        return rows.toArray(new double[0][]);
    }
}
