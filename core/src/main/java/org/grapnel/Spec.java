package org.grapnel;

import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.baseline.Baselines;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.GraphWeight;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;

/**
 * What to fit and how. The model and its rank are yours to choose; the rest has defaults.
 *
 * @param rank the number of components r
 * @param keep k, for the models that keep features; refused for the others
 * @param weight that of the graph term; without effect in models without a graph
 * @param clusters the number of groups, which is that of the components unless said otherwise
 * @param graph how the neighbour graph is built, where none is given
 * @param laplacian which Laplacian the graph term has
 * @param select how the kept features are chosen, for the models that keep whole features
 * @param graphTerm how the graph enters the objective; best-support knows the invariant one alone
 * @param start where to begin
 * @param seed of what is drawn after the start: the starts of k-means
 * @param threads how many threads share the work; the result does not depend on it
 * @param restarts how many fits are made, with the seeds seed, seed + 1, …; the one with the lowest objective is the result
 * @param controls whether the result is compared with what simpler ways give, see {@link Baselines}
 */
public record Spec(
        Model model,
        int rank,
        Optional<Integer> keep,
        int clusters,
        FeatureSelection select,
        GraphWeight weight,
        GraphSpec graph,
        LaplacianKind laplacian,
        GraphTerm graphTerm,
        SolverSpec solver,
        Start start,
        StopSpec stop,
        long seed,
        int threads,
        int restarts,
        boolean controls) {
    public Spec {
        Preconditions.require(rank >= 1, "rank must be at least 1, got %d", rank);
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        Preconditions.require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        Preconditions.require(restarts >= 1, "restarts must be at least 1, got %d", restarts);
    }

    /** The weight of the graph, in units of its mean degree, where none is said and the graph term is invariant. */
    public static final double ALPHA = 20;

    /**
     * What we would do: so many groups from k features, chosen by {@link FeatureSelection.Strategy#STRUCTURE} and fitted with best-support; the
     * reasons are in {@code docs/decisions/0005}.
     */
    public static Spec recommended(int clusters, int keep) {
        return paper(Model.GNMF_L20, clusters)
                .withKeep(keep)
                .withSelect(FeatureSelection.of(FeatureSelection.Strategy.STRUCTURE))
                .withAlpha(ALPHA)
                .withGraphTerm(GraphTerm.INVARIANT)
                .withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT));
    }

    /** accPALM from a random start with seed 0, λ = 100, the paper's tolerance, all cores. */
    public static Spec paper(Model model, int rank) {
        return new Spec(
                model,
                rank,
                Optional.empty(),
                rank,
                FeatureSelection.model(),
                GraphWeight.lambda(100),
                GraphSpec.standard(),
                LaplacianKind.PLAIN,
                GraphTerm.TRACE,
                SolverSpec.of(SolverKind.ACCPALM),
                Start.random(0),
                StopSpec.standard(),
                0,
                Runtime.getRuntime().availableProcessors(),
                1,
                true);
    }

    /** Another model; one that keeps all features knows no k. */
    public Spec withModel(Model other) {
        return with(s -> {
            s.model = other;
            if (!other.isSparse()) s.keep = Optional.empty();
        });
    }

    /** So many components; the number of groups stays. */
    public Spec withRank(int components) {
        return with(s -> s.rank = components);
    }

    public Spec withKeep(int k) {
        return with(s -> s.keep = Optional.of(k));
    }

    /** How the kept features are chosen. */
    public Spec withSelect(FeatureSelection choice) {
        return with(s -> s.select = choice);
    }

    /** The weight of the graph term; one that was given as α is known once there is a graph ({@link #withLambdaFor}). */
    public double lambda() {
        if (weight.perDegree()) throw new IllegalStateException("alpha is a weight only together with a graph");
        return weight.value();
    }

    public Spec withLambda(double lambda) {
        return with(s -> s.weight = GraphWeight.lambda(lambda));
    }

    /** λ as a multiple of 1 over the mean degree, see {@link GraphWeight}. */
    public Spec withAlpha(double alpha) {
        return with(s -> s.weight = GraphWeight.alpha(alpha));
    }

    /** The same with the weight said as λ. */
    public Spec withLambdaFor(Graph graph) {
        return with(s -> s.weight = weight.toLambda(graph, laplacian));
    }

    public Spec withClusters(int groups) {
        return with(s -> s.clusters = groups);
    }

    public Spec withGraph(GraphSpec other) {
        return with(s -> s.graph = other);
    }

    public Spec withLaplacian(LaplacianKind kind) {
        return with(s -> s.laplacian = kind);
    }

    public Spec withGraphTerm(GraphTerm term) {
        return with(s -> s.graphTerm = term);
    }

    public Spec withSolver(SolverSpec other) {
        return with(s -> s.solver = other);
    }

    public Spec withStart(Start other) {
        return with(s -> s.start = other);
    }

    public Spec withStop(StopSpec other) {
        return with(s -> s.stop = other);
    }

    /** A random start with this seed, and k-means and the approximate search with it. */
    public Spec withSeed(long other) {
        return with(s -> {
            s.graph = graph.withSeed(other);
            s.start = Start.random(other);
            s.seed = other;
        });
    }

    public Spec withThreads(int count) {
        return with(s -> s.threads = count);
    }

    /** So many fits from starts of their own, of which the best is kept. */
    public Spec withRestarts(int count) {
        return with(s -> s.restarts = count);
    }

    /** With or without the comparison of the result with simpler ways. */
    public Spec withBaselines(boolean compared) {
        return with(s -> s.controls = compared);
    }

    /** Fit i of the restarts, alone: all that is drawn after the graph is drawn with seed + i. */
    public Spec forRestart(int i) {
        return with(s -> {
            s.start = i == 0 ? start : start.restart(i).orElse(start);
            s.seed = seed + i;
            s.restarts = 1;
        });
    }

    /** The model without its choice of features, for features that have been chosen. */
    public Spec withoutSelection() {
        return with(s -> {
            s.model = model.withoutSelection();
            s.keep = Optional.empty();
            s.select = FeatureSelection.model();
        });
    }

    /** Whether a graph has a say. */
    public boolean usesGraph() {
        return model.usesGraph() && weight.value() > 0;
    }

    /** Whether the objective says how long the rows of H are. */
    public boolean fixesScale() {
        return usesGraph() && graphTerm.fixesScale();
    }

    /** Whether features are chosen before the factors are fitted. */
    public boolean selectsBeforeFit() {
        return model.selectsFeatures() && select.runsBefore(solver.method());
    }

    private Spec with(Consumer<SpecDraft> change) {
        SpecDraft draft = new SpecDraft(this);
        change.accept(draft);
        return draft.spec();
    }

    /** A spec that is being changed. */
    private static final class SpecDraft {
        private Model model;
        private int rank;
        private Optional<Integer> keep;
        private int clusters;
        private FeatureSelection select;
        private GraphWeight weight;
        private GraphSpec graph;
        private LaplacianKind laplacian;
        private GraphTerm graphTerm;
        private SolverSpec solver;
        private Start start;
        private StopSpec stop;
        private long seed;
        private int threads;
        private int restarts;
        private boolean controls;

        SpecDraft(Spec s) {
            model = s.model;
            rank = s.rank;
            keep = s.keep;
            clusters = s.clusters;
            select = s.select;
            weight = s.weight;
            graph = s.graph;
            laplacian = s.laplacian;
            graphTerm = s.graphTerm;
            solver = s.solver;
            start = s.start;
            stop = s.stop;
            seed = s.seed;
            threads = s.threads;
            restarts = s.restarts;
            controls = s.controls;
        }

        Spec spec() {
            return new Spec(
                    model, rank, keep, clusters, select, weight, graph, laplacian, graphTerm, solver, start, stop, seed,
                    threads, restarts, controls);
        }
    }
}
