package org.grapnel.spark.graph;

import java.io.Serializable;
import org.grapnel.graph.Metric;

/**
 * Settings of a neighbour search within a task.
 *
 * @param k number of neighbours
 * @param unit power of two near the largest entry of X, the unit of lengths; 1 for cosine
 * @param dots whether the weights need xᵀy
 * @param seed seed of the random draws
 */
record NeighborSearchConfig(int k, Metric metric, double unit, boolean dots, long seed) implements Serializable {}
