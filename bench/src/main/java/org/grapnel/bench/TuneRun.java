package org.grapnel.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupEvidence;
import org.grapnel.evaluate.Scores;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.pipeline.KnnGraphCache;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningListener;
import org.grapnel.tune.TuningResult;

/** Compares parameters chosen without labels with the best of a grid chosen with labels, and measures the warning sign, on one data set. */
final class TuneRun {
    private static final List<Integer> NEIGHBORS = List.of(3, 5, 10);
    private static final List<Double> ALPHAS = List.of(0.5, 5.0, 50.0, 500.0);

    private TuneRun() {}

    /**
     * Arguments: {@code grid} or {@code sign}, file, labels, clusters, repeats.
     *
     * <p>{@code grid} prints the best NMI of the grid, that of the choice, those of two fixed settings, and the choice. {@code sign} prints the
     * gap to the null model on the data and on copies with independently shuffled features.
     */
    public static void main(String[] args) throws Exception {
        int clusters = Integer.parseInt(args[3]);
        int repeats = Integer.parseInt(args[4]);
        try (Dataset read = Datasets.read(Path.of(args[1]), ReadOptions.plain().withLabels(args[2]))) {
            PreparedData data =
                    Preparation.none().withNormalize(Normalization.MAX).apply(read);
            System.out.println(args[0].equals("grid") ? grid(data, clusters, repeats) : sign(data, clusters, repeats));
        }
    }

    /** The method whose starts are drawn: the study is about its procedure. */
    private static Spec base(int clusters) {
        return Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF_L20, clusters)
                .withKeep(clusters)
                .withBaselines(false);
    }

    private static TuningResult tuned(PreparedData data, int clusters) {
        TuneSpec asked = TuneSpec.of(clusters);
        asked = asked.withBase(base(clusters));
        return Tuner.create(data, Optional.empty(), asked)
                .run(List.of(), TuningListener.none(), FitContext.none())
                .orElseThrow();
    }

    private static String grid(PreparedData data, int clusters, int repeats) {
        TuningResult tuning = tuned(data, clusters);
        double chosen;
        try (Fit fit = tuning.fit(data, FitContext.none())) {
            chosen = fit.scores().orElseThrow().nmi().get();
        }
        Matrix X = data.data().X();
        List<String> truth = data.data().labels().orElseThrow();
        Spec base = base(clusters);
        KnnGraphCache around = KnnGraphCache.create(data, base, 10, FitContext.none());
        double best = 0;
        String where = "";
        double paperLike = Double.NaN;
        double few = Double.NaN;
        for (int neighbors : NEIGHBORS) {
            GraphSource graph = around.graph(neighbors);
            for (int keep :
                    tuning.path().stream().map(TuningResult.KeepScore::keep).toList()) {
                Spec spec = base.withKeep(keep).withGraph(base.graph().withNeighbors(neighbors));
                boolean all = keep == X.rows();
                RowSet rows = all
                        ? RowSet.all(X.rows())
                        : Grapnel.select(data, Optional.of(graph), spec, FitContext.none())
                                .selection()
                                .kept();
                for (double alpha : ALPHAS) {
                    double nmi = 0;
                    for (int seed = 0; seed < repeats; seed++) {
                        Spec kept = all ? spec.withModel(Model.GNMF).withSelect(FeatureSelection.model()) : spec;
                        Spec one = kept.withSeed(seed).withAlpha(alpha).withLambdaFor(graph.graph());
                        try (Solution found = all
                                ? Grapnel.solve(X, Optional.of(graph.graph()), one, FitContext.none())
                                : Grapnel.solve(X, rows, Optional.of(graph.graph()), one, FitContext.none())) {
                            nmi += Scores.compute(truth, Grapnel.cluster(found, one))
                                            .nmi()
                                            .get()
                                    / repeats;
                        }
                    }
                    if (nmi > best) {
                        best = nmi;
                        where = neighbors + ", " + alpha + ", " + keep;
                    }
                    boolean tenth = keep
                            == tuning.path()
                                    .get(Math.min(3, tuning.path().size() - 1))
                                    .keep();
                    if (alpha == 50 && tenth && neighbors == 5) paperLike = nmi;
                    if (alpha == 50 && tenth && neighbors == 3) few = nmi;
                }
            }
        }
        return String.format(
                Locale.ROOT,
                "%.1f\t%s\t%.1f\t%d, %s, %d\t%.1f\t%.1f\t%d",
                100 * best,
                where,
                100 * chosen,
                tuning.chosen().neighbors().orElseThrow(),
                tuning.chosen().alpha(),
                tuning.chosen().keep(),
                100 * paperLike,
                100 * few,
                tuning.fits().size() + 1);
    }

    private static String sign(PreparedData data, int clusters, int repeats) {
        List<String> cells = new ArrayList<>();
        cells.add(gap(tuned(data, clusters)));
        for (int s = 1; s <= repeats; s++)
            try (PreparedData shuffled =
                    Preparation.none().apply(Dataset.of(shuffled(data.data().X(), s)))) {
                cells.add(gap(tuned(shuffled, clusters)));
            }
        return String.join("\t", cells);
    }

    private static String gap(TuningResult tuning) {
        GroupEvidence trust = tuning.evidence().orElseThrow();
        return String.format(Locale.ROOT, "%.2f%s", trust.gap(), trust.isTrustworthy() ? "" : "!");
    }

    /** Shuffles the values of each feature independently. */
    private static Matrix shuffled(Matrix X, long seed) {
        DenseMatrix shuffled = DenseMatrix.zeros(X.rows(), X.cols());
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            double[] values = row.clone();
            Integer[] order = new Integer[row.length];
            Arrays.setAll(order, j -> j);
            int feature = i;
            Arrays.sort(
                    order,
                    (a, b) -> Long.compare(CounterRandom.bits(seed, feature, a), CounterRandom.bits(seed, feature, b)));
            for (int j = 0; j < row.length; j++) row[j] = values[order[j]];
            shuffled.setRow(i, row);
        }
        return shuffled;
    }
}
