/** Runs as processes of their own, in a queue that survives a restart. */
@NullMarked
package org.grapnel.studio.job;

import org.jspecify.annotations.NullMarked;
