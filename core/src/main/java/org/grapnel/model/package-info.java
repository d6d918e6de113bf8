/**
 * What is minimised: smooth terms, and one constraint for each factor. {@link org.grapnel.model.Model} lists the paper's models and turns X and
 * a graph into a {@link org.grapnel.model.Problem}.
 *
 * <pre>
 *   F(W, H) = ½‖X − WH‖² + λ·Tr(H L Hᵀ)      W ∈ a constraint set, H ≥ 0
 * </pre>
 */
@NullMarked
package org.grapnel.model;

import org.jspecify.annotations.NullMarked;
