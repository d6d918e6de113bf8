/**
 * Which features to keep, without a fit. In: X, a row per feature, and the neighbour graph of its samples. Out: {@link
 * org.grapnel.select.Selection}, the kept features in the order in which they entered.
 */
@NullMarked
package org.grapnel.select;

import org.jspecify.annotations.NullMarked;
