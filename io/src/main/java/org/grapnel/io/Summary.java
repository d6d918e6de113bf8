package org.grapnel.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.grapnel.ChosenFeatures;
import org.grapnel.Drawing;
import org.grapnel.FeatureChoice;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Preserved;
import org.grapnel.Restarts;
import org.grapnel.Spec;
import org.grapnel.Verdicts;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Protocol;
import org.grapnel.compare.Trial;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.data.Source;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Compute;
import org.grapnel.model.Model;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.jspecify.annotations.Nullable;

/**
 * {@code summary.json}: what a result says about itself, and everything needed to run it again. Flat keys but for the controls, fractions
 * instead of percent, full precision; null where something does not apply. In models without a graph λ is 0, which is what
 * they are.
 */
final class Summary {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    private Summary() {}

    static Map<String, @Nullable Object> of(Fit fit, Optional<Drawing> drawing) {
        Summary summary = new Summary();
        summary.model(fit);
        summary.neighbours(fit.spec().graph(), fit.graph());
        summary.put(
                "laplacian", fit.graph().map(source -> fit.spec().laplacian().toString()));
        summary.edges(fit.graph());
        summary.solver(fit);
        summary.preparation(fit.prepared());
        summary.outcome(fit);
        summary.put(
                "embedding_samples",
                drawing.filter(d -> !d.isEmpty()).map(d -> d.samples().size()));
        summary.origin(fit.data(), fit.graph());
        List<String> notes = new ArrayList<>(fit.notes());
        drawing.ifPresent(d -> notes.addAll(d.notes()));
        summary.put("notes", notes);
        return summary.values;
    }

    /** Of features that were chosen without a fit; null where nothing was compared. */
    static Map<String, @Nullable Object> of(ChosenFeatures chosen, Optional<Preserved> preserved) {
        Summary summary = new Summary();
        Spec spec = chosen.spec();
        Dataset data = chosen.prepared().data();
        summary.put("command", "select");
        summary.put("keep", spec.keep());
        summary.choice(spec, Optional.of(chosen.selection()));
        summary.put("rank", spec.select().by() == FeatureChoice.By.GAIN ? spec.rank() : null);
        summary.neighbours(spec.graph(), chosen.graph());
        summary.edges(chosen.graph());
        summary.machine(spec.seed(), spec.threads());
        summary.preparation(chosen.prepared());
        summary.size(data);
        summary.put("kept", chosen.selection().order().size());
        summary.put("edges_kept", preserved.flatMap(p -> boxed(p.edgesKept())));
        summary.put("edges_kept_random", preserved.flatMap(p -> boxed(p.edgesKeptByRandom())));
        summary.put("controls", preserved.flatMap(Preserved::controls).map(ControlSummary::of));
        summary.put("seconds", chosen.seconds());
        summary.origin(data, chosen.graph());
        List<String> notes = new ArrayList<>(chosen.notes());
        preserved.ifPresent(p -> notes.addAll(p.notes()));
        summary.put("notes", notes);
        return summary.values;
    }

    /** Of a comparison: its protocol, the data and the contenders; the numbers are in its tables. */
    static Map<String, @Nullable Object> of(Contest contest, List<Trial> trials) {
        Summary summary = new Summary();
        Protocol protocol = contest.protocol();
        Dataset data = contest.data().data();
        summary.put("command", "compare");
        summary.put(
                "contenders",
                contest.contenders().stream().map(Summary::contender).toList());
        summary.put("repeats", protocol.repeats());
        summary.put("trials", trials.size());
        summary.put("clusters", protocol.clusters());
        summary.put("init", protocol.start().word());
        summary.neighbours(protocol.graph(), contest.graph());
        summary.edges(contest.graph());
        summary.machine(protocol.seed(), protocol.threads());
        summary.preparation(contest.data());
        summary.size(data);
        summary.origin(data, contest.graph());
        Set<String> notes = new LinkedHashSet<>(contest.data().notes());
        contest.graph().ifPresent(source -> notes.addAll(source.notes()));
        for (Trial trial : trials) trial.notes().forEach(note -> notes.add(trial.contender() + ": " + note));
        summary.put("notes", notes);
        return summary.values;
    }

    private static Map<String, Object> contender(Contender contender) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", contender.name());
        values.putAll(contender.way().parameters());
        return values;
    }

    /** What must be the same for a comparison to be continued: all that decides a number but the seconds. */
    static Map<String, @Nullable Object> identity(Contest contest) {
        Summary summary = new Summary();
        Protocol protocol = contest.protocol();
        Dataset data = contest.data().data();
        summary.put("command", "compare");
        summary.put("version", Grapnel.version());
        summary.put("data_sha256", data.source().sha256());
        summary.size(data);
        summary.put("sum", data.X().sum());
        summary.put("labels_hash", data.labels().map(labels -> (long) labels.hashCode()));
        summary.preparation(contest.data());
        summary.put("repeats", protocol.repeats());
        summary.put("clusters", protocol.clusters());
        summary.put("init", protocol.start().word());
        summary.put("neighbors", protocol.graph().neighbors());
        summary.put("weights", protocol.graph().weights().toString());
        summary.put("sigma", boxed(protocol.graph().sigma()));
        summary.put("metric", protocol.graph().metric().toString());
        summary.put("symmetrize", protocol.graph().symmetrize().toString());
        summary.put("search", protocol.graph().search().toString());
        summary.put("graph_sha256", contest.graph().flatMap(GraphSource::file).map(Source::sha256));
        summary.machine(protocol.seed(), 1);
        summary.values.remove("threads"); // which change no bit
        summary.put(
                "contenders",
                contest.contenders().stream().map(Summary::contender).toList());
        return summary.values;
    }

    private void model(Fit fit) {
        Model model = fit.spec().model();
        double lambda = fit.graph().isPresent() ? fit.spec().lambda() : 0;
        put("model", model.word());
        put("solver", model.isKMeans() ? "lloyd" : fit.spec().solver().method().word());
        put("rank", fit.spec().rank());
        put("clusters", fit.spec().clusters());
        put("keep", fit.spec().keep());
        choice(fit.spec(), fit.selection());
        put("lambda", lambda);
        put(
                "alpha",
                fit.graph()
                        .map(source ->
                                lambda * source.graph().meanDiagonal(fit.spec().laplacian())));
        put("graph_term_kind", fit.graph().map(source -> fit.spec().graphTerm().toString()));
    }

    private void choice(Spec spec, Optional<Selection> selection) {
        put("select", spec.model().keepsFeatures() ? spec.select().by().word() : null);
        put("structure_blend", spec.select().blend());
        put("structure_peak", selection.flatMap(Summary::peak));
    }

    /** With how many features the path of the selection is best. */
    private static Optional<Integer> peak(Selection selection) {
        return selection.peak().isPresent() ? Optional.of(selection.peak().getAsInt()) : Optional.empty();
    }

    private void neighbours(GraphSpec spec, Optional<GraphSource> graph) {
        Optional<KnnGraph> built = graph.flatMap(GraphSource::built);
        put("neighbors", built.map(b -> spec.neighbors()));
        put("weights", built.map(b -> spec.weights().toString()));
        put("sigma", built.flatMap(b -> boxed(b.sigma())));
        put("metric", built.map(b -> spec.metric().toString()));
        put("symmetrize", built.map(b -> spec.symmetrize().toString()));
        put("search", built.map(b -> b.recall().isPresent() ? "approximate" : "exact"));
        put("recall", built.flatMap(b -> boxed(b.recall())));
    }

    private void edges(Optional<GraphSource> graph) {
        put("graph_edges", graph.map(source -> source.graph().edges()));
        put("graph_components", graph.map(source -> source.graph().components().count()));
        put(
                "graph_isolated",
                graph.map(source -> source.graph().components().isolated().size()));
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    static Optional<Double> boxed(Score score) {
        return boxed(score.value());
    }

    private void solver(Fit fit) {
        SolverSpec solver = fit.spec().solver();
        put("init", fit.spec().start().word());
        put("tol", fit.spec().stop().tolerance());
        put("max_iter", fit.spec().stop().maxIterations());
        put("max_seconds", fit.spec().stop().maxSeconds());
        put("beta", solver.beta());
        put("momentum", solver.momentum());
        put("beta_max", solver.betaMax());
        put("fixed_beta", solver.fixedBeta());
        put("step_factor", solver.stepFactor());
        put("project_start", solver.projectStart());
        put("variant", solver.byTheory() ? "theory" : "none");
        put("restarts", fit.spec().restarts());
        put("restart_best", fit.restarts().map(Restarts::best));
        machine(fit.spec().seed(), fit.spec().threads());
    }

    private void machine(long seed, int threads) {
        put("seed", seed);
        put("threads", threads);
        try (Compute on = Compute.of(1)) {
            put("kernel", on.kernelName());
        }
    }

    private void preparation(Prepared prepared) {
        Preparation how = prepared.preparation();
        put("log1p", how.log1p());
        put("impute", how.impute().toString());
        put("drop_constant", how.dropConstant());
        put("top_variance", how.topVariance().isPresent() ? how.topVariance().getAsInt() : null);
        put("normalize", how.normalize().toString());
        put("feature_scale", how.featureScale().toString());
        put("picture_height", prepared.picture().map(Dataset.Picture::height));
        put("picture_width", prepared.picture().map(Dataset.Picture::width));
        put("picture_by_columns", prepared.picture().map(Dataset.Picture::byColumns));
    }

    private void outcome(Fit fit) {
        Solution solution = fit.solution();
        size(fit.data());
        put("kept", solution.support().count());
        put("iterations", solution.trace().iterations());
        put("stop", solution.stop().word());
        put("stop_reason", solution.stop().sentence());
        put("converged", solution.stop().converged());
        put("monotone", solution.trace().monotone());
        put("residual_w", solution.certificate().residualW());
        put("residual_h", solution.certificate().residualH());
        put("swap", solution.certificate().swap().filter(Double::isFinite));
        put("objective", solution.objective().total());
        put("loss", solution.objective().loss());
        put("graph_term", solution.objective().graphTerm());
        put("relative_error", fit.relativeError());
        put("relative_error_kept", fit.relativeErrorKept());
        put("relative_error_floor", boxed(fit.errorFloor()));
        put("clusters_found", fit.groups().clustering().clusters());
        put("silhouette", boxed(fit.groups().silhouette()));
        put("nmi", fit.scores().flatMap(scores -> boxed(scores.nmi())));
        put("acc", fit.scores().flatMap(scores -> boxed(scores.acc())));
        put("ari", fit.scores().flatMap(scores -> boxed(scores.ari())));
        put("purity", fit.scores().flatMap(scores -> boxed(scores.purity())));
        put("stability_jaccard", fit.restarts().flatMap(r -> boxed(r.stability().jaccard())));
        put(
                "stability_corrected",
                fit.restarts().flatMap(r -> boxed(r.stability().corrected())));
        put(
                "stability_standard_error",
                fit.restarts().flatMap(r -> boxed(r.stability().standardError())));
        put("controls", fit.controls().map(controls -> ControlSummary.of(controls, Verdicts.of(fit))));
        put("seconds", solution.trace().last().seconds());
    }

    private void size(Dataset data) {
        put("features", data.X().rows());
        put("samples", data.X().cols());
    }

    private void origin(Dataset data, Optional<GraphSource> graph) {
        put("data", data.source().path());
        put("data_sha256", data.source().sha256());
        put("graph", graph.flatMap(GraphSource::file).map(Source::path));
        put("graph_sha256", graph.flatMap(GraphSource::file).map(Source::sha256));
        put("version", Grapnel.version());
        put("java", System.getProperty("java.version"));
    }

    private void put(String key, @Nullable Object value) {
        values.put(key, value);
    }

    private void put(String key, Optional<?> value) {
        values.put(key, value.orElse(null));
    }
}
