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
    private final int[] then; // batches included in c
    private final double[] value;
    private final int[] order;
    private final double[] scores;
    private final double[] path;
    private final SubsetDistance seen;
    private final CovarianceBounds bounds;
    private final int size;
    private int count;
    private double B;
    private double V;

    private GreedyPath(
            ExecutionContext context, PairMoments moments, double[] b, boolean[] live, boolean[] first, int keep) {
        int p = b.length;
        this.context = context;
        this.moments = moments;
        this.b = b;
        this.keep = keep;
        floor = 1e-9 * Arrays.stream(moments.variance).max().orElse(0) + 1e-300;
        later = live.clone();
        open = new boolean[p];
        for (int i = 0; i < p; i++) open[i] = live[i] && first[i];
        for (int i = 0; i < p; i++) later[i] &= !first[i];
        c = new double[p];
        dots = new double[p];
        then = new int[p];
        value = new double[p];
        order = new int[keep];
        scores = new double[keep];
        path = new double[keep];
        seen = new SubsetDistance(moments.edges);
        size = Math.max(1, keep / BATCHES);
        bounds = new CovarianceBounds(moments, keep / size + 2);
    }

    /**
     * Selects the features.
     *
     * @param b cov(fᵢ, t)/sd(t) of every feature with the target
     * @param live candidate features; the others come last, by index
     * @param first candidates to use up before the other candidates
     */
    static Selection select(
            ExecutionContext context, PairMoments moments, double[] b, boolean[] live, boolean[] first, int keep) {
        GreedyPath path = new GreedyPath(context, moments, b, live, first, keep);
        path.run();
        return new Selection(b.length, boxed(path.order), boxed(path.scores), boxed(path.path));
    }

    private void run() {
        while (count < keep) {
            int[] batch = next(Math.min(size, keep - count));
            if (batch.length > 0) enter(batch);
            else if (!admitLater()) break;
        }
        if (count < keep) appendOthers();
    }

    /** Opens the features that had to wait; false if there are none. */
    private boolean admitLater() {
        boolean any = false;
        for (int i = 0; i < later.length; i++) {
            any |= later[i];
            open[i] |= later[i];
            later[i] = false;
        }
        return any;
    }

    /** Returns the best open features, at most {@code most}. */
    private int[] next(int most) {
        int now = bounds.now();
        if (now == 0) {
            for (int i = 0; i < b.length; i++) value[i] = open[i] ? value(i, c[i]) : Double.NEGATIVE_INFINITY;
            return TopK.select(value, most);
        }
        double[] likely = new double[b.length];
        for (int i = 0; i < b.length; i++)
            likely[i] = open[i] ? value(i, bounds.expected(c[i], then[i])) : Double.NEGATIVE_INFINITY;
        Arrays.fill(value, Double.NEGATIVE_INFINITY);
        update(TopK.select(likely, Math.max(PROBES, 2 * most)));
        int[] leading = TopK.select(value, most);
        double bar = leading.length < most ? Double.NEGATIVE_INFINITY : value[leading[most - 1]];
        int[] others = new int[b.length];
        int found = 0;
        for (int i = 0; i < b.length; i++) if (open[i] && then[i] < now && mayReach(i, bar)) others[found++] = i;
        update(Arrays.copyOf(others, found));
        return TopK.select(value, most);
    }

    private boolean mayReach(int i, double bar) {
        double most = B + b[i] < 0 ? 0 : value(i, bounds.least(i, c[i], then[i]));
        return most >= bar - SLACK * Math.abs(bar);
    }

    private double value(int i, double covariance) {
        double with = B + b[i];
        return with * Math.abs(with) / Math.max(floor, V + 2 * covariance + moments.variance[i]);
    }

    /** Recomputes c and the value of these features, grouped by the batches they lack. */
    private void update(int[] which) {
        int now = bounds.now();
        int[] start = new int[now + 2];
        for (int i : which) start[then[i] + 1]++;
        for (int t = 0; t <= now; t++) start[t + 1] += start[t];
        int[] sorted = new int[which.length];
        int[] first = new int[b.length];
        for (int i : which) {
            sorted[start[then[i]]++] = i;
            first[i] = bounds.members(then[i]);
        }
        moments.covariances(context, sorted, seen, first, dots, c);
        for (int i : which) {
            then[i] = now;
            value[i] = value(i, c[i]);
        }
    }

    private void enter(int[] batch) {
        int before = count;
        SubsetDistance added = new SubsetDistance(moments.edges);
        double[] x = new double[moments.features.n];
        double withOld = 0; // covariance of the batch with the earlier members
        double ownDots = 0;
        double var = 0;
        double gained = 0;
        for (int i : batch) {
            scores[count] = (B + b[i]) / Math.sqrt(Math.max(floor, V + 2 * c[i] + moments.variance[i]));
            ownDots += 2 * moments.features.dots(i, before) + moments.squares[i] * moments.squares[i];
            moments.features.row(i, x);
            added.add(x, moments.squares[i], moments.mean[i]);
            moments.features.enter(i);
            withOld += c[i];
            gained += b[i];
            var = moments.variance(added, ownDots);
            path[count] = (B + gained) / Math.sqrt(Math.max(floor, V + 2 * withOld + var));
            open[i] = false;
            order[count++] = i;
        }
        double[] withBatch = withBatch(added, before);
        B += gained;
        V += 2 * withOld + var;
        seen.add(added);
        bounds.enter(count, V, seen, withBatch);
    }

    /** The covariance of every earlier batch with the new one. */
    private double[] withBatch(SubsetDistance added, int before) {
        int[] earlier = Arrays.copyOf(order, before);
        int[] first = new int[b.length];
        Arrays.fill(first, before);
        double[] with = new double[b.length];
        moments.covariances(context, earlier, added, first, new double[b.length], with);
        double[] sums = new double[bounds.now()];
        for (int t = 0; t < sums.length; t++)
            for (int s = bounds.members(t); s < bounds.members(t + 1); s++) sums[t] += with[order[s]];
        return sums;
    }

    /** Appends constant features, which leave every distance and R unchanged. */
    private void appendOthers() {
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
