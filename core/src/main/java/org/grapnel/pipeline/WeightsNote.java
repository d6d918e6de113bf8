package org.grapnel.pipeline;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopReason;

/**
 * What a fit by gradient steps says where its small change may be due to short steps. A step is at most one over the largest weight, so the
 * factors change little wherever they are.
 */
final class WeightsNote {
    /** From this many medians on, the largest weight shortens steps noticeably. */
    private static final double UNEVEN = 10;

    private WeightsNote() {}

    static Optional<String> of(EntryWeights weights, Spec spec, Solution found) {
        boolean byChange = found.stop() instanceof StopReason.Converged reason && reason.isChange();
        double ratio = weights.largest() / weights.median();
        if (!byChange || ratio <= UNEVEN) return Optional.empty();
        boolean solvable = spec.model().supportsBestSupport() && spec.model() != Model.NMF_L20;
        return Optional.of(String.format(
                Locale.ROOT,
                "the largest weight is %.2g times the median, so steps of %s are short, and a small change does not mean"
                        + " that a minimum is near (residuals %.2g of W, %.2g of H); lower --tol%s",
                ratio,
                spec.solverName(),
                found.certificate().residualW(),
                found.certificate().residualH(),
                solvable ? ", or name no solver" : ""));
    }
}
