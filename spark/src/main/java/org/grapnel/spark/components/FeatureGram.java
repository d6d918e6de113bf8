package org.grapnel.spark.components;

import java.util.Iterator;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.GramTiles;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.SparsePanel;

/**
 * Sums CCᵀ, p × p, over the panels of a partition, as its upper triangle row by row.
 *
 * <p>Tiles of centred samples are multiplied densely. Samples that are sparse and not centred add the products of their
 * non-zeros only.
 */
final class FeatureGram {
    /** Samples in a tile. */
    private static final int TILE = 512;

    private FeatureGram() {}

    /** Returns the length of the triangle of a p × p matrix. */
    static int length(int p) {
        return Math.toIntExact((long) p * (p + 1) / 2);
    }

    /** Returns where row i of the triangle would have its column 0. */
    private static int rowStart(int i, int p) {
        return i * p - i * (i + 1) / 2;
    }

    static double[] sum(Iterator<Panel> panels, int p, SampleCentering by) {
        double[] triangle = new double[length(p)];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix G = DenseMatrix.zeros(p, p)) {
            boolean empty = true;
            while (panels.hasNext()) {
                Panel panel = panels.next();
                if (panel instanceof SparsePanel sparse && !by.centred()) {
                    addSparse(sparse.X(), ComponentPanel.divisors(sparse.X(), by), triangle);
                    continue;
                }
                for (int from = 0; from < panel.samples(); from += TILE) {
                    int count = Math.min(TILE, panel.samples() - from);
                    try (DenseMatrix tile = DenseMatrix.zeros(p, count)) {
                        panel.copyTo(tile, 0, from, count);
                        double[] divisor = ComponentPanel.divisors(tile, by);
                        tile.map((i, j, x) -> (x - by.mean()[i]) / divisor[j]);
                        GramTiles.add(context, G, tile, count, false, empty);
                        empty = false;
                    }
                }
            }
            addDense(G, triangle);
        }
        return triangle;
    }

    private static void addSparse(SparseMatrix X, double[] divisor, double[] triangle) {
        int p = X.rows();
        int[] feature = new int[p];
        double[] value = new double[p];
        for (int j = 0; j < X.cols(); j++) {
            int[] count = new int[1];
            double by = divisor[j];
            X.forEachInColumn(j, (i, x) -> {
                feature[count[0]] = i;
                value[count[0]++] = x / by;
            });
            for (int a = 0; a < count[0]; a++) {
                int start = rowStart(feature[a], p);
                for (int b = a; b < count[0]; b++) triangle[start + feature[b]] += value[a] * value[b];
            }
        }
    }

    private static void addDense(DenseMatrix G, double[] triangle) {
        int p = G.rows();
        double[] row = new double[p];
        for (int i = 0; i < p; i++) {
            G.row(i, row);
            int start = rowStart(i, p);
            for (int l = i; l < p; l++) triangle[start + l] += row[l];
        }
    }

    /** Returns the symmetric matrix of a triangle. */
    static DenseMatrix matrix(double[] triangle, int p) {
        DenseMatrix G = DenseMatrix.zeros(p, p);
        double[] row = new double[p];
        for (int i = 0; i < p; i++) {
            for (int l = 0; l < p; l++) row[l] = triangle[l < i ? rowStart(l, p) + i : rowStart(i, p) + l];
            G.setRow(i, row);
        }
        return G;
    }
}
