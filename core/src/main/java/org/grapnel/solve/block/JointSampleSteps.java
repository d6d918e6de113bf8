package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Coordinate steps of columns of H and G: of all samples, or of those of one partition. With W and G fixed, the problem of a sample with edges
 * sᵢ is
 *
 * <pre>  min ½hᵀQh − hᵀq over h ≥ 0,   Q = WᵀW + α(GGᵀ + bI),   q = Wᵀxᵢ + α(Gsᵢ + bgᵢ),</pre>
 *
 * and with H fixed Q = HHᵀ + bI, q = Hsᵢ + bhᵢ. Q is the same for all samples, so 64 of them are solved side by side. A sample without an edge
 * has Q = WᵀW and q = Wᵀxᵢ, and no g.
 *
 * <p>Columns are rows of r numbers in an array, sample by sample. An array of neighbours starts with the samples of this partition; the rows of
 * neighbours elsewhere follow. An update of m samples costs 2·nnz(S)·r + 2·sweeps·m·r² operations.
 */
public final class JointSampleSteps {
    private final ExecutionContext context;
    private final NeighborSum S;
    private final double alpha;
    private final double b;
    private final int r;
    private final CoordinateDescent steps;
    private final CoordinateDescent dataSteps; // of samples without an edge

    /** Sums rows over the neighbours of a sample. */
    @FunctionalInterface
    public interface NeighborSum {
        /** sum ← Σⱼ sᵢⱼ·(row j), where rows have r numbers. */
        void compute(int sample, double[] rows, int r, double[] sum);
    }

    /**
     * Consecutive samples, which an update computes at once.
     *
     * @param first the first one
     * @param joined those with an edge, counted from the first one
     * @param isolated those without
     */
    public record SampleRange(int first, RowSet joined, RowSet isolated) {}

    /** The sums ⟨Hs, g⟩ and ‖h − g‖² over samples. */
    public record MisfitSums(double cross, double apart) {}

    public JointSampleSteps(ExecutionContext context, NeighborSum S, double alpha, double b, int r) {
        this.context = context;
        this.S = S;
        this.alpha = alpha;
        this.b = b;
        this.r = r;
        steps = new CoordinateDescent(r);
        dataSteps = new CoordinateDescent(r);
    }

    /** Sets Q of the next updates of H. */
    public void prepareH(DenseMatrix WtW, DenseMatrix GGt) {
        steps.setSum(WtW, alpha, GGt, alpha * b);
        dataSteps.setGram(WtW);
    }

    /** Lowers F over the columns of H where the entries of X have weights; returns the sum of {@link WeightedSide#descend}. */
    double descendH(
            SampleRange range, DenseMatrix XtW, double[] h, double[] g, DenseMatrix Ht, int sweeps, WeightedSide side) {
        double fitted = forTiles(range.joined, sweeps, (tile, q, m, sum, scratch) -> {
            loadH(tile, range, XtW, h, g, q, m, scratch);
            sum[0] += side.descend(true, range.joined, q, m, tile, sweeps, scratch);
            store(tile, range.joined, range.first, q, m, h, Ht, scratch);
        })[0];
        return fitted
                + forTiles(range.isolated, sweeps, (tile, q, m, sum, scratch) -> {
                    loadIsolated(tile, range, XtW, h, q, m, scratch);
                    sum[0] += side.descend(false, range.isolated, q, m, tile, sweeps, scratch);
                    store(tile, range.isolated, range.first, q, m, h, Ht, scratch);
                })[0];
    }

    /** {@link #residualH} where the entries of X have weights. */
    double residualH(SampleRange range, DenseMatrix XtW, double[] h, double[] g, WeightedSide side) {
        double joined = forTiles(range.joined, 1, (tile, q, m, sum, scratch) -> {
            loadH(tile, range, XtW, h, g, q, m, scratch);
            sum[0] += side.residual(true, range.joined, q, m, tile, scratch);
        })[0];
        return joined
                + forTiles(range.isolated, 1, (tile, q, m, sum, scratch) -> {
                    loadIsolated(tile, range, XtW, h, q, m, scratch);
                    sum[0] += side.residual(false, range.isolated, q, m, tile, scratch);
                })[0];
    }

    /** Sets Q of the next updates of G. */
    public void prepareG(DenseMatrix HHt) {
        steps.setSum(HHt, 0, HHt, b);
    }

    /**
     * Lowers F over the columns of H.
     *
     * @param XtW the rows of XᵀW of the range
     * @param h the columns of H, which are updated
     * @param g the columns of G with those of neighbours
     * @param Ht the updated rows of the range
     */
    public void descendH(SampleRange range, DenseMatrix XtW, double[] h, double[] g, DenseMatrix Ht, int sweeps) {
        forTiles(range.joined, sweeps, (tile, q, m, sums, scratch) -> {
            loadH(tile, range, XtW, h, g, q, m, scratch);
            for (int s = 0; s < sweeps; s++) steps.sweep(tile, m);
            store(tile, range.joined, range.first, q, m, h, Ht, scratch);
        });
        forTiles(range.isolated, sweeps, (tile, q, m, sums, scratch) -> {
            loadIsolated(tile, range, XtW, h, q, m, scratch);
            for (int s = 0; s < sweeps; s++) dataSteps.sweep(tile, m);
            store(tile, range.isolated, range.first, q, m, h, Ht, scratch);
        });
    }

    /**
     * Lowers F over the columns of G; returns the sums at the result.
     *
     * @param h the columns of H with those of neighbours
     * @param g the columns of G, which are updated
     * @param Gt the updated rows of the range
     */
    public MisfitSums descendG(SampleRange range, double[] h, double[] g, DenseMatrix Gt, int sweeps) {
        double[] sums = forTiles(range.joined, sweeps, (tile, q, m, sum, scratch) -> {
            loadG(tile, range, h, g, q, m, scratch);
            for (int s = 0; s < sweeps; s++) steps.sweep(tile, m);
            store(tile, range.joined, range.first, q, m, g, Gt, scratch);
            addMisfit(m, sum, scratch);
        });
        return new MisfitSums(sums[0], sums[1]);
    }

    /** Σ C·Δ² over the coordinates of H: how far one more step would move each. */
    public double residualH(SampleRange range, DenseMatrix XtW, double[] h, double[] g) {
        double joined = forTiles(range.joined, 1, (tile, q, m, sum, scratch) -> {
            loadH(tile, range, XtW, h, g, q, m, scratch);
            sum[0] += steps.residual(tile, m);
        })[0];
        return joined
                + forTiles(range.isolated, 1, (tile, q, m, sum, scratch) -> {
                    loadIsolated(tile, range, XtW, h, q, m, scratch);
                    sum[0] += dataSteps.residual(tile, m);
                })[0];
    }

    /** α·Σ C·Δ² over the coordinates of G. */
    public double residualG(SampleRange range, double[] h, double[] g) {
        return alpha
                * forTiles(range.joined, 1, (tile, q, m, sum, scratch) -> {
                    loadG(tile, range, h, g, q, m, scratch);
                    sum[0] += steps.residual(tile, m);
                })[0];
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
    private void loadH(
            CoordinateTile tile,
            SampleRange range,
            DenseMatrix XtW,
            double[] h,
            double[] g,
            int q,
            int m,
            Scratch scratch) {
        RowSet joined = range.joined;
        double[] linear = scratch.doubles(ScratchArray.OTHER_ROW, m * r);
        readRows(XtW, joined, q, m, linear);
        double[] sum = scratch.doubles(ScratchArray.SUMS, r);
        for (int i = 0; i < m; i++) {
            int sample = range.first + joined.get(q + i);
            S.compute(sample, g, r, sum);
            for (int j = 0, at = sample * r, to = i * r; j < r; j++) linear[to + j] += alpha * (sum[j] + b * g[at + j]);
        }
        loadRows(h, joined, range.first, q, m, tile, scratch);
        transpose(linear, m, tile.b);
    }

    /** z ← h, b ← Wᵀx. */
    private void loadIsolated(
            CoordinateTile tile, SampleRange range, DenseMatrix XtW, double[] h, int q, int m, Scratch scratch) {
        double[] linear = scratch.doubles(ScratchArray.OTHER_ROW, m * r);
        readRows(XtW, range.isolated, q, m, linear);
        loadRows(h, range.isolated, range.first, q, m, tile, scratch);
        transpose(linear, m, tile.b);
    }

    /** z ← g, b ← Hs + bh. Rows of h and the linear terms stay in the working memory for {@link #addMisfit}. */
    private void loadG(CoordinateTile tile, SampleRange range, double[] h, double[] g, int q, int m, Scratch scratch) {
        RowSet joined = range.joined;
        double[] linear = scratch.doubles(ScratchArray.OTHER_ROW, m * r);
        double[] hRows = scratch.doubles(ScratchArray.PRODUCT, m * r);
        double[] sum = scratch.doubles(ScratchArray.SUMS, r);
        for (int i = 0; i < m; i++) {
            int sample = range.first + joined.get(q + i);
            System.arraycopy(h, sample * r, hRows, i * r, r);
            S.compute(sample, h, r, sum);
            for (int j = 0, to = i * r; j < r; j++) linear[to + j] = sum[j] + b * hRows[to + j];
        }
        loadRows(g, joined, range.first, q, m, tile, scratch);
        transpose(linear, m, tile.b);
    }

    /** z ← rows of a factor on the heap. */
    private void loadRows(double[] factor, RowSet list, int first, int q, int m, CoordinateTile tile, Scratch scratch) {
        double[] rows = scratch.doubles(ScratchArray.ROW, m * r);
        for (int i = 0; i < m; i++) System.arraycopy(factor, (first + list.get(q + i)) * r, rows, i * r, r);
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
    private void store(
            CoordinateTile tile, RowSet list, int first, int q, int m, double[] heap, DenseMatrix M, Scratch scratch) {
        double[] rows = scratch.doubles(ScratchArray.ROW, m * r);
        for (int j = 0; j < r; j++) {
            double[] component = tile.z[j];
            for (int i = 0, at = j; i < m; i++, at += r) rows[at] = component[i];
        }
        for (int i = 0; i < m; i++) System.arraycopy(rows, i * r, heap, (first + list.get(q + i)) * r, r);
        if (isRun(list, q, m)) {
            M.setRows(list.get(q), m, rows);
            return;
        }
        for (int i = 0; i < m; i++) {
            int row = list.get(q + i);
            M.buffer(row).put(M.rowOffset(row), rows, i * r, r);
        }
    }
}
