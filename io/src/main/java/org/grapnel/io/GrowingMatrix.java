package org.grapnel.io;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;

/**
 * A matrix that is read line by line before anybody knows how many lines there are. Blocks of lines are stored in their
 * final orientation and joined at the end, so at most two copies of the numbers exist, both outside the heap.
 */
final class GrowingMatrix implements AutoCloseable {
    private final int length;
    private final boolean turned;
    private final Tile tile;
    private final List<DenseMatrix> blocks = new ArrayList<>();
    private int stored;

    private GrowingMatrix(int length, boolean turned) {
        this.length = length;
        this.turned = turned;
        this.tile = new Tile(length);
    }

    /** Every line becomes a row. */
    static GrowingMatrix ofRows(int length) {
        return new GrowingMatrix(length, false);
    }

    /** Every line becomes a column. */
    static GrowingMatrix ofColumns(int length) {
        return new GrowingMatrix(length, true);
    }

    int lines() {
        return stored + tile.count();
    }

    /** The next line, to be filled by the caller. */
    double[] next() {
        if (tile.isFull()) store();
        return tile.next();
    }

    private void store() {
        int count = tile.count();
        if (count == 0) return;
        DenseMatrix block = turned ? DenseMatrix.zeros(length, count) : DenseMatrix.zeros(count, length);
        blocks.add(block);
        if (turned) tile.toColumns(block, 0);
        else tile.toRows(block, 0);
        stored += count;
    }

    /** The whole matrix, which now belongs to the caller; there is nothing left here. */
    DenseMatrix finish() {
        store();
        if (blocks.size() == 1) return blocks.remove(0);
        DenseMatrix M = turned ? DenseMatrix.zeros(length, stored) : DenseMatrix.zeros(stored, length);
        int line = 0;
        for (DenseMatrix block : blocks) {
            if (turned) line = appendColumns(block, M, line);
            else line = appendRows(block, M, line);
            block.close();
        }
        blocks.clear();
        return M;
    }

    private static int appendColumns(DenseMatrix block, DenseMatrix M, int first) {
        for (int i = 0; i < M.rows(); i++) {
            M.buffer(i).put(M.at(i) + first, block.buffer(i), block.at(i), block.cols());
        }
        return first + block.cols();
    }

    private static int appendRows(DenseMatrix block, DenseMatrix M, int first) {
        for (int i = 0; i < block.rows(); i++) M.copyRow(first + i, block, i);
        return first + block.rows();
    }

    @Override
    public void close() {
        for (DenseMatrix block : blocks) block.close();
        blocks.clear();
    }
}
