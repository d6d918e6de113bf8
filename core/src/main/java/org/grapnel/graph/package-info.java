/**
 * Which samples are neighbours. In: X, or an adjacency matrix. Out: the k nearest of every sample, and {@link
 * org.grapnel.graph.Graph} with its Laplacian as an operator on Ht.
 */
@NullMarked
package org.grapnel.graph;

import org.jspecify.annotations.NullMarked;
