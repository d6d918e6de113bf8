package org.grapnel.solve.support;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.QuickSelect;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.SelectedRowProducts;
import org.jspecify.annotations.Nullable;

/**
 * Which features to keep while H stands still: solves the rows of W that can matter and takes those that gain most. The rows kept so
 * far are solved first: whatever cannot gain as much as the last of them that would stay need not be looked at ({@link GainBound}).
 */
final class SupportSelection implements AutoCloseable {
    /** Where no row has a solution to start from yet. */
    static final int FIRST_SWEEPS = 20;

    /** Gains closer than this share of the largest are equal, and a tie is decided for what is kept already. */
    private static final double TIE = 1e-12;

    private final ExecutionContext context;
    private final SelectedRowProducts products;
    private final RowSolver rows;
    private final @Nullable GainBound bound;
    private final DenseMatrix XHt;
    private final RowSet candidates;
    private final RowSet looked;
    private int computed;

    SupportSelection(
            ExecutionContext context,
            Matrix X,
            SelectedRowProducts products,
            double[] rowSquares,
            int r,
            boolean screened) {
        this.context = context;
        this.products = products;
        rows = new RowSolver(context, X.rows(), r);
        bound = screened ? new GainBound(context, rowSquares, X.cols(), r) : null;
        XHt = DenseMatrix.zeros(X.rows(), r);
        candidates = RowSet.none(X.rows());
        looked = RowSet.none(X.rows());
    }

    /** G = HHᵀ + 2λ·diag(q), to be filled before rows are chosen. */
    CoordinateDescent gram() {
        return rows.steps();
    }

    /** The rows that were solved for the last choice. */
    RowSet looked() {
        return looked;
    }

    /** XHᵀ in these rows. */
    DenseMatrix products(RowSet which, DenseMatrix Ht) {
        products.times(which, Ht, XHt);
        return XHt;
    }

    /** Rows computed since this was last asked. */
    int takeComputed() {
        int count = computed;
        computed = 0;
        return count;
    }

    /**
     * Fills {@code next} with so many rows.
     *
     * @param ridge 2λq, the part of G's diagonal that is the graph's
     * @param warm where rows start, each column to be multiplied by {@code unit}
     * @param solved gets the rows that were looked at
     */
    void select(
            DenseMatrix Ht,
            double[] ridge,
            DenseMatrix warm,
            double[] unit,
            int sweeps,
            RowSet kept,
            int count,
            DenseMatrix solved,
            RowSet next) {
        if (bound == null || !bound.refers()) {
            solve(looked.fill(), Ht, warm, unit, sweeps, solved);
        } else {
            bound.carry(Ht, ridge, gram());
            solve(kept, Ht, warm, unit, sweeps, solved);
            bound.candidates(kept, last(kept, count), candidates);
            solve(candidates, Ht, warm, unit, sweeps, solved);
            looked.union(kept, candidates);
        }
        if (bound != null) {
            bound.learn(looked, rows.ceiling());
            bound.refer(Ht, ridge);
        }
        select(kept, count, next);
    }

    private void solve(RowSet which, DenseMatrix Ht, DenseMatrix warm, double[] unit, int sweeps, DenseMatrix solved) {
        computed += which.count();
        rows.solve(which, products(which, Ht), warm, unit, sweeps, solved);
    }

    /** The gain of the last of these rows if only so many stay. */
    private double last(RowSet which, int count) {
        double[] gain = context.callerScratch().doubles(ScratchArray.GAINS, which.count());
        for (int q = 0; q < which.count(); q++) gain[q] = rows.gain()[which.get(q)];
        return which.count() < count ? -1 : QuickSelect.kth(gain, which.count(), count, context.callerScratch());
    }

    /** The rows that gain most; ties go to what is kept, then to the lower index. */
    private void select(RowSet kept, int count, RowSet next) {
        next.clear();
        if (count >= looked.count()) {
            next.copyFrom(looked);
            return;
        }
        double[] key = context.callerScratch().doubles(ScratchArray.GAINS, looked.count());
        double most = 0;
        for (int q = 0; q < looked.count(); q++) most = Math.max(most, rows.gain()[looked.get(q)]);
        double unit = most > 0 ? Math.max(TIE * most, Double.MIN_VALUE) : 1;
        for (int q = 0; q < looked.count(); q++) {
            int i = looked.get(q);
            key[q] = 2 * Math.rint(rows.gain()[i] / unit) + (kept.contains(i) ? 1 : 0);
        }
        double bar = QuickSelect.kth(key, looked.count(), count, context.callerScratch());
        int level = count - QuickSelect.above(key, looked.count(), bar);
        for (int q = 0; q < looked.count(); q++)
            if (key[q] > bar || (key[q] == bar && level-- > 0)) next.add(looked.get(q));
    }

    /** Writes what the next choice needs, or reads it back. */
    void state(StateStream ledger) {
        computed = ledger.intValue(computed);
        if (bound != null) bound.state(ledger);
    }

    @Override
    public void close() {
        XHt.close();
        if (bound != null) bound.close();
    }
}
