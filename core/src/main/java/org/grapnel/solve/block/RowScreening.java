package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * XHᵀ row by row: computed where a row can matter, bounded where it cannot. A row that is zero moves to XᵢHᵀ/c, so it is
 * kept only if ‖XᵢHᵀ‖/c is among the k largest; rows whose bound stays below need not be computed, and leaving them out
 * changes no decision. It holds one H at a time; {@link #onHChanged} says that another one has come.
 */
final class RowScreening implements AutoCloseable {
    private final SampleBlock side;
    private final int p;
    private final DenseMatrix XHt;
    private final @Nullable RowBound bound; // none where every row is to be computed
    private final DenseMatrix cross; // HRᵀ for its reference R
    private final int[] stamp; // for which H a row of XHt was computed
    private final RowSet wanted;
    private int version = 1;
    private int known; // rows computed for this H
    private int computed; // rows computed since takeComputed
    private long inVain; // rows computed beyond the active ones since the bounds got their reference

    // While the same rows are active, all others together are below `ceiling`, which rises with every move of H.
    private final RowSet under;
    private double ceiling = Double.POSITIVE_INFINITY;
    private final double largestRow;

    /** Whether bounds cost less than the rows they save, where all but {@code kept} of the p rows of X could be left out. */
    static boolean isWorthwhile(int p, int n, long nonZeros, int kept, int r) {
        double saved = 2.0 * nonZeros * (p - kept) / p * r;
        double bounds = 10.0 * r * r * r + 4.0 * p; // products run about ten times as fast as small loops
        return saved > (2.0 * n * r * r + 10 * bounds) / 4; // and often the ceiling alone is enough
    }

    RowScreening(ExecutionContext context, SampleBlock side, double[] rowSquares, int r, boolean off) {
        this.side = side;
        p = side.features();
        XHt = DenseMatrix.zeros(p, r);
        bound = off ? null : new RowBound(context, rowSquares, side.samples(), r);
        cross = DenseMatrix.zeros(r, r);
        stamp = new int[p];
        wanted = RowSet.none(p);
        under = RowSet.none(p);
        largestRow = Math.sqrt(Arrays.stream(rowSquares).max().orElse(0));
    }

    /** Whether there are bounds, so that not every row will be asked for. */
    boolean bounds() {
        return bound != null && bound.usable();
    }

    /** H has moved by so much (in the Frobenius norm): ‖XᵢHᵀ‖ has risen by at most ‖Xᵢ‖ times that. */
    void onHChanged(double moved) {
        version++;
        known = 0;
        ceiling = Math.nextUp(ceiling + largestRow * moved * (1 + 1e-12));
    }

    DenseMatrix XHt() {
        return XHt;
    }

    /** Rows computed since this was last asked. */
    int takeComputed() {
        int count = computed;
        computed = 0;
        return count;
    }

    /**
     * Computes those of the given rows that are not there yet for this H. Where that makes all rows known, {@code remember} says
     * whether the bounds should take this H as their reference.
     */
    void require(RowSet rows, DenseMatrix HHt, boolean remember) {
        wanted.clear();
        for (int q = 0; q < rows.count(); q++) if (stamp[rows.get(q)] != version) wanted.add(rows.get(q));
        if (wanted.count() == 0) return;
        side.times(wanted, XHt);
        for (int q = 0; q < wanted.count(); q++) stamp[wanted.get(q)] = version;
        computed += wanted.count();
        known += wanted.count();
        if (known == p && remember && bound != null) {
            if (bound.refer(HHt, XHt)) side.setReference();
            inVain = 0;
        }
    }

    /**
     * Fills {@code entering} with the rows outside {@code active} whose ‖XᵢHᵀ‖ may reach {@code bar}. Where there is
     * nothing to compare with, or the bounds have cost as much as they can save, that is every row; from these the bounds get a
     * new reference.
     */
    void candidates(RowSet active, double bar, DenseMatrix HHt, RowSet entering) {
        entering.clear();
        int outside = p - active.count();
        if (outside == 0) return;
        if (ceiling < bar && under.equals(active)) return;
        boolean some = bound != null && bound.usable() && bar > 0 && inVain <= outside / 2;
        ceiling = Double.POSITIVE_INFINITY;
        double[] bounds = null;
        if (some && bound != null) {
            side.cross(cross);
            bounds = bound.at(cross, HHt).against(bar);
        }
        double highest = 0;
        for (int i = 0, q = 0; i < p; i++) {
            if (q < active.count() && active.get(q) == i) {
                q++;
                continue;
            }
            double upper = bounds == null ? bar : bounds[i];
            if (upper < bar) highest = Math.max(highest, upper);
            else entering.add(i);
        }
        if (bounds == null) return;
        inVain += entering.count();
        if (entering.count() == 0) {
            under.copyFrom(active);
            ceiling = highest;
        }
    }

    /** Writes the rows that are known for this H, and the bounds; or reads them back. */
    void transfer(StateStream stream) {
        RowSet there = wanted.clear();
        for (int i = 0; i < p; i++) if (stamp[i] == version) there.add(i);
        stream.rowSet(there);
        stream.matrix(XHt, there);
        if (stream.isReading()) {
            version++;
            for (int q = 0; q < there.count(); q++) stamp[there.get(q)] = version;
            known = there.count();
        }
        computed = stream.intValue(computed);
        inVain = stream.longValue(inVain);
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
