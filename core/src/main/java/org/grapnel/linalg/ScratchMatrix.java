package org.grapnel.linalg;

import org.grapnel.runtime.Scratch;
import org.jspecify.annotations.Nullable;

/** Names of the matrices in the working memory of a thread. Matrices of different names never overlap. */
public enum ScratchMatrix {
    /** Gathered rows of X. */
    X_TILE,
    /** Gathered rows of a factor. */
    FACTOR_TILE,
    /** The product of tiles. */
    PRODUCT_TILE,
    /** The parts of a product, added in order. */
    PARTIAL_PRODUCTS,
    /** The Gram matrices of blocks, added in order. */
    GRAM_BLOCKS,

    /** Rows that a caller of {@link TileProducts} multiplies, the other operand, and the product. */
    ROWS,
    VECTORS,
    ROW_PRODUCTS;

    /** Returns the matrix of this name with this shape and arbitrary content. */
    @SuppressWarnings("EnumOrdinal") // an index in memory, never stored
    public DenseMatrix in(Scratch scratch, int rows, int cols) {
        return scratch.resource(Matrices.class, Matrices::new).get(ordinal(), rows, cols);
    }

    /** The matrices of one thread. They grow to the largest size requested. */
    private static final class Matrices implements AutoCloseable {
        private final @Nullable DenseMatrix[] matrices = new DenseMatrix[values().length];
        private final long[] capacity = new long[values().length];

        DenseMatrix get(int slot, int rows, int cols) {
            DenseMatrix M = matrices[slot];
            if (M == null || capacity[slot] < (long) rows * cols) {
                if (M != null) M.close();
                M = DenseMatrix.zeros(1, Math.multiplyExact(Math.max(1, rows), Math.max(1, cols)));
                capacity[slot] = M.cols();
                matrices[slot] = M;
            }
            return M.reshape(rows, cols);
        }

        @Override
        public void close() {
            for (DenseMatrix M : matrices) if (M != null) M.close();
        }
    }
}
