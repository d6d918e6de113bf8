package org.grapnel.linalg.kernel;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.grapnel.runtime.OffHeapMemory;
import org.grapnel.runtime.OpenBlasLibrary;
import org.grapnel.runtime.Scratch;
import org.jspecify.annotations.Nullable;

/** A block of single-precision numbers, stored by rows in off-heap memory that BLAS reads in place. */
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
        address = OpenBlasLibrary.address(floats);
    }

    /** Returns the tile of a thread with this shape and arbitrary content. */
    public static FloatTile in(Scratch scratch, int rows, int cols) {
        return scratch.resource(ThreadTile.class, ThreadTile::new).get(rows, cols);
    }

    private static final class ThreadTile implements AutoCloseable {
        private @Nullable FloatTile tile;

        FloatTile get(int rows, int cols) {
            FloatTile at = tile;
            if (at == null || at.capacity() < rows * cols) {
                close();
                at = new FloatTile(rows, cols);
                tile = at;
            }
            return at.reshape(rows, cols);
        }

        @Override
        public void close() {
            if (tile != null) tile.close();
            tile = null;
        }
    }

    public int rows() {
        return rows;
    }

    public int cols() {
        return cols;
    }

    /** Returns how many numbers fit into its memory. */
    public int capacity() {
        return floats.capacity();
    }

    /** Changes the shape within the same memory. */
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
