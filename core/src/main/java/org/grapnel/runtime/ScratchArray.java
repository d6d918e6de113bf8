package org.grapnel.runtime;

/**
 * Names of the double arrays in a {@link Scratch}. Arrays of different names never overlap. A routine that calls another
 * one while it uses an array must use a name that the callee does not use.
 */
public enum ScratchArray {
    /** A row or column of a matrix, or a few rows. */
    ROW,
    /** A second row next to {@link #ROW}. */
    OTHER_ROW,
    /** A block of rows. */
    BLOCK,
    /** Dot products, or the rows of a matrix product. */
    PRODUCT,
    /** A transposed block. */
    TRANSPOSE,
    /** The non-zero values of a sparse row. */
    VALUES,
    SUMS,
    SQUARES,
    DISTANCES,
    /** Cluster centres. */
    CENTERS,
    /** The smallest or largest values found so far. */
    SELECTED,

    /** One sum per block, added in order: {@link ExecutionContext#sum}. */
    BLOCK_SUMS,
    /** Several sums per block, added in order. */
    PARTIAL_SUMS,
    /** A copy of a factor, for sparse products. */
    FACTOR_COPY,
    /** That copy with each row divided by its divisor. */
    QUOTIENTS,
    /** The sums over the edges of a graph, several per block, added in order. */
    EDGE_SUMS,
    /** The keys that a selection compares, and its working copy. */
    SELECTION_KEYS,
    SELECTION_COPY,
    /** The gain of every feature. */
    GAINS,

    /** The rows of a factor in a gradient chunk, their products, and the gradient. */
    CHUNK_POINT,
    CHUNK_PRODUCT,
    CHUNK_LAPLACIAN,
    CHUNK_GRADIENT,
    CHUNK_SUM,
    /** The extrapolated rows of a gradient step, and the previous iterate. */
    EXTRAPOLATED,
    PREVIOUS,
    PREVIOUS_PRODUCT,

    /** Operands of the plain-Java kernel. */
    KERNEL_A,
    KERNEL_B,
    KERNEL_C
}
