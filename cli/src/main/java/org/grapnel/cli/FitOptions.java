package org.grapnel.cli;

import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.solve.Start;
import picocli.CommandLine.Mixin;

/** Everything that decides a fit, apart from the data themselves. */
final class FitOptions {
    @Mixin
    DataOptions data = new DataOptions();

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
        start.check();
        spec(Start.random(start.seed), threads);
    }

    Spec spec(Start from, int threads) {
        return new Spec(
                model.model(),
                model.rank(),
                model.keep,
                model.lambda,
                model.laplacian,
                solver.spec(),
                from,
                stop.spec(),
                start.seed,
                threads);
    }
}
