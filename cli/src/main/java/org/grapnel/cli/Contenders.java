package org.grapnel.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.FeatureChoice;
import org.grapnel.Spec;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Protocol;
import org.grapnel.compare.Way;
import org.grapnel.linalg.Check;
import org.grapnel.solve.Method;
import picocli.CommandLine.Mixin;

/** Everybody who takes part, with options that are the same for all; each model as {@code grapnel fit} would resolve it. */
final class Contenders {
    @Mixin
    CompareOptions compare = new CompareOptions();

    @Mixin
    ProblemOptions problem = new ProblemOptions();

    @Mixin
    KnnOptions knn = new KnnOptions();

    @Mixin
    StepOptions steps = new StepOptions();

    @Mixin
    DrawOptions draw = new DrawOptions();

    @Mixin
    StopOptions stop = new StopOptions();

    Protocol protocol(int threads) {
        return new Protocol(
                compare.repeats,
                problem.clusters(),
                draw.seed,
                draw.init.start(draw.seed),
                knn.spec(draw.seed),
                threads);
    }

    /** Refuses what can be refused without reading a file. */
    List<Contender> all(int threads) {
        problem.check();
        List<CompareOptions.Pair> pairs = compare.pairs();
        List<Baseline> baselines = compare.baselines(problem.keep.isPresent());
        Optional<String> keeper = Stream.concat(
                        pairs.stream()
                                .filter(p -> p.model().keeps())
                                .map(p -> "model " + p.model().word()),
                        baselines.stream().filter(Baseline::needsKeep).map(b -> "baseline " + b.word()))
                .findFirst();
        Check.that(
                problem.keep.isPresent() || keeper.isEmpty(),
                "--keep is missing: %s keeps K features; give --keep K, or --models and --baselines without such",
                keeper.orElse(""));
        Check.that(
                problem.keep.isEmpty() || keeper.isPresent(),
                "--keep %s does not apply: nobody who takes part keeps some of the features",
                problem.keep.map(String::valueOf).orElse(""));
        // two solvers that come to the same are one contender
        Map<String, Contender> all = new LinkedHashMap<>();
        Stream.concat(
                        pairs.stream().map(pair -> fitted(pair, threads)),
                        baselines.stream().map(b -> b.contender(problem.keep.orElse(0), problem.blend)))
                .forEach(contender -> all.putIfAbsent(contender.name(), contender));
        Check.that(!all.isEmpty(), "nobody takes part: --models and --baselines are both none");
        return List.copyOf(all.values());
    }

    private Contender fitted(CompareOptions.Pair pair, int threads) {
        FitOptions fit = new FitOptions();
        fit.model = ModelOptions.of(problem, pair.model());
        fit.knn = knn;
        fit.solver = SolverOptions.of(steps, pair.solver());
        fit.start = StartOptions.of(draw);
        fit.stop = stop;
        try {
            fit.check(threads);
            Spec spec = fit.spec(draw.init.start(draw.seed), threads);
            return new Contender(name(pair, fit), Way.model(spec));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + named(pair) + "': " + e.getMessage(), e);
        }
    }

    private static String named(CompareOptions.Pair pair) {
        return pair.model().word()
                + pair.solver().map(method -> " " + method.word()).orElse("");
    }

    /** What the model goes with where nothing was named: {@code gnmf-l20 best-support structure}. */
    private static String name(CompareOptions.Pair pair, FitOptions fit) {
        if (pair.model().isKMeans()) return pair.model().word();
        Method method = fit.method();
        FeatureChoice.By by = fit.select().by();
        return pair.model().word() + " " + method.word() + (by == FeatureChoice.By.MODEL ? "" : " " + by.word());
    }
}
