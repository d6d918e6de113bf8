package org.grapnel.pipeline;

import java.util.List;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;
import org.grapnel.select.SubsampleFrequency;

/**
 * Measures how often each kept feature of a fit is selected again on parts of the samples, with the groups of the fit. It costs ten
 * selections. A fit includes them for small data; for larger data they take longer than the fit itself and are made on request.
 */
public final class FrequencyStep {
    /** Features × samples × selected features up to which ten selections take a fraction of a second. */
    private static final double QUICK = 2e7;

    private FrequencyStep() {}

    /** Returns the fit with frequencies if they take a fraction of a second, else the same fit. */
    static Fit measureIfQuick(Fit fit, FitContext context) {
        double work = (double) fit.data().X().rows()
                * fit.data().X().cols()
                * fit.support().count();
        return work <= QUICK ? measure(fit, context) : fit;
    }

    /** Returns the fit with frequencies; the same fit where features were not selected by groups, or where it would take too long. */
    public static Fit measure(Fit fit, FitContext context) {
        boolean byGroups = fit.selection().isPresent()
                && fit.spec().select().by() == FeatureSelection.Strategy.GROUPS
                && GroupSearch.canBeTold(fit.groups().clustering());
        if (!byGroups || context.isCancelled()) return fit;
        Matrix X = fit.data().X();
        Selection selection = fit.selection().orElseThrow();
        int keep = selection.order().size();
        if (selection.frequency().isPresent() || keep == X.rows() || !SubsampleFrequency.isCheap(X, keep)) return fit;
        context.listener().onPhase("choosing features on parts of the samples");
        try (ExecutionContext execution = ExecutionContext.create(fit.spec().threads())) {
            return fit.withSelection(SubsampleFrequency.measure(
                    execution, X, List.of(fit.groups().clustering()), selection));
        }
    }
}
