/** Shared helpers of the readers: files, lines, numbers, names, labels, and matrices that grow while they are read. */
@NullMarked
package org.grapnel.formats.input;

import org.jspecify.annotations.NullMarked;
