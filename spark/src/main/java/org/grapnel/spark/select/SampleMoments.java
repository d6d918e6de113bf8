package org.grapnel.spark.select;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.grapnel.select.ContrastMoments;
import org.grapnel.select.FeatureMoments;
import org.grapnel.select.GroupSizes;
import org.grapnel.spark.data.FeaturePanelCache;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;

/**
 * Contrast moments of distributed samples: two passes over X for the moments of single features, then jobs over the
 * candidates for covariances ({@link PairCovariances}). The driver holds a few numbers per feature and group.
 */
final class SampleMoments implements ContrastMoments, AutoCloseable {
    private final SampleGroups groups;
    private final GroupSizes sizes;
    private final FeaturePanelCache panels;
    private final FeatureMoments features;
    private final Broadcast<FeatureMeans> means;
    private final Broadcast<CentralMoments> moments;

    /** Measures every feature of X times a factor. */
    SampleMoments(Panels X, SampleGroups groups, GroupSizes sizes, double factor) {
        this.groups = groups;
        this.sizes = sizes;
        panels = new FeaturePanelCache(X);
        JavaSparkContext context = JavaSparkContext.fromSparkContext(X.rdd().context());
        FeatureMeans local = FeatureMeans.compute(X, groups, sizes, factor);
        means = context.broadcast(local);
        try {
            CentralMoments central = CentralMoments.compute(X, groups, local, means);
            features = central.features();
            moments = context.broadcast(central);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            means.destroy();
            throw e;
        }
    }

    @Override
    public FeatureMoments features() {
        return features;
    }

    @Override
    public CandidateSet candidates(int[] rows) {
        return new PairCovariances(panels, groups, sizes, means, moments, rows);
    }

    @Override
    public void close() {
        panels.close();
        moments.destroy();
        means.destroy();
    }
}
