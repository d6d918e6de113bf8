/** Writes AnnData files ({@code .h5ad}), and HDF5 files below them. */
@NullMarked
package org.grapnel.formats.anndata;

import org.jspecify.annotations.NullMarked;
