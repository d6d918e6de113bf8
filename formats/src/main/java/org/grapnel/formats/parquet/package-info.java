/** Reads flat Parquet tables. */
@NullMarked
package org.grapnel.formats.parquet;

import org.jspecify.annotations.NullMarked;
