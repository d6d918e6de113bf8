package org.grapnel.evaluate;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Relative error ‖X − WH‖ / ‖X‖ in the Frobenius norm. A zero row of W leaves all of Xᵢ unexplained, so
 *
 * <pre>  ‖X − WH‖² = Σ over kept rows ‖Xᵢ − WᵢH‖² + Σ over dropped rows ‖Xᵢ‖²,</pre>
 *
 * and no H lowers the error below its {@code floor}, the second part. With few kept rows the error is almost equal to
 * the floor, and compares only the choice of rows; {@code onKept} says how well the kept rows are fitted.
 *
 * @param error ‖X − WH‖ / ‖X‖
 * @param floor √(Σ over dropped rows ‖Xᵢ‖²) / ‖X‖
 * @param onKept √(Σ over kept rows ‖Xᵢ − WᵢH‖²) / √(Σ over kept rows ‖Xᵢ‖²)
 */
public record RelativeError(Score error, Score floor, Score onKept) {
    /** Computes the error of X p × n, W p × r and Ht = Hᵀ n × r; the kept rows are the non-zero rows of W. */
    public static RelativeError compute(ExecutionContext context, Matrix X, DenseMatrix W, DenseMatrix Ht) {
        Preconditions.require(
                W.rows() == X.rows() && Ht.rows() == X.cols() && W.cols() == Ht.cols(),
                "W (%d × %d) and Hᵀ (%d × %d) do not fit X (%d × %d)",
                W.rows(),
                W.cols(),
                Ht.rows(),
                Ht.cols(),
                X.rows(),
                X.cols());
        RowSet kept = RowSet.none(X.rows());
        for (int i = 0; i < X.rows(); i++) if (!W.isZeroRow(i)) kept.add(i);
        RowEnergy energy = RowEnergy.of(X.rowSquares(), kept);
        double squaredResidual = X.squaredResidual(context, kept, W, Ht);
        return new RelativeError(
                ratio(squaredResidual + energy.dropped, energy.kept + energy.dropped, "X"),
                ratio(energy.dropped, energy.kept + energy.dropped, "X"),
                ratio(squaredResidual, energy.kept, "X on the kept rows"));
    }

    /** The error if these rows are kept and fitted perfectly. */
    public static Score floor(Matrix X, RowSet kept) {
        Preconditions.require(
                kept.totalRows() == X.rows(), "the row set is for %d rows, X has %d", kept.totalRows(), X.rows());
        return floor(X.rowSquares(), kept);
    }

    /**
     * The error if these rows are kept and fitted perfectly.
     *
     * @param squares ‖Xᵢ‖² of every row, over the entries that count
     */
    public static Score floor(double[] squares, RowSet kept) {
        RowEnergy energy = RowEnergy.of(squares, kept);
        return ratio(energy.dropped, energy.kept + energy.dropped, "X");
    }

    private static Score ratio(double part, double whole, String name) {
        if (whole == 0) return Score.undefined("‖%s‖ is 0", name);
        return Double.isFinite(part) && Double.isFinite(whole)
                ? Score.of(Math.sqrt(part / whole))
                : Score.undefined("the squares of %s or of the residual are not finite", name);
    }

    /** Σ‖Xᵢ‖² over the kept and the dropped rows. */
    private record RowEnergy(double kept, double dropped) {
        static RowEnergy of(double[] squares, RowSet kept) {
            double keptSum = 0;
            double droppedSum = 0;
            for (int i = 0, q = 0; i < squares.length; i++) {
                if (q < kept.count() && kept.get(q) == i) {
                    keptSum += squares[i];
                    q++;
                } else {
                    droppedSum += squares[i];
                }
            }
            return new RowEnergy(keptSum, droppedSum);
        }
    }
}
