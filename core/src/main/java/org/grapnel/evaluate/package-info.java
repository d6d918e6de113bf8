/**
 * Scores results. Input: groups and labels, points, a graph, factors, or feature sets. Output: one number per score, or
 * the reason why it is undefined.
 */
@NullMarked
package org.grapnel.evaluate;

import org.jspecify.annotations.NullMarked;
