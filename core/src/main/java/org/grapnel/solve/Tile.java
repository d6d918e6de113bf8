package org.grapnel.solve;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Scratch;

/**
 * Up to 64 rows of W, or columns of H, with their linear terms, coordinate by coordinate: z[j][i] is coordinate j of problem i. One for
 * each thread.
 */
final class Tile {
    static final int SIZE = 64;

    final double[][] z;
    final double[][] b;
    final double[] shift = new double[SIZE];
    final double[] sum = new double[SIZE];
    final double[][] totals = new double[4][SIZE];
    private final double[] row;

    private Tile(int r) {
        z = new double[r][SIZE];
        b = new double[r][SIZE];
        row = new double[r];
    }

    /** The tile of the calling thread. */
    static Tile of(Scratch scratch, int r) {
        Tile tile = scratch.kept(Tile.class);
        if (tile == null || tile.z.length != r) {
            tile = new Tile(r);
            scratch.keep(tile);
        }
        return tile;
    }

    /** Column i of {@code to} ← row {@code at} of M. */
    void load(DenseMatrix M, int at, double[][] to, int i) {
        M.row(at, row);
        for (int j = 0; j < row.length; j++) to[j][i] = row[j];
    }

    /** Row {@code at} of M ← z of problem i. */
    void store(DenseMatrix M, int at, int i) {
        for (int j = 0; j < row.length; j++) row[j] = z[j][i];
        M.setRow(at, row);
    }
}
