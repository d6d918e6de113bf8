package org.grapnel.spark.cluster;

/** Points that are the rows of a dense matrix, each component multiplied by its scale. */
public final class ScaledRows implements PointBlock {
    private final double[] rows;
    private final double[] scale;
    private double[][] centers = {};

    ScaledRows(double[] rows, double[] scale) {
        this.rows = rows;
        this.scale = scale;
    }

    @Override
    public int count() {
        return rows.length / scale.length;
    }

    @Override
    public void setCenters(double[][] others) {
        centers = others;
    }

    @Override
    public void squares(int point, double[] into) {
        for (int g = 0; g < centers.length; g++) into[g] = square(rows, point * scale.length, scale, centers[g]);
    }

    @Override
    public void add(int point, int sign, double[] sums, int at) {
        int r = scale.length;
        for (int q = 0; q < r; q++) sums[at + q] += sign * (rows[point * r + q] * scale[q]);
    }

    /**
     * Returns the nearest center to the components that start at {@code at}, each multiplied by its scale; ties go to
     * the first.
     */
    public static int nearest(double[] rows, int at, double[] scale, double[][] centers) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int g = 0; g < centers.length; g++) {
            double square = square(rows, at, scale, centers[g]);
            if (square < least) {
                least = square;
                best = g;
            }
        }
        return best;
    }

    private static double square(double[] rows, int at, double[] scale, double[] center) {
        double square = 0;
        for (int q = 0; q < scale.length; q++) {
            double d = rows[at + q] * scale[q] - center[q];
            square += d * d;
        }
        return square;
    }
}
