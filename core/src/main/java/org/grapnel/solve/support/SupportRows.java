package org.grapnel.solve.support;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.block.RowOperations;

/**
 * W in a run of {@link BestSupport}: the current rows, those before, and a candidate. A feature that is not kept has a row all the same, from
 * when it was last solved: its next solution starts there. All rows are stored in common column units, so that normalising the columns of W
 * costs nothing for rows that are not kept.
 */
final class SupportRows implements AutoCloseable {
    private final ExecutionContext context;
    private final int r;
    private final DenseMatrix W; // current rows, in units
    private final double[] unit; // column j of the true W is W's column j times unit[j]
    private final DenseMatrix candidate; // non-zero on the candidate's features only
    private DenseMatrix solved; // all rows that were solved for the candidate, before the kept ones are extrapolated
    private DenseMatrix before;
    private final RowSet kept;
    private final RowSet nextKept;

    SupportRows(ExecutionContext context, int features, int r) {
        this.context = context;
        this.r = r;
        W = DenseMatrix.zeros(features, r);
        candidate = DenseMatrix.zeros(features, r);
        solved = DenseMatrix.zeros(features, r);
        before = DenseMatrix.zeros(features, r);
        unit = new double[r];
        Arrays.fill(unit, 1);
        kept = RowSet.all(features);
        nextKept = RowSet.none(features);
    }

    /** The features that are kept. */
    RowSet kept() {
        return kept;
    }

    /** The features that the candidate keeps. */
    RowSet nextKept() {
        return nextKept;
    }

    /** The candidate: zero outside {@link #nextKept}. */
    DenseMatrix candidate() {
        return candidate;
    }

    /** Where rows start: these, each column times {@link #unit}. */
    DenseMatrix warmStart() {
        return W;
    }

    double[] unit() {
        return unit;
    }

    /** The rows that were solved for the candidate. */
    DenseMatrix solved() {
        return solved;
    }

    /** Makes the candidate zero; its features stay listed. */
    void clearCandidate() {
        for (int q = 0; q < nextKept.count(); q++) candidate.zeroRow(nextKept.get(q));
    }

    /** candidate ← [W + weight·(W − before)]₊ on its features, from the rows just solved. */
    void extrapolate(double weight) {
        for (int q = 0; q < nextKept.count(); q++) candidate.copyRow(nextKept.get(q), solved, nextKept.get(q));
        if (weight > 0) RowOperations.extrapolate(context, candidate, before, nextKept, weight);
    }

    /** Multiplies the columns of the candidate. */
    void scaleCandidate(double[] factors) {
        RowOperations.scale(context, candidate, nextKept, factors);
    }

    /** Multiplies the columns of the rows that were solved. */
    void scaleSolved(RowSet rows, double[] factors) {
        RowOperations.scale(context, solved, rows, factors);
    }

    /** Copies the column of a restarted component from the candidate, because the solved column belongs to the dead component. */
    void replaceSolvedColumn(RowSet rows, int j) {
        for (int q = 0; q < rows.count(); q++) solved.set(rows.get(q), j, candidate.get(rows.get(q), j));
    }

    /**
     * The candidate becomes current.
     *
     * @param rows the rows that were solved
     * @param lengths by what the columns of the candidate were divided
     */
    void commit(RowSet rows, double[] lengths) {
        double[] toUnits = new double[r];
        for (int j = 0; j < r; j++) {
            unit[j] /= lengths[j];
            toUnits[j] = 1 / unit[j];
        }
        for (int q = 0; q < rows.count(); q++) W.copyRow(rows.get(q), solved, rows.get(q));
        for (int q = 0; q < nextKept.count(); q++) W.copyRow(nextKept.get(q), candidate, nextKept.get(q));
        RowOperations.scale(context, W, rows, toUnits);
        DenseMatrix free = before;
        before = solved;
        solved = free;
        kept.copyFrom(nextKept);
    }

    /** Makes the column of a restarted component zero in the rows that were not solved. */
    void clearColumn(RowSet solvedRows, int j) {
        for (int i = 0; i < W.rows(); i++) if (!solvedRows.contains(i)) W.set(i, j, 0);
    }

    /** candidate ← the current rows in their true units. */
    void showCurrent() {
        clearCandidate();
        nextKept.copyFrom(kept);
        for (int q = 0; q < kept.count(); q++) candidate.copyRow(kept.get(q), W, kept.get(q));
        RowOperations.scale(context, candidate, kept, unit);
    }

    void transfer(StateStream stream) {
        stream.rowSet(kept);
        stream.matrix(W);
        stream.doubles(unit);
        stream.matrix(before, kept); // an extrapolation needs it where the kept rows are the same
    }

    @Override
    public void close() {
        for (DenseMatrix M : new DenseMatrix[] {W, candidate, solved, before}) M.close();
    }
}
