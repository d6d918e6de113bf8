/** Formats matlab. */
@NullMarked
package org.grapnel.formats.matlab;

import org.jspecify.annotations.NullMarked;
