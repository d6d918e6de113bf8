/** Reads HDF5 files, and AnnData files ({@code .h5ad}) on top of them. */
@NullMarked
package org.grapnel.formats.hdf5;

import org.jspecify.annotations.NullMarked;
