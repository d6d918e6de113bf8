/** Measurements: JMH benchmarks, and the Java side of the runs against peers that {@code bench/run} starts. */
@NullMarked
package org.grapnel.bench;

import org.jspecify.annotations.NullMarked;
