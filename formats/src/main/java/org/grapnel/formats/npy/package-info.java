/** Formats npy. */
@NullMarked
package org.grapnel.formats.npy;

import org.jspecify.annotations.NullMarked;
