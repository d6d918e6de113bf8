package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** Row-wise updates of a factor, in parallel blocks of rows. */
public final class RowOperations {
    private RowOperations() {}

    /** Multiplies column j of Z by factors[j], in the given rows. */
    public static void scale(ExecutionContext context, DenseMatrix Z, RowSet rows, double[] factors) {
        int r = Z.cols();
        int count = rows.count();
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount(2.0 * count * r)));
        context.run(blocks, (block, scratch) -> {
            double[] z = scratch.doubles(ScratchArray.ROW, r);
            int end = ExecutionContext.blockStart(count, block + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, block, blocks); q < end; q++) {
                Z.row(rows.get(q), z);
                for (int j = 0; j < r; j++) z[j] *= factors[j];
                Z.setRow(rows.get(q), z);
            }
        });
    }

    /** Z ← [Z + weight·(Z − before)]₊ in the given rows. */
    public static void extrapolate(
            ExecutionContext context, DenseMatrix Z, DenseMatrix before, RowSet rows, double weight) {
        int r = Z.cols();
        int count = rows.count();
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount(4.0 * count * r)));
        context.run(blocks, (block, scratch) -> {
            double[] z = scratch.doubles(ScratchArray.ROW, r);
            double[] past = scratch.doubles(ScratchArray.OTHER_ROW, r);
            int end = ExecutionContext.blockStart(count, block + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, block, blocks); q < end; q++) {
                Z.row(rows.get(q), z);
                before.row(rows.get(q), past);
                for (int j = 0; j < r; j++) z[j] = Math.max(0, z[j] + weight * (z[j] - past[j]));
                Z.setRow(rows.get(q), z);
            }
        });
    }

    /** into ← (Z − scales·before)·weights, column by column, in every row. */
    static void difference(
            ExecutionContext context,
            DenseMatrix Z,
            DenseMatrix before,
            double[] scales,
            double[] weights,
            DenseMatrix into) {
        int r = Z.cols();
        int n = Z.rows();
        int blocks = Math.max(1, Math.min(n, ExecutionContext.blockCount(3.0 * n * r)));
        context.run(blocks, (block, scratch) -> {
            double[] z = scratch.doubles(ScratchArray.ROW, r);
            double[] past = scratch.doubles(ScratchArray.OTHER_ROW, r);
            int end = ExecutionContext.blockStart(n, block + 1, blocks);
            for (int i = ExecutionContext.blockStart(n, block, blocks); i < end; i++) {
                Z.row(i, z);
                before.row(i, past);
                for (int j = 0; j < r; j++) z[j] = (z[j] - scales[j] * past[j]) * weights[j];
                into.setRow(i, z);
            }
        });
    }
}
