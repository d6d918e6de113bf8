/** Reads the folder that 10x Genomics' Cell Ranger writes. */
@NullMarked
package org.grapnel.formats.tenx;

import org.jspecify.annotations.NullMarked;
