package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/** min ½zGzᵀ − z·b over z ≥ 0 for every row z of a factor, by rounds of coordinate steps that all rows take side by side. */
public final class RowDescent {
    private RowDescent() {}

    /** Lowers the value of every row of Z, whose linear term is the same row of B. Costs sweeps·r² operations per row. */
    public static void descend(
            ExecutionContext context, DenseMatrix Z, DenseMatrix B, CoordinateDescent steps, int sweeps) {
        int count = Z.rows();
        int r = Z.cols();
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount((1.0 + sweeps) * count * r * r)));
        context.run(blocks, (block, scratch) -> {
            CoordinateTile tile = CoordinateTile.forThread(scratch, r);
            Arrays.fill(tile.shift, 0);
            int end = ExecutionContext.blockStart(count, block + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, block, blocks), m; q < end; q += m) {
                m = Math.min(CoordinateTile.SIZE, end - q);
                for (int i = 0; i < m; i++) {
                    tile.load(Z, q + i, tile.z, i);
                    tile.load(B, q + i, tile.b, i);
                }
                for (int s = 0; s < sweeps; s++) steps.sweep(tile, m);
                for (int i = 0; i < m; i++) tile.store(Z, q + i, i);
            }
        });
    }
}
