package org.grapnel.spark.solve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Formulation;

/**
 * What every partition is to do in one pass over its panels: a step of its columns of H against this W, or none, and then some rows of XHᵀ. It
 * travels as bytes of Java's own, whichever serialiser the cluster has been given.
 *
 * @param rows the features that are looked at, ascending
 * @param kept those of them where W is not zero, as positions in {@code rows}
 * @param W r numbers for each of these
 * @param moves whether there is a step; without one the candidate is the H at hand
 * @param asked the rows of XHᵀ to be computed, as positions in {@code rows}
 */
record SweepTask(
        Formulation program,
        int[] rows,
        int[] kept,
        double[] W,
        double[] WtW,
        boolean moves,
        double centre,
        double slope,
        double curvature,
        int[] asked)
        implements Serializable {
    /** The order with the features it needs: where W is not zero, and where XHᵀ is asked for. */
    static SweepTask create(
            Formulation program,
            RowSet support,
            DenseMatrix W,
            double[] WtW,
            boolean moves,
            double centre,
            double slope,
            double curvature,
            RowSet asked) {
        RowSet rows = RowSet.none(support.totalRows()).union(support, asked);
        int r = program.rank();
        double[] values = new double[support.count() * r];
        double[] row = new double[r];
        for (int q = 0; q < support.count(); q++) {
            W.row(support.get(q), row);
            System.arraycopy(row, 0, values, q * r, r);
        }
        return new SweepTask(
                program,
                rows.toArray(),
                positions(support, rows),
                values,
                WtW,
                moves,
                centre,
                slope,
                curvature,
                positions(asked, rows));
    }

    private static int[] positions(RowSet some, RowSet rows) {
        int[] at = new int[some.count()];
        for (int q = 0, t = 0; q < at.length; q++) {
            while (rows.get(t) != some.get(q)) t++;
            at[q] = t;
        }
        return at;
    }

    byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static SweepTask create(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (SweepTask) in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("an order that cannot be read", e);
        }
    }
}
