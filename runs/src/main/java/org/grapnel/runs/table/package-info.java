/** Tables of run folders that are written and read back, and their display for people. */
@NullMarked
package org.grapnel.runs.table;

import org.jspecify.annotations.NullMarked;
