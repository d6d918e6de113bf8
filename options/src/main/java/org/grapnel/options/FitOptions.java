package org.grapnel.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.data.Imputation;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphWeight;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.options.console.Progress;
import org.grapnel.plugin.Extensions;
import org.grapnel.plugin.Plugins;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.start.Start;
import picocli.CommandLine.Mixin;

/** All options of a fit, one mixin for each heading of the help. */
public final class FitOptions {
    @Mixin
    public DataOptions data = new DataOptions();

    @Mixin
    public PreparationOptions prepare = new PreparationOptions();

    @Mixin
    public ModelOptions model = new ModelOptions();

    @Mixin
    public KnnOptions knn = new KnnOptions();

    @Mixin
    public SolverOptions solver = new SolverOptions();

    @Mixin
    public StartOptions start = new StartOptions();

    @Mixin
    public StopOptions stop = new StopOptions();

    @Mixin
    public OutputOptions output = new OutputOptions();

    @Mixin
    public ExtensionOptions extend = new ExtensionOptions();

    private Plugins plugins = Plugins.none();

    /** Uses the plugins of the program, which {@code --term}, {@code --select} and other options may name. */
    public void use(PluginOptions given) {
        plugins = given.plugins();
        solver.use(plugins);
    }

    /** The defaults for a number of components and of kept features. */
    public static FitOptions of(int rank, int keep) {
        FitOptions options = new FitOptions();
        options.model.rank = Optional.of(rank);
        options.model.keep = Optional.of(keep);
        return options;
    }

    /** The first option that names a term, a constraint, a selector or a solver of a plugin, with its value. */
    public Optional<String> extension() {
        return extend.first()
                .or(() -> select().selector().map(selector -> "--select " + selector.name()))
                .or(() -> solver.rule.map(rule -> "--solver " + rule.name()));
    }

    /** Rejects options that are wrong for any data, before a file is read. */
    public void check(int threads) {
        model.check();
        solver.check();
        knn.check(model.graph, plugins);
        if (model.loss == Loss.KL) checkKl();
        Preconditions.require(
                !solver.isRecommended() || !isPaper(),
                "--method recommended cannot be combined with %s, which is the paper's; leave out one of them",
                model.isPaperSelection() ? "--select model" : "--graph-term trace");
        Preconditions.require(
                model.lambda.filter(weight -> weight > 0).isEmpty() || !usesJointTerm(),
                "--lambda %s does not apply to the %s the weight --alpha, by default %s; give --alpha, or name %s",
                model.lambda.map(String::valueOf).orElse(""),
                model.loss == Loss.KL ? "graph term joint, which has" : "recommended method, whose graph has",
                Spec.JOINT_ALPHA,
                model.loss == Loss.KL
                        ? "the term: --graph-term trace"
                        : "the method: --method paper or --solver best-support");
        knn.spec(start.seed, defaults(1).graph());
        Preparation preparation = prepare.spec();
        Preconditions.require(
                output.imputed.isEmpty() || preparation.impute() == Imputation.MODEL,
                "--imputed %s needs --missing model, which completes missing numbers",
                output.imputed.map(Path::toString).orElse(""));
        Preconditions.require(
                output.imputed.isEmpty() || preparation.normalize() != Normalization.TFIDF,
                "--imputed %s: tf-idf loses the features that every text has, so its numbers cannot be turned back into counts; leave out --imputed",
                output.imputed.map(Path::toString).orElse(""));
        start.check();
        spec(Start.random(start.seed), threads).checkExtensions();
    }

    /** Refuses what the loss kl does not have, in the words of the options. */
    private void checkKl() {
        Model kind = model.model();
        Preconditions.require(
                kind.supportsBestSupport(),
                "--loss kl does not go with --model %s, %s; use nmf, nmf-l20, gnmf or gnmf-l20",
                kind.cliName(),
                kind.isKMeans()
                        ? "which has squared distances"
                        : "because a feature of counts is kept or explained by the background as a whole");
        Preconditions.require(
                solver.named().isEmpty(),
                "--loss kl has a solver of its own, and %s minimises squared errors; leave out %s",
                solver.solver.or(() -> solver.named().map(SolverKind::cliName)).orElse(""),
                solver.solver.isPresent() ? "--solver" : "--method paper");
        Preconditions.require(
                !solver.graphTerm.equals(Optional.of(GraphTerm.INVARIANT)),
                "--loss kl has no solver for --graph-term invariant; use --graph-term joint or trace");
        Preconditions.require(
                !prepare.completesMissing(),
                "--loss kl counts every entry alike, so %s does not apply; leave it out, or use --loss squared",
                prepare.missingOption());
        Preconditions.require(
                output.imputed.isEmpty(),
                "--imputed does not apply to --loss kl, which has no missing entries; leave it out, or use --loss squared");
        Preconditions.require(
                !model.suggestsRank,
                "--rank auto does not apply to --loss kl: it compares squared errors of hidden entries; give a number");
    }

    /** Whether H also explains the graph. */
    public boolean usesJointTerm() {
        return model.model().usesGraph() && defaults(1).graphTerm() == GraphTerm.JOINT;
    }

    /** Opens the starting point: the one that was asked for, else that of the method. */
    public StartOptions.OpenStart openStart() {
        return start.open(defaults(1).start());
    }

    /** Entries of summary.json that the fit does not know: how the data were read and which files were given. */
    public Map<String, Object> summaryEntries() {
        Map<String, Object> more = new LinkedHashMap<>(data.summaryEntries());
        more.putAll(prepare.weights.summaryEntries());
        more.put("factors", output.factors.toString());
        if (output.h5ad || output.noH5ad) more.put("h5ad", output.h5ad);
        output.reconstruction.ifPresent(file -> more.put("reconstruction", file.toString()));
        output.imputed.ifPresent(file -> more.put("imputed", file.toString()));
        knn.graphFrom.ifPresent(name -> more.put("graph_from", name));
        more.put("variant", solver.variant.toString());
        start.initW.ifPresent(file -> more.put("init_w", file.toString()));
        start.initH.ifPresent(file -> more.put("init_h", file.toString()));
        if (start.isFromFiles()) more.put("init", "files");
        return more;
    }

    /** The solver: the one that was named, else that of the defaults. */
    public SolverKind solverKind() {
        return defaults(1).solver().kind();
    }

    /** How features are selected: as named, else as the defaults say. */
    public FeatureSelection select() {
        return model.select(plugins).orElseGet(() -> defaults(1).select().withBlend(model.blend));
    }

    /** The defaults of the named solver, method or graph term, else those of the recommended method. */
    Spec defaults(int rank) {
        Model kind = model.model();
        Optional<SolverKind> named = solver.named();
        if (model.loss == Loss.KL) return klDefaults(kind, rank);
        if (isPaper()) return Spec.forSolver(named.orElse(SolverKind.ACCPALM), kind, rank);
        boolean joint = solver.graphTerm.equals(Optional.of(GraphTerm.JOINT));
        boolean invariant = solver.graphTerm.equals(Optional.of(GraphTerm.INVARIANT));
        if (named.isPresent()) {
            Spec spec = Spec.forSolver(named.get(), kind, rank);
            return joint && named.get() == SolverKind.BEST_SUPPORT ? spec.withJointTerm() : spec;
        }
        if (invariant && kind.supportsBestSupport()) return Spec.forSolver(SolverKind.BEST_SUPPORT, kind, rank);
        boolean withoutGraph =
                model.weight().filter(weight -> weight.value() == 0).isPresent();
        return withoutGraph ? Spec.recommended(kind, rank, GraphWeight.alpha(0)) : Spec.recommended(kind, rank);
    }

    /** The recommended method with the loss kl; with the graph term trace the graph, its weight and the start are those of the paper. */
    private Spec klDefaults(Model kind, int rank) {
        boolean trace = solver.graphTerm.equals(Optional.of(GraphTerm.TRACE));
        boolean withoutGraph =
                model.weight().filter(weight -> weight.value() == 0).isPresent();
        Spec spec = trace
                ? Spec.paper(kind, rank).withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT))
                : Spec.recommended(kind, rank, GraphWeight.alpha(withoutGraph ? 0 : Spec.JOINT_ALPHA));
        return spec.withLoss(Loss.KL);
    }

    /** Whether the selection or the graph term is one that only the paper's method has. */
    private boolean isPaper() {
        return model.loss == Loss.SQUARED && isPaperTerm();
    }

    private boolean isPaperTerm() {
        return model.isPaperSelection() || solver.graphTerm.equals(Optional.of(GraphTerm.TRACE));
    }

    /** Whether the fit uses the graph, in the model or in the selection. */
    public boolean usesGraph() {
        return model.usesGraph()
                || select().by().needsGraph()
                || extend.resolve(plugins).usesGraph();
    }

    /** Adds notes about options that have no effect. */
    public PreparedData withNotes(PreparedData prepared) {
        List<String> notes = new ArrayList<>();
        if ((model.graph.isPresent() || knn.graphFrom.isPresent()) && !usesGraph())
            notes.add((model.graph.isPresent() ? "--graph" : "--graph-from") + " is not used: "
                    + (model.model().usesGraph()
                            ? "its weight is 0"
                            : "--model " + model.model + " has no graph term"));
        if (start.initW.isPresent() && model.loss == Loss.SQUARED && solverKind() == SolverKind.BEST_SUPPORT)
            notes.add("--init-w is not used: best-support computes W and starts from H alone");
        if (start.initW.isPresent() && model.loss == Loss.KL && usesJointTerm())
            notes.add("--init-w is not used: the graph term joint starts from H alone");
        return notes.isEmpty() ? prepared : prepared.withNotes(notes);
    }

    /** Reads or builds the graph that was asked for, if the fit uses a graph. */
    public Optional<GraphSource> readGraph(PreparedData prepared, int threads, Progress progress) {
        return usesGraph() ? knn.graph(model.graph, prepared, plugins, threads, progress) : Optional.empty();
    }

    private Extensions extensions() {
        Extensions found = extend.resolve(plugins);
        return solver.rule.map(found::withRule).orElse(found);
    }

    public Spec spec(Start from, int threads) {
        Spec defaults = defaults(model.rank());
        return new Spec(
                model.model(),
                model.rank(),
                model.keep,
                model.clusters(),
                select(),
                model.weight().orElse(defaults.weight()),
                knn.spec(start.seed, defaults.graph()),
                model.laplacian,
                solver.graphTerm(defaults),
                model.loss,
                extensions(),
                solver.spec(defaults.solver().kind()),
                from,
                stop.spec(),
                start.seed,
                threads,
                start.restarts,
                true);
    }
}
