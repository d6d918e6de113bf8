/** Runs. */
@NullMarked
package org.grapnel.runs;

import org.jspecify.annotations.NullMarked;
