/**
 * Best-support: selects features by what they explain, and solves their rows of W exactly. {@link org.grapnel.solve.support.BestSupport} is the
 * entry point.
 */
@NullMarked
package org.grapnel.solve.support;

import org.jspecify.annotations.NullMarked;
