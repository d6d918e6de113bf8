/**
 * How good a result is. In: groups and the truth, points, a graph, factors, feature sets. Out: one number for each score, or the
 * reason why it is not defined.
 */
@NullMarked
package org.grapnel.evaluate;

import org.jspecify.annotations.NullMarked;
