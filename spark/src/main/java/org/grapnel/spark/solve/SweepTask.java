package org.grapnel.spark.solve;

import java.io.Serializable;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Formulation;
import org.grapnel.solve.block.StepParameters;
import org.grapnel.spark.rdd.TaskBytes;

/**
 * Work of every partition in one pass over its panels: an optional update of its columns of H with this W, then some
 * rows of XHᵀ.
 *
 * <p>It is sent with Java serialization, independent of the serializer of the cluster.
 *
 * @param rows features that are read, ascending
 * @param kept positions in {@code rows} where W is not zero
 * @param W r numbers for each of these
 * @param moves whether H is updated; otherwise the candidate is the current H
 * @param requested positions in {@code rows} whose rows of XHᵀ are computed
 */
record SweepTask(
        Formulation formulation,
        int[] rows,
        int[] kept,
        double[] W,
        double[] WtW,
        boolean moves,
        StepParameters by,
        int[] requested)
        implements Serializable {
    /** Creates a task that reads the features where W is not zero or XHᵀ is requested. */
    static SweepTask create(
            Formulation formulation,
            RowSet support,
            DenseMatrix W,
            double[] WtW,
            boolean moves,
            StepParameters by,
            RowSet requested) {
        RowSet rows = RowSet.none(support.totalRows()).union(support, requested);
        int r = formulation.rank();
        double[] values = new double[support.count() * r];
        double[] row = new double[r];
        for (int q = 0; q < support.count(); q++) {
            W.row(support.get(q), row);
            System.arraycopy(row, 0, values, q * r, r);
        }
        return new SweepTask(
                formulation,
                rows.toArray(),
                positions(support, rows),
                values,
                WtW,
                moves,
                by,
                positions(requested, rows));
    }

    private static int[] positions(RowSet subset, RowSet rows) {
        int[] at = new int[subset.count()];
        for (int q = 0, t = 0; q < at.length; q++) {
            while (rows.get(t) != subset.get(q)) t++;
            at[q] = t;
        }
        return at;
    }

    byte[] toBytes() {
        return TaskBytes.write(this);
    }

    static SweepTask create(byte[] bytes) {
        return TaskBytes.read(SweepTask.class, bytes);
    }
}
