/** Threads, memory limits, argument checks and random numbers. */
@NullMarked
package org.grapnel.runtime;

import org.jspecify.annotations.NullMarked;
