package org.grapnel.solve;

import java.util.List;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Objective;
import org.grapnel.runtime.Preconditions;

/**
 * The result of a solver: the factors W (p × r) and Ht (n × r, the transpose of H), the trace, why it stopped, and the certificate. Owns both
 * factors: close it.
 *
 * @param support the non-zero rows of W: the kept features
 */
public record Solution(
        DenseMatrix W, DenseMatrix Ht, RowSet support, Trace trace, StopReason stop, Certificate certificate)
        implements AutoCloseable {
    /** Writes this solution to a checkpoint. */
    public void write(StateStream stream) {
        stream.intValue(W.rows());
        stream.intValue(Ht.rows());
        stream.intValue(W.cols());
        stream.rowSet(support);
        stream.matrix(W, support); // its other rows are zero
        stream.matrix(Ht);
        Step.transfer(stream, trace.steps(), objective().added().size());
        stream.intValue(trace.feasibleFrom());
        stream.doubleValue(trace.size());
        StopReason.transfer(stream, stop);
        certificate.transfer(stream);
    }

    /**
     * Reads a solution with p features, n samples and r components; the caller closes it.
     *
     * @param parts the number of {@linkplain Objective#added added} values in each objective
     */
    public static Solution read(StateStream stream, int p, int n, int r, int parts) {
        boolean same = stream.intValue(0) == p && stream.intValue(0) == n && stream.intValue(0) == r;
        Preconditions.require(same, "the saved solution belongs to other data");
        RowSet support = RowSet.none(p);
        stream.rowSet(support);
        DenseMatrix W = DenseMatrix.zeros(p, r);
        DenseMatrix Ht = DenseMatrix.zeros(n, r);
        stream.matrix(W, support);
        stream.matrix(Ht);
        List<Step> steps = Step.transfer(stream, List.of(), parts);
        Preconditions.require(!steps.isEmpty(), "the saved solution has no steps");
        Trace trace = new Trace(steps, stream.count(0), stream.doubleValue(0));
        StopReason stop = StopReason.transfer(stream, new StopReason.Interrupted());
        return new Solution(W, Ht, support, trace, stop, new Certificate(0, 0).transfer(stream));
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
