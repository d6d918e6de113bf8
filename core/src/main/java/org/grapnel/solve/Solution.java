package org.grapnel.solve;

import java.util.List;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.RowSet;

/**
 * The factors W (p × r) and Ht (n × r, the transpose of H), and what is known about them. Owns both: close it.
 *
 * @param support the rows of W with a non-zero: the kept features
 */
public record Solution(
        DenseMatrix W, DenseMatrix Ht, RowSet support, Trace trace, StopReason stop, Certificate certificate)
        implements AutoCloseable {
    /** Writes this one. */
    public void write(Ledger ledger) {
        ledger.count(W.rows());
        ledger.count(Ht.rows());
        ledger.count(W.cols());
        ledger.set(support);
        ledger.matrix(W, support); // its other rows are zero
        ledger.matrix(Ht);
        Step.through(ledger, trace.steps());
        ledger.count(trace.feasibleFrom());
        ledger.number(trace.size());
        StopReason.through(ledger, stop);
        certificate.through(ledger);
    }

    /** The one that was written of so many features, samples and components, for the caller to close. */
    public static Solution read(Ledger ledger, int p, int n, int r) {
        boolean same = ledger.count(0) == p && ledger.count(0) == n && ledger.count(0) == r;
        Check.that(same, "the solution is of other data");
        RowSet support = RowSet.none(p);
        ledger.set(support);
        DenseMatrix W = DenseMatrix.zeros(p, r);
        DenseMatrix Ht = DenseMatrix.zeros(n, r);
        ledger.matrix(W, support);
        ledger.matrix(Ht);
        List<Step> steps = Step.through(ledger, List.of());
        Trace trace = new Trace(steps, ledger.count(0), ledger.number(0));
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
