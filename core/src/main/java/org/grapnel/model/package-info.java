/**
 * What is minimised: smooth terms × one constraint for each block. In: X and a graph. Out:
 * {@link org.grapnel.model.Problem}, the paper's eight models being the table {@link org.grapnel.model.Model}.
 *
 * <pre>
 *   F(W, H) = ½‖X − WH‖² + λ·Tr(H L Hᵀ)      W ∈ a constraint set, H ≥ 0
 * </pre>
 */
@NullMarked
package org.grapnel.model;

import org.jspecify.annotations.NullMarked;
