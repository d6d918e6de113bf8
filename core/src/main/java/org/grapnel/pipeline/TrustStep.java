package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.Trust;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GraphGroups;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.Modularity;
import org.grapnel.evaluate.NullModel;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/**
 * Judges without labels whether the groups are more than chance.
 *
 * <ul>
 *   <li><b>Gap.</b> Null models are samples without groups that have the means and covariances of the points whose neighbours the graph joins
 *       ({@link NullModel}). The gap is 1 − l/l₀, where l is the share of edges that leave the groups of the graph, and l₀ the smallest such
 *       share among the null models, grouped in the same way.
 *   <li><b>Agreement.</b> The adjusted Rand index of the graph's groups with those of another way.
 *   <li><b>Modularity.</b> That of the groups over the mean of the null models, which says whether all groups count or one holds nearly all.
 * </ul>
 *
 * There is no trust if the gap is below {@value #LEAST_GAP} plus its standard error, or the agreement below {@value #LEAST_AGREEMENT}. It is
 * good from a gap of {@value #GOOD_GAP}, an agreement of {@value #GOOD_AGREEMENT} and a modularity of {@value #GOOD_MODULARITY} on. A given
 * graph has no null model; edges placed at random with the same degrees take its place. If the data do not agree with a given graph, the
 * groups are doubtful. Where nothing can be compared, for example because the
 * data are too large to square, there is no trust, and the warning says why.
 *
 * <p>At most {@value #MOST_SAMPLES} samples are used, evenly spaced. {@code docs/decisions/0010} has how often the verdict is right.
 */
public final class TrustStep {
    private static final double LEAST_GAP = 0.15;
    private static final double GOOD_GAP = 0.5;
    private static final double LARGEST_NEEDED = 0.95;
    private static final double LEAST_AGREEMENT = 0.2;
    private static final double GOOD_AGREEMENT = 1.0 / 3;
    private static final double GOOD_MODULARITY = 0.8;
    private static final double CHANGED = 0.3;
    private static final double ROUNDING = 1e-9;
    private static final int MOST_SAMPLES = 1500;
    private static final int NULL_SAMPLES = 2000;
    private static final int FEWEST_NULLS = 2;
    private static final int MOST_NULLS = 10;
    private static final int NULL_STARTS = 5;
    private static final int FEWEST_PER_GROUP = 4;

    /** Up to this number of features their graph is too close to that of the components to be another way. */
    private static final int MANY_FEATURES = 100;

    private final ExecutionContext execution;
    private final int clusters;
    private final List<Trust.Check> checks = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private TrustStep(ExecutionContext execution, int clusters) {
        this.execution = execution;
        this.clusters = clusters;
    }

    /**
     * Judges the groups of a result.
     *
     * @param how how the graph was built, if it was
     */
    public static Trust judge(ExecutionContext execution, JudgedSamples samples, GraphSpec how, int clusters) {
        TrustStep step = new TrustStep(execution, clusters);
        double inside = samples.edgesWithinGroups();
        try {
            Trust.Level level = step.level(samples, how);
            return new Trust(level, inside, step.checks, step.warnings);
        } catch (DataException | IllegalArgumentException e) { // for example a null model that is too large to square
            return unknown(inside, e);
        }
    }

    /**
     * Judges the groups of a result on one machine.
     *
     * @param X the data
     * @param how how the graph was built, if it was
     * @param found the graph, its groups and the other ways
     * @param result the groups of the result, and the graph that they are read from
     */
    static Trust judge(
            ExecutionContext execution,
            Matrix X,
            GraphSpec how,
            GroupSearch.GroupedGraph found,
            Clustering result,
            int clusters) {
        return judge(execution, new LocalJudgedSamples(X, found, result), how, clusters);
    }

    /** The verdict where nothing can be compared: a result is not refused for that, but nothing speaks for it either. */
    static Trust unknown(Graph graph, Clustering result, RuntimeException reason) {
        return unknown(LocalJudgedSamples.inside(graph, result), reason);
    }

    private static Trust unknown(double inside, RuntimeException reason) {
        return new Trust(
                Trust.Level.NONE,
                inside,
                List.of(),
                List.of("the groups cannot be compared with data without groups: " + reason.getMessage()));
    }

    private Trust.Level level(JudgedSamples samples, GraphSpec how) {
        int n = samples.samples();
        if (clusters == 1) {
            warnings.add("there is one group, so nothing tells samples apart");
            return Trust.Level.NONE;
        }
        if (n < FEWEST_PER_GROUP * clusters) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%d samples are too few for %d groups: trust needs at least %d for each",
                    n,
                    clusters,
                    FEWEST_PER_GROUP));
            return Trust.Level.NONE;
        }
        Optional<JudgedSamples.PointSample> points = samples.points(MOST_SAMPLES);
        Evidence evidence = points.map(some -> evidence(some, how)).orElseGet(() -> evidence(samples.givenGraph()));
        Agreement agreement = agreement(samples);
        checks.add(check("separation from data without groups", evidence.gap(), evidence.neededGap, GOOD_GAP));
        checks.add(check(agreement.what, agreement.value, LEAST_AGREEMENT, GOOD_AGREEMENT));
        checks.add(new Trust.Check("modularity against data without groups", evidence.modularity, GOOD_MODULARITY));
        boolean chance = evidence.gap() < evidence.neededGap;
        boolean given = points.isEmpty();
        boolean alone = agreement.value < LEAST_AGREEMENT;
        warn(evidence, agreement, chance, alone);
        double changed = samples.agreementWithResult();
        if (changed < CHANGED)
            warnings.add(String.format(
                    Locale.ROOT,
                    "the groups changed much after the first round (agreement %.2f): compare them with what you know of the samples",
                    changed));
        // a given graph may hold what the data do not
        if (chance || (alone && !given)) return Trust.Level.NONE;
        boolean good = evidence.gap() >= GOOD_GAP
                && agreement.value >= GOOD_AGREEMENT
                && evidence.modularity >= GOOD_MODULARITY;
        return good ? Trust.Level.GOOD : Trust.Level.DOUBTFUL;
    }

    /** What is needed is the threshold of the next level: that of any trust, then that of good trust. */
    private static Trust.Check check(String what, double value, double least, double good) {
        return new Trust.Check(what, value, value < least ? least : Math.max(least, good));
    }

    private void warn(Evidence evidence, Agreement agreement, boolean chance, boolean alone) {
        if (chance)
            warnings.add(String.format(
                    Locale.ROOT,
                    "data without groups look the same: %.1f %% of the graph's edges leave the groups, and %.1f %% do where there are none",
                    100 * evidence.leaving,
                    100 * evidence.nullLeaving));
        if (alone)
            warnings.add(String.format(
                    Locale.ROOT, "no two ways find the same groups: the %s is %.2f", agreement.what, agreement.value));
        if (chance || alone) return;
        if (evidence.gap() < GOOD_GAP)
            warnings.add(String.format(
                    Locale.ROOT,
                    "the groups are not clearly separate: %.1f %% of the graph's edges leave them, and %.1f %% do in data without groups",
                    100 * evidence.leaving,
                    100 * evidence.nullLeaving));
        if (agreement.value < GOOD_AGREEMENT)
            warnings.add(String.format(
                    Locale.ROOT,
                    "other ways find partly other groups: the %s is %.2f",
                    agreement.what,
                    agreement.value));
        if (evidence.modularity < GOOD_MODULARITY)
            warnings.add("one group holds most of the samples, so the others are hardly more than outliers");
    }

    /**
     * What the null models say.
     *
     * @param leaving the share of edges that leave the groups
     * @param nullLeaving the smallest such share among the null models; their mean if the smallest is less than an edge
     * @param modularity the modularity of the groups over the mean of the null models
     */
    private record Evidence(double leaving, double nullLeaving, double neededGap, double modularity) {
        private double gap() {
            return nullLeaving > ROUNDING ? Math.max(-1, 1 - leaving / nullLeaving) : 0;
        }

        static Evidence of(double leaving, double nullLeaving, double meanNullLeaving, long edges, double modularity) {
            double error = 1 / Math.sqrt(Math.max(ROUNDING, meanNullLeaving) * (double) Math.max(1, edges));
            // few samples may fall apart by chance in one null model, which then says nothing
            double usual = nullLeaving * edges < 1 ? meanNullLeaving : nullLeaving;
            return new Evidence(leaving, usual, Math.min(LARGEST_NEEDED, LEAST_GAP + error), modularity);
        }
    }

    /** Compares the groups of a neighbour graph with those of null models. Closes the points. */
    private Evidence evidence(JudgedSamples.PointSample sample, GraphSpec how) {
        int count = sample.points().cols();
        // the points are components already
        GraphSpec onPoints = how.withoutComponents()
                .withNeighbors(Math.min(how.neighbors(), count - 1))
                .withSearch(how.search());
        try (sample) {
            Matrix some = sample.points();
            Graph graph = sample.graph()
                    .orElseGet(() -> KnnGraph.build(execution, some, onPoints).graph());
            Clustering own = sample.groups().orElseGet(() -> group(some, onPoints));
            double leaving = leaving(graph, own);
            int nulls = Math.max(FEWEST_NULLS, Math.min(MOST_NULLS, NULL_SAMPLES / count));
            double least = 1;
            double mean = 0;
            double modularity = 0;
            for (int c = 0; c < nulls; c++)
                try (DenseMatrix drawn = NullModel.drawSigned(execution, some, CounterRandom.split(0, c))) {
                    if (sample.isUnitLength()) scaleToUnitLength(drawn);
                    KnnGraph nullGraph = KnnGraph.build(execution, drawn, onPoints);
                    Clustering nullGroups = GraphGroups.find(
                                    execution, nullGraph, drawn, onPoints, clusters, 0, NULL_STARTS)
                            .clustering();
                    double nullLeaving = leaving(nullGraph.graph(), nullGroups);
                    least = Math.min(least, nullLeaving);
                    mean += nullLeaving / nulls;
                    modularity += modularity(nullGraph.graph(), nullGroups) / nulls;
                }
            double ratio = modularity > 0 ? modularity(graph, own) / modularity : 1;
            return Evidence.of(leaving, least, mean, graph.edges(), ratio);
        }
    }

    private Clustering group(Matrix points, GraphSpec how) {
        KnnGraph built = KnnGraph.build(execution, points, how);
        return GraphGroups.find(execution, built, points, how, clusters, 0).clustering();
    }

    private static void scaleToUnitLength(DenseMatrix points) {
        double[] length = points.columnNorms();
        points.map((i, j, value) -> length[j] == 0 ? value : value / length[j]);
    }

    /** Compares the groups of a given graph with random edges of the same degrees. */
    private static Evidence evidence(JudgedSamples.GraphShares given) {
        double leaving = 1 - given.inside();
        double expected = Math.min(1, leaving + given.modularity());
        return Evidence.of(leaving, expected, expected, given.edges(), 1);
    }

    private static double leaving(Graph graph, Clustering groups) {
        return 1 - Modularity.inside(graph, groups).value().orElse(0);
    }

    private static double modularity(Graph graph, Clustering groups) {
        return Modularity.compute(graph, groups).value().orElse(0);
    }

    private record Agreement(String what, double value) {}

    /** The best agreement of the graph's groups with another way; of a given graph with the result. */
    private static Agreement agreement(JudgedSamples samples) {
        OptionalDouble withKMeans = samples.agreementWithKMeans();
        Agreement best = withKMeans.isPresent()
                ? new Agreement("agreement with k-means", withKMeans.getAsDouble())
                : new Agreement("agreement of the graph with the result", samples.agreementWithResult());
        OptionalDouble withAll =
                samples.features() > MANY_FEATURES ? samples.agreementWithAllFeatures() : OptionalDouble.empty();
        return withAll.isPresent() && withAll.getAsDouble() > best.value
                ? new Agreement("agreement with the graph of all features", withAll.getAsDouble())
                : best;
    }
}
