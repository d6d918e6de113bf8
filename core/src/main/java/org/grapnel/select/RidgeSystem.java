package org.grapnel.select;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * The minimiser of ‖XᵀW − F‖² + β·Σ ‖wᵢ‖²/uᵢ over W, for centred X (p × n) and F (n × c):
 *
 * <pre>   W = U·X·B,   B = (XᵀUX + βI)⁻¹F,   F − XᵀW = βB   </pre>
 *
 * <p>with U = diag(u). If p > n, B is solved for directly: n equations ({@link SampleRidge}). Otherwise U^(½)XXᵀU^(½) +
 * βI gives W: p equations, and XXᵀ is computed once ({@link FeatureRidge}). Either way no matrix is larger than min(p,
 * n)². Features whose u is below 10⁻¹⁰ of the largest do not enter the system: they would change its last digits only.
 */
abstract class RidgeSystem implements AutoCloseable {
    private static final double NEGLIGIBLE = 1e-10;

    final ExecutionContext context;
    final CenteredFeatures features;
    final DenseMatrix B; // n × c
    private final DenseMatrix XB; // p × c

    RidgeSystem(ExecutionContext context, CenteredFeatures features, int columns) {
        this.context = context;
        this.features = features;
        B = DenseMatrix.zeros(features.samples(), columns);
        XB = DenseMatrix.zeros(features.count(), columns);
    }

    static RidgeSystem create(ExecutionContext context, CenteredFeatures features, int columns) {
        return features.count() > features.samples()
                ? new SampleRidge(context, features, columns)
                : new FeatureRidge(context, features, columns);
    }

    /**
     * Solves for W.
     *
     * @param u not negative; wᵢ = 0 where uᵢ = 0
     * @param F n × c, columns that sum to zero
     * @param norms receives ‖wᵢ‖
     * @return the residual F − XᵀW, n × c
     */
    double[][] solve(double[] u, double[][] F, double beta, double[] norms) {
        int columns = B.cols();
        solveB(u, active(u), F, beta);
        center();
        features.X().times(context, RowSet.all(u.length), B, XB);
        double scale = features.scale();
        context.runEach(u.length, 2.0 * u.length * columns, (i, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, columns);
            XB.row(i, row);
            double squares = 0;
            for (int k = 0; k < columns; k++) squares += row[k] * row[k];
            norms[i] = u[i] * (scale * Math.sqrt(squares)); // u may be tiny: its square would vanish
        });
        double[][] residual = B.toArray();
        for (double[] row : residual) for (int k = 0; k < columns; k++) row[k] *= beta;
        return residual;
    }

    /** B ← (XᵀUX + βI)⁻¹F over the active features. */
    abstract void solveB(double[] u, RowSet active, double[][] F, double beta);

    private static RowSet active(double[] u) {
        double largest = 0;
        for (double value : u) largest = Math.max(largest, value);
        RowSet active = RowSet.none(u.length);
        for (int i = 0; i < u.length; i++) if (u[i] > 0 && u[i] >= NEGLIGIBLE * largest) active.add(i);
        return active;
    }

    /** Removes the rounding of the column sums, so that products with B need no centred X. */
    private void center() {
        int n = B.rows();
        double[] mean = new double[B.cols()];
        double[] row = new double[B.cols()];
        for (int a = 0; a < n; a++) {
            B.row(a, row);
            for (int k = 0; k < mean.length; k++) mean[k] += row[k] / n;
        }
        for (int a = 0; a < n; a++) {
            B.row(a, row);
            for (int k = 0; k < mean.length; k++) row[k] -= mean[k];
            B.setRow(a, row);
        }
    }

    @Override
    public void close() {
        B.close();
        XB.close();
    }
}
