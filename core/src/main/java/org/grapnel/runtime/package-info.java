/** Threads, working memory, memory limits, the native library, argument checks and random numbers. */
@NullMarked
package org.grapnel.runtime;

import org.jspecify.annotations.NullMarked;
