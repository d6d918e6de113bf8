package org.grapnel.linalg.decomp;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** A block V with A·V in the memory of one machine: 3·n·b doubles. */
final class LocalSubspace implements SubspaceBlock, AutoCloseable {
    private final ExecutionContext context;
    private final ChebyshevEigenSolver.BlockOperator A;
    private final RowSet all;
    private final long seed;
    private final int b;
    private DenseMatrix V;
    private DenseMatrix AV;
    private DenseMatrix spare;

    LocalSubspace(ExecutionContext context, int n, int b, ChebyshevEigenSolver.BlockOperator A, long seed) {
        this.context = context;
        this.A = A;
        this.b = b;
        this.seed = seed;
        all = RowSet.all(n);
        V = DenseMatrix.zeros(n, b);
        AV = DenseMatrix.zeros(n, b);
        spare = DenseMatrix.zeros(n, b);
    }

    @Override
    public int columns() {
        return b;
    }

    @Override
    public void draw(int column, int number) {
        for (int i = 0; i < V.rows(); i++) V.set(i, column, CounterRandom.gaussian(seed, i, number));
    }

    @Override
    public double[] columnSquares() {
        return columnSquares(V, new double[b]);
    }

    @Override
    public void scaleColumns(double[] by) {
        forEachBlock((from, count, scratch) -> {
            double[] v = scratch.doubles(ScratchArray.ROW, count * b);
            V.rows(from, count, v);
            for (int q = 0, at = 0; q < count; q++) for (int j = 0; j < b; j++) v[at++] *= by[j];
            V.setRows(from, count, v);
        });
    }

    @Override
    public void gram(DenseMatrix G) {
        Gram.compute(context, V, all, G);
    }

    @Override
    public void rotate(DenseMatrix E) {
        V = rotated(V, E);
    }

    @Override
    public void multiply(DenseMatrix T) {
        A.apply(context, V, AV);
        Gram.computeCross(context, V, AV, T);
    }

    @Override
    public void rotateBoth(DenseMatrix E) {
        V = rotated(V, E);
        AV = rotated(AV, E);
    }

    @Override
    public double[] residualSquares(double[] t) {
        return columnSquares(AV, t);
    }

    @Override
    public void filter(List<RecurrenceStep> steps) {
        combine(steps.get(0), AV, V, spare); // spare ← next; V stays the previous one
        for (RecurrenceStep step : steps.subList(1, steps.size())) {
            DenseMatrix next = spare;
            A.apply(context, next, AV);
            combine(step, AV, next, V);
            spare = V; // now holds the newest
            V = next;
        }
        DenseMatrix newest = spare;
        spare = V;
        V = newest;
    }

    /** into ← product·P + same·Q + before·into. */
    private void combine(RecurrenceStep step, DenseMatrix P, DenseMatrix Q, DenseMatrix into) {
        double alpha = step.product();
        double beta = step.same();
        double gamma = step.before();
        forEachBlock((from, count, scratch) -> {
            int length = count * b;
            double[] p = scratch.doubles(ScratchArray.ROW, 256 * b);
            double[] q = scratch.doubles(ScratchArray.OTHER_ROW, 256 * b);
            double[] z = scratch.doubles(ScratchArray.SUMS, 256 * b);
            P.rows(from, count, p);
            Q.rows(from, count, q);
            if (gamma == 0) {
                for (int i = 0; i < length; i++) z[i] = alpha * p[i] + beta * q[i];
            } else {
                into.rows(from, count, z);
                for (int i = 0; i < length; i++) z[i] = alpha * p[i] + beta * q[i] + gamma * z[i];
            }
            into.setRows(from, count, z);
        });
    }

    /** Returns M·E. The memory of M becomes the spare matrix. */
    private DenseMatrix rotated(DenseMatrix M, DenseMatrix E) {
        DenseMatrix out = spare;
        int blocks = rowBlocks();
        context.run(blocks, (k, scratch) -> {
            int from = ExecutionContext.blockStart(M.rows(), k, blocks);
            TileProducts.timesSmall(
                    context, M, from, ExecutionContext.blockStart(M.rows(), k + 1, blocks), E, out, scratch);
        });
        spare = M;
        return out;
    }

    private int rowBlocks() {
        return Math.max(1, Math.min(all.count(), ExecutionContext.blockCount(2.0 * all.count() * b)));
    }

    private interface RowRangeTask {
        void over(int from, int count, Scratch scratch);
    }

    /** Runs over blocks of rows that depend on the shape alone. */
    private void forEachBlock(RowRangeTask part) {
        int blocks = rowBlocks();
        context.run(blocks, (k, scratch) -> {
            int end = ExecutionContext.blockStart(all.count(), k + 1, blocks);
            for (int from = ExecutionContext.blockStart(all.count(), k, blocks); from < end; from += 256)
                part.over(from, Math.min(256, end - from), scratch);
        });
    }

    /** Returns Σᵢ (mᵢⱼ − tⱼ·vᵢⱼ)² of every column j. */
    private double[] columnSquares(DenseMatrix M, double[] t) {
        int n = all.count();
        int blocks = rowBlocks();
        double[][] sums = new double[blocks][b];
        context.run(blocks, (k, scratch) -> {
            double[] m = scratch.doubles(ScratchArray.ROW, b);
            double[] v = scratch.doubles(ScratchArray.OTHER_ROW, b);
            double[] sum = sums[k];
            for (int i = ExecutionContext.blockStart(n, k, blocks);
                    i < ExecutionContext.blockStart(n, k + 1, blocks);
                    i++) {
                M.row(i, m);
                V.row(i, v);
                for (int j = 0; j < b; j++) {
                    double x = m[j] - t[j] * v[j];
                    sum[j] += x * x;
                }
            }
        });
        double[] total = new double[b];
        for (double[] sum : sums) for (int j = 0; j < b; j++) total[j] += sum[j];
        return total;
    }

    /** Returns the first columns of V; in each, the first entry of largest magnitude is positive. */
    DenseMatrix vectors(int count) {
        int n = all.count();
        DenseMatrix vectors = DenseMatrix.zeros(n, count);
        double[] v = new double[b];
        double[] largest = new double[count];
        for (int i = 0; i < n; i++) {
            V.row(i, v);
            for (int j = 0; j < count; j++) if (Math.abs(v[j]) > Math.abs(largest[j])) largest[j] = v[j];
        }
        double[] row = new double[count];
        for (int i = 0; i < n; i++) {
            V.row(i, v);
            for (int j = 0; j < count; j++) row[j] = largest[j] < 0 ? -v[j] : v[j];
            vectors.setRow(i, row);
        }
        return vectors;
    }

    @Override
    public void close() {
        V.close();
        AV.close();
        spare.close();
    }
}
