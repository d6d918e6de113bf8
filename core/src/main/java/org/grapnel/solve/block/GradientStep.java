package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.RowSource;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/**
 * V = Y − ∇F(Z)/c for one factor, W or H, with Y and Z extrapolated as {@link StepParameters} say. {@link Constraint#project} turns V into the
 * next factor.
 *
 * @param grams the Gram matrices that the gradient needs
 * @param product XHᵀ for W, XᵀW for H
 * @param next where the clipped rows of V go
 * @param deficits what weights of the entries of X change; null without weights
 */
record GradientStep(
        ExecutionContext context,
        Formulation formulation,
        FactorId factor,
        GramCache grams,
        Factor current,
        Factor before,
        DenseMatrix product,
        StepParameters by,
        Factor next,
        @Nullable DeficitProducts deficits)
        implements RowSource {
    /** Numbers of an array that are treated at a time: the ten arrays of a chunk stay in the first-level cache. */
    private static final int CHUNK = 512;

    /** Least and most rows of a chunk: fewer slow down the product with the Gram matrix. */
    private static final int LEAST_ROWS = 32;

    private static final int MOST_ROWS = 256;

    /** Computes and clips every row. */
    @Override
    public RowSet computeAndClip(Constraint constraint, double stepLength) {
        RowSet all = next.support().fill();
        computeAndClip(constraint, stepLength, all, by.isExtrapolated());
        return all;
    }

    @Override
    public DenseMatrix values() {
        return next.values();
    }

    /**
     * Computes and clips the given rows.
     *
     * @param extrapolated whether they are extrapolated; rows that are zero in the current factor and in the one before need not be
     */
    void computeAndClip(Constraint constraint, double stepLength, RowSet rows, boolean extrapolated) {
        int count = rows.count();
        if (count == 0) return;
        int r = formulation.rank();
        int wanted = ExecutionContext.blockCount(count * (double) r * (0.2 * r + 8));
        int blocks = Math.min(
                count, wanted == 1 ? 1 : wanted + wanted % 2); // even: three blocks keep two threads as long as four
        int chunkRows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, CHUNK / r));
        context.run(blocks, (b, scratch) -> {
            int end = ExecutionContext.blockStart(count, b + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, b, blocks), m; q < end; q += m) {
                m = Math.min(chunkRows, end - q);
                double[] V = chunk(rows, q, m, stepLength, extrapolated, scratch);
                constraint.clip(V, m * r, stepLength);
                store(V, rows, q, m, next.values());
            }
        });
    }

    /** The rows at positions {@code first} to {@code first + count − 1} of {@code rows}, in scratch memory. */
    private double[] chunk(
            RowSet rows, int first, int count, double stepLength, boolean extrapolated, Scratch scratch) {
        int r = formulation.rank();
        int size = count * r;
        GradientChunk chunk = GradientChunk.forThread(context, scratch, count, r);
        double[] Y = scratch.doubles(ScratchArray.EXTRAPOLATED, size);
        double[] past = scratch.doubles(ScratchArray.PREVIOUS, size);
        load(current.values(), rows, first, count, Y);
        load(product, rows, first, count, chunk.product());
        if (extrapolated) load(before.values(), rows, first, count, past);
        double slope = extrapolated ? by.slope() : 0;
        double centre = extrapolated ? by.centre() : 0;
        extrapolate(Y, past, slope, chunk.Z(), size);
        if (deficits != null) deficits.addTo(chunk.product(), chunk.Z(), rows, first, count, scratch);
        if (factor == FactorId.H && formulation.usesGraph()) {
            load(current.requireImage(), rows, first, count, chunk.LZ());
            if (extrapolated) {
                double[] pastImage = scratch.doubles(ScratchArray.PREVIOUS_PRODUCT, size);
                load(before.requireImage(), rows, first, count, pastImage);
                extrapolate(chunk.LZ(), pastImage, slope, chunk.LZ(), size);
            }
        }
        formulation.gradient(factor, grams, chunk);
        double[] V = centre == slope ? chunk.Z() : Y;
        if (centre != slope && centre != 0) extrapolate(Y, past, centre, Y, size);
        double[] gradient = chunk.gradient();
        for (int i = 0; i < size; i++) V[i] -= stepLength * gradient[i];
        return V;
    }

    /** into ← here + weight·(here − past). */
    private static void extrapolate(double[] here, double[] past, double weight, double[] into, int size) {
        if (weight == 0) System.arraycopy(here, 0, into, 0, size);
        else for (int i = 0; i < size; i++) into[i] = here[i] + weight * (here[i] - past[i]);
    }

    private static void load(DenseMatrix M, RowSet rows, int first, int count, double[] into) {
        if (areAdjacent(rows, first, count)) {
            M.rows(rows.get(first), count, into);
            return;
        }
        int r = M.cols();
        for (int i = first; i < first + count; i++)
            M.buffer(rows.get(i)).get(M.rowOffset(rows.get(i)), into, (i - first) * r, r);
    }

    private static void store(double[] from, RowSet rows, int first, int count, DenseMatrix M) {
        if (areAdjacent(rows, first, count)) {
            M.setRows(rows.get(first), count, from);
            return;
        }
        int r = M.cols();
        for (int i = first; i < first + count; i++)
            M.buffer(rows.get(i)).put(M.rowOffset(rows.get(i)), from, (i - first) * r, r);
    }

    private static boolean areAdjacent(RowSet rows, int first, int count) {
        return rows.get(first + count - 1) - rows.get(first) == count - 1;
    }
}
