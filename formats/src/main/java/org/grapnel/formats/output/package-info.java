/** Formats output. */
@NullMarked
package org.grapnel.formats.output;

import org.jspecify.annotations.NullMarked;
