package org.grapnel.spark.model;

import org.apache.spark.api.java.JavaRDD;

/**
 * The training samples on the components of the graph.
 *
 * @param points one array per partition, with M numbers per sample
 */
public record ComponentPoints(ComponentProjection projection, JavaRDD<double[]> points) {}
