/**
 * What to ask for when nobody says. In: a graph over the samples. Out: {@link org.grapnel.tune.GroupCount}, a range for the number of groups
 * with its reasons; nothing is decided here. Lies to the right of the front door, which does not know it.
 */
@NullMarked
package org.grapnel.tune;

import org.jspecify.annotations.NullMarked;
