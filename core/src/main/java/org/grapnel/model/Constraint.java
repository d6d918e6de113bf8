package org.grapnel.model;

import java.io.Serializable;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;

/**
 * A set that a factor must lie in, given by its projection: the nearest point of the set. Or a penalty g, given by its prox: the Z that
 * minimises g(Z) + ‖Z − V‖²/(2·step length).
 *
 * <p>Every set of this package is {Z ≥ 0}, perhaps with a limit on the number of non-zero rows or entries. Its projection clips negative entries
 * first and drops the smallest rows or entries then [eq. 16–18]. The order matters. W has a row for each feature; H is stored transposed, so its
 * rows are samples.
 */
public interface Constraint extends Serializable {
    /**
     * V ← the nearest point of the set to V: {@link #clip}, then {@link #sparsify}. Every solver projects by this method.
     *
     * @param stepLength the length of the gradient step that led to V. A set does not depend on it; the prox of a
     *     penalty does
     */
    default void project(ExecutionContext context, RowSource V, double stepLength) {
        RowSet rows = V.computeAndClip(this, stepLength);
        sparsify(context, V.values(), rows, stepLength);
    }

    /** Projects the given rows of a stored matrix; the other rows are zero. On return {@code rows} lists the rows that may be non-zero. */
    default void project(ExecutionContext context, DenseMatrix V, RowSet rows) {
        project(context, new StoredRows(V, rows), 1);
    }

    /** The part of the projection that treats every entry alone: v ← max(0, v) in the first {@code count} values. NaN stays NaN. */
    default void clip(double[] values, int count, double stepLength) {
        for (int i = 0; i < count; i++) values[i] = Math.max(0, values[i]);
    }

    /**
     * The part of the projection that compares rows or entries: sets all but the largest to zero, or shrinks them.
     *
     * @param V a matrix without negative entries
     * @param rows the rows that may be non-zero, on entry and on return
     */
    default void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {}

    /** Whether this is a penalty, whose value is part of the objective. */
    default boolean isPenalty() {
        return false;
    }

    /** The value of a penalty at a matrix whose other rows are zero. */
    default double value(ExecutionContext context, DenseMatrix V, RowSet rows) {
        return 0;
    }

    /** The largest number of non-zero rows of a matrix with {@code rows} rows: min(k, rows) for a row constraint, else {@code rows}. */
    default int rowLimit(int rows) {
        return rows;
    }

    /**
     * The squared norm below which a row that is not yet in V cannot be kept, given the rows that are. 0 where no row can be ruled out.
     */
    default double entryThreshold(ExecutionContext context, DenseMatrix V, RowSet rows) {
        return 0;
    }
}
