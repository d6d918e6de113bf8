package org.grapnel;

import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.baseline.Baselines;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.GraphWeight;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.model.Term;
import org.grapnel.pipeline.ExtensionChecks;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.Extensions;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.start.Start;

/**
 * What to fit and how: the model, its parameters and the solver.
 *
 * <p>{@link #recommended(int, int)} is the method that runs when nothing else is named, on the command line too; {@link #paper(int, int)} is the
 * method of the paper. Both give a complete spec, and the {@code with} methods change one parameter.
 *
 * @param rank the number of components r
 * @param keep the number of features to keep, k; required by the sparse models and refused by the others
 * @param clusters the number of groups; equal to the rank unless set
 * @param select how the kept features are selected, for models that select whole features
 * @param weight the weight of the graph term; ignored by models without a graph
 * @param graph how the neighbour graph is built when no graph is given
 * @param laplacian which Laplacian the graph term uses
 * @param graphTerm how the graph enters the objective; best-support supports {@link GraphTerm#INVARIANT} and {@link GraphTerm#JOINT}
 * @param loss how far the data are from WH; {@link Loss#KL} has a solver of its own, so the solver of its spec is best-support, which names none
 * @param extensions terms, constraints and rules from outside the library, for the solvers that take gradient steps
 * @param start the starting point of the factors
 * @param seed the seed of everything that is drawn after the start, such as the starts of k-means
 * @param threads the number of threads; the result does not depend on it
 * @param restarts the number of fits, with seeds {@code seed}, {@code seed + 1}, …; the fit with the lowest objective is the result
 * @param baselines whether the result is compared with baselines, see {@link Baselines}
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
        Loss loss,
        Extensions extensions,
        SolverSpec solver,
        Start start,
        StopSpec stop,
        long seed,
        int threads,
        int restarts,
        boolean baselines) {
    /** The default α of best-support: the weight of the graph term in units of the graph's mean degree. */
    public static final double ALPHA = 20;

    /** The default weight of {@link GraphTerm#JOINT}: how much the graph counts compared with the data. */
    public static final double JOINT_ALPHA = 10;

    /** The default λ of the paper's solvers. */
    public static final double LAMBDA = 100;

    public Spec {
        Preconditions.require(rank >= 1, "rank must be at least 1, got %d", rank);
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        Preconditions.require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        Preconditions.require(restarts >= 1, "restarts must be at least 1, got %d", restarts);
    }

    /** Returns the recommended method for {@link Model#GNMF_L20} with as many components as groups. */
    public static Spec recommended(int clusters, int keep) {
        return recommended(Model.GNMF_L20, clusters).withKeep(keep);
    }

    /**
     * Returns the recommended method for a model: what runs when no solver is named.
     *
     * <p>With a graph (gnmf-l20, gnmf): neighbours on principal components, groups of the graph, features that tell these groups apart, and one
     * factor H for the data and the graph, with the weight α = {@value #JOINT_ALPHA}. Without a graph (nmf-l20, nmf) best-support solves the
     * model. All other models are fitted as in the {@link #paper(Model, int) paper}. {@code docs/decisions/0010} has the measurements behind
     * this choice.
     */
    public static Spec recommended(Model model, int rank) {
        return recommended(model, rank, GraphWeight.alpha(JOINT_ALPHA));
    }

    /** Returns the recommended method with a given α; α = 0 leaves the graph out of the selection too. */
    public static Spec recommended(Model model, int rank, GraphWeight weight) {
        if (!model.supportsBestSupport()) return paper(model, rank);
        if (!model.usesGraph() || weight.value() == 0) {
            Spec spec = forSolver(SolverKind.BEST_SUPPORT, model, rank).withSelect(FeatureSelection.model());
            return model.usesGraph() ? spec.withWeight(weight) : spec;
        }
        Preconditions.require(
                weight.perDegree(),
                "lambda %s does not apply to the recommended method, whose weight is alpha, %s by default",
                weight.value(),
                JOINT_ALPHA);
        Spec spec = forSolver(SolverKind.BEST_SUPPORT, model, rank)
                .withJointTerm()
                .withWeight(weight)
                .withGraph(GraphSpec.recommended());
        return model.selectsFeatures() ? spec.withSelect(FeatureSelection.of(FeatureSelection.Strategy.GROUPS)) : spec;
    }

    /** Returns the paper's method for {@link Model#GNMF_L20} with as many components as groups. */
    public static Spec paper(int clusters, int keep) {
        return paper(Model.GNMF_L20, clusters).withKeep(keep);
    }

    /**
     * Returns the paper's method for a model: accPALM from a random start, the trace graph term with λ = {@value #LAMBDA}, features selected by
     * the constraint of the model, and the paper's stop rule. Seed 0, all cores.
     */
    public static Spec paper(Model model, int rank) {
        return new Spec(
                model,
                rank,
                Optional.empty(),
                rank,
                FeatureSelection.model(),
                GraphWeight.lambda(LAMBDA),
                GraphSpec.standard(),
                LaplacianKind.PLAIN,
                GraphTerm.TRACE,
                Loss.SQUARED,
                Extensions.none(),
                SolverSpec.of(SolverKind.ACCPALM),
                Start.random(0),
                StopSpec.standard(),
                0,
                Runtime.getRuntime().availableProcessors(),
                1,
                true);
    }

    /**
     * Returns the defaults of a named solver: those of the {@link #paper(Model, int) paper}, and for best-support the default method of version
     * 0.1: the invariant graph term with α = {@value #ALPHA}, and with a graph the features of {@link FeatureSelection.Strategy#STRUCTURE}.
     */
    public static Spec forSolver(SolverKind solver, Model model, int rank) {
        Spec spec = paper(model, rank).withSolver(SolverSpec.of(solver));
        if (solver != SolverKind.BEST_SUPPORT) return spec;
        Spec best = spec.withAlpha(ALPHA).withGraphTerm(GraphTerm.INVARIANT);
        return model.selectsFeatures() && model.usesGraph()
                ? best.withSelect(FeatureSelection.of(FeatureSelection.Strategy.STRUCTURE))
                : best;
    }

    /** Uses the graph term {@link GraphTerm#JOINT} with its default weight, starting from the groups of the graph. */
    public Spec withJointTerm() {
        return with(s -> {
            s.graphTerm = GraphTerm.JOINT;
            s.weight = GraphWeight.alpha(JOINT_ALPHA);
            s.start = Start.ofGraph(seed);
        });
    }

    /** Changes the model. A model that keeps all features drops {@link #keep}. */
    public Spec withModel(Model other) {
        return with(s -> {
            s.model = other;
            if (!other.isSparse()) s.keep = Optional.empty();
        });
    }

    /** Sets the number of components and leaves the number of groups as it is. */
    public Spec withRank(int components) {
        return with(s -> s.rank = components);
    }

    public Spec withKeep(int k) {
        return with(s -> s.keep = Optional.of(k));
    }

    /** Sets how the kept features are selected. */
    public Spec withSelect(FeatureSelection selection) {
        return with(s -> s.select = selection);
    }

    /** Returns λ, the weight of the graph term. A weight given as α becomes a λ only with a graph, see {@link #withLambdaFor}. */
    public double lambda() {
        if (isJoint())
            throw new IllegalStateException("the graph term joint has no lambda: its weight is alpha (Spec.weight)");
        if (weight.perDegree())
            throw new IllegalStateException(
                    "lambda is unknown: the weight was given as alpha, which needs a graph (withLambdaFor)");
        return weight.value();
    }

    public Spec withLambda(double lambda) {
        return with(s -> s.weight = GraphWeight.lambda(lambda));
    }

    /** Sets the weight as α = λ · mean degree of the graph, see {@link GraphWeight}; for {@link GraphTerm#JOINT} its weight, see JointProblem. */
    public Spec withAlpha(double alpha) {
        return with(s -> s.weight = GraphWeight.alpha(alpha));
    }

    /** Sets the weight of the graph term. */
    public Spec withWeight(GraphWeight other) {
        return with(s -> s.weight = other);
    }

    /** Converts the weight to a λ for this graph. The weight of {@link GraphTerm#JOINT} is α for every graph and stays as it is. */
    public Spec withLambdaFor(Graph graph) {
        if (isJoint()) return this;
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

    /** Sets the loss. The loss kl needs a spec without a solver of the paper, such as the {@link #recommended(int, int) recommended} one. */
    public Spec withLoss(Loss other) {
        return with(s -> s.loss = other);
    }

    /** Adds a term to the objective; with weight 0 it is left out. It needs a solver that takes gradient steps, such as accPALM. */
    public Spec withTerm(String name, double weight, Term term) {
        return withExtensions(extensions.withTerm(Extension.of(name, weight, term)));
    }

    /** Replaces the constraint on a factor. One on W needs a model without a limit on W, such as gnmf. */
    public Spec withConstraint(FactorId factor, String name, Constraint constraint) {
        return withExtensions(extensions.withConstraint(factor, Extension.of(name, constraint)));
    }

    /** Replaces the extrapolation rule of the solver, which then has this name. */
    public Spec withExtrapolation(String name, Extrapolation rule) {
        return withExtensions(extensions.withRule(Extension.of(name, rule)));
    }

    /** Refuses terms, constraints and rules that model, loss or solver have no place for. Every fit does so; this needs no data. */
    public void checkExtensions() {
        ExtensionChecks.require(this);
    }

    /** Sets all terms, constraints and rules from outside the library. */
    public Spec withExtensions(Extensions other) {
        return with(s -> s.extensions = other);
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

    /** Uses one seed for everything: the start, k-means and the approximate neighbour search. A start that draws nothing becomes a random one. */
    public Spec withSeed(long other) {
        return with(s -> {
            s.graph = graph.withSeed(other);
            s.start = start.withSeed(other);
            s.seed = other;
        });
    }

    public Spec withThreads(int count) {
        return with(s -> s.threads = count);
    }

    /** Sets the number of fits from different starts, of which the best is kept. */
    public Spec withRestarts(int count) {
        return with(s -> s.restarts = count);
    }

    /** Turns the comparison of the result with baselines on or off. */
    public Spec withBaselines(boolean enabled) {
        return with(s -> s.baselines = enabled);
    }

    /** Returns the spec of restart i as a single fit: everything drawn after the graph uses seed + i. */
    public Spec forRestart(int i) {
        return with(s -> {
            s.start = i == 0 ? start : start.restart(i).orElse(start);
            s.seed = seed + i;
            s.restarts = 1;
        });
    }

    /** Returns the spec of the model on features that were selected before. */
    public Spec withoutSelection() {
        return with(s -> {
            s.model = model.withoutSelection();
            s.keep = Optional.empty();
            s.select = FeatureSelection.model();
        });
    }

    /** The name of what solves for the factors: that of the solver, {@code lloyd} for k-means, {@code kl} for the loss kl. */
    public String solverName() {
        if (model.isKMeans()) return "lloyd";
        if (loss == Loss.KL) return loss.toString();
        return extensions.rule().map(Extension::name).orElse(solver.kind().cliName());
    }

    /** Whether the objective has a graph term of positive weight, or another term that uses the graph. */
    public boolean usesGraph() {
        return hasGraphTerm() || extensions.usesGraph();
    }

    /** Whether the objective has the graph term of the model, with a positive weight. */
    private boolean hasGraphTerm() {
        return model.usesGraph() && weight.value() > 0;
    }

    /** Whether one factor H explains the data and the graph: {@link GraphTerm#JOINT} with a positive weight. */
    public boolean isJoint() {
        return hasGraphTerm() && graphTerm == GraphTerm.JOINT;
    }

    /** Whether the objective determines the scale of the rows of H. */
    public boolean fixesScale() {
        return hasGraphTerm() && graphTerm.fixesScale();
    }

    /** Whether features are selected before the factors are fitted. */
    public boolean selectsBeforeFit() {
        // with the loss kl, gains are part of the solver
        boolean gainOfJoint = isJoint() && loss == Loss.SQUARED && select.by() == FeatureSelection.Strategy.GAIN;
        return model.selectsFeatures() && (gainOfJoint || select.runsBefore(solver.kind()));
    }

    @Override
    public String toString() {
        return "Spec[" + model.cliName() + ", " + solverName() + ", rank " + rank
                + keep.map(k -> ", keep " + k).orElse("") + ", clusters " + clusters + ", seed " + seed + "]";
    }

    private Spec with(Consumer<SpecDraft> change) {
        SpecDraft draft = new SpecDraft(this);
        change.accept(draft);
        return draft.spec();
    }

    /** The mutable copy behind the {@code with} methods. */
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
        private Loss loss;
        private Extensions extensions;
        private SolverSpec solver;
        private Start start;
        private StopSpec stop;
        private long seed;
        private int threads;
        private int restarts;
        private boolean baselines;

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
            loss = s.loss;
            extensions = s.extensions;
            solver = s.solver;
            start = s.start;
            stop = s.stop;
            seed = s.seed;
            threads = s.threads;
            restarts = s.restarts;
            baselines = s.baselines;
        }

        Spec spec() {
            return new Spec(
                    model,
                    rank,
                    keep,
                    clusters,
                    select,
                    weight,
                    graph,
                    laplacian,
                    graphTerm,
                    loss,
                    extensions,
                    solver,
                    start,
                    stop,
                    seed,
                    threads,
                    restarts,
                    baselines);
        }
    }
}
