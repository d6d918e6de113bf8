package org.grapnel.cluster;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * k-means with an ℓ₀ constraint on the features (Chang et al. 2018; Kmeans_ℓ₀ of the paper): max over labels and sets K
 * of k features of Σ_{f∈K} spread(f), where spread(f) = Σⱼ nⱼ·(meanⱼ(f) − mean(f))² is the part between the groups. It
 * alternates k-means on the kept features with choosing the k features of largest spread (ties to the lower feature);
 * the first round uses all features. Besides its seeded starts, k-means starts from the current groups. So neither half
 * of a round lowers the sum (as far as k-means has converged), and the sets cannot cycle.
 *
 * <p>Unlike the code behind the paper's table [ERRATA 28], spreads are squared, each k-means uses all its starts, and
 * the labels are those of k-means on the reported features.
 */
public final class SparseKMeans {
    private SparseKMeans() {}

    /** Clusters the columns of X and selects rows of it. */
    public static SparseKMeansResult cluster(ExecutionContext context, Matrix X, SparseKMeansOptions options) {
        int p = X.rows();
        int k = options.keep();
        Preconditions.require(k <= p, "keep must be at most the number of features, %d, got %d", p, k);
        Clustering labels;
        try (KMeansResult all = KMeans.clusterColumns(context, X, options.kmeans())) {
            labels = all.clustering();
        }
        RowSet kept = FeatureSpread.largest(FeatureSpread.compute(context, X, labels), k);
        for (int round = 1; ; round++) {
            KMeansResult groups = group(context, X, kept, options.kmeans(), labels);
            labels = groups.clustering();
            double[] spread = FeatureSpread.compute(context, X, labels);
            RowSet next = FeatureSpread.largest(spread, k);
            boolean settled = next.equals(kept);
            if (settled || round == options.maxRounds())
                return new SparseKMeansResult(kept, scores(spread, kept), groups, round, settled);
            groups.close();
            kept = next;
        }
    }

    private static KMeansResult group(
            ExecutionContext context, Matrix X, RowSet kept, KMeansOptions options, Clustering labels) {
        try {
            return KMeans.clusterColumns(context, X, kept, options, labels);
        } catch (DataException e) {
            throw new DataException("on the " + kept.count() + " kept features: " + e.getMessage(), e);
        }
    }

    private static List<Double> scores(double[] spread, RowSet kept) {
        List<Double> scores = new ArrayList<>();
        for (int q = 0; q < kept.count(); q++) scores.add(spread[kept.get(q)]);
        return scores;
    }
}
