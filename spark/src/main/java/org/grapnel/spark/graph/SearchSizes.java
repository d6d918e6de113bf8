package org.grapnel.spark.graph;

import org.grapnel.spark.data.Panels;

/**
 * Sizes that decide how neighbours are searched.
 *
 * @param pairs number of samples that an exact search compares with as many others at a time
 * @param small number of distinct samples up to which all pairs are compared in any case
 * @param block number of samples in a block of {@link TreeNeighbors}
 * @param features number of features up to which {@link TreeNeighbors} is used, {@link CellNeighbors} above
 */
record SearchSizes(int pairs, int small, int block, int features) {
    private static final int SMALL = 4096;

    static SearchSizes of(Panels X) {
        return new SearchSizes(ExactNeighbors.blockSize(X), SMALL, TreeNeighbors.BLOCK, TreeNeighbors.MOST_FEATURES);
    }

    SearchSizes withPairs(int count) {
        return new SearchSizes(count, small, block, features);
    }

    SearchSizes withSmall(int count) {
        return new SearchSizes(pairs, count, block, features);
    }

    SearchSizes withBlock(int count) {
        return new SearchSizes(pairs, small, count, features);
    }

    SearchSizes withFeatures(int count) {
        return new SearchSizes(pairs, small, block, count);
    }
}
