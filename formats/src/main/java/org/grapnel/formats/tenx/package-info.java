/** Reads the folders and HDF5 files that 10x Genomics' Cell Ranger writes. */
@NullMarked
package org.grapnel.formats.tenx;

import org.jspecify.annotations.NullMarked;
