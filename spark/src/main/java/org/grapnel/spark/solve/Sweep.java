package org.grapnel.spark.solve;

import java.util.Arrays;
import java.util.Iterator;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GramCache;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.solve.block.HPartition;
import org.grapnel.solve.block.SampleBlock;
import org.grapnel.spark.data.Panel;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the panels of a partition: XᵀW, an update of its columns of H, and some rows of XHᵀ at the result.
 *
 * <p>{@link SweepSums} describes the sums. Panels are added in order.
 */
final class Sweep implements AutoCloseable {
    private final ExecutionContext context = ExecutionContext.create(1);
    private final Scratch spare = new Scratch();
    private final SweepTask task;
    private final int r;
    private final RowSet kept;
    private final RowSet requested;
    private final DenseMatrix W;
    private final DenseMatrix XHt;
    private final DenseMatrix HHt;
    private final DenseMatrix HRt;
    private final GramCache at;
    private final double[] sums;
    private @Nullable HPartition block;

    private Sweep(SweepTask task) {
        this.task = task;
        r = task.formulation().rank();
        int rows = task.rows().length;
        kept = RowSet.of(rows, task.kept());
        requested = RowSet.of(rows, task.requested());
        W = DenseMatrix.zeros(rows, r);
        for (int q = 0; q < kept.count(); q++) W.setRow(kept.get(q), Arrays.copyOfRange(task.W(), q * r, (q + 1) * r));
        XHt = DenseMatrix.zeros(rows, r);
        HHt = DenseMatrix.zeros(r, r);
        HRt = DenseMatrix.zeros(r, r);
        at = new GramCache(r);
        at.WtW().setRows(0, r, task.WtW());
        sums = new double[Math.toIntExact(SweepSums.length(r, requested.count()))];
    }

    /** Runs the pass over panels that have exactly the features of the task. */
    static HPartitionData run(SweepTask task, Iterator<Panel> panels, PartitionState state) {
        try (Sweep sweep = new Sweep(task)) {
            return sweep.over(
                    panels, state.here(), state.before(), state.reference().H());
        }
    }

    private HPartitionData over(Iterator<Panel> panels, HPartitionData here, HPartitionData before, double[] R) {
        double[] next = task.moves() ? new double[here.H().length] : here.H();
        int sample = 0;
        while (panels.hasNext()) {
            Panel panel = panels.next();
            for (int from = 0, m; from < panel.samples(); from += m) {
                m = Math.min(panel.width(), panel.samples() - from);
                over(panel.matrix(spare, from, m), here, before, R, sample, m, next);
                sample += m;
            }
        }
        return new HPartitionData(next, sums);
    }

    private void over(
            Matrix X, HPartitionData here, HPartitionData before, double[] R, int sample, int m, double[] next) {
        HPartition block = block(m);
        X.transposeTimes(context, kept, W, block.XtW());
        load(here.H(), sample, m, block.current());
        if (task.moves()) {
            load(before.H(), sample, m, block.before());
            if (task.formulation().usesGraph()) {
                load(here.LH(), sample, m, block.currentImage());
                load(before.LH(), sample, m, block.beforeImage());
            }
            block.step(at, task.by());
            store(block.candidate(), next, sample, m);
        } else {
            load(here.H(), sample, m, block.candidate());
        }
        add(block, X, R, sample, m);
    }

    private void add(HPartition block, Matrix X, double[] R, int sample, int m) {
        SampleBlock.CandidateSums part = block.measure(HHt);
        addTo(0, HHt);
        if (R.length > 0) {
            load(R, sample, m, block.current()); // its content is no longer needed
            Gram.computeCross(context, block.candidate(), block.current(), HRt);
            addTo(SweepSums.cross(r), HRt);
        }
        sums[SweepSums.inner(r)] += part.inner();
        sums[SweepSums.moved(r)] += part.moved();
        if (requested.count() == 0) return;
        X.times(context, requested, block.candidate(), XHt);
        double[] row = new double[r];
        for (int q = 0, to = SweepSums.rows(r); q < requested.count(); q++) {
            XHt.row(requested.get(q), row);
            for (int j = 0; j < r; j++) sums[to++] += row[j];
        }
    }

    private void addTo(int from, DenseMatrix G) {
        for (int i = 0; i < r; i++) for (int j = 0; j < r; j++) sums[from + i * r + j] += G.get(i, j);
    }

    /** Returns working memory for m samples. All tiles of a panel but the last have the same width. */
    private HPartition block(int m) {
        HPartition last = block;
        if (last != null && last.current().rows() == m) return last;
        if (last != null) last.close();
        HPartition fresh = new HPartition(context, task.formulation(), m);
        block = fresh;
        return fresh;
    }

    private void load(double[] from, int sample, int m, DenseMatrix into) {
        into.buffer(0).put(into.rowOffset(0), from, sample * r, m * r);
    }

    private void store(DenseMatrix from, double[] into, int sample, int m) {
        from.buffer(0).get(from.rowOffset(0), into, sample * r, m * r);
    }

    /** Returns Σ ‖Xᵢ − WᵢH‖² over the kept rows, computed from the residual. */
    static double squaredResidual(SweepTask task, Iterator<Panel> panels, HPartitionData here) {
        try (Sweep sweep = new Sweep(task)) {
            double sum = 0;
            int sample = 0;
            while (panels.hasNext()) {
                Panel panel = panels.next();
                for (int from = 0, m; from < panel.samples(); from += m) {
                    m = Math.min(panel.width(), panel.samples() - from);
                    HPartition block = sweep.block(m);
                    sweep.load(here.H(), sample, m, block.candidate());
                    Matrix X = panel.matrix(sweep.spare, from, m);
                    sum += X.squaredResidual(sweep.context, sweep.kept, sweep.W, block.candidate());
                    sample += m;
                }
            }
            return sum;
        }
    }

    @Override
    public void close() {
        if (block != null) block.close();
        W.close();
        XHt.close();
        HHt.close();
        HRt.close();
        at.close();
        spare.close();
        context.close();
    }
}
