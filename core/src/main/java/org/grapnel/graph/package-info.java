/**
 * Neighbour graphs of samples. Input: X, or an adjacency matrix. Output: the k nearest neighbours of every sample, and
 * a {@link org.grapnel.graph.Graph} with its Laplacian as an operator on Ht.
 */
@NullMarked
package org.grapnel.graph;

import org.jspecify.annotations.NullMarked;
