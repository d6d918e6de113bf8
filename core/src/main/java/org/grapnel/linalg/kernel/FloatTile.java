package org.grapnel.linalg.kernel;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.grapnel.runtime.OffHeapMemory;

/** A block of single-precision numbers, row after row, in off-heap memory that BLAS reads in place. */
public final class FloatTile implements AutoCloseable {
    private final ByteBuffer memory;
    private final FloatBuffer floats;
    private final long address;
    private int rows;
    private int cols;

    public FloatTile(int rows, int cols) {
        this.rows = rows;
        this.cols = cols;
        memory = OffHeapMemory.allocate(Math.max(4, Math.multiplyExact(Math.multiplyExact(rows, cols), 4)));
        floats = memory.asFloatBuffer();
        address = OpenBlasKernel.address(floats);
    }

    public int rows() {
        return rows;
    }

    public int cols() {
        return cols;
    }

    /** How many numbers it has room for. */
    public int capacity() {
        return floats.capacity();
    }

    /** Another shape within the memory it has. */
    public FloatTile reshape(int newRows, int newCols) {
        rows = newRows;
        cols = newCols;
        return this;
    }

    public FloatBuffer floats() {
        return floats;
    }

    long address() {
        return address;
    }

    @Override
    public void close() {
        OffHeapMemory.free(memory);
    }
}
