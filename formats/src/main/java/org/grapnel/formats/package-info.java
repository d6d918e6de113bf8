/** Formats. */
@NullMarked
package org.grapnel.formats;

import org.jspecify.annotations.NullMarked;
