package org.grapnel.solve.support;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.QuickSelect;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.CoordinateSampleBlock;
import org.jspecify.annotations.Nullable;

/**
 * Selects the features to keep while H is fixed: solves rows of W and keeps those that gain most. The rows kept so far are solved first. A row
 * whose {@link GainBound} is below the last gain that would stay is not solved.
 */
final class SupportSelection implements AutoCloseable {
    /** Sweeps in the first iteration, where no row has a solution to start from. */
    static final int FIRST_SWEEPS = 20;

    /** Gains that differ by less than this share of the largest are equal. */
    private static final double TIE = 1e-12;

    private final ExecutionContext context;
    private final CoordinateSampleBlock samples;
    private final RowSolver solver;
    private final @Nullable GainBound bound; // none where every row is solved
    private final DenseMatrix XHt;
    private final RowSet candidates;
    private final RowSet solvedRows;
    private int computed;

    SupportSelection(
            ExecutionContext context, CoordinateSampleBlock samples, double[] rowSquares, int r, boolean screened) {
        this.context = context;
        this.samples = samples;
        int p = samples.features();
        solver = new RowSolver(context, p, r);
        bound = screened ? new GainBound(samples, rowSquares, r) : null;
        XHt = DenseMatrix.zeros(p, r);
        candidates = RowSet.none(p);
        solvedRows = RowSet.none(p);
    }

    /** G = HHᵀ + 2λ·diag(hⱼLhⱼᵀ), to be filled before rows are selected. */
    CoordinateDescent gram() {
        return solver.gram();
    }

    /** The rows that were solved for the last selection. */
    RowSet solvedRows() {
        return solvedRows;
    }

    /** XHᵀ at the candidate for H, in these rows. */
    DenseMatrix products(RowSet rows) {
        samples.timesCandidate(rows, XHt);
        return XHt;
    }

    /** The number of rows of XHᵀ that were computed since the last call. */
    int takeComputed() {
        int count = computed;
        computed = 0;
        return count;
    }

    /**
     * Solves rows into {@link SupportRows#solved} and lists the {@code count} rows that gain most in {@link SupportRows#nextKept}.
     *
     * @param ridge 2λ·hⱼLhⱼᵀ, the graph's part of the diagonal of G
     */
    void select(SupportRows rows, double[] ridge, int sweeps, int count) {
        RowSet kept = rows.kept();
        if (bound == null || !bound.hasReference()) {
            solve(solvedRows.fill(), rows, sweeps);
        } else {
            bound.carry(ridge, gram());
            solve(kept, rows, sweeps);
            bound.candidates(kept, smallestGain(kept, count), candidates);
            solve(candidates, rows, sweeps);
            solvedRows.union(kept, candidates);
        }
        if (bound != null) {
            bound.learn(solvedRows, solver.ceiling());
            bound.setReference(ridge);
        }
        selectLargestGains(kept, count, rows.nextKept());
    }

    private void solve(RowSet which, SupportRows rows, int sweeps) {
        computed += which.count();
        solver.solve(which, products(which), rows.warmStart(), rows.unit(), sweeps, rows.solved());
    }

    /** The smallest gain among the {@code count} best of these rows; −1 where there are fewer. */
    private double smallestGain(RowSet which, int count) {
        double[] gain = context.callerScratch().doubles(ScratchArray.GAINS, which.count());
        for (int q = 0; q < which.count(); q++) gain[q] = solver.gain()[which.get(q)];
        return which.count() < count ? -1 : QuickSelect.kth(gain, which.count(), count, context.callerScratch());
    }

    /** Ties go to rows that are kept already, then to the lower index. */
    private void selectLargestGains(RowSet kept, int count, RowSet next) {
        next.clear();
        int solved = solvedRows.count();
        if (count >= solved) {
            next.copyFrom(solvedRows);
            return;
        }
        double[] key = context.callerScratch().doubles(ScratchArray.GAINS, solved);
        double largest = 0;
        for (int q = 0; q < solved; q++) largest = Math.max(largest, solver.gain()[solvedRows.get(q)]);
        double unit = largest > 0 ? Math.max(TIE * largest, Double.MIN_VALUE) : 1;
        for (int q = 0; q < solved; q++) {
            int i = solvedRows.get(q);
            key[q] = 2 * Math.rint(solver.gain()[i] / unit) + (kept.contains(i) ? 1 : 0);
        }
        double threshold = QuickSelect.kth(key, solved, count, context.callerScratch());
        int ties = count - QuickSelect.above(key, solved, threshold);
        for (int q = 0; q < solved; q++)
            if (key[q] > threshold || (key[q] == threshold && ties-- > 0)) next.add(solvedRows.get(q));
    }

    /** Writes what the next selection needs to a checkpoint, or reads it back. */
    void transfer(StateStream stream) {
        computed = stream.intValue(computed);
        if (bound != null) bound.transfer(stream);
    }

    @Override
    public void close() {
        XHt.close();
        if (bound != null) bound.close();
    }
}
