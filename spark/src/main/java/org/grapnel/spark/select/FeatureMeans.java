package org.grapnel.spark.select;

import java.io.Serializable;
import org.grapnel.linalg.Matrix;
import org.grapnel.select.GroupSizes;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.SlicedSum;

/**
 * The mean of every feature over all samples and over each block, of X times a factor. Blocks are numbered as in {@link
 * GroupSizes}; a last one holds the samples without a partner, and its mean is taken as that of all samples.
 */
final class FeatureMeans implements Serializable {
    private static final long serialVersionUID = 1;

    final GroupSizes sizes;
    final double factor;
    final double[] center;

    /** Means of the blocks minus the center: blocks + 1 numbers per feature. */
    final double[] blockMeans;

    /** The value on the first sample: a feature is constant if no value differs from it. */
    final double[] reference;

    private FeatureMeans(GroupSizes sizes, double factor, int features) {
        this.sizes = sizes;
        this.factor = factor;
        center = new double[features];
        blockMeans = new double[features * slots()];
        reference = new double[features];
    }

    /** Returns the number of blocks, with that of the samples without a partner. */
    int slots() {
        return sizes.blocks() + 1;
    }

    /** Computes the means in one pass over X, O(stored entries + p·groups for each panel). */
    static FeatureMeans compute(Panels X, SampleGroups groups, GroupSizes sizes, double factor) {
        int p = X.features();
        FeatureMeans means = new FeatureMeans(sizes, factor, p);
        int slots = means.slots();
        int stride = slots + 1;
        double[] sums = SlicedSum.sum(
                GroupedPanels.sum(
                        X.rdd(),
                        groups,
                        p * stride,
                        (panel, first, own, into) -> add(panel, first, sizes, own, factor, into)),
                p * stride);
        for (int i = 0; i < p; i++) {
            double total = 0;
            for (int b = 0; b < slots; b++) total += sums[i * stride + b];
            means.center[i] = total / sizes.samples();
            means.reference[i] = sums[i * stride + slots];
            for (int b = 0; b < sizes.blocks(); b++)
                means.blockMeans[i * slots + b] = sums[i * stride + b] / sizes.size(b) - means.center[i];
        }
        return means;
    }

    private static void add(Matrix X, int first, GroupSizes sizes, int[] groups, double factor, double[] sums) {
        int slots = sizes.blocks() + 1;
        FeatureEntries entries = new FeatureEntries(X, factor);
        for (int i = 0; i < X.rows(); i++) {
            entries.read(i);
            double[] own = new double[slots]; // sums of panels are added, which loses fewer digits than a long sum
            for (int e = 0; e < entries.count(); e++) own[sizes.blockOf(groups[entries.sample(e)])] += entries.value(e);
            int at = i * (slots + 1);
            for (int b = 0; b < slots; b++) sums[at + b] += own[b];
            if (first == 0 && entries.count() > 0 && entries.sample(0) == 0) sums[at + slots] += entries.value(0);
        }
    }
}
