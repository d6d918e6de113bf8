/**
 * The front door. In: a data set, a graph and a {@link org.grapnel.Spec}. Out: a {@link org.grapnel.solve.Solution}.
 * {@link org.grapnel.Grapnel} sees all rooms; no room sees it.
 */
@NullMarked
package org.grapnel;

import org.jspecify.annotations.NullMarked;
