/** Reads and writes NumPy's {@code .npy} files, and reads {@code .npz} archives. */
@NullMarked
package org.grapnel.formats.npy;

import org.jspecify.annotations.NullMarked;
