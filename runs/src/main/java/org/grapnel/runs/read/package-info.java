/** Reads finished run folders: for reports, and to place new samples. */
@NullMarked
package org.grapnel.runs.read;

import org.jspecify.annotations.NullMarked;
