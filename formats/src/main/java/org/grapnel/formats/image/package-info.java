/** Formats image. */
@NullMarked
package org.grapnel.formats.image;

import org.jspecify.annotations.NullMarked;
