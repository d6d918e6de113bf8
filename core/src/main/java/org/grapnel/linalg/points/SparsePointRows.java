package org.grapnel.linalg.points;

import org.grapnel.linalg.Scaling;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.Scratch;

/** Points with few non-zeros: for each point its features, ascending, and their values. */
final class SparsePointRows implements PointRows {
    private final int features;
    private final int[][] feature;
    private final float[][] value;

    SparsePointRows(SparseMatrix X, int[] columns, boolean toUnitLength) {
        features = X.rows();
        double[] least = new double[X.rows()];
        double[] length = toUnitLength ? X.columnNorms() : new double[0];
        double unit = toUnitLength ? 1 : spread(X, least);
        feature = new int[columns.length][];
        value = new float[columns.length][];
        int[] size = new int[X.cols()];
        for (int i = 0; i < columns.length; i++) {
            int column = columns[i];
            X.forEachInColumn(column, (f, x) -> size[column]++);
            int[] places = new int[size[column]];
            float[] values = new float[size[column]];
            int[] filled = {0};
            X.forEachInColumn(column, (f, x) -> {
                places[filled[0]] = f;
                values[filled[0]++] = (float) ((x - least[f]) / (toUnitLength ? length[column] : unit));
            });
            feature[i] = places;
            value[i] = values;
        }
    }

    /** The offset of a feature without zeros is subtracted, as for dense points; see {@link DensePointRows}. */
    private static double spread(SparseMatrix X, double[] least) {
        double largest = 0;
        for (int f = 0; f < X.rows(); f++) {
            double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0};
            X.forEachInRow(f, (j, x) -> {
                range[0] = Math.min(range[0], x);
                range[1] = Math.max(range[1], x);
                range[2]++;
            });
            boolean hasZero = range[2] < X.cols();
            double low = hasZero ? Math.min(0, range[0]) : range[0];
            least[f] = Math.max(0, low);
            largest = Math.max(largest, Math.max((hasZero ? Math.max(0, range[1]) : range[1]) - least[f], -low));
        }
        return Scaling.powerOfTwo(largest);
    }

    @Override
    public int count() {
        return feature.length;
    }

    @Override
    public void project(int a, int b, int[] points, int from, int end, float[] into) {
        float[] direction = new float[features];
        for (int s = 0; s < feature[a].length; s++) direction[feature[a][s]] = value[a][s];
        for (int s = 0; s < feature[b].length; s++) direction[feature[b][s]] -= value[b][s];
        for (int q = from; q < end; q++) {
            int[] f = feature[points[q]];
            float[] x = value[points[q]];
            float sum = 0;
            for (int s = 0; s < f.length; s++) sum += direction[f[s]] * x[s];
            into[q] = sum;
        }
    }

    @Override
    public PointSet gather(int[] points, int size, Scratch scratch) {
        return (a, from, into) -> {
            for (int j = from; j < size; j++) into[j] = square(points[a], points[j]);
        };
    }

    private float square(int i, int j) {
        int[] f = feature[i];
        int[] g = feature[j];
        float[] x = value[i];
        float[] y = value[j];
        float sum = 0;
        int s = 0;
        int t = 0;
        while (s < f.length || t < g.length) {
            int inX = s < f.length ? f[s] : Integer.MAX_VALUE;
            int inY = t < g.length ? g[t] : Integer.MAX_VALUE;
            float d = (inX <= inY ? x[s++] : 0) - (inY <= inX ? y[t++] : 0);
            sum += d * d;
        }
        return sum;
    }
}
