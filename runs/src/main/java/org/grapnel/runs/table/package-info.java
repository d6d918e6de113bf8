/** Runs table. */
@NullMarked
package org.grapnel.runs.table;

import org.jspecify.annotations.NullMarked;
