/** Reads and writes tables of separated values: csv, tsv, txt. */
@NullMarked
package org.grapnel.formats.csv;

import org.jspecify.annotations.NullMarked;
