package org.grapnel.model;

import java.io.Serializable;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;

/**
 * A constraint set by its projection, the nearest point of the set. Every set here is Z ≥ 0 and perhaps something more, and
 * its projection clips first and selects then [eq. 16–18]; the order matters.
 */
public interface Constraint extends Serializable {
    /**
     * The second half of the projection: V ≥ 0 on entry. Rows other than the given ones are zero and stay so; on return
     * {@code rows} lists the rows that may still be non-zero.
     */
    void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows);

    /** The projection of any V, in place. */
    default void project(ExecutionContext context, DenseMatrix V, RowSet rows) {
        double[] row = new double[V.cols()];
        for (int q = 0; q < rows.count(); q++) {
            V.row(rows.get(q), row);
            for (int j = 0; j < row.length; j++) row[j] = Math.max(0, row[j]);
            V.setRow(rows.get(q), row);
        }
        sparsify(context, V, rows);
    }

    /** k, where only the k rows of largest norm are kept; where rows are not ranked, their number. */
    default int rowLimit(int rows) {
        return rows;
    }

    /**
     * The squared norm below which a row that is not yet in V cannot be kept, given the rows that are;
     * 0 where nothing can be ruled out.
     */
    default double entryThreshold(ExecutionContext context, DenseMatrix V, RowSet rows) {
        return 0;
    }
}
