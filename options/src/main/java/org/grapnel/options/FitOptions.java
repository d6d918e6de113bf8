package org.grapnel.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphWeight;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.options.console.Progress;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
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

    /** The defaults for a number of components and of kept features. */
    public static FitOptions of(int rank, int keep) {
        FitOptions options = new FitOptions();
        options.model.rank = Optional.of(rank);
        options.model.keep = Optional.of(keep);
        return options;
    }

    /** Rejects options that are wrong for any data, before a file is read. */
    public void check(int threads) {
        model.check();
        solver.check();
        Preconditions.require(
                !solver.isRecommended() || !isPaper(),
                "--method recommended cannot be combined with %s, which is the paper's; leave out one of them",
                model.isPaperSelection() ? "--select model" : "--graph-term trace");
        Preconditions.require(
                model.lambda.filter(weight -> weight > 0).isEmpty() || !usesJointTerm(),
                "--lambda %s does not apply to the recommended method, whose graph has the weight --alpha, by default %s; give --alpha, or name the method: --method paper or --solver best-support",
                model.lambda.map(String::valueOf).orElse(""),
                Spec.JOINT_ALPHA);
        knn.spec(start.seed, defaults(1).graph());
        prepare.spec();
        start.check();
        spec(Start.random(start.seed), threads);
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
        more.put("factors", output.factors.toString());
        if (output.h5ad || output.noH5ad) more.put("h5ad", output.h5ad);
        output.reconstruction.ifPresent(file -> more.put("reconstruction", file.toString()));
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
        return FeatureSelection.of(model.select().orElse(defaults(1).select().by()))
                .withBlend(model.blend);
    }

    /** The defaults of the named solver, method or graph term, else those of the recommended method. */
    Spec defaults(int rank) {
        Model kind = model.model();
        Optional<SolverKind> named = solver.named();
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

    /** Whether the selection or the graph term is one that only the paper's method has. */
    private boolean isPaper() {
        return model.isPaperSelection() || solver.graphTerm.equals(Optional.of(GraphTerm.TRACE));
    }

    /** Whether the fit uses the graph, in the model or in the selection. */
    public boolean usesGraph() {
        return model.usesGraph() || select().by().needsGraph();
    }

    /** Adds notes about options that have no effect. */
    public PreparedData withNotes(PreparedData prepared) {
        List<String> notes = new ArrayList<>();
        if (model.graph.isPresent() && !usesGraph())
            notes.add("--graph is not used: "
                    + (model.model().usesGraph()
                            ? "its weight is 0"
                            : "--model " + model.model + " has no graph term"));
        if (start.initW.isPresent() && solverKind() == SolverKind.BEST_SUPPORT)
            notes.add("--init-w is not used: best-support computes W and starts from H alone");
        return notes.isEmpty() ? prepared : prepared.withNotes(notes);
    }

    /** Reads the user's graph, if one is given and the fit uses a graph. */
    public Optional<GraphSource> readGraph(PreparedData prepared, Progress progress) {
        return usesGraph() ? model.readGraph(prepared, progress) : Optional.empty();
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
                solver.spec(defaults.solver().kind()),
                from,
                stop.spec(),
                start.seed,
                threads,
                start.restarts,
                true);
    }
}
