package org.grapnel.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.Completion;
import org.grapnel.data.DataException;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.HiddenEntries;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.StopReason;

/**
 * 1 − ‖X − WH‖/‖X‖ over hidden entries of all features, for several hidings. H is that of a fit to the entries that are left; every row w ≥ 0 of W
 * minimises Σ(xⱼ − w·hⱼ)² over the entries of its feature that are left, also where the fit does not keep the feature. So few features score well if
 * the others follow from them.
 *
 * <p>All candidates have the same entries hidden, and the data of a hiding are completed once. Computing is safe on several threads.
 */
final class HiddenEntriesScore implements AutoCloseable {
    static final int HIDINGS = 5;

    /** The share of entries to hide, and how many at most: their list must fit in memory, and more do not tell more. */
    static final double SHARE = 0.1;

    private static final double MOST_HIDDEN = 1e7;

    private final PreparedData data;
    private final List<HiddenEntries> hidings;
    private final List<PreparedData> seen;

    private HiddenEntriesScore(PreparedData data, List<HiddenEntries> hidings, List<PreparedData> seen) {
        this.data = data;
        this.hidings = hidings;
        this.seen = seen;
    }

    /** Hides entries and completes the data without them. */
    static HiddenEntriesScore create(PreparedData data, long seed, int threads, FitContext context) {
        Matrix X = data.data().X();
        double share = Math.min(SHARE, MOST_HIDDEN / ((double) X.rows() * X.cols()));
        List<HiddenEntries> hidings = new ArrayList<>();
        List<PreparedData> seen = new ArrayList<>();
        HiddenEntriesScore score = new HiddenEntriesScore(data, hidings, seen);
        try (ExecutionContext execution = ExecutionContext.create(threads)) {
            for (int t = 0; t < HIDINGS && !context.isCancelled(); t++) {
                context.listener().onPhase("hiding entries, " + (t + 1) + " of " + HIDINGS);
                HiddenEntries hidden = new HiddenEntries(CounterRandom.split(seed, t), share);
                seen.add(hide(execution, data, hidden, seed));
                hidings.add(hidden);
            }
        } catch (RuntimeException | Error e) {
            score.close();
            throw e;
        }
        return score;
    }

    /** Returns the data without the hidden entries, completed where a whole matrix is needed. */
    private static PreparedData hide(ExecutionContext execution, PreparedData data, HiddenEntries hidden, long seed) {
        Matrix X = data.data().X();
        EntryWeights weights = hidden.hideIn(X.rows(), X.cols(), data.weights());
        try (Matrix gaps = weights.hideIn(X instanceof DenseMatrix dense ? dense.copy() : X)) {
            return DatasetSubset.of(Completion.compute(execution, gaps, seed).X(), Optional.of(weights));
        }
    }

    /** Computes the score of each hiding; empty if a fit was cancelled. */
    List<Double> compute(Spec spec, Optional<GraphSource> graph, FitContext context) {
        List<Double> scores = new ArrayList<>();
        for (int t = 0; t < hidings.size(); t++) {
            Optional<Double> score = compute(t, spec, graph, context);
            if (score.isEmpty()) return List.of();
            scores.add(score.get());
        }
        return scores;
    }

    private Optional<Double> compute(int t, Spec spec, Optional<GraphSource> graph, FitContext context) {
        PreparedData left = seen.get(t);
        try (Fit fit = new FitPipeline(left, spec.withBaselines(false), context)
                        .withoutTrust()
                        .fit(graph);
                ExecutionContext execution = ExecutionContext.create(spec.threads());
                DenseMatrix W = fitW(execution, left.data().X(), left.weights().orElseThrow(), fit.Ht())) {
            if (fit.solution().stop() instanceof StopReason.Interrupted) return Optional.empty();
            double error = hidings.get(t).error(execution, data.data().X(), data.weights(), W, fit.Ht());
            if (Double.isNaN(error))
                throw new DataException(
                        "%s: too few entries are not zero to hide some of them; choose another criterion than held-out-entries",
                        data.data().source().path());
            return Optional.of(1 - Math.sqrt(error));
        }
    }

    /** Returns W ≥ 0 with the rows that minimise Σⱼ cᵢⱼ(xᵢⱼ − wᵢ·hⱼ)²; each feature has a Gram matrix of its own. */
    static DenseMatrix fitW(ExecutionContext context, Matrix X, EntryWeights weights, DenseMatrix Ht) {
        int n = X.cols();
        int r = Ht.cols();
        double[] h = new double[Math.multiplyExact(n, r)];
        Ht.rows(0, n, h);
        double[] full = new double[r * r];
        for (int j = 0; j < n; j++) addOuter(1, h, j, r, full);
        DenseMatrix W = DenseMatrix.zeros(X.rows(), r);
        int blocks = Math.min(X.rows(), ExecutionContext.blockCount((double) X.rows() * n * r));
        context.run(blocks, (block, scratch) -> {
            double[] x = new double[n];
            double[] deficit = new double[n];
            double[] gram = new double[r * r];
            double[] b = new double[r];
            double[] w = new double[r];
            try (DenseMatrix G = DenseMatrix.zeros(r, r)) {
                int end = ExecutionContext.blockStart(X.rows(), block + 1, blocks);
                for (int i = ExecutionContext.blockStart(X.rows(), block, blocks); i < end; i++) {
                    X.row(i, x);
                    weights.deficits().row(i, deficit);
                    normalEquations(x, deficit, h, full, gram, b);
                    for (int l = 0; l < r; l++) for (int m = 0; m < r; m++) G.set(l, m, gram[l * r + m]);
                    new NonNegativeLeastSquares(G).solve(0, b, w);
                    W.setRow(i, w);
                }
            }
        });
        return W;
    }

    /** gram ← Σⱼ cⱼhⱼhⱼᵀ, from the sum over all samples where few weights are not 1; b ← Σⱼ cⱼxⱼhⱼ. */
    private static void normalEquations(
            double[] x, double[] deficit, double[] h, double[] full, double[] gram, double[] b) {
        int r = b.length;
        int listed = 0;
        for (double d : deficit) if (d != 0) listed++;
        boolean few = 2 * listed < x.length;
        Arrays.fill(b, 0);
        Arrays.fill(gram, 0);
        if (few) System.arraycopy(full, 0, gram, 0, gram.length);
        for (int j = 0; j < x.length; j++) {
            double c = 1 - deficit[j];
            if (few ? deficit[j] != 0 : c != 0) addOuter(few ? -deficit[j] : c, h, j, r, gram);
            if (c != 0) for (int l = 0; l < r; l++) b[l] += c * x[j] * h[j * r + l];
        }
    }

    /** sum ← sum + c·hⱼhⱼᵀ. */
    private static void addOuter(double c, double[] h, int j, int r, double[] sum) {
        for (int l = 0; l < r; l++) {
            double left = c * h[j * r + l];
            for (int m = 0; m < r; m++) sum[l * r + m] += left * h[j * r + m];
        }
    }

    @Override
    public void close() {
        seen.forEach(PreparedData::close);
    }
}
