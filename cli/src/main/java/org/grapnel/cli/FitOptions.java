package org.grapnel.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Spec;
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

    /** The paper's defaults for so many components and features. */
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

    Spec spec(Start from, int threads) {
        return new Spec(
                model.model(),
                model.rank(),
                model.keep,
                model.clusters(),
                model.select(),
                model.weight(),
                knn.spec(start.seed),
                model.laplacian,
                solver.graphTerm(),
                solver.spec(),
                from,
                stop.spec(),
                start.seed,
                threads,
                start.restarts,
                true);
    }
}
