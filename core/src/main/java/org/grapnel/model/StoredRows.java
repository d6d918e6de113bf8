package org.grapnel.model;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/** Rows of a matrix, to be projected in place. Rows outside {@code rows} are zero. */
record StoredRows(DenseMatrix values, RowSet rows) implements RowSource {
    @Override
    public RowSet computeAndClip(Constraint constraint, double stepLength) {
        double[] row = new double[values.cols()];
        for (int q = 0; q < rows.count(); q++) {
            values.row(rows.get(q), row);
            constraint.clip(row, row.length, stepLength);
            values.setRow(rows.get(q), row);
        }
        return rows;
    }
}
