package org.grapnel.spark.solve;

import java.util.Iterator;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.solve.block.JointSampleSteps;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.graph.NeighborRows;
import org.jspecify.annotations.Nullable;

/**
 * Updates of the columns of H or G of one partition.
 *
 * <p>An update of H is one pass over the panels: XᵀW, coordinate steps, then HHᵀ and XHᵀ at the result. {@link JointSums} describes the sums.
 * Panels are added in order.
 */
final class JointSweep implements AutoCloseable {
    /** Samples of one step where no panel sets their number. */
    private static final int CHUNK = 4096;

    private final ExecutionContext context = ExecutionContext.create(1);
    private final Scratch spare = new Scratch();
    private final NeighborRows around;
    private final JointSampleSteps steps;
    private final int r;
    private final int sweeps;
    private final RowSet features;
    private final DenseMatrix W;
    private final DenseMatrix XHt;
    private final DenseMatrix gram;
    private @Nullable DenseMatrix product; // rows of XᵀW
    private @Nullable DenseMatrix columns; // rows of Ht or Gt

    private JointSweep(JointTask task, NeighborRows around) {
        this.around = around;
        r = task.rank();
        sweeps = task.sweeps();
        steps = new JointSampleSteps(
                context, around::sum, task.constants().alpha(), task.constants().symmetry(), r);
        features = RowSet.all(task.features());
        W = DenseMatrix.zeros(task.W().length / r, r);
        W.setRows(0, W.rows(), task.W());
        XHt = DenseMatrix.zeros(task.features(), r);
        gram = DenseMatrix.zeros(r, r);
    }

    /** Work on consecutive samples of the panels. */
    private interface PanelTask {
        void run(Matrix X, JointSampleSteps.SampleRange range, int m);
    }

    /**
     * Updates H.
     *
     * @param around columns of G
     */
    static JointColumns updateH(JointTask task, Iterator<Panel> panels, NeighborRows around, JointColumns own) {
        try (JointSweep sweep = new JointSweep(task, around)) {
            sweep.prepareH(task);
            double[] h = own.h().clone();
            double[] sums = new double[JointSums.lengthAfterH(sweep.r, task.features())];
            sweep.forPanels(panels, (X, range, m) -> {
                DenseMatrix Ht = sweep.columns(m);
                sweep.steps.descendH(range, sweep.XtW(X, m), h, around.rows(), Ht, sweep.sweeps);
                sweep.addProducts(X, range, Ht, sums);
            });
            return new JointColumns(h, own.g(), sums);
        }
    }

    /** Computes the sums after H for columns as they are. */
    static JointColumns measureH(JointTask task, Iterator<Panel> panels, NeighborRows around, JointColumns own) {
        try (JointSweep sweep = new JointSweep(task, around)) {
            double[] sums = new double[JointSums.lengthAfterH(sweep.r, task.features())];
            sweep.forPanels(panels, (X, range, m) -> sweep.addProducts(X, range, sweep.load(own.h(), range, m), sums));
            return new JointColumns(own.h(), own.g(), sums);
        }
    }

    /**
     * Updates G.
     *
     * @param around columns of H
     */
    static JointColumns updateG(JointTask task, NeighborRows around, JointColumns own) {
        try (JointSweep sweep = new JointSweep(task, around)) {
            sweep.prepareG(task);
            int r = sweep.r;
            double[] g = own.g().clone();
            double[] sums = new double[JointSums.lengthAfterG(r)];
            for (int first = 0; first < around.samples(); first += CHUNK) {
                int m = Math.min(CHUNK, around.samples() - first);
                JointSampleSteps.SampleRange range = sweep.range(first, m);
                DenseMatrix Gt = sweep.columns(m);
                JointSampleSteps.MisfitSums misfit = sweep.steps.descendG(range, around.rows(), g, Gt, sweep.sweeps);
                sweep.addGram(Gt, range.joined(), sums, 0);
                sums[JointSums.cross(r)] += misfit.cross();
                sums[JointSums.apart(r)] += misfit.apart();
            }
            return new JointColumns(own.h(), g, sums);
        }
    }

    /** Returns HHᵀ over the samples with an edge and ⟨HS, H⟩ as the sums after G, given columns of H with those of neighbours. */
    static double[] graphSums(JointTask task, NeighborRows around) {
        try (JointSweep sweep = new JointSweep(task, around)) {
            int r = sweep.r;
            double[] h = around.rows();
            double[] sums = new double[JointSums.lengthAfterG(r)];
            double[] row = new double[r];
            for (int first = 0; first < around.samples(); first += CHUNK) {
                int m = Math.min(CHUNK, around.samples() - first);
                JointSampleSteps.SampleRange range = sweep.range(first, m);
                sweep.addGram(sweep.load(h, range, m), range.joined(), sums, 0);
                double inner = 0;
                for (int i = first; i < first + m; i++) {
                    around.sum(i, h, r, row);
                    for (int j = 0; j < r; j++) inner += row[j] * h[i * r + j];
                }
                sums[JointSums.cross(r)] += inner;
            }
            return sums;
        }
    }

    /** Returns Σ C·Δ² over the coordinates of H, given columns of G with those of neighbours. */
    static double residualH(JointTask task, Iterator<Panel> panels, NeighborRows around, JointColumns own) {
        try (JointSweep sweep = new JointSweep(task, around)) {
            sweep.prepareH(task);
            double[] sum = new double[1];
            sweep.forPanels(
                    panels,
                    (X, range, m) -> sum[0] += sweep.steps.residualH(range, sweep.XtW(X, m), own.h(), around.rows()));
            return sum[0];
        }
    }

    /** Returns α·Σ C·Δ² over the coordinates of G, given columns of H with those of neighbours. */
    static double residualG(JointTask task, NeighborRows around, JointColumns own) {
        try (JointSweep sweep = new JointSweep(task, around)) {
            sweep.prepareG(task);
            double sum = 0;
            for (int first = 0; first < around.samples(); first += CHUNK) {
                int m = Math.min(CHUNK, around.samples() - first);
                sum += sweep.steps.residualG(sweep.range(first, m), around.rows(), own.g());
            }
            return sum;
        }
    }

    /** Returns ‖X − WH‖², computed from the residual. */
    static double squaredResidual(JointTask task, Iterator<Panel> panels, NeighborRows around, JointColumns own) {
        try (JointSweep sweep = new JointSweep(task, around)) {
            double[] sum = new double[1];
            sweep.forPanels(
                    panels,
                    (X, range, m) -> sum[0] +=
                            X.squaredResidual(sweep.context, sweep.features, sweep.W, sweep.load(own.h(), range, m)));
            return sum[0];
        }
    }

    private void prepareH(JointTask task) {
        try (DenseMatrix WtW = DenseMatrix.zeros(r, r)) {
            WtW.setRows(0, r, task.WtW());
            gram.setRows(0, r, task.gram());
            steps.prepareH(WtW, gram);
        }
    }

    private void prepareG(JointTask task) {
        gram.setRows(0, r, task.gram());
        steps.prepareG(gram);
    }

    private void forPanels(Iterator<Panel> panels, PanelTask task) {
        int sample = 0;
        while (panels.hasNext()) {
            Panel panel = panels.next();
            for (int from = 0, m; from < panel.samples(); from += m) {
                m = Math.min(panel.width(), panel.samples() - from);
                task.run(panel.matrix(spare, from, m), range(sample, m), m);
                sample += m;
            }
        }
    }

    private JointSampleSteps.SampleRange range(int first, int m) {
        RowSet joined = RowSet.none(m);
        RowSet isolated = RowSet.none(m);
        for (int i = 0; i < m; i++) (around.isJoined(first + i) ? joined : isolated).add(i);
        return new JointSampleSteps.SampleRange(first, joined, isolated);
    }

    private DenseMatrix XtW(Matrix X, int m) {
        DenseMatrix XtW = sized(product, m);
        product = XtW;
        X.transposeTimes(context, features, W, XtW);
        return XtW;
    }

    private DenseMatrix columns(int m) {
        DenseMatrix M = sized(columns, m);
        columns = M;
        return M;
    }

    /** Returns working memory for m samples. All tiles of a panel but the last have the same width. */
    private DenseMatrix sized(@Nullable DenseMatrix last, int m) {
        if (last != null && last.rows() == m) return last;
        if (last != null) last.close();
        return DenseMatrix.zeros(m, r);
    }

    private DenseMatrix load(double[] rows, JointSampleSteps.SampleRange range, int m) {
        DenseMatrix M = columns(m);
        if (m > 0) M.buffer(0).put(M.rowOffset(0), rows, range.first() * r, m * r);
        return M;
    }

    private void addProducts(Matrix X, JointSampleSteps.SampleRange range, DenseMatrix Ht, double[] sums) {
        addGram(Ht, range.joined(), sums, 0);
        if (range.isolated().count() > 0) addGram(Ht, range.isolated(), sums, JointSums.isolated(r));
        X.times(context, features, Ht, XHt);
        double[] row = new double[r];
        for (int i = 0, to = JointSums.products(r); i < features.count(); i++) {
            XHt.row(i, row);
            for (int j = 0; j < r; j++) sums[to++] += row[j];
        }
    }

    private void addGram(DenseMatrix M, RowSet rows, double[] sums, int from) {
        Gram.compute(context, M, rows, gram);
        for (int i = 0; i < r; i++) for (int j = 0; j < r; j++) sums[from + i * r + j] += gram.get(i, j);
    }

    @Override
    public void close() {
        if (product != null) product.close();
        if (columns != null) columns.close();
        W.close();
        XHt.close();
        gram.close();
        spare.close();
        context.close();
    }
}
