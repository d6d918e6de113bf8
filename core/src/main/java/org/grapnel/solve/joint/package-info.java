/**
 * The joint factorisation: one factor H explains the data and the graph. {@link org.grapnel.solve.joint.JointFactorization} is the entry point.
 */
@NullMarked
package org.grapnel.solve.joint;

import org.jspecify.annotations.NullMarked;
