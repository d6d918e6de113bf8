package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * All samples on this machine. With W and G fixed, the problem of a sample with edges sᵢ is
 *
 * <pre>  min ½hᵀQh − hᵀq over h ≥ 0,   Q = WᵀW + α(GGᵀ + bI),   q = Wᵀxᵢ + α(Gsᵢ + bgᵢ),</pre>
 *
 * and with H fixed Q = HHᵀ + bI, q = Hsᵢ + bhᵢ. Q is the same for all samples, so 64 of them are solved side by side. A sample without an edge
 * has Q = WᵀW and q = Wᵀxᵢ, no g, and takes no part in the Gram matrices of the graph.
 *
 * <p>H and G are stored twice: off the heap for the products of the kernel, and on the heap, where rows of neighbours are read quickly. An
 * update reads the rows of a tile once and writes both. One update of H and G costs nnz(X)·r + 2·nnz(S)·r + 2·sweeps·n·r² operations.
 */
public final class LocalJointSampleBlock implements JointSampleBlock {
    private final ExecutionContext context;
    private final Matrix X;
    private final SparseMatrix S;
    private final double alpha;
    private final double b;
    private final double squaresOfS;
    private final int n;
    private final int r;
    private final RowSet features;
    private final RowSet joined;
    private final RowSet isolated;
    private final double[] h; // rows of samples, one after the other
    private final double[] g;
    private final DenseMatrix Ht;
    private final DenseMatrix Gt;
    private final DenseMatrix XtW;
    private final DenseMatrix HHt; // over the samples with an edge
    private final DenseMatrix GGt;
    private final DenseMatrix isolatedHHt;
    private final CoordinateDescent steps;
    private final CoordinateDescent dataSteps; // of samples without an edge
    private double cross; // ⟨HS, G⟩
    private double apart; // ‖H − G‖²
    private boolean taken;

    /** Owns Ht, the first H. */
    public LocalJointSampleBlock(ExecutionContext context, JointProblem problem, DenseMatrix Ht) {
        this.context = context;
        X = problem.X();
        S = problem.S().matrix();
        alpha = problem.alpha();
        b = problem.symmetry();
        squaresOfS = problem.S().squares();
        n = X.cols();
        r = problem.rank();
        Preconditions.require(
                (long) n * r <= Integer.MAX_VALUE - 16,
                "%d samples times rank %d are more numbers than fit on one machine; lower the rank",
                n,
                r);
        features = RowSet.all(X.rows());
        joined = problem.S().joined();
        isolated = problem.S().isolated();
        this.Ht = Ht;
        h = new double[n * r];
        g = new double[n * r];
        Gt = DenseMatrix.zeros(n, r);
        XtW = DenseMatrix.zeros(n, r);
        HHt = DenseMatrix.zeros(r, r);
        GGt = DenseMatrix.zeros(r, r);
        isolatedHHt = DenseMatrix.zeros(r, r);
        steps = new CoordinateDescent(r);
        dataSteps = new CoordinateDescent(r);
    }

    @Override
    public int features() {
        return X.rows();
    }

    @Override
    public int samples() {
        return n;
    }

    @Override
    public double[] rowSquares() {
        return X.rowSquares();
    }

    @Override
    public void begin() {
        Ht.rows(0, n, h);
        double most = Arrays.stream(h).max().orElse(0);
        scale(most > 0 ? Math.scalb(1.0, -Math.getExponent(most)) : 1); // exact, and squares stay in range
        Gram.compute(context, Ht, joined, HHt);
        double inner = inner(h, h);
        double squares = dot(HHt, HHt);
        if (inner > 0) scale(Math.sqrt(inner / squares));
        copyToG();
        measureGraph();
    }

    private void scale(double factor) {
        for (int q = 0; q < h.length; q++) h[q] *= factor;
        Ht.setRows(0, n, h);
    }

    /** G ← H for the samples with an edge. */
    private void copyToG() {
        for (int q = 0; q < joined.count(); q++) {
            int i = joined.get(q);
            System.arraycopy(h, i * r, g, i * r, r);
        }
        Gt.setRows(0, n, g);
    }

    /** Computes what {@link #graphMisfit} and the next update need, from H and G as they are. */
    private void measureGraph() {
        gramOfH();
        Gram.compute(context, Gt, joined, GGt);
        cross = inner(h, g);
        apart = context.sum(n, ExecutionContext.blockCount(3.0 * n * r), (from, end, scratch) -> {
            double sum = 0;
            for (int i = from; i < end; i++) if (joined.contains(i)) sum += squaredDistance(i);
            return sum;
        });
    }

    private double squaredDistance(int i) {
        double sum = 0;
        for (int q = i * r; q < (i + 1) * r; q++) sum += (h[q] - g[q]) * (h[q] - g[q]);
        return sum;
    }

    /** ⟨AS, B⟩ for factors stored as rows of samples. */
    private double inner(double[] A, double[] B) {
        return context.sum(n, ExecutionContext.blockCount(2.0 * S.nonZeros() * r), (from, end, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.SUMS, r);
            double sum = 0;
            for (int i = from; i < end; i++) {
                S.timesRow(i, A, r, row);
                for (int j = 0; j < r; j++) sum += row[j] * B[i * r + j];
            }
            return sum;
        });
    }

    private void gramOfH() {
        Gram.compute(context, Ht, joined, HHt);
        if (isolated.count() > 0) Gram.compute(context, Ht, isolated, isolatedHHt);
    }

    /** Q and q of H: WᵀW + α(GGᵀ + bI), with XᵀW for the linear terms. */
    private void prepareH(DenseMatrix W, DenseMatrix WtW) {
        X.transposeTimes(context, features, W, XtW);
        steps.setSum(WtW, alpha, GGt, alpha * b);
        if (isolated.count() > 0) dataSteps.setGram(WtW);
    }

    @Override
    public void descendH(DenseMatrix W, DenseMatrix WtW, int sweeps) {
        prepareH(W, WtW);
        forTiles(joined, sweeps, (tile, q, m, sums, scratch) -> {
            loadH(tile, q, m, scratch);
            for (int s = 0; s < sweeps; s++) steps.sweep(tile, m);
            store(tile, joined, q, m, h, Ht, scratch);
        });
        forTiles(isolated, sweeps, (tile, q, m, sums, scratch) -> {
            loadIsolated(tile, q, m, scratch);
            for (int s = 0; s < sweeps; s++) dataSteps.sweep(tile, m);
            store(tile, isolated, q, m, h, Ht, scratch);
        });
        gramOfH();
    }

    @Override
    public void descendG(int sweeps) {
        steps.setSum(HHt, 0, HHt, b);
        double[] sums = forTiles(joined, sweeps, (tile, q, m, sum, scratch) -> {
            loadG(tile, q, m, scratch);
            for (int s = 0; s < sweeps; s++) steps.sweep(tile, m);
            store(tile, joined, q, m, g, Gt, scratch);
            addMisfit(m, sum, scratch);
        });
        cross = sums[0];
        apart = sums[1];
        Gram.compute(context, Gt, joined, GGt);
    }

    /** Adds ⟨Hs, g⟩ and ‖h − g‖² of the samples that {@link #loadG} loaded and {@link #store} wrote. */
    private void addMisfit(int m, double[] sum, Scratch scratch) {
        double[] gRows = scratch.doubles(ScratchArray.ROW, m * r);
        double[] linear = scratch.doubles(ScratchArray.OTHER_ROW, m * r);
        double[] hRows = scratch.doubles(ScratchArray.PRODUCT, m * r);
        for (int i = 0; i < m; i++) {
            double inner = 0;
            double distance = 0;
            for (int k = i * r; k < (i + 1) * r; k++) {
                double apartBy = hRows[k] - gRows[k];
                inner += gRows[k] * (linear[k] - b * hRows[k]);
                distance += apartBy * apartBy;
            }
            sum[0] += inner;
            sum[1] += distance;
        }
    }

    /** The work on the samples [q, q + m) of a list, in a tile of this thread; sums of blocks are added in order. */
    private interface SampleTileTask {
        void run(CoordinateTile tile, int q, int m, double[] sums, Scratch scratch);
    }

    private double[] forTiles(RowSet list, int sweeps, SampleTileTask task) {
        int count = list.count();
        double[] total = new double[2];
        if (count == 0) return total;
        // whole tiles, so that the loops over a tile stay long
        int tiles = (count + CoordinateTile.SIZE - 1) / CoordinateTile.SIZE;
        int blocks = Math.max(1, Math.min(tiles, ExecutionContext.blockCount((2.0 + sweeps) * count * r * r)));
        double[][] sums = new double[blocks][2];
        context.run(blocks, (block, scratch) -> {
            CoordinateTile tile = CoordinateTile.forThread(scratch, r);
            Arrays.fill(tile.shift, 0);
            int end = Math.min(count, ExecutionContext.blockStart(tiles, block + 1, blocks) * CoordinateTile.SIZE);
            for (int q = ExecutionContext.blockStart(tiles, block, blocks) * CoordinateTile.SIZE, m; q < end; q += m) {
                m = Math.min(CoordinateTile.SIZE, end - q);
                task.run(tile, q, m, sums[block], scratch);
            }
        });
        for (double[] sum : sums) for (int s = 0; s < 2; s++) total[s] += sum[s];
        return total;
    }

    /** z ← h, b ← Wᵀx + α(Gs + bg). */
    private void loadH(CoordinateTile tile, int q, int m, Scratch scratch) {
        double[] linear = scratch.doubles(ScratchArray.OTHER_ROW, m * r);
        readRows(XtW, joined, q, m, linear);
        double[] sum = scratch.doubles(ScratchArray.SUMS, r);
        for (int i = 0; i < m; i++) {
            int sample = joined.get(q + i);
            S.timesRow(sample, g, r, sum);
            for (int j = 0, at = sample * r, to = i * r; j < r; j++) linear[to + j] += alpha * (sum[j] + b * g[at + j]);
        }
        loadRows(h, joined, q, m, tile, scratch);
        transpose(linear, m, tile.b);
    }

    /** z ← h, b ← Wᵀx. */
    private void loadIsolated(CoordinateTile tile, int q, int m, Scratch scratch) {
        double[] linear = scratch.doubles(ScratchArray.OTHER_ROW, m * r);
        readRows(XtW, isolated, q, m, linear);
        loadRows(h, isolated, q, m, tile, scratch);
        transpose(linear, m, tile.b);
    }

    /** z ← g, b ← Hs + bh. Rows of h and the linear terms stay in the working memory for {@link #addMisfit}. */
    private void loadG(CoordinateTile tile, int q, int m, Scratch scratch) {
        double[] linear = scratch.doubles(ScratchArray.OTHER_ROW, m * r);
        double[] hRows = scratch.doubles(ScratchArray.PRODUCT, m * r);
        double[] sum = scratch.doubles(ScratchArray.SUMS, r);
        for (int i = 0; i < m; i++) {
            int sample = joined.get(q + i);
            System.arraycopy(h, sample * r, hRows, i * r, r);
            S.timesRow(sample, h, r, sum);
            for (int j = 0, to = i * r; j < r; j++) linear[to + j] = sum[j] + b * hRows[to + j];
        }
        loadRows(g, joined, q, m, tile, scratch);
        transpose(linear, m, tile.b);
    }

    /** z ← rows of a factor on the heap. */
    private void loadRows(double[] factor, RowSet list, int q, int m, CoordinateTile tile, Scratch scratch) {
        double[] rows = scratch.doubles(ScratchArray.ROW, m * r);
        for (int i = 0; i < m; i++) System.arraycopy(factor, list.get(q + i) * r, rows, i * r, r);
        transpose(rows, m, tile.z);
    }

    /** to[j][i] ← entry j of row i, component by component: the loop then writes to one array at a time. */
    private void transpose(double[] rows, int m, double[][] to) {
        for (int j = 0; j < r; j++) {
            double[] component = to[j];
            for (int i = 0, at = j; i < m; i++, at += r) component[i] = rows[at];
        }
    }

    private static boolean isRun(RowSet list, int q, int m) {
        return list.get(q + m - 1) - list.get(q) == m - 1;
    }

    private static void readRows(DenseMatrix M, RowSet list, int q, int m, double[] into) {
        if (isRun(list, q, m)) {
            M.rows(list.get(q), m, into);
            return;
        }
        int r = M.cols();
        for (int i = 0; i < m; i++) {
            int row = list.get(q + i);
            M.buffer(row).get(M.rowOffset(row), into, i * r, r);
        }
    }

    /** Writes z to the rows of the samples, on the heap and off it. */
    private void store(CoordinateTile tile, RowSet list, int q, int m, double[] heap, DenseMatrix M, Scratch scratch) {
        double[] rows = scratch.doubles(ScratchArray.ROW, m * r);
        for (int j = 0; j < r; j++) {
            double[] component = tile.z[j];
            for (int i = 0, at = j; i < m; i++, at += r) rows[at] = component[i];
        }
        for (int i = 0; i < m; i++) System.arraycopy(rows, i * r, heap, list.get(q + i) * r, r);
        if (isRun(list, q, m)) {
            M.setRows(list.get(q), m, rows);
            return;
        }
        for (int i = 0; i < m; i++) {
            int row = list.get(q + i);
            M.buffer(row).put(M.rowOffset(row), rows, i * r, r);
        }
    }

    @Override
    public void measure(DenseMatrix allHHt, DenseMatrix XHt) {
        allHHt.copyFrom(HHt);
        if (isolated.count() > 0)
            for (int j = 0; j < r; j++)
                for (int l = 0; l < r; l++) allHHt.set(j, l, HHt.get(j, l) + isolatedHHt.get(j, l));
        X.times(context, features, Ht, XHt);
    }

    @Override
    public double graphMisfit() {
        return Math.max(0, squaresOfS - 2 * cross + dot(HHt, GGt)) + b * apart;
    }

    @Override
    public double squaredResidual(DenseMatrix W) {
        return X.squaredResidual(context, features, W, Ht);
    }

    @Override
    public double coordinateResidual(DenseMatrix W, DenseMatrix WtW) {
        prepareH(W, WtW);
        double ofH = forTiles(joined, 1, (tile, q, m, sum, scratch) -> {
            loadH(tile, q, m, scratch);
            sum[0] += steps.residual(tile, m);
        })[0];
        ofH += forTiles(isolated, 1, (tile, q, m, sum, scratch) -> {
            loadIsolated(tile, q, m, scratch);
            sum[0] += dataSteps.residual(tile, m);
        })[0];
        steps.setSum(HHt, 0, HHt, b);
        double ofG = forTiles(joined, 1, (tile, q, m, sum, scratch) -> {
            loadG(tile, q, m, scratch);
            sum[0] += steps.residual(tile, m);
        })[0];
        return ofH + alpha * ofG;
    }

    @Override
    public double symmetryGap() {
        double squares = 0;
        for (int j = 0; j < r; j++) squares += HHt.get(j, j);
        return apart == 0 ? 0 : Math.sqrt(apart / squares);
    }

    private static double dot(DenseMatrix A, DenseMatrix B) {
        double sum = 0;
        for (int j = 0; j < A.rows(); j++) for (int l = 0; l < A.cols(); l++) sum += A.get(j, l) * B.get(j, l);
        return sum;
    }

    @Override
    public void transfer(StateStream stream) {
        stream.matrix(Ht);
        stream.matrix(Gt);
        cross = stream.doubleValue(cross);
        apart = stream.doubleValue(apart);
        if (!stream.isReading()) return;
        Ht.rows(0, n, h);
        Gt.rows(0, n, g);
        gramOfH();
        Gram.compute(context, Gt, joined, GGt);
    }

    /** H as Ht, which outlives this block: the caller closes it. */
    public DenseMatrix take() {
        taken = true;
        return Ht;
    }

    @Override
    public void close() {
        if (!taken) Ht.close();
        for (DenseMatrix M : new DenseMatrix[] {Gt, XtW, HHt, GGt, isolatedHHt}) M.close();
    }
}
