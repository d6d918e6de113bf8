package org.grapnel.compare;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.pipeline.KMeansFactorization;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * k-means on the leading principal components: the plain pipeline. The components are computed once; their seconds count in every
 * repeat.
 *
 * @param most the number of components, or fewer if there are fewer features or samples
 */
record PcaKMeans(int most) implements ClusteringMethod {
    PcaKMeans {
        Preconditions.require(most >= 1, "components must be at least 1, got %d", most);
    }

    @Override
    public void check(ComparisonContext comparison) {}

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("way", "pca");
        parameters.put("components", most);
        return parameters;
    }

    @Override
    public boolean needsGraph() {
        return false;
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        context.listener().onPhase("computing principal components");
        ComparisonContext.SampleCoordinates components =
                comparison.components(most, () -> principalComponents(comparison));
        if (context.isCancelled()) return Optional.empty();
        long began = System.nanoTime();
        Matrix X = comparison.X();
        try (ExecutionContext execution =
                        ExecutionContext.create(comparison.protocol().threads());
                DenseMatrix scores = DenseMatrix.of(components.scores())) {
            int clusters = Math.min(
                    comparison.protocol().clusters(),
                    DistinctColumns.find(execution, X).count());
            try (KMeansResult found = KMeans.clusterRows(
                    execution,
                    scores,
                    KMeansFactorization.options(clusters, comparison.protocol().seed(repeat)))) {
                Map<Measure, Double> values = new EnumMap<>(Measure.class);
                values.put(Measure.SECONDS, components.seconds() + (System.nanoTime() - began) * 1e-9);
                values.put(Measure.ITERATIONS, (double) found.iterations());
                values.put(Measure.KEPT, (double) X.rows());
                boolean converged = found.stop().isConverged();
                return Optional.of(new TrialOutcome(
                        found.clustering(),
                        values,
                        converged ? "labels" : "max-iter",
                        converged,
                        Optional.of(RowSet.all(X.rows())),
                        List.of(),
                        List.of()));
            }
        }
    }

    /** Returns the coordinates of the samples along the leading components, one row per sample. */
    private double[][] principalComponents(ComparisonContext comparison) {
        Matrix X = comparison.X();
        int count = Math.min(most, Math.min(X.rows(), X.cols()));
        try (ExecutionContext execution =
                        ExecutionContext.create(comparison.protocol().threads());
                PrincipalComponents found = PrincipalComponents.compute(
                        execution,
                        X,
                        PrincipalComponents.ComponentOptions.of(count)
                                .withTolerance(PrincipalComponents.ComponentOptions.FAST))) {
            return found.scores().toArray();
        }
    }
}
