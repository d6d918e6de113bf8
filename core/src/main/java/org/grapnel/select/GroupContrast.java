package org.grapnel.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * {@code groups}: selects the features that best tell given groups of samples apart. With fᵢ(a, b) = (xᵢₐ − xᵢᵦ)² and
 * d²_S = Σ_{i∈S} fᵢ,
 *
 * <pre>   max over |S| = k of R(S) = corr(d²_S, t),   t = 0 on near pairs, 1 on all pairs   </pre>
 *
 * <p>under the even mixture of all pairs and of near pairs, which lie inside a group ({@link ContrastMoments}). A redundant
 * feature counts for less.
 *
 * <p>Only features that differ between the groups take part: those whose F-test passes at the level
 * {@value #LEVEL}/p, so that noise passes with a probability of {@value #LEVEL} in all. The other features follow by
 * their share of variance between the groups, and constant features come last. A feature that says nothing about the
 * groups is therefore never selected before one that does.
 *
 * <p>The search is forward greedy, 1 + s/{@value #BATCH_GROWTH} features at a time after s features, whatever k is: the
 * selection for a smaller k is a prefix of that for a larger one. There are no random numbers. The cost is O(q·n·k) for q
 * features that take part. Memory is the rows of these features where they fit into 64 MB, and a few rows otherwise.
 *
 * <p>The path has R of the first s features. A score is the slope of the least concave majorant of the path, which never
 * rises with the rank, is positive up to the peak of the path, and adds up to R. Features that do not take part have a
 * score below 0: their share of variance between the groups, minus 1.
 */
public final class GroupContrast {
    private static final double LEVEL = 0.01;
    private static final int BATCH_GROWTH = 50;
    private static final double FLOOR = 1e-9;

    private final ContrastMoments pairs;
    private final FeatureMoments moments;
    private final int keep;
    private final boolean[] open; // passes the test and is not selected
    private final boolean[] selected;
    private final double[] covariance; // with the selected features
    private final List<Integer> order = new ArrayList<>();
    private final List<Double> path = new ArrayList<>();
    private final double floor;
    private double B;
    private double V;

    private GroupContrast(ContrastMoments pairs, int keep) {
        this.pairs = pairs;
        this.moments = pairs.features();
        this.keep = keep;
        int p = moments.features();
        int groupings = moments.groupings.size();
        open = new boolean[p];
        for (int i = 0; i < p; i++) open[i] = moments.varying[i] && moments.chance[i] * groupings * p <= LEVEL;
        selected = new boolean[p];
        covariance = new double[p];
        floor = FLOOR * Arrays.stream(moments.variance).max().orElse(0) + 1e-300;
    }

    /** Selects rows of X for one grouping of its columns. */
    public static Selection select(ExecutionContext context, Matrix X, Clustering groups, int keep) {
        return select(context, X, List.of(groups), keep);
    }

    /**
     * Selects rows of X for several groupings of its columns together, such as groups of different numbers where their
     * number is not known.
     *
     * @param groupings each with at least two groups, one of them of at least two samples
     * @param keep number of features, 1 … p
     */
    public static Selection select(ExecutionContext context, Matrix X, List<Clustering> groupings, int keep) {
        SelectorPreconditions.requireKeep(X, keep);
        Preconditions.require(!groupings.isEmpty(), "select groups needs a grouping");
        for (Clustering grouping : groupings) requireInput(X.rows(), X.cols(), GroupSizes.of(grouping.sizes()), keep);
        return NeighborContrast.inRange(X, scaled -> select(GroupMoments.compute(context, scaled, groupings), keep));
    }

    /** Selects features from the moments of their squared differences, of data in {@link MomentRange}. */
    public static Selection select(ContrastMoments moments, int keep) {
        return new GroupContrast(moments, keep).run();
    }

    /** Requires data, a grouping and a number of features from which {@link #select} can select. */
    public static void requireInput(int features, int samples, GroupSizes groups, int keep) {
        SelectorPreconditions.requireKeep(features, samples, keep);
        Preconditions.require(
                groups.samples() == samples, "the groups have %d samples, the data have %d", groups.samples(), samples);
        Preconditions.require(
                groups.groups() >= 2 && groups.groups() < samples,
                "select groups needs at least 2 groups and more samples than groups, got %d groups of %d samples",
                groups.groups(),
                samples);
    }

    private Selection run() {
        int p = open.length;
        int[] passed = IntStream.range(0, p).filter(i -> open[i]).toArray();
        ContrastMoments.CandidateSet candidates = pairs.candidates(passed);
        while (order.size() < Math.min(keep, passed.length)) {
            double[] value = values(passed);
            addBatch(candidates, TopK.select(value, batchSize()), value);
        }
        int informative = order.size();
        addOthers();
        return new Selection(p, order, scores(informative), path, OptionalInt.of(informative), Optional.empty());
    }

    private int batchSize() {
        return Math.min(1 + order.size() / BATCH_GROWTH, keep - order.size());
    }

    /** Returns by how much each open feature would raise the criterion, up to a monotone function; −∞ for the others. */
    private double[] values(int[] passed) {
        double[] value = new double[open.length];
        Arrays.fill(value, Double.NEGATIVE_INFINITY);
        for (int i : passed) {
            if (!open[i]) continue;
            double contrast = B + moments.contrast[i];
            value[i] = contrast * Math.abs(contrast) / Math.max(floor, V + 2 * covariance[i] + moments.variance[i]);
        }
        return value;
    }

    private void addBatch(ContrastMoments.CandidateSet candidates, int[] batch, double[] priority) {
        ContrastMoments.MemberSet members = candidates.read(batch, priority, keep - order.size());
        for (int j = 0; j < batch.length; j++) {
            int i = batch[j];
            double withBatch = 0;
            for (int l = 0; l < j; l++) withBatch += members.covariance(j, l);
            add(i, covariance[i] + withBatch);
        }
        if (order.size() < keep) members.addCovariances(selected, covariance);
    }

    /**
     * Adds a feature to S.
     *
     * @param covarianceWithS cov(fᵢ, d²_S)
     */
    private void add(int i, double covarianceWithS) {
        B += moments.contrast[i];
        V += moments.variance[i] + 2 * covarianceWithS;
        path.add(B / Math.sqrt(Math.max(V, floor)));
        order.add(i);
        open[i] = false;
        selected[i] = true;
    }

    /** Appends the features that did not pass, by their share of variance between the groups. */
    private void addOthers() {
        if (order.size() == keep) return;
        int[] others = IntStream.range(0, open.length)
                .filter(i -> !selected[i])
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> !moments.varying[i])
                        .thenComparingDouble(i -> -moments.share[i])
                        .thenComparingInt(i -> i))
                .limit(keep - order.size())
                .mapToInt(i -> i)
                .toArray();
        ContrastMoments.CandidateSet candidates = pairs.candidates(others);
        int[] members = order.stream().mapToInt(i -> i).toArray();
        double[] priority = new double[open.length];
        Arrays.fill(priority, Double.NEGATIVE_INFINITY);
        for (int s = 0; s < members.length; s++) priority[members[s]] = -s;
        for (int q = 0; q < others.length; q++) priority[others[q]] = -(double) members.length - q;
        for (int from = 0; from < members.length; from += BATCH_GROWTH) {
            int[] batch = Arrays.copyOfRange(members, from, Math.min(members.length, from + BATCH_GROWTH));
            candidates.read(batch, priority, keep - from).addCovariances(selected, covariance);
        }
        for (int q = 0; q < others.length; ) {
            int[] batch = Arrays.copyOfRange(others, q, Math.min(others.length, q + batchSize()));
            addBatch(candidates, batch, priority);
            q += batch.length;
        }
    }

    /** The slopes of the least concave majorant of the path, then the shares of the features that did not pass. */
    private List<Double> scores(int informative) {
        double[] slope = new double[informative];
        for (int s = 0; s < informative; s++) slope[s] = path.get(s) - (s == 0 ? 0 : path.get(s - 1));
        double[] scores = new double[order.size()];
        double[] level = new double[informative];
        int[] length = new int[informative];
        int pools = 0;
        for (double value : slope) {
            level[pools] = value;
            length[pools++] = 1;
            for (; pools > 1 && level[pools - 1] > level[pools - 2]; pools--) {
                int sum = length[pools - 1] + length[pools - 2];
                level[pools - 2] = (level[pools - 1] * length[pools - 1] + level[pools - 2] * length[pools - 2]) / sum;
                length[pools - 2] = sum;
            }
        }
        for (int pool = 0, s = 0; pool < pools; pool++)
            for (int l = 0; l < length[pool]; l++) scores[s++] = level[pool];
        double least = Double.POSITIVE_INFINITY;
        for (int s = 0; s < scores.length; s++) {
            if (s >= informative) scores[s] = moments.share[order.get(s)] - 1;
            least = Math.min(least, scores[s]);
            scores[s] = least;
        }
        return Arrays.stream(scores).boxed().toList();
    }
}
