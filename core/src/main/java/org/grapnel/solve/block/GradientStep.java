package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** V ← [Y − ∇F(Z)/c]₊ in some rows of a block, with Y and Z extrapolated: the same code for W and for H. */
final class GradientStep {
    /** Rows at a time: the arrays of a chunk stay in the cache. */
    private static final int CHUNK = 256;

    private final ExecutionContext context;
    private final Formulation program;
    private final boolean graph;

    GradientStep(ExecutionContext context, Formulation program) {
        this.context = context;
        this.program = program;
        this.graph = program.usesGraph();
    }

    void run(
            FactorId block,
            GramCache at,
            RowSet rows,
            Factor here,
            Factor before,
            DenseMatrix product,
            double centre,
            double slope,
            double curvature,
            DenseMatrix V) {
        int count = rows.count();
        int r = V.cols();
        int blocks = Math.min(count, ExecutionContext.blockCount(count * (double) r * (0.2 * r + 8)));
        context.run(blocks, (b, scratch) -> {
            int end = ExecutionContext.blockStart(count, b + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, b, blocks), m; q < end; q += m) {
                m = Math.min(CHUNK, end - q);
                chunk(block, at, rows, q, m, here, before, product, centre, slope, curvature, V, scratch);
            }
        });
    }

    private void chunk(
            FactorId block,
            GramCache at,
            RowSet rows,
            int q,
            int m,
            Factor here,
            Factor before,
            DenseMatrix product,
            double centre,
            double slope,
            double curvature,
            DenseMatrix V,
            Scratch scratch) {
        int size = m * V.cols();
        boolean moving = centre != 0 || slope != 0;
        GradientChunk chunk = GradientChunk.forThread(context, scratch, m, V.cols());
        double[] Y = scratch.doubles(ScratchArray.EXTRAPOLATED, size);
        double[] past = scratch.doubles(ScratchArray.PREVIOUS, size);
        load(here.values(), rows, q, m, Y);
        load(product, rows, q, m, chunk.product());
        if (moving) load(before.values(), rows, q, m, past);
        extrapolate(Y, past, moving ? slope : 0, chunk.Z(), size);
        if (block == FactorId.H && graph) {
            load(here.requireImage(), rows, q, m, chunk.LZ());
            if (moving) {
                double[] pastImage = scratch.doubles(ScratchArray.PREVIOUS_PRODUCT, size);
                load(before.requireImage(), rows, q, m, pastImage);
                extrapolate(chunk.LZ(), pastImage, slope, chunk.LZ(), size);
            }
        }
        chunk.clearGradient();
        for (int t = 0; t < program.terms().size(); t++) program.terms().get(t).addGradient(block, at, chunk);
        extrapolate(Y, past, moving ? centre : 0, Y, size);
        double[] gradient = chunk.gradient();
        double step = 1 / curvature;
        for (int i = 0; i < size; i++) Y[i] = Math.max(0, Y[i] - step * gradient[i]); // NaN stays NaN
        store(Y, rows, q, m, V);
    }

    private static void extrapolate(double[] here, double[] past, double by, double[] into, int size) {
        if (by == 0) System.arraycopy(here, 0, into, 0, size);
        else for (int i = 0; i < size; i++) into[i] = here[i] + by * (here[i] - past[i]);
    }

    private static void load(DenseMatrix M, RowSet rows, int q, int m, double[] into) {
        if (rows.get(q + m - 1) - rows.get(q) == m - 1) {
            M.rows(rows.get(q), m, into);
            return;
        }
        int r = M.cols();
        for (int i = 0; i < m; i++) M.buffer(rows.get(q + i)).get(M.rowOffset(rows.get(q + i)), into, i * r, r);
    }

    private static void store(double[] from, RowSet rows, int q, int m, DenseMatrix M) {
        if (rows.get(q + m - 1) - rows.get(q) == m - 1) {
            M.setRows(rows.get(q), m, from);
            return;
        }
        int r = M.cols();
        for (int i = 0; i < m; i++) M.buffer(rows.get(q + i)).put(M.rowOffset(rows.get(q + i)), from, i * r, r);
    }
}
