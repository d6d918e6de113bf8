/**
 * The driver loop, stop rules, trace and solution of the solvers.
 *
 * <p>{@link org.grapnel.solve.Solver} runs an {@link org.grapnel.solve.Algorithm} on a {@link org.grapnel.model.Problem} from a starting point
 * until a {@link org.grapnel.solve.Stop} rule is met. The result is a {@link org.grapnel.solve.Solution}. The algorithms are in the packages
 * {@code palm}, {@code support} and {@code joint}. They never see H itself, so the same code runs where H is spread over many machines.
 */
@NullMarked
package org.grapnel.solve;

import org.jspecify.annotations.NullMarked;
