package org.grapnel.graph;

import org.grapnel.runtime.Preconditions;

/**
 * The k nearest samples of every sample, nearest first; ties go to the lower index. A sample is not its own neighbour.
 */
public final class Neighbors {
    private final int count;
    private final int[] index;
    private final double[] distance;

    /** Takes ownership of the arrays: the neighbours of sample i start at i·k. */
    Neighbors(int count, int[] index, double[] distance) {
        this.count = count;
        this.index = index;
        this.distance = distance;
    }

    /** Creates neighbours from arrays: {@code index[i]} and {@code distance[i]} belong to sample i, nearest first. */
    public static Neighbors of(int[][] index, double[][] distance) {
        int n = index.length;
        int k = n == 0 ? 0 : index[0].length;
        int[] indices = new int[n * k];
        double[] distances = new double[n * k];
        for (int i = 0; i < n; i++) {
            Preconditions.require(
                    index[i].length == k && distance[i].length == k,
                    "sample %d has %d neighbours and %d distances, expected %d",
                    i,
                    index[i].length,
                    distance[i].length,
                    k);
            System.arraycopy(index[i], 0, indices, i * k, k);
            System.arraycopy(distance[i], 0, distances, i * k, k);
        }
        return new Neighbors(k, indices, distances);
    }

    /** Renumbers the neighbours: i becomes name[i]. Rows stay in place. */
    Neighbors relabel(int[] name) {
        int[] renamed = new int[index.length];
        for (int q = 0; q < index.length; q++) renamed[q] = name[index[q]];
        return new Neighbors(count, renamed, distance);
    }

    /** Moves the row of sample i to row place[i]. */
    Neighbors reorder(int[] place) {
        int[] indices = new int[index.length];
        double[] distances = new double[index.length];
        for (int i = 0; i < size(); i++) {
            System.arraycopy(index, i * count, indices, place[i] * count, count);
            System.arraycopy(distance, i * count, distances, place[i] * count, count);
        }
        return new Neighbors(count, indices, distances);
    }

    /** Returns the nearest k only, which is what an exact search for k finds. */
    public Neighbors nearest(int k) {
        Preconditions.require(k >= 1 && k <= count, "cannot take the nearest %d of %d neighbours", k, count);
        if (k == count) return this;
        int n = size();
        int[] indices = new int[n * k];
        double[] distances = new double[n * k];
        for (int i = 0; i < n; i++) {
            System.arraycopy(index, i * count, indices, i * k, k);
            System.arraycopy(distance, i * count, distances, i * k, k);
        }
        return new Neighbors(k, indices, distances);
    }

    /** Returns the number of samples. */
    public int size() {
        return count == 0 ? 0 : index.length / count;
    }

    /** Returns the number of neighbours per sample. */
    public int count() {
        return count;
    }

    /** Returns the neighbour of this rank; 0 is the nearest. */
    public int index(int sample, int rank) {
        return index[sample * count + rank];
    }

    /** Returns the distance of the neighbour of this rank. */
    public double distance(int sample, int rank) {
        return distance[sample * count + rank];
    }

    /** Returns the mean distance over all pairs of a sample and a neighbour. */
    public double meanDistance() {
        double sum = 0;
        double most = 0;
        for (double d : distance) most = Math.max(most, d);
        if (most == 0) return 0;
        for (double d : distance) sum += d / most; // the sum of very large distances must not overflow
        return most * (sum / distance.length);
    }

    /** Returns all neighbours, sample after sample. The array must not be modified. */
    int[] indices() {
        return index;
    }

    /** Returns where the neighbours of each sample start in {@link #indices}, and where the last ones end. */
    int[] starts() {
        int[] starts = new int[size() + 1];
        for (int i = 0; i < starts.length; i++) starts[i] = i * count;
        return starts;
    }
}
