/** Formats csv. */
@NullMarked
package org.grapnel.formats.csv;

import org.jspecify.annotations.NullMarked;
