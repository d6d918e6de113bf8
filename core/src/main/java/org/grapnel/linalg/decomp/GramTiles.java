package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.kernel.Kernel;
import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;

/** Sums a large Gram matrix over panels: the upper triangle, in square tiles. */
public final class GramTiles {
    /** Rows and columns of a tile. */
    private static final int TILE = 192;

    private GramTiles() {}

    /**
     * G ← G + PᵀP, or G + PPᵀ, in the tiles on and above the diagonal. Each task owns its tile.
     *
     * @param depth rows of P if {@code transposed}, else columns, that are used
     * @param transposed whether PᵀP is added
     * @param first whether G is overwritten instead
     */
    public static void add(
            ExecutionContext context, DenseMatrix G, DenseMatrix panel, int depth, boolean transposed, boolean first) {
        int size = G.rows();
        int tiles = (size + TILE - 1) / TILE;
        Kernel kernel = Kernels.of(context);
        context.run(tiles * (tiles + 1) / 2, (task, scratch) -> {
            int a = 0;
            int rest = task;
            while (rest >= tiles - a) rest -= tiles - a++;
            int top = ExecutionContext.blockStart(size, a, tiles);
            int left = ExecutionContext.blockStart(size, a + rest, tiles);
            int height = ExecutionContext.blockStart(size, a + 1, tiles) - top;
            int width = ExecutionContext.blockStart(size, a + rest + 1, tiles) - left;
            double beta = first ? 0 : 1;
            if (transposed)
                kernel.gemm(
                        true, false, height, width, depth, 1, panel, 0, top, panel, 0, left, beta, G, top, left,
                        scratch);
            else
                kernel.gemm(
                        false, true, height, width, depth, 1, panel, top, 0, panel, left, 0, beta, G, top, left,
                        scratch);
        });
    }

    /** Copies the upper triangle to the lower one. */
    public static void mirror(DenseMatrix G) {
        for (int i = 0; i < G.rows(); i++) for (int j = 0; j < i; j++) G.set(i, j, G.get(j, i));
    }
}
