/**
 * Several ways to form groups, side by side under one protocol. In: prepared data, {@link org.grapnel.compare.NamedMethod}s and a {@link
 * org.grapnel.compare.ComparisonProtocol}. Out: a {@link org.grapnel.compare.Trial} for every contender and repeat, and {@link
 * org.grapnel.compare.ComparisonTable}. Lies to the right of the front door, which does not know it.
 */
@NullMarked
package org.grapnel.compare;

import org.jspecify.annotations.NullMarked;
