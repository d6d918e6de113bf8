package org.grapnel.embed;

import java.util.Arrays;
import java.util.Comparator;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/** Naive versions over all pairs: neighbours, forces and the objective. */
final class BruteForceTsne {
    private BruteForceTsne() {}

    /** Returns the nearest columns of every column of X. */
    static Neighbors nearest(ExecutionContext context, Matrix X, int count) {
        int n = X.cols();
        int[][] index = new int[n][count];
        double[][] distance = new double[n][count];
        for (int i = 0; i < n; i++) {
            int sample = i;
            double[] d = new double[n];
            for (int j = 0; j < n; j++) d[j] = distance(X, i, j);
            Integer[] order = new Integer[n];
            Arrays.setAll(order, j -> j);
            Arrays.sort(order, Comparator.comparingDouble((Integer j) -> j == sample ? -1 : d[j]));
            for (int r = 0; r < count; r++) {
                index[i][r] = order[r + 1];
                distance[i][r] = d[order[r + 1]];
            }
        }
        return Neighbors.of(index, distance);
    }

    private static double distance(Matrix X, int i, int j) {
        double sum = 0;
        for (int f = 0; f < X.rows(); f++) sum += Math.pow(X.get(f, i) - X.get(f, j), 2);
        return Math.sqrt(sum);
    }

    /** Returns groups of samples around distant corners: p × n, sample i in group i mod groups. */
    static DenseMatrix groups(long seed, int p, int n, int groups, double apart) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int f = 0; f < p; f++)
            for (int i = 0; i < n; i++)
                X.set(
                        f,
                        i,
                        apart * CounterRandom.gaussian(seed, i % groups, f) + CounterRandom.gaussian(seed + 1, i, f));
        return X;
    }

    /** Returns points of the plane in clumps of very different sizes, interleaved. */
    static double[] clumps(long seed, int n) {
        double[] Y = new double[2 * n];
        for (int i = 0; i < n; i++) {
            double size = Math.pow(10, -(i % 4));
            for (int c = 0; c < 2; c++)
                Y[2 * i + c] =
                        20 * CounterRandom.gaussian(seed, i % 7, c) + 5 * size * CounterRandom.gaussian(seed + 1, i, c);
        }
        return Y;
    }

    static double q(double[] Y, int i, int j) {
        double dx = Y[2 * i] - Y[2 * j];
        double dy = Y[2 * i + 1] - Y[2 * j + 1];
        return 1 / (1 + dx * dx + dy * dy);
    }

    /** R ← Σⱼ qᵢⱼ²(yᵢ−yⱼ); returns Z. */
    static double repulsion(double[] Y, double[] R) {
        int n = Y.length / 2;
        double Z = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i == j) continue;
                double q = q(Y, i, j);
                Z += q;
                for (int c = 0; c < 2; c++) R[2 * i + c] += q * q * (Y[2 * i + c] - Y[2 * j + c]);
            }
        }
        return Z;
    }

    /** Returns KL(P‖Q) with P scaled by the exaggeration, as the gradient sees it. */
    static double divergence(TsneAffinities P, double exaggeration, double[] Y) {
        int n = P.size();
        double Z = repulsion(Y, new double[2 * n]);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double p = i == j ? 0 : P.get(i, j);
                if (p > 0) sum += exaggeration * p * Math.log(p / q(Y, i, j)) + p * Math.log(Z);
            }
        }
        return sum;
    }
}
