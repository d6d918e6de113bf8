/** Formats input. */
@NullMarked
package org.grapnel.formats.input;

import org.jspecify.annotations.NullMarked;
