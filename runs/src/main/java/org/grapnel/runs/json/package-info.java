/** Reads and writes the JSON of run folders. */
@NullMarked
package org.grapnel.runs.json;

import org.jspecify.annotations.NullMarked;
