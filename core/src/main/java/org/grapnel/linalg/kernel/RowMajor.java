package org.grapnel.linalg.kernel;

import java.nio.DoubleBuffer;

/** Doubles stored by rows in off-heap memory, as the kernels read them. */
public interface RowMajor {
    int cols();

    /** Returns the buffer that holds row i, which starts at {@link #rowOffset}. */
    DoubleBuffer buffer(int i);

    /** Returns where row i starts in its {@link #buffer}. */
    int rowOffset(int i);

    /** Returns the address of entry (i, j). */
    long address(int i, int j);
}
