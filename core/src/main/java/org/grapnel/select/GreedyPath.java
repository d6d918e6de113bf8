package org.grapnel.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.runtime.ExecutionContext;

/**
 * Forward greedy maximisation of R(S) = B/√V with B = Σ_S bᵢ, V = var(d²_S). The next features are those with the
 * largest (B + bᵢ)|B + bᵢ| / (V + 2cᵢ + varᵢ), cᵢ = cov(fᵢ, d²_S); ties go to the lower index. For large k, several
 * features are added at a time.
 *
 * <p>cᵢ is recomputed only where {@link CovarianceBounds} cannot exclude feature i, so the result equals that of
 * recomputing all. cᵢ is always the sum over all of S in one order, whenever it was computed; equal features therefore
 * stay equal.
 */
final class GreedyPath {
    /** Lower limit of the number of batches. */
    private static final int BATCHES = 60;

    /** Lower limit of the candidates computed before the threshold is known. */
    private static final int PROBES = 64;

    /** Tolerance for rounding errors in the bounds. */
    private static final double SLACK = 1e-9;

    private final ExecutionContext context;
    private final PairMoments moments;
    private final double[] b;
    private final int keep;
    private final double floor;
    private final boolean[] open; // may be added now
    private final boolean[] later; // may be added when no open feature is left
    private final double[] c;
    private final double[] dots;
    private final int[] knownBatches; // batches included in c
    private final double[] value;
    private final int[] order;
    private final double[] scores;
    private final double[] path;
    private final SubsetDistance subset;
    private final CovarianceBounds bounds;
    private final int batchSize;
    private int count;
    private double B;
    private double V;

    private GreedyPath(
            ExecutionContext context,
            PairMoments moments,
            double[] b,
            boolean[] varying,
            boolean[] preferred,
            int keep) {
        int p = b.length;
        this.context = context;
        this.moments = moments;
        this.b = b;
        this.keep = keep;
        floor = 1e-9 * Arrays.stream(moments.variance).max().orElse(0) + 1e-300;
        later = varying.clone();
        open = new boolean[p];
        for (int i = 0; i < p; i++) open[i] = varying[i] && preferred[i];
        for (int i = 0; i < p; i++) later[i] &= !preferred[i];
        c = new double[p];
        dots = new double[p];
        knownBatches = new int[p];
        value = new double[p];
        order = new int[keep];
        scores = new double[keep];
        path = new double[keep];
        subset = new SubsetDistance(moments.edges);
        batchSize = Math.max(1, keep / BATCHES);
        bounds = new CovarianceBounds(moments, keep / batchSize + 2);
    }

    /**
     * Selects the features.
     *
     * @param b cov(fᵢ, t)/sd(t) of every feature with the target
     * @param varying candidate features; the others come last, by index
     * @param preferred candidates to use up before the other candidates
     */
    static Selection select(
            ExecutionContext context,
            PairMoments moments,
            double[] b,
            boolean[] varying,
            boolean[] preferred,
            int keep) {
        GreedyPath path = new GreedyPath(context, moments, b, varying, preferred, keep);
        path.run();
        return new Selection(b.length, boxed(path.order), boxed(path.scores), boxed(path.path));
    }

    private void run() {
        while (count < keep) {
            int[] batch = bestOpen(Math.min(batchSize, keep - count));
            if (batch.length > 0) addBatch(batch);
            else if (!openLater()) break;
        }
        if (count < keep) appendConstant();
    }

    /** Opens the features that had to wait; false if there are none. */
    private boolean openLater() {
        boolean any = false;
        for (int i = 0; i < later.length; i++) {
            any |= later[i];
            open[i] |= later[i];
            later[i] = false;
        }
        return any;
    }

    /** Returns the best open features, at most {@code limit}. */
    private int[] bestOpen(int limit) {
        int batches = bounds.batches();
        if (batches == 0) {
            for (int i = 0; i < b.length; i++) value[i] = open[i] ? value(i, c[i]) : Double.NEGATIVE_INFINITY;
            return TopK.select(value, limit);
        }
        double[] estimates = new double[b.length];
        for (int i = 0; i < b.length; i++)
            estimates[i] = open[i] ? value(i, bounds.estimate(c[i], knownBatches[i])) : Double.NEGATIVE_INFINITY;
        Arrays.fill(value, Double.NEGATIVE_INFINITY);
        update(TopK.select(estimates, Math.max(PROBES, 2 * limit)));
        int[] leading = TopK.select(value, limit);
        double threshold = leading.length < limit ? Double.NEGATIVE_INFINITY : value[leading[limit - 1]];
        int[] candidates = new int[b.length];
        int found = 0;
        for (int i = 0; i < b.length; i++)
            if (open[i] && knownBatches[i] < batches && mayReach(i, threshold)) candidates[found++] = i;
        update(Arrays.copyOf(candidates, found));
        return TopK.select(value, limit);
    }

    private boolean mayReach(int i, double threshold) {
        double bestValue = B + b[i] < 0 ? 0 : value(i, bounds.lowerBound(i, c[i], knownBatches[i]));
        return bestValue >= threshold - SLACK * Math.abs(threshold);
    }

    private double value(int i, double covariance) {
        double contrast = B + b[i];
        return contrast * Math.abs(contrast) / Math.max(floor, V + 2 * covariance + moments.variance[i]);
    }

    /** Recomputes c and the value of these features, grouped by the batches they lack. */
    private void update(int[] features) {
        int batches = bounds.batches();
        int[] start = new int[batches + 2];
        for (int i : features) start[knownBatches[i] + 1]++;
        for (int t = 0; t <= batches; t++) start[t + 1] += start[t];
        int[] sorted = new int[features.length];
        int[] first = new int[b.length];
        for (int i : features) {
            sorted[start[knownBatches[i]]++] = i;
            first[i] = bounds.members(knownBatches[i]);
        }
        moments.covariances(context, sorted, subset, first, dots, c);
        for (int i : features) {
            knownBatches[i] = batches;
            value[i] = value(i, c[i]);
        }
    }

    private void addBatch(int[] batch) {
        int before = count;
        SubsetDistance added = new SubsetDistance(moments.edges);
        double[] x = new double[moments.features.n];
        double covarianceWithOld = 0; // covariance of the batch with the earlier members
        double ownDots = 0;
        double var = 0;
        double contrastOfBatch = 0;
        for (int i : batch) {
            scores[count] = (B + b[i]) / Math.sqrt(Math.max(floor, V + 2 * c[i] + moments.variance[i]));
            ownDots += 2 * moments.features.dots(i, before) + moments.squares[i] * moments.squares[i];
            moments.features.row(i, x);
            added.add(x, moments.squares[i], moments.mean[i]);
            moments.features.addMember(i);
            covarianceWithOld += c[i];
            contrastOfBatch += b[i];
            var = moments.variance(added, ownDots);
            path[count] = (B + contrastOfBatch) / Math.sqrt(Math.max(floor, V + 2 * covarianceWithOld + var));
            open[i] = false;
            order[count++] = i;
        }
        double[] withBatch = covariancesWithBatch(added, before);
        B += contrastOfBatch;
        V += 2 * covarianceWithOld + var;
        subset.add(added);
        bounds.addBatch(count, V, subset, withBatch);
    }

    /** The covariance of every earlier batch with the new one. */
    private double[] covariancesWithBatch(SubsetDistance added, int before) {
        int[] earlier = Arrays.copyOf(order, before);
        int[] first = new int[b.length];
        Arrays.fill(first, before);
        double[] covariances = new double[b.length];
        moments.covariances(context, earlier, added, first, new double[b.length], covariances);
        double[] sums = new double[bounds.batches()];
        for (int t = 0; t < sums.length; t++)
            for (int s = bounds.members(t); s < bounds.members(t + 1); s++) sums[t] += covariances[order[s]];
        return sums;
    }

    /** Appends constant features, which leave every distance and R unchanged. */
    private void appendConstant() {
        boolean[] kept = new boolean[b.length];
        for (int s = 0; s < count; s++) kept[order[s]] = true;
        double R = count == 0 ? 0 : path[count - 1];
        for (int i = 0; i < b.length && count < keep; i++) {
            if (kept[i]) continue;
            scores[count] = R;
            path[count] = R;
            order[count++] = i;
        }
    }

    private static List<Double> boxed(double[] values) {
        List<Double> list = new ArrayList<>(values.length);
        for (double v : values) list.add(v);
        return list;
    }

    private static List<Integer> boxed(int[] values) {
        List<Integer> list = new ArrayList<>(values.length);
        for (int v : values) list.add(v);
        return list;
    }
}
