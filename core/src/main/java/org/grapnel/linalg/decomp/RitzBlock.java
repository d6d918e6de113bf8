package org.grapnel.linalg.decomp;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;

/** The Ritz values and vectors of a block: the steps of a subspace iteration, on b × b matrices. */
final class RitzBlock {
    private final SubspaceBlock block;
    private final int b;
    private double[] theta = new double[0];
    private int drawn;

    /** Starts with a random block. */
    RitzBlock(SubspaceBlock block) {
        this.block = block;
        b = block.columns();
        for (int j = 0; j < b; j++) draw(j);
    }

    private void draw(int column) {
        block.draw(column, drawn++);
    }

    /** Makes V orthonormal and rotates it to the Ritz vectors, smallest value first. */
    void rotate() {
        orthonormalise();
        try (DenseMatrix T = DenseMatrix.zeros(b, b);
                DenseMatrix E = DenseMatrix.zeros(b, b)) {
            block.multiply(T);
            for (int i = 0; i < b; i++) // decompose −T, largest first, to get T smallest first
            for (int j = 0; j <= i; j++) {
                    double t = -(T.get(i, j) + T.get(j, i)) / 2;
                    T.set(i, j, t);
                    T.set(j, i, t);
                }
            theta = SymmetricEigen.decompose(T, E);
            for (int j = 0; j < b; j++) theta[j] = -theta[j];
            block.rotateBoth(E);
        }
    }

    /** V ← V·E·Λ^(−½) with VᵀV = E·Λ·Eᵀ, repeated until V is orthonormal. Lost directions are drawn again. */
    private void orthonormalise() {
        for (int pass = 0; pass < 8; pass++) {
            int lost = 0;
            double worst;
            try (DenseMatrix S = DenseMatrix.zeros(b, b);
                    DenseMatrix E = DenseMatrix.zeros(b, b)) {
                scaleColumns();
                block.gram(S);
                worst = distanceFromIdentity(S);
                double[] lambda = SymmetricEigen.decompose(S, E);
                for (int j = 0; j < b; j++) {
                    boolean gone = !(lambda[j] > 1e-14 * lambda[0]);
                    if (gone) lost++;
                    double by = gone ? 0 : 1 / Math.sqrt(lambda[j]);
                    for (int i = 0; i < b; i++) E.set(i, j, by * E.get(i, j));
                }
                block.rotate(E);
            }
            for (int j = b - lost; j < b; j++) draw(j);
            if (lost == 0 && worst < 1e-3) return; // one more pass squares the remaining error: below rounding
        }
    }

    /** Scales every column to length 1, which minimises the condition number of the Gram matrix up to scaling. */
    private void scaleColumns() {
        double[] squares = block.columnSquares();
        double[] by = new double[b];
        for (int j = 0; j < b; j++) by[j] = squares[j] > 0 ? 1 / Math.sqrt(squares[j]) : 0;
        block.scaleColumns(by);
    }

    private static double distanceFromIdentity(DenseMatrix S) {
        double worst = 0;
        for (int i = 0; i < S.rows(); i++)
            for (int j = 0; j < S.rows(); j++) worst = Math.max(worst, Math.abs(S.get(i, j) - (i == j ? 1 : 0)));
        return worst;
    }

    /** Returns the largest residual of the first {@code count} pairs. */
    double residual(int count) {
        double[] residuals = residuals();
        double most = 0;
        for (int j = 0; j < count; j++) most = Math.max(most, residuals[j]);
        return most;
    }

    /** Returns ‖Av − θv‖ of every pair. */
    double[] residuals() {
        double[] residuals = block.residualSquares(theta);
        for (int j = 0; j < b; j++) residuals[j] = Math.sqrt(residuals[j]);
        return residuals;
    }

    /** Returns the Ritz value of a pair. */
    double theta(int j) {
        return theta[j];
    }

    /** Returns the first Ritz values, as those of an operator without negative ones. */
    List<Double> values(int count) {
        List<Double> values = new ArrayList<>();
        for (int j = 0; j < count; j++) values.add(Math.max(0, theta[j])); // a rounded value may be negative
        return values;
    }

    /**
     * V ← p(A)·V with p(x) = T_d((x − m)/h) / T_d((θ₁ − m)/h), where [m − h, m + h] = [θ_b, {@code high}], by the
     * recurrence of the Chebyshev polynomials T, scaled at every step so that nothing overflows. A·V is known for the
     * first step.
     *
     * @param high the upper end of the spectrum, such as ‖A‖ of a positive and 0 of a negative operator
     * @param degree d, the number of products with A, the known one included
     */
    void filter(double high, int degree) {
        // the interval never vanishes, not even if the block holds the whole range of A
        double low = Math.min(theta[b - 1], high > 0 ? 0.95 * high : high - 1e-14 * Math.abs(theta[0]));
        double half = (high - low) / 2;
        double middle = (high + low) / 2;
        double first = half / (Math.min(theta[0], low - 1e-3 * half) - middle);
        double sigma = first;
        List<SubspaceBlock.RecurrenceStep> steps = new ArrayList<>();
        steps.add(new SubspaceBlock.RecurrenceStep(sigma / half, -middle * sigma / half, 0));
        for (int d = 2; d <= degree; d++) {
            double after = 1 / (2 / first - sigma);
            steps.add(new SubspaceBlock.RecurrenceStep(2 * after / half, -2 * after * middle / half, -sigma * after));
            sigma = after;
        }
        block.filter(steps);
    }
}
