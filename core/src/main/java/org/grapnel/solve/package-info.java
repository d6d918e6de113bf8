/**
 * How it is minimised. In: a {@link org.grapnel.model.Problem} and a starting point. Out: a
 * {@link org.grapnel.solve.Solution}: the factors, the trace, why it stopped and how far from stationary it is.
 *
 * <p>{@link org.grapnel.solve.palm.Palm} is the one algorithm; PALM, accPALM, iPALM and BPL differ by the
 * {@link org.grapnel.solve.palm.Extrapolation} it is given. It moves the factors through {@link org.grapnel.solve.block.BlockUpdates} and
 * never sees them, so the same code serves where they are spread over machines. Stopping belongs to the one loop in
 * {@link org.grapnel.solve.Solver}.
 */
@NullMarked
package org.grapnel.solve;

import org.jspecify.annotations.NullMarked;
