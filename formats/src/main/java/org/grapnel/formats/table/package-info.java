/** What tables share: columns named by options, kinds of columns, and advice about columns that hold no numbers. */
@NullMarked
package org.grapnel.formats.table;

import org.jspecify.annotations.NullMarked;
