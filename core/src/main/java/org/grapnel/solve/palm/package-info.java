/**
 * Proximal alternating linearised minimisation. {@link org.grapnel.solve.palm.Palm} is the algorithm; PALM, accPALM, iPALM and BPL differ in
 * their {@link org.grapnel.solve.palm.Extrapolation}.
 */
@NullMarked
package org.grapnel.solve.palm;

import org.jspecify.annotations.NullMarked;
