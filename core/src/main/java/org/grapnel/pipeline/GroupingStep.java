package org.grapnel.pipeline;

import java.util.Optional;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.model.Loss;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;

/**
 * Groups the samples of a solution: k-means with ten starts on the columns of H; for the k-means models H itself.
 *
 * <p>For the joint graph term H holds memberships. With as many groups as components, the group of a sample is its largest membership; equal
 * ones go to the lower component, and a sample without any is in group 0 with an undefined confidence. Group j is component j, so a component
 * that is the largest of no sample gives an empty group. With another number of groups, k-means runs on columns of unit length.
 *
 * <p>Under the loss kl, k-means runs on columns of unit length too: the length of a column follows the depth of the sample.
 *
 * <p>If H has fewer distinct columns than groups were requested, there are only as many groups as distinct columns.
 */
public final class GroupingStep {
    private GroupingStep() {}

    /** Returns the groups with their silhouette. */
    public static Groups group(Solution solution, Spec spec) {
        return score(solution, spec, cluster(solution, spec));
    }

    /** Returns the groups without a silhouette. */
    public static Clustering cluster(Solution solution, Spec spec) {
        int clusters = spec.clusters();
        Preconditions.require(
                clusters <= solution.Ht().rows(),
                "clusters must be between 1 and %d, the number of samples, got %d",
                solution.Ht().rows(),
                clusters);
        if (spec.model().isKMeans() || readsMemberships(spec)) return Argmax.cluster(solution.Ht());
        try (ExecutionContext context = ExecutionContext.create(spec.threads());
                DenseMatrix points = points(solution, spec);
                DenseMatrix columns = points.transpose()) {
            int distinct = DistinctColumns.find(context, columns).count();
            KMeansOptions options = KMeansFactorization.options(Math.min(clusters, distinct), spec.seed());
            try (KMeansResult found = KMeans.clusterRows(context, points, options)) {
                return found.clustering();
            }
        }
    }

    /** Adds the silhouette to groups that are known. */
    static Groups score(Solution solution, Spec spec, Clustering groups) {
        if (spec.model().isKMeans())
            return new Groups(
                    groups,
                    Score.undefined("k-means groups the data themselves, not H"),
                    Groups.Origin.K_MEANS,
                    Optional.empty());
        try (ExecutionContext context = ExecutionContext.create(spec.threads());
                DenseMatrix points = points(solution, spec)) {
            Score silhouette = Silhouette.of(spec.seed()).score(context, points, groups);
            if (readsMemberships(spec))
                return new Groups(
                        groups,
                        silhouette,
                        Groups.Origin.MEMBERSHIPS,
                        Optional.of(GroupConfidence.ofMemberships(solution.Ht())));
            return new Groups(groups, silhouette, Groups.Origin.K_MEANS_ON_H, Optional.empty());
        }
    }

    /** Whether component j is group j. */
    private static boolean readsMemberships(Spec spec) {
        return spec.isJoint() && spec.rank() == spec.clusters();
    }

    private static DenseMatrix points(Solution solution, Spec spec) {
        if (spec.isJoint() || spec.loss() == Loss.KL) return FactorClusters.unitPoints(solution.Ht());
        return FactorClusters.rescale(FactorClusters.points(solution.W(), solution.Ht(), spec.fixesScale()));
    }
}
