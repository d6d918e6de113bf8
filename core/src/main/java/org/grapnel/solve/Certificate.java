package org.grapnel.solve;

import java.util.Optional;
import org.grapnel.checkpoint.StateStream;

/**
 * How far the result is from stationary. For each factor this is ‖Z − Z⁺‖ / max(‖Z‖, ‖Z⁺‖) with Z⁺ = prox(Z − ∇F(Z)/L), the relative length of
 * one more plain step: 0 at a stationary point, and the same for X, W or H in other units.
 *
 * <p>Best-support measures coordinate steps, each in the unit of its curvature, against ‖X‖ on the kept features: √(Σ Cⱼ·Δⱼ²)/‖X‖. This does
 * not depend on how scale is split between W and H. The joint factorisation measures W so, and H and G together against √(‖X‖² + α‖S‖²).
 *
 * @param swap by how much the best exchange of one kept and one dropped feature would lower F at this H, with W solved anew, as a share of
 *     ½‖X‖². At most 0 means that no single exchange helps. Only best-support computes it
 * @param symmetryGap ‖H − G‖/‖H‖ of the joint factorisation: 0 where H and its copy G agree. Its residual of H covers both
 */
public record Certificate(double residualW, double residualH, Optional<Double> swap, Optional<Double> symmetryGap) {
    private static final int HAS_SWAP = 1;
    private static final int HAS_GAP = 2;

    public Certificate(double residualW, double residualH) {
        this(residualW, residualH, Optional.empty());
    }

    public Certificate(double residualW, double residualH, Optional<Double> swap) {
        this(residualW, residualH, swap, Optional.empty());
    }

    /** Writes this certificate to a checkpoint, or reads the one that was written. */
    Certificate transfer(StateStream stream) {
        double w = stream.doubleValue(residualW);
        double h = stream.doubleValue(residualH);
        int known = stream.intValue((swap.isPresent() ? HAS_SWAP : 0) + (symmetryGap.isPresent() ? HAS_GAP : 0));
        return new Certificate(
                w,
                h,
                (known & HAS_SWAP) != 0 ? Optional.of(stream.doubleValue(swap.orElse(0.0))) : Optional.empty(),
                (known & HAS_GAP) != 0 ? Optional.of(stream.doubleValue(symmetryGap.orElse(0.0))) : Optional.empty());
    }
}
