/** Runs resume. */
@NullMarked
package org.grapnel.runs.resume;

import org.jspecify.annotations.NullMarked;
