package org.grapnel.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;

/**
 * Compares best-support with accPALM (λ = 100, at most 300 iterations). Both are measured by the invariant objective with α = 1, after their
 * features are fixed and the factors refitted. Prints for each seed both objectives, the seconds of accPALM and the seconds of best-support
 * to accPALM's objective; then the worst and the best, and how well the seeds agree.
 */
final class SupportRun {
    private SupportRun() {}

    /** Arguments: file, rank, keep, seeds, timed runs per seed. */
    public static void main(String[] args) throws Exception {
        int rank = Integer.parseInt(args[1]);
        int keep = Integer.parseInt(args[2]);
        int seeds = Integer.parseInt(args[3]);
        int turns = Integer.parseInt(args[4]);
        try (Dataset read = Datasets.read(Path.of(args[0]), ReadOptions.plain().withLabels("label"))) {
            Matrix X = Preparation.none()
                    .withNormalize(Normalization.MAX)
                    .apply(read)
                    .data()
                    .X();
            Graph graph = Grapnel.graph(X, GraphSpec.standard(), 2).graph();
            Spec acc = Spec.paper(Model.GNMF_L20, rank)
                    .withKeep(keep)
                    .withThreads(2)
                    .withStop(new StopSpec(1e-3, 300, Optional.empty()));
            Spec best = acc.withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT))
                    .withGraphTerm(GraphTerm.INVARIANT)
                    .withAlpha(1)
                    .withStop(StopSpec.standard());
            List<RowSet> accSets = new ArrayList<>();
            List<RowSet> bestSets = new ArrayList<>();
            double[][] F = new double[2][seeds];
            List<Double> ratios = new ArrayList<>();
            for (int seed = 0; seed < seeds; seed++) {
                try (Solution a = Grapnel.solve(X, Optional.of(graph), acc.withSeed(seed), FitContext.none());
                        Solution b = Grapnel.solve(X, Optional.of(graph), best.withSeed(seed), FitContext.none())) {
                    accSets.add(a.support());
                    bestSets.add(b.support());
                    F[0][seed] = refitted(X, graph, best, a);
                    F[1][seed] = refitted(X, graph, best, b);
                    System.out.printf(
                            Locale.ROOT,
                            "seed %d: accpalm F %.6g in %d it, %.3f s; best-support F %.6g (own %.6g) in %d it, %.3f s, %s, residuals %.1e %.1e, swap %.1e%n",
                            seed,
                            F[0][seed],
                            a.trace().iterations(),
                            a.trace().last().seconds(),
                            F[1][seed],
                            b.objective().total(),
                            b.trace().iterations(),
                            b.trace().last().seconds(),
                            b.stop().code(),
                            b.certificate().residualW(),
                            b.certificate().residualH(),
                            b.certificate().swap().orElse(Double.NaN));
                }
            }
            double worst = Arrays.stream(F[1]).max().orElseThrow();
            double bar = Arrays.stream(F[0]).min().orElseThrow();
            System.out.printf(
                    Locale.ROOT,
                    "worst best-support %.8g, best accpalm %.8g: %s; Jaccard %.3f against %.3f%n",
                    worst,
                    bar,
                    worst <= bar ? "not above" : "ABOVE",
                    SelectionStability.compute(bestSets).jaccard().get(),
                    SelectionStability.compute(accSets).jaccard().get());
            double goal = Arrays.stream(F[0]).average().orElseThrow();
            List<Double> theirs = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            for (int turn = 0; turn < turns; turn++) {
                int seed = turn % seeds;
                try (Solution a = Grapnel.solve(X, Optional.of(graph), acc.withSeed(seed), FitContext.none());
                        Solution b = Grapnel.solve(
                                X,
                                Optional.of(graph),
                                best.withSeed(seed).withStop(new StopSpec(0, 200, Optional.empty())),
                                FitContext.none())) {
                    double reached = b.trace().steps().stream()
                            .filter(s -> s.iteration() >= b.trace().feasibleFrom()
                                    && s.objective().total() <= goal)
                            .mapToDouble(Step::seconds)
                            .findFirst()
                            .orElse(Double.POSITIVE_INFINITY);
                    theirs.add(a.trace().last().seconds());
                    ours.add(reached);
                    ratios.add(a.trace().last().seconds() / reached);
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "to accpalm's mean objective: %.4f s against %.4f s, ratio median %.2f%n",
                    median(ours),
                    median(theirs),
                    median(ratios));
        }
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    /** The objective F with these features after at most 150 more iterations from the H of the solution. */
    private static double refitted(Matrix X, Graph graph, Spec best, Solution from) {
        int[] rows = from.support().toArray();
        double dropped = 0;
        double[] squares = X.rowSquares();
        for (int i = 0; i < squares.length; i++) if (!from.support().contains(i)) dropped += squares[i];
        Start start = (context, data, r) -> new Start.StartPoint(
                DenseMatrix.zeros(data.rows(), r), from.Ht().copy());
        Spec all = Spec.paper(Model.GNMF, best.rank())
                .withThreads(2)
                .withSolver(best.solver())
                .withGraphTerm(GraphTerm.INVARIANT)
                .withAlpha(1)
                .withStart(start)
                .withStop(new StopSpec(0, 150, Optional.empty()));
        try (Matrix kept = X.selectRows(rows);
                Solution refit = Grapnel.solve(kept, Optional.of(graph), all, FitContext.none())) {
            return refit.objective().total() + dropped / 2;
        }
    }
}
