package org.grapnel;

import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Score;

/**
 * The groups of a fit.
 *
 * @param silhouette how far apart they are, on the points that were grouped: 1 is far, 0 is touching
 */
public record Groups(Clustering clustering, Score silhouette) {}
