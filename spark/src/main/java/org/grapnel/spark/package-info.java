/**
 * Spark ML estimator for graph-regularized NMF on data that no single machine can hold.
 *
 * <p>The input is a DataFrame with one feature vector per sample. H stays with its samples on the executors; the driver
 * holds W and r × r matrices.
 */
@NullMarked
package org.grapnel.spark;

import org.jspecify.annotations.NullMarked;
