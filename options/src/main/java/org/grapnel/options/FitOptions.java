package org.grapnel.options;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.graph.GraphWeight;
import org.grapnel.model.GraphTerm;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.start.Start;
import picocli.CommandLine.Mixin;

/** Everything that decides a fit, apart from the data themselves. */
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

    /** The defaults for so many components and features. */
    public static FitOptions of(int rank, int keep) {
        FitOptions options = new FitOptions();
        options.model.rank = Optional.of(rank);
        options.model.keep = Optional.of(keep);
        return options;
    }

    /** Refuses what can be refused without reading a file. */
    public void check(int threads) {
        model.check();
        knn.spec(start.seed);
        prepare.spec();
        start.check();
        spec(Start.random(start.seed), threads);
    }

    /** What the summary says besides what the fit knows: how the data were read, and files that were given. */
    public Map<String, Object> summaryEntries() {
        Map<String, Object> more = new LinkedHashMap<>(data.summaryEntries());
        more.put("factors", output.factors.toString());
        output.reconstruction.ifPresent(file -> more.put("reconstruction", file.toString()));
        more.put("variant", solver.variant.toString());
        start.initW.ifPresent(file -> more.put("init_w", file.toString()));
        start.initH.ifPresent(file -> more.put("init_h", file.toString()));
        if (start.isFromFiles()) more.put("init", "files");
        return more;
    }

    /** The solver that was named; else the one that measurements speak for, where it can solve the model (docs/decisions/0005). */
    public SolverKind method() {
        boolean asThePaper = model.isPaperSelection() || solver.graphTerm.equals(Optional.of(GraphTerm.TRACE));
        return solver.named()
                .orElse(
                        model.model().supportsBestSupport() && !asThePaper
                                ? SolverKind.BEST_SUPPORT
                                : SolverKind.ACCPALM);
    }

    /** How features are chosen: as was said, or as measurements say where no solver was named, or else by the model. */
    public FeatureSelection select() {
        boolean free = solver.named().isEmpty()
                && method() == SolverKind.BEST_SUPPORT
                && model.model().selectsFeatures()
                && model.usesGraph();
        return FeatureSelection.of(model.select()
                        .orElse(free ? FeatureSelection.Strategy.STRUCTURE : FeatureSelection.Strategy.MODEL))
                .withBlend(model.blend);
    }

    private GraphWeight weight() {
        GraphWeight usual =
                method() == SolverKind.BEST_SUPPORT ? GraphWeight.alpha(Spec.ALPHA) : GraphWeight.lambda(100);
        return model.weight().orElse(usual);
    }

    /** Whether it matters which samples are neighbours. */
    public boolean usesGraph() {
        return model.usesGraph() || select().by().needsGraph();
    }

    public Spec spec(Start from, int threads) {
        return new Spec(
                model.model(),
                model.rank(),
                model.keep,
                model.clusters(),
                select(),
                weight(),
                knn.spec(start.seed),
                model.laplacian,
                solver.graphTerm(method()),
                solver.spec(method()),
                from,
                stop.spec(),
                start.seed,
                threads,
                start.restarts,
                true);
    }
}
