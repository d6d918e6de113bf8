package org.grapnel.laws;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Completion;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.start.Start;

/** The laws of missing entries around the solver: their completion, a fit of the others, and the rank that predicts hidden ones; and of a fit of counts. */
final class MissingEntryLaws extends FitLaws {
    private MissingEntryLaws(RandomProblem problem) {
        super(problem, 3_000_000_019L);
    }

    static MissingEntryLaws check(RandomProblem problem) {
        MissingEntryLaws laws = new MissingEntryLaws(problem);
        laws.attempt("completion of missing entries", laws::complete);
        laws.attempt("fit of missing entries", laws::fitObserved);
        laws.attempt("fit with weights", laws::fitWeighted);
        laws.attempt("rank suggested", laws::rank);
        laws.attempt("fit of counts", laws::fitCounts);
        return laws;
    }

    /** Returns weight 0 for the missing entries of the problem, or for some if it has none. */
    private EntryWeights mask() {
        Optional<EntryWeights> known = problem.weights().map(EntryWeights::onlyMissing);
        if (known.isPresent() && !known.get().areOnes()) return known.get();
        double share = random.choose(0.02, 0.2, 0.5);
        return EntryWeights.ofDeficits(problem.features(), problem.samples(), (i, row) -> {
            for (int j = 0; j < row.length; j++) row[j] = random.next() < share ? 1 : 0;
        });
    }

    private void complete() {
        EntryWeights mask = mask();
        try (Matrix X = mask.hideIn(problem.matrix())) {
            double[][] first = complete(X, mask, 1);
            for (int threads = 2; threads <= 3; threads++)
                require(
                        Arrays.deepEquals(first, complete(X, mask, threads)),
                        "completion: other numbers with %d threads",
                        threads);
        }
    }

    private double[][] complete(Matrix X, EntryWeights mask, int threads) {
        double[][] rows = new double[problem.features()][problem.samples()];
        try (ExecutionContext context = ExecutionContext.create(threads);
                Completion found = Completion.compute(context, X, 1)) {
            require(found.filled() == mask.missing(), "%d entries of %d were filled", found.filled(), mask.missing());
            double error = found.heldOutError();
            require(!(error < 0) && error != Double.POSITIVE_INFINITY, "the held-out error is %s", error);
            for (int i = 0; i < rows.length; i++) {
                found.X().row(i, rows[i]);
                for (int j = 0; j < rows[i].length; j++) {
                    double x = rows[i][j];
                    if (mask.get(i, j) == 1)
                        require(x == problem.X()[i][j], "completion changed %s to %s", problem.X()[i][j], x);
                    else require(x >= 0 && x < Double.POSITIVE_INFINITY, "%s was filled in", x);
                }
            }
        }
        return rows;
    }

    private void fitObserved() {
        EntryWeights mask = mask();
        fitMissing(mask, dataset(mask.hideIn(problem.matrix())));
    }

    private void fitWeighted() {
        EntryWeights weights = problem.weights().orElseGet(this::mask);
        fitMissing(weights, dataset(problem.matrix()).withWeights(weights));
    }

    /** Fits the entries that have weight, and places these samples again by the same entries. */
    private void fitMissing(EntryWeights weights, Dataset data) {
        Spec spec = random.oneIn(3) ? accPalm() : jointSpec();
        double[][] fresh = rows(weights.onlyMissing().hideIn(problem.matrix()));
        fit(
                Preparation.none().withImpute(Imputation.MODEL).apply(data),
                spec,
                Dataset.of(withAZeroSample(fresh)).withMissing());
    }

    /** The paper's method, for a model with or without a graph. */
    private Spec accPalm() {
        Model model = random.choose(RandomProblemGenerator.MODELS);
        Spec joint = jointSpec();
        Spec spec = Spec.paper(model, joint.rank())
                .withClusters(joint.clusters())
                .withGraph(graphSpec())
                .withStop(joint.stop())
                .withBaselines(false)
                .withThreads(1);
        return model.isSparse() ? spec.withKeep(random.between(1, problem.features())) : spec;
    }

    private void rank() {
        try (PreparedData data = prepared()) {
            Spec spec = Spec.recommended(Model.NMF, 1).withThreads(random.between(1, 3));
            RankCurve curve = Grapnel.suggestRank(data, spec, FitContext.none()).orElseThrow();
            int most = Math.min(problem.features(), problem.samples());
            require(curve.suggested() >= 1 && curve.suggested() <= most, "rank %d of %d", curve.suggested(), most);
            for (RankCurve.RankError point : curve.points())
                for (double error : point.errors())
                    require(error >= 0, "an error of rank %d is %s", point.rank(), error);
            // beside a gigantic outlier, the square of a ratio may leave the range of doubles
            double least = curve.best().mean();
            require(Double.isFinite(least) || problem.has(Hazard.OUTLIER), "the least error is %s", least);
        }
    }

    private void fitCounts() {
        Spec joint = jointSpec();
        if (random.oneIn(3)) {
            fit(prepared(), joint.withLoss(Loss.KL));
            return;
        }
        Model model = random.choose(Model.NMF, Model.NMF_L20, Model.GNMF_L20);
        Spec spec = Spec.recommended(model, joint.rank())
                .withClusters(joint.clusters())
                .withGraph(graphSpec())
                .withStop(joint.stop())
                .withBaselines(false)
                .withThreads(1)
                .withLoss(Loss.KL);
        if (model.usesGraph())
            spec = spec.withGraphTerm(GraphTerm.TRACE)
                    .withLambda(random.choose(1e-300, 1.0, 100.0, 1e12))
                    .withStart(Start.random(random.below(1000)));
        if (model.selectsFeatures())
            spec = spec.withKeep(random.between(1, problem.features())).withSelect(FeatureSelection.model());
        fit(prepared(), spec);
    }
}
