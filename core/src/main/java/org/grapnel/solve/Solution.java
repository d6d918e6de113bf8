package org.grapnel.solve;

import java.util.List;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Objective;
import org.grapnel.runtime.Preconditions;

/**
 * The factors W (p × r) and Ht (n × r, the transpose of H), and what is known about them. Owns both: close it.
 *
 * @param support the rows of W with a non-zero: the kept features
 */
public record Solution(
        DenseMatrix W, DenseMatrix Ht, RowSet support, Trace trace, StopReason stop, Certificate certificate)
        implements AutoCloseable {
    /** Writes this one. */
    public void write(StateStream ledger) {
        ledger.intValue(W.rows());
        ledger.intValue(Ht.rows());
        ledger.intValue(W.cols());
        ledger.rowSet(support);
        ledger.matrix(W, support); // its other rows are zero
        ledger.matrix(Ht);
        Step.through(ledger, trace.steps());
        ledger.intValue(trace.feasibleFrom());
        ledger.doubleValue(trace.size());
        StopReason.through(ledger, stop);
        certificate.through(ledger);
    }

    /** The one that was written of so many features, samples and components, for the caller to close. */
    public static Solution read(StateStream ledger, int p, int n, int r) {
        boolean same = ledger.intValue(0) == p && ledger.intValue(0) == n && ledger.intValue(0) == r;
        Preconditions.require(same, "the solution is of other data");
        RowSet support = RowSet.none(p);
        ledger.rowSet(support);
        DenseMatrix W = DenseMatrix.zeros(p, r);
        DenseMatrix Ht = DenseMatrix.zeros(n, r);
        ledger.matrix(W, support);
        ledger.matrix(Ht);
        List<Step> steps = Step.through(ledger, List.of());
        Trace trace = new Trace(steps, ledger.intValue(0), ledger.doubleValue(0));
        StopReason stop = StopReason.through(ledger, new StopReason.Interrupted());
        return new Solution(W, Ht, support, trace, stop, new Certificate(0, 0).through(ledger));
    }

    public Objective objective() {
        return trace.last().objective();
    }

    @Override
    public void close() {
        W.close();
        Ht.close();
    }
}
