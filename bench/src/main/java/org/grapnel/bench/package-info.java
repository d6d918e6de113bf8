/** Benchmarks: JMH for products and iterations, and programs that the scripts in {@code bench/} run beside other libraries. */
@NullMarked
package org.grapnel.bench;

import org.jspecify.annotations.NullMarked;
