package org.grapnel.spark.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.baseline.Baselines;
import org.grapnel.baseline.FitBaselines;
import org.grapnel.baseline.KnownGroups;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.BestRestart;
import org.grapnel.pipeline.JudgedSamples;
import org.grapnel.pipeline.ReferenceGraphs;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;

/**
 * The baselines and the silhouette of a distributed fit, on samples that the driver holds: all of them if they are at most {@value
 * #MOST_SAMPLES} with at most {@value #MOST_NUMBERS} numbers, else that many, evenly spaced.
 */
final class SampleBaselines {
    static final int MOST_SAMPLES = 5000;
    static final int MOST_NUMBERS = 1 << 23;

    private final Panels X;
    private final Spec spec;
    private final FitContext context;
    private final int[] chosen;

    SampleBaselines(Panels X, Spec spec, FitContext context) {
        this.X = X;
        this.spec = spec;
        this.context = context;
        int most = Math.max(3, Math.min(MOST_SAMPLES, MOST_NUMBERS / X.features()));
        chosen = JudgedSamples.evenlySpaced(X.samples(), most);
    }

    /** The factors of a distributed fit. */
    record DistributedFactors(
            DenseMatrix W,
            JavaRDD<double[]> Ht,
            RowSet support,
            Trace trace,
            StopReason stop,
            Certificate certificate) {}

    /** The baselines, if they were computed, the silhouette, and notes. */
    record SampleScores(Optional<Baselines> baselines, Score silhouette, List<String> notes) {}

    boolean isEverySample() {
        return chosen.length == X.samples();
    }

    /** The numbers of the samples that the driver holds. */
    int[] samples() {
        return chosen.clone();
    }

    SampleScores compute(DistributedFactors factors, SampleMemberships memberships, GroupedSamples found) {
        try (Dataset data = Dataset.of(X.collect(chosen));
                DenseMatrix Ht = factorRows(factors.Ht());
                DenseMatrix points = FactorClusters.unitPoints(Ht);
                ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            Clustering groups = memberships.groups().collect(chosen);
            Score silhouette = Silhouette.of(spec.seed()).score(execution, points, groups);
            if (!spec.baselines()) return new SampleScores(Optional.empty(), silhouette, List.of());
            Matrix some = data.X();
            Graph reference =
                    KnnGraph.build(execution, some, referenceSpec(some.cols())).graph();
            // the factors belong to the caller, so the solution is not closed
            Solution solution = new Solution(
                    factors.W(), Ht, factors.support(), factors.trace(), factors.stop(), factors.certificate());
            Optional<Baselines> baselines = FitBaselines.compute(
                    data,
                    new BestRestart(solution, spec, groups, Optional.empty(), List.of()),
                    graph(execution, some, found),
                    Optional.of(reference),
                    new Groups(groups, silhouette, memberships.origin(), Optional.empty()),
                    new KnownGroups(
                            collect(memberships.onKept()),
                            collect(found.onComponents()),
                            collect(Optional.of(found.last().ofGraph())),
                            collect(found.ofAllFeatures())),
                    context);
            return new SampleScores(baselines, silhouette, notes(baselines.isPresent()));
        }
    }

    private List<String> notes(boolean computed) {
        if (!computed) return List.of("not compared with simpler ways: the run was asked to stop");
        if (isEverySample()) return List.of();
        return List.of(String.format(
                Locale.ROOT,
                "compared with baselines on %,d of the %,d samples, evenly spaced",
                chosen.length,
                X.samples()));
    }

    private GraphSpec referenceSpec(int samples) {
        GraphSpec how = spec.graph();
        return GraphSpec.standard()
                .withMetric(how.metric())
                .withSeed(how.seed())
                .withNeighbors(Math.min(ReferenceGraphs.NEIGHBORS, samples - 1));
    }

    /** The graph of the fit if all samples are here, else a graph of the same kind. */
    private Optional<GraphSource> graph(ExecutionContext execution, Matrix some, GroupedSamples found) {
        if (isEverySample())
            return Optional.of(GraphSource.of(found.last().graph().collect()));
        GraphSpec how = spec.graph().forSomeFeatures();
        return Optional.of(GraphSource.of(
                KnnGraph.build(execution, some, how.withNeighbors(Math.min(how.neighbors(), some.cols() - 1)))));
    }

    private Optional<Clustering> collect(Optional<SampleGroups> groups) {
        return groups.map(all -> all.collect(chosen));
    }

    private DenseMatrix factorRows(JavaRDD<double[]> Ht) {
        int r = spec.rank();
        int[] first = X.offsets();
        int[] wanted = chosen;
        List<double[]> parts = Ht.mapPartitionsWithIndex(
                        (q, own) -> List.of(SampleRows.select(own.next(), r, first[q], first[q + 1], wanted))
                                .iterator(),
                        true)
                .collect();
        DenseMatrix rows = DenseMatrix.zeros(chosen.length, r);
        int at = 0;
        for (double[] part : parts) {
            rows.setRows(at, part.length / r, part);
            at += part.length / r;
        }
        return rows;
    }
}
