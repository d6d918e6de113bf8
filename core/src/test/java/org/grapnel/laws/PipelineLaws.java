package org.grapnel.laws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.Louvain;
import org.grapnel.cluster.LouvainOptions;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.cluster.SpectralClusteringResult;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneResult;
import org.grapnel.evaluate.Marker;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;

/**
 * The laws of the steps around the solver, on the same data: neighbours, groups, scores, features, embeddings, new
 * samples. Each step gives finite numbers, explains why there are none, or refuses with a documented reason.
 */
final class PipelineLaws {
    private final RandomProblem problem;
    private final RandomSequence random;
    private final List<String> broken = new ArrayList<>();
    private final TreeMap<String, String> endings = new TreeMap<>();

    private PipelineLaws(RandomProblem problem) {
        this.problem = problem;
        random = new RandomSequence(problem.seed() + 1_000_000_007L);
    }

    static PipelineLaws check(RandomProblem problem) {
        PipelineLaws laws = new PipelineLaws(problem);
        laws.attempt("neighbour graph", laws::neighbors);
        laws.attempt("fit, groups and scores", laws::fit);
        laws.attempt("k-means", laws::kMeans);
        laws.attempt("features chosen", laws::select);
        laws.attempt("t-SNE", laws::tsne);
        laws.attempt("PCA", laws::pca);
        laws.attempt("spectral clustering", laws::spectral);
        laws.attempt("communities", laws::communities);
        laws.attempt("recommended method", laws::recommended);
        return laws;
    }

    List<String> broken() {
        return broken;
    }

    /** Returns the result of each step: done, or the refusal without its numbers. */
    Map<String, String> endings() {
        return endings;
    }

    private void attempt(String step, Runnable task) {
        try {
            task.run();
            endings.put(step, "done");
        } catch (IllegalArgumentException | DataException e) {
            endings.put(step, DocumentedRefusals.words(e));
            require(DocumentedRefusals.documented(e.getMessage()), "%s: an undocumented refusal: %s", step, e);
        } catch (RuntimeException | Error e) {
            require(false, "%s: an exception that is no refusal: %s", step, DocumentedRefusals.thrown(e));
        }
    }

    private void require(boolean holds, String law, Object... values) {
        if (!holds) broken.add(String.format(Locale.ROOT, law, values));
    }

    private void number(String what, double x) {
        require(Double.isFinite(x), "%s is %s", what, x);
    }

    private void number(String what, Score score) {
        if (score.isDefined()) require(Math.abs(score.get()) <= 1 + 1e-12, "%s is %s", what, score.get());
        else require(!score.reason().isBlank(), "%s is undefined without a reason", what);
    }

    private void numbers(String what, DenseMatrix M) {
        for (double[] row : M.toArray()) for (double x : row) number(what, x);
    }

    private void groups(String what, Clustering groups, int most) {
        require(groups.size() == problem.samples(), "%s has %d samples", what, groups.size());
        for (int group : groups.toArray()) require(group >= 0 && group < most, "%s: group %d of %d", what, group, most);
    }

    private PreparedData prepared() {
        int n = problem.samples();
        List<String> truth = IntStream.range(0, n)
                .mapToObj(j -> "abc".substring(j % 3, j % 3 + 1))
                .toList();
        Matrix X = problem.matrix();
        return Preparation.none()
                .apply(new Dataset(
                        X,
                        Dataset.numbered("f", X.rows()),
                        Dataset.numbered("s", n),
                        Optional.of(truth),
                        DataSource.memory()));
    }

    private GraphSpec graphSpec() {
        return GraphSpec.standard()
                .withNeighbors(random.between(1, Math.min(5, problem.samples() - 1)))
                .withWeights(random.choose(WeightKind.values()))
                .withMetric(random.choose(Metric.values()))
                .withSymmetrize(random.choose(Symmetrization.values()));
    }

    private void neighbors() {
        GraphSpec spec = graphSpec();
        try (Matrix X = problem.matrix()) {
            KnnGraph found = Grapnel.graph(X, spec, 1);
            SparseMatrix A = found.graph().adjacency();
            for (int i = 0; i < A.rows(); i++)
                for (int j = 0; j < A.cols(); j++)
                    require(
                            A.get(i, j) >= 0 && A.get(i, j) == A.get(j, i) && A.get(i, j) < Double.POSITIVE_INFINITY,
                            "the weight of %d and %d is %s, and %s",
                            i,
                            j,
                            A.get(i, j),
                            A.get(j, i));
            found.sigma().ifPresent(sigma -> number("sigma", sigma));
            number("the norm of the Laplacian", found.graph().laplacian().norm());
        }
    }

    private Spec spec() {
        // of the paper's models; the variants have steps of their own
        Spec spec = RandomProblemGenerator.plain(problem.seed())
                .spec()
                .withGraph(graphSpec())
                .withClusters(random.between(1, Math.min(4, problem.samples())))
                .withStop(new StopSpec(1e-3, 20, Optional.empty()))
                .withBaselines(random.oneIn(6));
        FeatureSelection.Strategy by =
                random.choose(FeatureSelection.Strategy.named().toArray(FeatureSelection.Strategy[]::new));
        return spec.model().selectsFeatures() ? spec.withSelect(FeatureSelection.of(by)) : spec;
    }

    /** One factor for data and graph, with features that were selected before. */
    private Spec jointSpec() {
        Model model = random.choose(Model.GNMF, Model.GNMF_L20, Model.GNMF_L20);
        int most = Math.min(4, Math.min(problem.features(), problem.samples()));
        GraphSpec graph = graphSpec();
        Spec spec = Spec.recommended(model, random.between(1, most))
                .withClusters(random.between(1, Math.min(4, problem.samples())))
                .withAlpha(random.choose(1e-12, 1.0, 10.0, 10.0, 1e12))
                .withGraph(random.oneIn(2) ? graph : graph.withComponents(random.between(1, 3)))
                .withStop(new StopSpec(random.choose(0.0, 1e-3), 20, Optional.empty()))
                .withBaselines(random.oneIn(3))
                .withThreads(random.between(1, 2));
        if (random.oneIn(4)) spec = spec.withStart(Start.random(random.below(1000)));
        if (!model.selectsFeatures()) return spec;
        FeatureSelection.Strategy by =
                random.choose(FeatureSelection.Strategy.named().toArray(FeatureSelection.Strategy[]::new));
        if (by == FeatureSelection.Strategy.MODEL || random.oneIn(2)) by = FeatureSelection.Strategy.GROUPS;
        return spec.withKeep(random.between(1, problem.features())).withSelect(FeatureSelection.of(by));
    }

    private void recommended() {
        fit(jointSpec());
    }

    private void fit() {
        fit(spec());
    }

    private void fit(Spec spec) {
        try (PreparedData data = prepared();
                Fit fit = Grapnel.fit(data, spec)) {
            checkFit(fit);
            checkJudgement(fit);
            try (FittedModel model = fit.toModel();
                    Dataset fresh = Dataset.of(withAZeroSample());
                    TransformResult transformed = model.transform(fresh, 1)) {
                checkTransform(model, fresh.X(), transformed);
                require(
                        transformed.groups().size() == problem.samples() + 1,
                        "%d new samples have a group",
                        transformed.groups().size());
                for (int group : transformed.groups().toArray())
                    require(group >= 0 && group < Math.max(1, fit.spec().clusters()), "a new sample: group %d", group);
            }
        }
    }

    private Matrix withAZeroSample() {
        double[][] X = Arrays.stream(problem.X())
                .map(row -> Arrays.copyOf(row, row.length + 1))
                .toArray(double[][]::new);
        DenseMatrix dense = DenseMatrix.of(X);
        return problem.sparse() ? SparseMatrix.of(dense) : dense;
    }

    /**
     * Asserts that every error is a number. It may be infinite only relative to zero, or to so little that the ratio
     * overflows.
     */
    private void checkTransform(FittedModel model, Matrix X, TransformResult transformed) {
        numbers("H of a new sample", transformed.Ht());
        double longest = 0;
        for (int j = 0; j < X.cols(); j++) {
            double length = 0;
            for (int i : model.kept().toArray()) length = Math.max(length, X.get(i, j));
            error("the error of new sample " + j, transformed.relativeError(j), length);
            longest = Math.max(longest, length);
        }
        error("the error of new samples", transformed.relativeError(), longest);
        error("the median error of new samples", transformed.medianError(), longest);
    }

    private void error(String what, double error, double length) {
        require(error >= 0 && (error < Double.POSITIVE_INFINITY || length < 1e-150), "%s is %s", what, error);
    }

    private void checkFit(Fit fit) {
        numbers("W", fit.W());
        numbers("H", fit.Ht());
        double exact = Math.sqrt(
                ExactObjective.loss(problem.X(), fit.W().toArray(), fit.Ht().toArray())
                                .value()
                        / (ExactObjective.squares(problem.X()) / 2));
        // the loss is known to a few roundings of ‖X‖², and so is the square of the error e
        double off = Math.abs(fit.relativeError() * fit.relativeError() - exact * exact);
        require(off <= 1e-13 * (1 + exact * exact), "relative error %s, recomputed %s", fit.relativeError(), exact);
        number("the error on kept features", fit.relativeErrorKept());
        number("the floor of the error", fit.errorFloor());
        number("silhouette", fit.groups().silhouette());
        fit.scores().ifPresent(this::scores);
        groups("a fit", fit.groups().clustering(), fit.spec().clusters());
        fit.kept().forEach(f -> number("the score of a kept feature", f.score()));
        number("residual W", fit.solution().certificate().residualW());
        number("residual H", fit.solution().certificate().residualH());
    }

    private void checkJudgement(Fit fit) {
        boolean judged = fit.spec().isJoint() || fit.spec().baselines();
        boolean edges = fit.graph().filter(g -> g.graph().edges() > 0).isPresent();
        require(fit.trust().isPresent() || !judged || !edges, "there is no verdict on the groups");
        fit.trust().ifPresent(trust -> {
            for (Trust.Check check : trust.checks()) {
                number(check.what(), check.value());
                number("what is needed of " + check.what(), check.needed());
            }
            require(
                    trust.level() == Trust.Level.GOOD || !trust.warnings().isEmpty(),
                    "%s without a warning",
                    trust.level());
        });
        number("edges within groups", fit.edgesWithinGroups());
        fit.groups().confidence().ifPresent(confidence -> {
            for (int j = 0; j < confidence.size(); j++)
                require(
                        !(confidence.of(j) < 0) && !(confidence.of(j) > 1 + 1e-12),
                        "the confidence of sample %d is %s",
                        j,
                        confidence.of(j));
        });
        for (int g = 0; g < fit.groups().clustering().clusters(); g++)
            for (Marker marker : fit.markers().of(g)) {
                number("the mean of a marker inside", marker.meanIn());
                number("the mean of a marker outside", marker.meanOut());
                require(marker.auc() >= 0 && marker.auc() <= 1, "the AUC of a marker is %s", marker.auc());
            }
    }

    private void scores(Scores scores) {
        number("nmi", scores.nmi());
        number("acc", scores.acc());
        number("ari", scores.ari());
        number("purity", scores.purity());
    }

    private void kMeans() {
        Model model = random.choose(Model.KMEANS, Model.KMEANS_L0);
        int groups = random.between(1, Math.min(4, problem.samples()));
        Spec spec = Spec.paper(model, groups).withBaselines(false).withThreads(1);
        if (model.isSparse()) spec = spec.withKeep(random.between(1, problem.features()));
        try (PreparedData data = prepared();
                Fit fit = Grapnel.fit(data, spec)) {
            checkFit(fit);
        }
    }

    private void select() {
        FeatureSelection.Strategy by =
                random.choose(FeatureSelection.Strategy.named().toArray(FeatureSelection.Strategy[]::new));
        if (by == FeatureSelection.Strategy.MODEL) by = FeatureSelection.Strategy.STRUCTURE;
        int keep = random.between(1, problem.features());
        Spec spec = Spec.paper(
                        Model.GNMF_L20, random.between(1, Math.min(3, Math.min(problem.features(), problem.samples()))))
                .withKeep(keep)
                .withSelect(FeatureSelection.of(by).withBlend(random.choose(0.0, 0.5, 1.0)))
                .withGraph(graphSpec())
                .withThreads(1);
        try (PreparedData data = prepared()) {
            SelectionResult chosen = Grapnel.select(data, spec);
            List<Integer> order = chosen.selection().order();
            require(
                    order.size() == keep && new HashSet<>(order).size() == keep,
                    "%s chose %s for keep %d",
                    by,
                    order,
                    keep);
            for (double score : chosen.selection().scores()) number("the score of a feature by " + by, score);
            for (double part : chosen.selection().path()) number("the path by " + by, part);
        }
    }

    private void tsne() {
        try (Matrix X = problem.matrix();
                TsneResult drawn = Grapnel.embed(
                        X,
                        TsneOptions.defaults()
                                .withPerplexity(TsneOptions.perplexityFor(problem.samples()))
                                .withIterations(30),
                        1,
                        progress -> {})) {
            numbers("a point of the plane", drawn.Y());
            number("the divergence", drawn.divergence());
        }
    }

    private void pca() {
        int r = Math.min(2, Math.min(problem.features(), problem.samples()));
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = problem.matrix();
                PrincipalComponents pca = PrincipalComponents.compute(context, X, r)) {
            numbers("a principal score", pca.scores());
            numbers("a principal direction", pca.directions());
            for (int j = 0; j < r; j++) number("a variance", pca.variance(j));
        }
    }

    private Graph anyGraph() {
        return Graph.of(SparseMatrix.of(DenseMatrix.of(problem.A())), "random");
    }

    private void spectral() {
        int clusters = random.between(1, Math.min(3, problem.samples()));
        try (ExecutionContext context = ExecutionContext.create(1);
                SpectralClusteringResult found = SpectralClustering.cluster(context, anyGraph(), clusters, 1)) {
            groups("spectral clustering", found.clustering(), clusters);
            number("the residual of eigenvectors", found.residual());
        }
    }

    private void communities() {
        groups("communities", Louvain.cluster(anyGraph(), LouvainOptions.standard()), problem.samples());
    }
}
