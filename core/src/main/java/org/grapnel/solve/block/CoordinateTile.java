package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Scratch;

/**
 * Up to 64 rows of W, or columns of H, with their linear terms b, stored by coordinate: z[j][i] is coordinate j of problem i. There is one tile
 * per thread.
 */
public final class CoordinateTile {
    public static final int SIZE = 64;

    public final double[][] z;
    public final double[][] b;
    public final double[] shift = new double[SIZE];
    final double[] sum = new double[SIZE];
    public final double[][] totals = new double[4][SIZE];
    private final double[] row;
    private double[][] gram = {};
    private double[][] inverse = {};

    private CoordinateTile(int r) {
        z = new double[r][SIZE];
        b = new double[r][SIZE];
        row = new double[r];
    }

    /** Returns the tile of the calling thread. */
    public static CoordinateTile forThread(Scratch scratch, int r) {
        CoordinateTile tile = scratch.cached(CoordinateTile.class);
        if (tile == null || tile.z.length != r) {
            tile = new CoordinateTile(r);
            scratch.cache(tile);
        }
        return tile;
    }

    /** A Gram matrix for each problem, by pairs of components as in {@link WeightedGrams}, with room for all problems. */
    double[][] gram() {
        if (gram.length == 0) gram = new double[WeightedGrams.pairs(row.length)][SIZE];
        return gram;
    }

    /** One over the curvature of each coordinate of each problem. */
    double[][] inverse() {
        if (inverse.length == 0) inverse = new double[row.length][SIZE];
        return inverse;
    }

    /** Column i of {@code to} ← row {@code at} of M. */
    public void load(DenseMatrix M, int at, double[][] to, int i) {
        M.row(at, row);
        for (int j = 0; j < row.length; j++) to[j][i] = row[j];
    }

    /** Row {@code at} of M ← z of problem i. */
    public void store(DenseMatrix M, int at, int i) {
        for (int j = 0; j < row.length; j++) row[j] = z[j][i];
        M.setRow(at, row);
    }
}
