package org.grapnel.linalg;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** A block of single-precision numbers, row after row, in off-heap memory that BLAS reads in place. */
final class FloatTile implements AutoCloseable {
    private final ByteBuffer memory;
    private final FloatBuffer floats;
    private final long address;
    private int rows;
    private int cols;

    FloatTile(int rows, int cols) {
        this.rows = rows;
        this.cols = cols;
        memory = OffHeap.allocate(Math.max(4, Math.multiplyExact(Math.multiplyExact(rows, cols), 4)));
        floats = memory.asFloatBuffer();
        address = OpenBlas.address(floats);
    }

    int rows() {
        return rows;
    }

    int cols() {
        return cols;
    }

    /** How many numbers it has room for. */
    int capacity() {
        return floats.capacity();
    }

    /** Another shape within the memory it has. */
    FloatTile reshape(int newRows, int newCols) {
        rows = newRows;
        cols = newCols;
        return this;
    }

    FloatBuffer floats() {
        return floats;
    }

    long address() {
        return address;
    }

    @Override
    public void close() {
        OffHeap.free(memory);
    }
}
