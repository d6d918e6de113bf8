package org.grapnel.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.NamedMethod;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Loss;
import org.grapnel.options.ExtensionOptions;
import org.grapnel.options.FitOptions;
import org.grapnel.options.KnnOptions;
import org.grapnel.options.ModelOptions;
import org.grapnel.options.PalmOptions;
import org.grapnel.options.PluginOptions;
import org.grapnel.options.ProblemOptions;
import org.grapnel.options.SeedOptions;
import org.grapnel.options.SolverOptions;
import org.grapnel.options.StartOptions;
import org.grapnel.options.StopOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.Ndfs;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.start.Start;
import picocli.CommandLine.Mixin;

/** Resolves the methods to compare from the options. Each model gets the defaults of {@code grapnel fit}. */
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

    @Mixin
    ExtensionOptions extend = new ExtensionOptions();

    private PluginOptions plugins = new PluginOptions();

    /** Uses the plugins of the program. */
    void use(PluginOptions given) {
        plugins = given;
    }

    /** Reads or builds the graph that was asked for, if one was. */
    Optional<GraphSource> graph(PreparedData data, int threads, Progress progress) {
        return knn.graph(problem.graph, data, plugins.plugins(), threads, progress);
    }

    ComparisonProtocol protocol(int threads) {
        return new ComparisonProtocol(
                compare.repeats,
                problem.clusters(),
                draw.seed,
                draw.start(Start.random(draw.seed)),
                knn.spec(draw.seed),
                threads);
    }

    /** Rejects options that are wrong for any data, before a file is read. */
    List<NamedMethod> resolve(int threads) {
        problem.requireNumbers("grapnel compare");
        problem.check();
        knn.check(problem.graph, plugins.plugins());
        List<CompareOptions.ModelSolverPair> pairs = compare.pairs(plugins.plugins());
        checkExtensions(pairs);
        Preconditions.require(
                compare.select.isEmpty()
                        || pairs.stream().anyMatch(pair -> pair.model().selectsFeatures()),
                "--select %s does not apply: none of the compared models keeps whole features; add one to --models, such as gnmf-l20",
                compare.select.orElse(""));
        List<BaselineOption> baselines = compare.baselines(problem.keep.isPresent());
        Optional<String> selectingMethod = Stream.concat(
                        pairs.stream()
                                .filter(p -> p.model().isSparse())
                                .map(p -> "model " + p.model().cliName()),
                        baselines.stream().filter(BaselineOption::needsKeep).map(b -> "baseline " + b.cliName()))
                .findFirst();
        Preconditions.require(
                problem.keep.isPresent() || selectingMethod.isEmpty(),
                "--keep is missing: %s keeps K features; give --keep K, or leave it out of --models and --baselines",
                selectingMethod.orElse(""));
        Preconditions.require(
                problem.keep.isEmpty() || selectingMethod.isPresent(),
                "--keep %s does not apply: none of the compared methods selects features",
                problem.keep.map(String::valueOf).orElse(""));
        Map<String, NamedMethod> methods = new LinkedHashMap<>();
        Stream.of(
                        pairs.stream().map(pair -> fitted(pair, threads)),
                        compare.methods(plugins.plugins()).stream(),
                        baselines.stream().map(b -> b.method(problem.keep.orElse(0), problem.blend)))
                .flatMap(part -> part)
                .forEach(method -> add(methods, method));
        Preconditions.require(
                !methods.isEmpty(),
                "there is nothing to compare: --models and --baselines are both none, and there are no --methods");
        return List.copyOf(methods.values());
    }

    /** Adds a method. Two options that resolve to the same method count once; another method of the same name gets a longer one. */
    private static void add(Map<String, NamedMethod> methods, NamedMethod method) {
        NamedMethod same = methods.putIfAbsent(method.name(), method);
        Map<String, Object> parameters = method.method().parameters();
        if (same == null || same.method().parameters().equals(parameters)) return;
        // gnmf best-support is solved with the graph term joint or invariant
        Object difference = parameters.getOrDefault("graph_term_kind", parameters.getOrDefault("way", ""));
        String name = method.name() + " " + difference;
        methods.putIfAbsent(name, new NamedMethod(name, method.method()));
    }

    /**
     * Leaves out a default baseline that does not suit the data, with a note. A baseline that was asked for stays, and is refused with the
     * reason.
     */
    List<NamedMethod> suited(List<NamedMethod> resolved, Matrix X, Consumer<String> notes) {
        boolean suits = Ndfs.accepts(X.rows(), X.cols()) && problem.clusters() >= 2;
        String name = BaselineOption.NDFS.methodName();
        if (suits
                || compare.baselines.isPresent()
                || resolved.stream().noneMatch(method -> method.name().equals(name))) return resolved;
        notes.accept(Text.format(
                "%s is left out: it needs at least 2 groups, and at most %,d features or %,d samples",
                name, Ndfs.MOST_EQUATIONS, Ndfs.MOST_EQUATIONS));
        return resolved.stream().filter(method -> !method.name().equals(name)).toList();
    }

    private NamedMethod fitted(CompareOptions.ModelSolverPair pair, int threads) {
        FitOptions fit = new FitOptions();
        fit.model = ModelOptions.of(problem, pair.model(), compare.select);
        fit.knn = knn;
        fit.solver = SolverOptions.of(steps, pair.solver());
        fit.start = StartOptions.of(draw);
        fit.stop = stop;
        fit.use(plugins);
        if (takesExtensions(pair)) fit.extend = extend;
        // an option that does not apply to a method has no effect on it
        if (!hasLoss(pair)) fit.model.loss = Loss.SQUARED;
        if (fit.usesJointTerm()) fit.model.lambda = fit.model.lambda.filter(weight -> weight == 0);
        try {
            fit.check(threads);
            Spec spec = fit.spec(fit.openStart().start(), threads);
            return new NamedMethod(name(pair, fit), ClusteringMethod.model(spec));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + named(pair) + "': " + e.getMessage(), e);
        }
    }

    /** Whether a method takes gradient steps, to which terms and constraints of plugins can be added. */
    private static boolean takesExtensions(CompareOptions.ModelSolverPair pair) {
        return pair.solver()
                .filter(name -> !name.equals(SolverKind.BEST_SUPPORT.cliName()))
                .isPresent();
    }

    /** Refuses terms and constraints that no method takes. */
    private void checkExtensions(List<CompareOptions.ModelSolverPair> pairs) {
        Preconditions.require(
                extend.first().isEmpty() || pairs.stream().anyMatch(ComparedMethods::takesExtensions),
                "%s does not apply: none of the compared methods takes gradient steps; add --solvers accpalm",
                extend.first().orElse(""));
    }

    /** Whether a method has the loss that was asked for. The loss kl has a solver of its own, and models that keep whole features or all. */
    private boolean hasLoss(CompareOptions.ModelSolverPair pair) {
        return problem.loss == Loss.SQUARED
                || (pair.model().supportsBestSupport() && pair.solver().isEmpty());
    }

    /** Says which methods have the loss kl, if it was asked for. Refuses it if none of them has it. */
    Optional<String> lossNote() {
        if (problem.loss == Loss.SQUARED) return Optional.empty();
        List<CompareOptions.ModelSolverPair> pairs = compare.pairs(plugins.plugins());
        Preconditions.require(
                pairs.stream().anyMatch(this::hasLoss),
                "--loss %s does not apply: none of the compared methods has it; it goes with nmf, nmf-l20, gnmf and gnmf-l20 by their default solver",
                problem.loss);
        return Optional.of(Text.format(
                "the methods with '%s' in their name have the loss %s, the others squared errors: their objectives are not comparable",
                problem.loss, problem.loss));
    }

    private static String named(CompareOptions.ModelSolverPair pair) {
        return pair.model().cliName() + pair.solver().map(name -> " " + name).orElse("");
    }

    /** The name with the solver, the selection and the extensions: {@code gnmf-l20 accpalm structure --term l1:0.5}. */
    private static String name(CompareOptions.ModelSolverPair pair, FitOptions fit) {
        List<String> words = new ArrayList<>(List.of(pair.model().cliName()));
        if (!pair.model().isKMeans())
            words.add(
                    fit.model.loss == Loss.KL
                            ? Loss.KL.toString()
                            : pair.solver().orElseGet(() -> fit.solverKind().cliName()));
        FeatureSelection select = fit.select();
        if (select.by() != FeatureSelection.Strategy.MODEL) words.add(select.name());
        words.addAll(fit.extend.given());
        return String.join(" ", words);
    }
}
