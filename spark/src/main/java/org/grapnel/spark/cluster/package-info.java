/** Groups of distributed samples: k-means, and the groups of a distributed graph. */
@NullMarked
package org.grapnel.spark.cluster;

import org.jspecify.annotations.NullMarked;
