/** Reads and writes Matrix Market files. */
@NullMarked
package org.grapnel.formats.mtx;

import org.jspecify.annotations.NullMarked;
