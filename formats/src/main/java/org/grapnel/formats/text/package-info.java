/** Formats text. */
@NullMarked
package org.grapnel.formats.text;

import org.jspecify.annotations.NullMarked;
