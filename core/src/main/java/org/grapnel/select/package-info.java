/**
 * Selects features without a fit. Input: X, one row per feature, and the neighbour graph of its samples. Output:
 * {@link org.grapnel.select.Selection}, the selected features in order.
 */
@NullMarked
package org.grapnel.select;

import org.jspecify.annotations.NullMarked;
