/**
 * The same models and solvers where no machine holds all samples. In: a DataFrame of feature vectors. Out: a Spark ML model;
 * H stays where its samples are, W and r × r numbers are all that comes to the driver.
 */
@NullMarked
package org.grapnel.spark;

import org.jspecify.annotations.NullMarked;
