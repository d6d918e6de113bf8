/**
 * Which samples are neighbours. In: an adjacency matrix. Out: {@link org.grapnel.graph.Graph} with its Laplacian as an
 * operator on Ht.
 */
@NullMarked
package org.grapnel.graph;

import org.jspecify.annotations.NullMarked;
