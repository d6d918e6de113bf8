/** Formats mtx. */
@NullMarked
package org.grapnel.formats.mtx;

import org.jspecify.annotations.NullMarked;
