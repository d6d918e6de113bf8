/** Runs write. */
@NullMarked
package org.grapnel.runs.write;

import org.jspecify.annotations.NullMarked;
