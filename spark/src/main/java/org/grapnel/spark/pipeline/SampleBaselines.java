package org.grapnel.spark.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.baseline.Baselines;
import org.grapnel.baseline.FitBaselines;
import org.grapnel.baseline.KnownGroups;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.ComponentSpec;
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
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleGraph;

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
    private final Optional<SampleLabels> labels;
    private final int[] chosen;

    /** @param labels the known classes, with which the groups of the baselines are compared */
    SampleBaselines(Panels X, Spec spec, FitContext context, Optional<SampleLabels> labels) {
        this(X, spec, context, labels, choose(X));
    }

    /** For tests: with other samples. */
    SampleBaselines(Panels X, Spec spec, FitContext context, Optional<SampleLabels> labels, int[] chosen) {
        this.X = X;
        this.labels = labels;
        this.context = context;
        this.chosen = chosen;
        GraphSpec how = spec.graph();
        this.spec = spec.withGraph(how.withNeighbors(Math.min(how.neighbors(), chosen.length - 1)));
    }

    /** Chooses the samples that the driver holds. */
    static int[] choose(Panels X) {
        return JudgedSamples.evenlySpaced(
                X.samples(), Math.max(3, Math.min(MOST_SAMPLES, MOST_NUMBERS / X.features())));
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

    SampleScores compute(DistributedFactors factors, SampleMemberships memberships, GroupedSamples found) {
        try (Dataset data = collectData();
                DenseMatrix Ht = factorRows(factors.Ht());
                DenseMatrix points = FactorClusters.unitPoints(Ht);
                ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            Clustering groups = memberships.groups().collect(chosen);
            Score silhouette = Silhouette.of(spec.seed()).score(execution, points, groups);
            if (!spec.baselines()) return new SampleScores(Optional.empty(), silhouette, List.of());
            List<String> notes = new ArrayList<>();
            Optional<GraphSource> graph = graph(execution, data.X(), found, notes);
            // the factors belong to the caller, so the solution is not closed
            Solution solution = new Solution(
                    factors.W(), Ht, factors.support(), factors.trace(), factors.stop(), factors.certificate());
            Optional<Baselines> baselines = FitBaselines.compute(
                    data,
                    new BestRestart(solution, spec, groups, Optional.empty(), List.of()),
                    graph,
                    reference(execution, data.X(), found),
                    new Groups(groups, silhouette, memberships.origin(), Optional.empty()),
                    new KnownGroups(
                            collect(memberships.onKept()),
                            collect(found.onComponents()),
                            collect(Optional.of(found.last().ofGraph())),
                            collect(found.ofAllFeatures())),
                    context);
            noteSamples(baselines.isPresent(), notes);
            return new SampleScores(baselines, silhouette, notes);
        }
    }

    private Dataset collectData() {
        Optional<List<String>> classes =
                spec.baselines() ? labels.flatMap(known -> known.collect(chosen, X.offsets())) : Optional.empty();
        return new Dataset(
                X.collect(chosen),
                Dataset.numbered("f", X.features()),
                Dataset.numbered("s", chosen.length),
                classes,
                DataSource.memory());
    }

    private void noteSamples(boolean computed, List<String> notes) {
        if (!computed) notes.add("not compared with simpler ways: the run was asked to stop");
        else if (!isEverySample())
            notes.add(String.format(
                    Locale.ROOT,
                    "compared with baselines on %,d of the %,d samples, evenly spaced",
                    chosen.length,
                    X.samples()));
    }

    /** The neighbours on all features; empty for a given graph, which is then the reference itself, as on one machine. */
    private Optional<Graph> reference(ExecutionContext execution, Matrix some, GroupedSamples found) {
        if (found.isGiven()) return Optional.empty();
        GraphSpec how = GraphSpec.standard()
                .withMetric(spec.graph().metric())
                .withSeed(spec.graph().seed())
                .withNeighbors(Math.min(ReferenceGraphs.NEIGHBORS, some.cols() - 1));
        try {
            return Optional.of(KnnGraph.build(execution, some, how).graph());
        } catch (DataException e) { // a cosine needs samples that are not all zero
            return Optional.empty();
        }
    }

    /** The graph of the fit, or its part, or a graph of the same kind: too few neighbours are among the chosen samples. */
    private Optional<GraphSource> graph(
            ExecutionContext execution, Matrix some, GroupedSamples found, List<String> notes) {
        if (found.isGiven())
            return Optional.of(GraphSource.of(chosenPart(found.last().graph())));
        if (isEverySample()) return Optional.of(builtGraph(found));
        try {
            return Optional.of(
                    GraphSource.of(KnnGraph.build(execution, some, spec.graph().forSomeFeatures())));
        } catch (DataException e) { // a cosine needs samples that are not all zero
            notes.add("compared with baselines without a graph: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The edges between the chosen samples. */
    private Graph chosenPart(SampleGraph graph) {
        if (isEverySample()) return graph.collect();
        int[] first = graph.offsets();
        int[] wanted = chosen;
        JavaRDD<boolean[]> kept = graph.connected()
                .mapPartitionsWithIndex(
                        (q, own) ->
                                List.of(mark(wanted, first[q], first[q + 1])).iterator(),
                        true);
        try (SampleGraph part = graph.select(kept)) {
            return part.collect();
        }
    }

    private static boolean[] mark(int[] wanted, int first, int end) {
        boolean[] marked = new boolean[end - first];
        for (int j : wanted) if (j >= first && j < end) marked[j - first] = true;
        return marked;
    }

    /** The neighbour graph of the fit, as one machine describes it. */
    private GraphSource builtGraph(GroupedSamples found) {
        SampleGraph last = found.last().graph();
        if (found.rounds().accepted() > 0)
            return GraphSource.of(
                    new KnnGraph(last.collect(), last.sigma(), last.recall()),
                    found.last().features());
        Optional<ComponentSpec> asked = spec.graph().components();
        OptionalInt components = asked.isPresent()
                ? OptionalInt.of(asked.get().countFor(X.features(), X.samples()))
                : OptionalInt.empty();
        return GraphSource.of(new KnnGraph(
                last.collect(),
                last.sigma(),
                last.recall(),
                components,
                found.components().map(this::scores)));
    }

    private ComponentScores scores(SampleComponents components) {
        DenseMatrix points = (DenseMatrix) components.points().collect(chosen); // scores are always dense
        return ComponentScores.of(
                components.kind(), components.mean(), components.directions().copy(), points);
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
