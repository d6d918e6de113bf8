/** Runs json. */
@NullMarked
package org.grapnel.runs.json;

import org.jspecify.annotations.NullMarked;
