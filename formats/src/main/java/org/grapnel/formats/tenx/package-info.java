/** Formats tenx. */
@NullMarked
package org.grapnel.formats.tenx;

import org.jspecify.annotations.NullMarked;
