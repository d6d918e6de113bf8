/**
 * What was read: X with the names of its features and samples, and where it came from. In: readers of {@code io} or a
 * caller's own numbers. Out: {@link org.grapnel.data.Dataset}, checked.
 */
@NullMarked
package org.grapnel.data;

import org.jspecify.annotations.NullMarked;
