/** Runs read. */
@NullMarked
package org.grapnel.runs.read;

import org.jspecify.annotations.NullMarked;
