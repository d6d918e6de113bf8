package org.grapnel.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.NamedMethod;
import org.grapnel.options.FitOptions;
import org.grapnel.options.KnnOptions;
import org.grapnel.options.ModelOptions;
import org.grapnel.options.PalmOptions;
import org.grapnel.options.ProblemOptions;
import org.grapnel.options.SeedOptions;
import org.grapnel.options.SolverOptions;
import org.grapnel.options.StartOptions;
import org.grapnel.options.StopOptions;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import picocli.CommandLine.Mixin;

/** Everybody who takes part, with options that are the same for all; each model as {@code grapnel fit} would resolve it. */
final class ComparedMethods {
    @Mixin
    CompareOptions compare = new CompareOptions();

    @Mixin
    ProblemOptions problem = new ProblemOptions();

    @Mixin
    KnnOptions knn = new KnnOptions();

    @Mixin
    PalmOptions steps = new PalmOptions();

    @Mixin
    SeedOptions draw = new SeedOptions();

    @Mixin
    StopOptions stop = new StopOptions();

    ComparisonProtocol protocol(int threads) {
        return new ComparisonProtocol(
                compare.repeats,
                problem.clusters(),
                draw.seed,
                draw.init.start(draw.seed),
                knn.spec(draw.seed),
                threads);
    }

    /** Refuses what can be refused without reading a file. */
    List<NamedMethod> resolve(int threads) {
        problem.check();
        List<CompareOptions.ModelSolverPair> pairs = compare.pairs();
        List<BaselineOption> baselines = compare.baselines(problem.keep.isPresent());
        Optional<String> keeper = Stream.concat(
                        pairs.stream()
                                .filter(p -> p.model().isSparse())
                                .map(p -> "model " + p.model().cliName()),
                        baselines.stream().filter(BaselineOption::needsKeep).map(b -> "baseline " + b.cliName()))
                .findFirst();
        Preconditions.require(
                problem.keep.isPresent() || keeper.isEmpty(),
                "--keep is missing: %s keeps K features; give --keep K, or --models and --baselines without such",
                keeper.orElse(""));
        Preconditions.require(
                problem.keep.isEmpty() || keeper.isPresent(),
                "--keep %s does not apply: nobody who takes part keeps some of the features",
                problem.keep.map(String::valueOf).orElse(""));
        // two solvers that come to the same are one contender
        Map<String, NamedMethod> all = new LinkedHashMap<>();
        Stream.concat(
                        pairs.stream().map(pair -> fitted(pair, threads)),
                        baselines.stream().map(b -> b.method(problem.keep.orElse(0), problem.blend)))
                .forEach(contender -> all.putIfAbsent(contender.name(), contender));
        Preconditions.require(!all.isEmpty(), "nobody takes part: --models and --baselines are both none");
        return List.copyOf(all.values());
    }

    private NamedMethod fitted(CompareOptions.ModelSolverPair pair, int threads) {
        FitOptions fit = new FitOptions();
        fit.model = ModelOptions.of(problem, pair.model());
        fit.knn = knn;
        fit.solver = SolverOptions.of(steps, pair.solver());
        fit.start = StartOptions.of(draw);
        fit.stop = stop;
        try {
            fit.check(threads);
            Spec spec = fit.spec(draw.init.start(draw.seed), threads);
            return new NamedMethod(name(pair, fit), ClusteringMethod.model(spec));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + named(pair) + "': " + e.getMessage(), e);
        }
    }

    private static String named(CompareOptions.ModelSolverPair pair) {
        return pair.model().cliName()
                + pair.solver().map(method -> " " + method.cliName()).orElse("");
    }

    /** What the model goes with where nothing was named: {@code gnmf-l20 best-support structure}. */
    private static String name(CompareOptions.ModelSolverPair pair, FitOptions fit) {
        if (pair.model().isKMeans()) return pair.model().cliName();
        SolverKind method = fit.method();
        FeatureSelection.Strategy by = fit.select().by();
        return pair.model().cliName() + " " + method.cliName()
                + (by == FeatureSelection.Strategy.MODEL ? "" : " " + by.cliName());
    }
}
