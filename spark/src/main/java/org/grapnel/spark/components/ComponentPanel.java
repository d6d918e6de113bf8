package org.grapnel.spark.components;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panel;

/**
 * Products with the samples of a panel after their {@link SampleCentering}: C = (X − μ·1ᵀ)·D⁻¹, p × m, with a diagonal D.
 *
 * <p>The mean is subtracted from a copy of a dense panel. A sparse panel stays sparse: C·V = XD⁻¹V − μ(1ᵀD⁻¹V).
 */
final class ComponentPanel implements AutoCloseable {
    private final ExecutionContext context;
    private final Matrix X;
    private final RowSet all;
    private final double[] rest;
    private final double[] divisor;

    ComponentPanel(ExecutionContext context, Panel panel, SampleCentering by) {
        this.context = context;
        X = panel.matrix();
        all = RowSet.all(X.rows());
        boolean isRest = by.centred() && !X.isDense();
        if (by.centred() && X instanceof DenseMatrix dense) subtract(by.mean(), dense);
        rest = isRest ? by.mean() : new double[0];
        divisor = divisors(X, by);
    }

    private static void subtract(double[] mean, DenseMatrix X) {
        double[] row = new double[X.cols()];
        for (int i = 0; i < mean.length; i++) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++) row[j] -= mean[i];
            X.setRow(i, row);
        }
    }

    /** Returns the diagonal of D: the unit of the data, or the length of each sample, 1 for a zero sample. */
    static double[] divisors(Matrix X, SampleCentering by) {
        double[] divisor = by.centred() ? new double[X.cols()] : X.columnNorms();
        if (by.centred()) Arrays.fill(divisor, by.unit());
        for (int j = 0; j < divisor.length; j++) if (divisor[j] == 0) divisor[j] = 1;
        return divisor;
    }

    int samples() {
        return X.cols();
    }

    /** CtV ← CᵀV. */
    void transposeTimes(DenseMatrix V, DenseMatrix CtV) {
        int q = V.cols();
        X.transposeTimes(context, all, V, CtV);
        double[] shift = new double[q];
        double[] row = new double[q];
        for (int i = 0; i < rest.length; i++) {
            V.row(i, row);
            for (int c = 0; c < q; c++) shift[c] += rest[i] * row[c];
        }
        for (int j = 0; j < X.cols(); j++) {
            CtV.row(j, row);
            for (int c = 0; c < q; c++) row[c] = (row[c] - shift[c]) / divisor[j];
            CtV.setRow(j, row);
        }
    }

    /** CV ← CV + C·V. Divides the rows of V by D. */
    void addTimes(DenseMatrix V, DenseMatrix CV) {
        int q = V.cols();
        double[] sums = new double[q];
        double[] row = new double[q];
        for (int j = 0; j < X.cols(); j++) {
            V.row(j, row);
            for (int c = 0; c < q; c++) {
                row[c] /= divisor[j];
                sums[c] += row[c];
            }
            V.setRow(j, row);
        }
        if (X instanceof DenseMatrix dense) TileProducts.addTimes(context, dense, V, CV, context.callerScratch());
        else addSparse(V, sums, CV);
    }

    private void addSparse(DenseMatrix V, double[] sums, DenseMatrix CV) {
        int q = V.cols();
        double[] row = new double[q];
        double[] total = new double[q];
        try (DenseMatrix XV = DenseMatrix.zeros(X.rows(), q)) {
            X.times(context, all, V, XV);
            for (int i = 0; i < X.rows(); i++) {
                XV.row(i, row);
                CV.row(i, total);
                double mean = rest.length == 0 ? 0 : rest[i];
                for (int c = 0; c < q; c++) total[c] += row[c] - mean * sums[c];
                CV.setRow(i, total);
            }
        }
    }

    @Override
    public void close() {
        X.close();
    }
}
