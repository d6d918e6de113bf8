/** Formats hdf5. */
@NullMarked
package org.grapnel.formats.hdf5;

import org.jspecify.annotations.NullMarked;
