package org.grapnel.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureChoice;
import org.grapnel.Spec;
import org.grapnel.graph.GraphWeight;
import org.grapnel.model.GraphTerm;
import org.grapnel.solve.Method;
import org.grapnel.solve.Start;
import picocli.CommandLine.Mixin;

/** Everything that decides a fit, apart from the data themselves. */
final class FitOptions {
    @Mixin
    DataOptions data = new DataOptions();

    @Mixin
    PreparationOptions prepare = new PreparationOptions();

    @Mixin
    ModelOptions model = new ModelOptions();

    @Mixin
    KnnOptions knn = new KnnOptions();

    @Mixin
    SolverOptions solver = new SolverOptions();

    @Mixin
    StartOptions start = new StartOptions();

    @Mixin
    StopOptions stop = new StopOptions();

    @Mixin
    OutputOptions output = new OutputOptions();

    /** The defaults for so many components and features. */
    static FitOptions of(int rank, int keep) {
        FitOptions options = new FitOptions();
        options.model.rank = Optional.of(rank);
        options.model.keep = Optional.of(keep);
        return options;
    }

    /** Refuses what can be refused without reading a file. */
    void check(int threads) {
        model.check();
        knn.spec(start.seed);
        prepare.spec();
        start.check();
        spec(Start.random(start.seed), threads);
    }

    /** What the summary says besides what the fit knows: how the data were read, and files that were given. */
    Map<String, Object> more() {
        Map<String, Object> more = new LinkedHashMap<>(data.more());
        more.put("factors", output.factors.toString());
        output.reconstruction.ifPresent(file -> more.put("reconstruction", file.toString()));
        more.put("variant", solver.variant.toString());
        start.initW.ifPresent(file -> more.put("init_w", file.toString()));
        start.initH.ifPresent(file -> more.put("init_h", file.toString()));
        if (start.fromFiles()) more.put("init", "files");
        return more;
    }

    /** The solver that was named; else the one that measurements speak for, where it can solve the model (docs/decisions/0005). */
    Method method() {
        boolean asThePaper = model.asThePaper() || solver.graphTerm.equals(Optional.of(GraphTerm.TRACE));
        return solver.named()
                .orElse(model.model().solvedByRows() && !asThePaper ? Method.BEST_SUPPORT : Method.ACCPALM);
    }

    /** How features are chosen: as was said, or as measurements say where no solver was named, or else by the model. */
    FeatureChoice select() {
        boolean free = solver.named().isEmpty()
                && method() == Method.BEST_SUPPORT
                && model.model().keepsFeatures()
                && model.usesGraph();
        return FeatureChoice.of(model.select().orElse(free ? FeatureChoice.By.STRUCTURE : FeatureChoice.By.MODEL))
                .withBlend(model.blend);
    }

    private GraphWeight weight() {
        GraphWeight usual = method() == Method.BEST_SUPPORT ? GraphWeight.alpha(Spec.ALPHA) : GraphWeight.lambda(100);
        return model.weight().orElse(usual);
    }

    /** Whether it matters which samples are neighbours. */
    boolean usesGraph() {
        return model.usesGraph() || select().by().needsGraph();
    }

    Spec spec(Start from, int threads) {
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
