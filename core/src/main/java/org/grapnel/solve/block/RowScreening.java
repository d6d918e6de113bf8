package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Computes rows of XHᵀ, but only those that can be kept. A zero row of W moves to XᵢHᵀ/c, so it is kept only if ‖XᵢHᵀ‖/c is among the k
 * largest. A row whose upper bound is below the threshold is not computed, which changes no decision. Rows are valid for one H;
 * {@link #onHChanged} announces the next.
 */
final class RowScreening implements AutoCloseable {
    private final SampleBlock samples;
    private final int p;
    private final DenseMatrix XHt;
    private final @Nullable RowBound bound; // none where every row is computed
    private final DenseMatrix cross; // HRᵀ for the reference R
    private final int[] stamp; // the version of H for which a row of XHt was computed
    private final RowSet missing;
    private int version = 1;
    private int known; // rows computed for this H
    private int computed; // rows computed since takeComputed
    private long wasted; // rows computed beyond the active ones since the last reference

    // While the same rows are active, all other rows are below `ceiling`, which rises with every move of H.
    private final RowSet under;
    private double ceiling = Double.POSITIVE_INFINITY;
    private final double largestRow;

    /** Whether the bounds cost less than the rows they save, where all but {@code kept} of the p rows could be left out. */
    static boolean isWorthwhile(int p, int n, long nonZeros, int kept, int r) {
        double saved = 2.0 * nonZeros * (p - kept) / p * r;
        double bounds = 10.0 * r * r * r + 4.0 * p; // products run about ten times as fast as small loops
        return saved > (2.0 * n * r * r + 10 * bounds) / 4; // and often the ceiling alone is enough
    }

    RowScreening(ExecutionContext context, SampleBlock samples, double[] rowSquares, int r, boolean computesAll) {
        this.samples = samples;
        p = samples.features();
        XHt = DenseMatrix.zeros(p, r);
        bound = computesAll ? null : new RowBound(context, rowSquares, samples.samples(), r);
        cross = DenseMatrix.zeros(r, r);
        stamp = new int[p];
        missing = RowSet.none(p);
        under = RowSet.none(p);
        largestRow = Math.sqrt(Arrays.stream(rowSquares).max().orElse(0));
    }

    /** Whether there are bounds, so that not every row is needed. */
    boolean bounds() {
        return bound != null && bound.hasReference();
    }

    /** H has moved by this Frobenius norm; ‖XᵢHᵀ‖ has risen by at most ‖Xᵢ‖ times that. */
    void onHChanged(double moved) {
        version++;
        known = 0;
        ceiling = Math.nextUp(ceiling + largestRow * moved * (1 + 1e-12));
    }

    DenseMatrix XHt() {
        return XHt;
    }

    /** The number of rows computed since the last call. */
    int takeComputed() {
        int count = computed;
        computed = 0;
        return count;
    }

    /**
     * Computes those of the given rows that are missing for this H.
     *
     * @param remember whether this H becomes the reference of the bounds if all rows are known now
     */
    void require(RowSet rows, DenseMatrix HHt, boolean remember) {
        missing.clear();
        for (int q = 0; q < rows.count(); q++) if (stamp[rows.get(q)] != version) missing.add(rows.get(q));
        if (missing.count() == 0) return;
        samples.times(missing, XHt);
        for (int q = 0; q < missing.count(); q++) stamp[missing.get(q)] = version;
        computed += missing.count();
        known += missing.count();
        if (known == p && remember && bound != null) {
            if (bound.setReference(HHt, XHt)) samples.setReference();
            wasted = 0;
        }
    }

    /**
     * Fills {@code entering} with the rows outside {@code active} whose ‖XᵢHᵀ‖ may reach {@code threshold}. Without a reference, or when the
     * bounds have cost as much as they can save, these are all rows; the bounds then get a new reference.
     */
    void candidates(RowSet active, double threshold, DenseMatrix HHt, RowSet entering) {
        entering.clear();
        int outside = p - active.count();
        if (outside == 0) return;
        if (ceiling < threshold && under.equals(active)) return;
        boolean bounded = bound != null && bound.hasReference() && threshold > 0 && wasted <= outside / 2;
        ceiling = Double.POSITIVE_INFINITY;
        double[] bounds = null;
        if (bounded && bound != null) {
            samples.cross(cross);
            bounds = bound.prepare(cross, HHt).compute(threshold);
        }
        double highest = 0;
        for (int i = 0, q = 0; i < p; i++) {
            if (q < active.count() && active.get(q) == i) {
                q++;
                continue;
            }
            double upper = bounds == null ? threshold : bounds[i];
            if (upper < threshold) highest = Math.max(highest, upper);
            else entering.add(i);
        }
        if (bounds == null) return;
        wasted += entering.count();
        if (entering.count() == 0) {
            under.copyFrom(active);
            ceiling = highest;
        }
    }

    /** Writes the known rows and the bounds to a checkpoint, or reads them back. */
    void transfer(StateStream stream) {
        RowSet valid = missing.clear();
        for (int i = 0; i < p; i++) if (stamp[i] == version) valid.add(i);
        stream.rowSet(valid);
        stream.matrix(XHt, valid);
        if (stream.isReading()) {
            version++;
            for (int q = 0; q < valid.count(); q++) stamp[valid.get(q)] = version;
            known = valid.count();
        }
        computed = stream.intValue(computed);
        wasted = stream.longValue(wasted);
        stream.rowSet(under);
        ceiling = stream.doubleValue(ceiling);
        if (bound != null) bound.transfer(stream);
    }

    @Override
    public void close() {
        XHt.close();
        cross.close();
        if (bound != null) bound.close();
    }
}
