/** Writes run folders, each of which appears complete or not at all. */
@NullMarked
package org.grapnel.runs.write;

import org.jspecify.annotations.NullMarked;
