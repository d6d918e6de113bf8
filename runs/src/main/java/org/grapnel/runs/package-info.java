/** Saves results as run folders and loads them. */
@NullMarked
package org.grapnel.runs;

import org.jspecify.annotations.NullMarked;
