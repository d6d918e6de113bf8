package org.grapnel.spark.graph;

import java.io.Serializable;
import org.grapnel.graph.Metric;

/**
 * What a search in a task has to know.
 *
 * @param k how many neighbours
 * @param unit a power of two near the largest number of X, in which lengths are; 1 for cosines
 * @param dots whether weights need xᵀy
 * @param seed of what is drawn
 */
record NeighborSearchConfig(int k, Metric metric, double unit, boolean dots, long seed) implements Serializable {}
