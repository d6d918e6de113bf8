package org.grapnel.laws;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.Deviance;
import org.grapnel.evaluate.Marker;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;

/** The laws of a fit: its errors, scores, groups and verdict, and the placement of new samples. */
abstract class FitLaws extends StepLaws {
    FitLaws(RandomProblem problem, long stream) {
        super(problem, stream);
    }

    final PreparedData prepared() {
        return Preparation.none().apply(dataset(problem.matrix()));
    }

    final Dataset dataset(Matrix X) {
        int n = problem.samples();
        List<String> truth = IntStream.range(0, n)
                .mapToObj(j -> "abc".substring(j % 3, j % 3 + 1))
                .toList();
        return new Dataset(
                X, Dataset.numbered("f", X.rows()), Dataset.numbered("s", n), Optional.of(truth), DataSource.memory());
    }

    final GraphSpec graphSpec() {
        return GraphSpec.standard()
                .withNeighbors(random.between(1, Math.min(5, problem.samples() - 1)))
                .withWeights(random.choose(WeightKind.values()))
                .withMetric(random.choose(Metric.values()))
                .withSymmetrize(random.choose(Symmetrization.values()));
    }

    /** One factor for data and graph, with features that were selected before. */
    final Spec jointSpec() {
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

    final void fit(PreparedData given, Spec spec) {
        fit(given, spec, Dataset.of(withAZeroSample(problem.X())));
    }

    /** Fits a model to data, and places new samples: one more than the fit had. */
    final void fit(PreparedData given, Spec spec, Dataset unplaced) {
        try (PreparedData data = given;
                Fit fit = Grapnel.fit(data, spec)) {
            checkFit(fit);
            checkJudgement(fit);
            try (FittedModel model = fit.toModel();
                    Dataset fresh = unplaced;
                    TransformResult transformed = model.transform(fresh, 1)) {
                checkTransform(fit, model, fresh.X(), transformed);
                require(
                        transformed.groups().size() == problem.samples() + 1,
                        "%d new samples have a group",
                        transformed.groups().size());
                for (int group : transformed.groups().toArray())
                    require(group >= 0 && group < Math.max(1, fit.spec().clusters()), "a new sample: group %d", group);
            }
        }
    }

    final Matrix withAZeroSample(double[][] samples) {
        double[][] X = Arrays.stream(samples)
                .map(row -> Arrays.copyOf(row, row.length + 1))
                .toArray(double[][]::new);
        DenseMatrix dense = DenseMatrix.of(X);
        return problem.sparse() ? SparseMatrix.of(dense) : dense;
    }

    /**
     * Asserts that every error is a number. It may be infinite only relative to zero, or to so little that the ratio
     * overflows: to samples without length or, under the loss kl, to those which the background explains.
     */
    private void checkTransform(Fit fit, FittedModel model, Matrix X, TransformResult transformed) {
        numbers("H of a new sample", transformed.Ht());
        double longest = 0;
        boolean kl = fit.deviance().isPresent();
        for (int j = 0; j < X.cols(); j++) {
            double length = 0;
            for (int i : model.kept().toArray()) if (X.get(i, j) > length) length = X.get(i, j);
            error("the error of new sample " + j, transformed.relativeError(j), kl ? 0 : length);
            longest = Math.max(longest, length);
        }
        error("the error of new samples", transformed.relativeError(), kl ? 0 : longest);
        error("the median error of new samples", transformed.medianError(), kl ? 0 : longest);
    }

    private void error(String what, double error, double length) {
        require(error >= 0 && (error < Double.POSITIVE_INFINITY || length < 1e-150), "%s is %s", what, error);
    }

    final void checkFit(Fit fit) {
        numbers("W", fit.W());
        numbers("H", fit.Ht());
        if (fit.deviance().isPresent()) checkDeviance(fit, fit.deviance().get());
        else checkError(fit);
        number("the floor of the error", fit.errorFloor());
        number("silhouette", fit.groups().silhouette());
        fit.scores().ifPresent(this::scores);
        groups("a fit", fit.groups().clustering(), fit.spec().clusters());
        fit.kept().forEach(f -> number("the score of a kept feature", f.score()));
        number("residual W", fit.solution().certificate().residualW());
        number("residual H", fit.solution().certificate().residualH());
    }

    static double[][] rows(Matrix X) {
        double[][] rows = new double[X.rows()][X.cols()];
        for (int i = 0; i < rows.length; i++) X.row(i, rows[i]);
        return rows;
    }

    private void checkError(Fit fit) {
        double[][] X = rows(fit.data().X());
        double[][] C = new double[X.length][X[0].length];
        for (int i = 0; i < C.length; i++)
            for (int j = 0; j < C[i].length; j++)
                C[i][j] = fit.prepared().weights().isPresent()
                        ? fit.prepared().weights().get().get(i, j)
                        : 1;
        ExactObjective.SizedValue loss =
                ExactObjective.loss(X, C, fit.W().toArray(), fit.Ht().toArray());
        double squares = ExactObjective.squares(X, C).doubleValue();
        double exact = Math.sqrt(2 * loss.value() / squares);
        // the loss is known to a few roundings of its size, and so is the square of the error e
        double off = Math.abs(fit.relativeError() * fit.relativeError() - exact * exact);
        require(
                off <= 1e-13 * (1 + exact * exact + 2 * loss.size() / squares),
                "relative error %s, recomputed %s",
                fit.relativeError(),
                exact);
        number("the error on kept features", fit.relativeErrorKept());
    }

    private void checkDeviance(Fit fit, Deviance deviance) {
        double[][] X = problem.X();
        ExactObjective.SizedValue background = ExactDivergence.fromBackground(X);
        double tolerance = 1e-12 * background.size();
        require(
                Math.abs(deviance.background() - background.value()) <= tolerance,
                "the background costs %s, recomputed %s",
                deviance.background(),
                background.value());
        require(
                deviance.loss() <= deviance.background() + tolerance
                        || fit.spec().keep().orElse(X.length) >= X.length
                        || fit.spec().usesGraph(),
                "a loss of %s is above that of the background, %s",
                deviance.loss(),
                deviance.background());
        for (Score share : List.of(deviance.explained(), deviance.explainedKept()))
            if (share.isDefined()) number("the explained share", share.get());
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
}
