/** Reads Excel workbooks: xlsx. */
@NullMarked
package org.grapnel.formats.xlsx;

import org.jspecify.annotations.NullMarked;
