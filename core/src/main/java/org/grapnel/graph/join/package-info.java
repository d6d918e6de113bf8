/**
 * Joining the components of a neighbour graph. Input: a graph and the points it was built from, on one machine or many.
 * Output: the edges that leave at most as many components as groups.
 */
@NullMarked
package org.grapnel.graph.join;

import org.jspecify.annotations.NullMarked;
