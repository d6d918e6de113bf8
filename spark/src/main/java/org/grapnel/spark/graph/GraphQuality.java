package org.grapnel.spark.graph;

/**
 * How well groups follow a graph.
 *
 * @param modularity as {@link org.grapnel.evaluate.Modularity#compute}; 0 for a graph without edges
 * @param inside the share of edge weight inside groups; 0 for a graph without edges
 */
public record GraphQuality(double modularity, double inside) {}
