/** Principal components of distributed samples. */
@NullMarked
package org.grapnel.spark.components;

import org.jspecify.annotations.NullMarked;
