package org.grapnel.spark.select;

import java.util.Arrays;
import org.grapnel.select.GroupContrast;
import org.grapnel.select.GroupSizes;
import org.grapnel.select.MomentRange;
import org.grapnel.select.Selection;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;

/**
 * Selects the features that best tell groups of distributed samples apart: {@link GroupContrast}, with its order, scores
 * and path up to rounding.
 *
 * <p>X is read twice in full. Then only features that differ between the groups are read, in one job for a few hundred of
 * them, and otherwise in a job for several selected features each ({@link PairCovariances}). With q such features, the
 * executors compute O(q·n) products for each feature that is selected or measured ahead; sparse data cost in proportion
 * to their stored entries. Partitions are added in their order, so the same partitions give the same bits.
 */
public final class SampleContrast {
    private SampleContrast() {}

    /**
     * Selects features for one grouping of the samples.
     *
     * @param groups at least two groups, one of them of at least two samples
     * @param keep number of features, 1 … p
     */
    public static Selection select(Panels X, SampleGroups groups, int keep) {
        GroupSizes sizes = GroupSizes.of(
                Arrays.stream(groups.sizes()).mapToInt(Math::toIntExact).toArray());
        GroupContrast.requireInput(X.features(), X.samples(), sizes, keep);
        double factor = Math.scalb(1.0, -MomentRange.exponent(X.rowSquares()));
        try (SampleMoments moments = new SampleMoments(X, groups, sizes, factor)) {
            return GroupContrast.select(moments, keep);
        }
    }
}
