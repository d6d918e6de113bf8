package org.grapnel.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.Louvain;
import org.grapnel.cluster.LouvainOptions;
import org.grapnel.graph.Graph;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * A range for the number of groups, estimated from the graph without labels. It is a suggestion: data alone do not
 * determine how many groups there are.
 *
 * <p>{@code high} is the number of communities of the graph ({@link Louvain}, the best of {@value #STARTS} starts by
 * modularity). That is too many where groups are few and large, because modularity tends to split large groups.
 * Therefore the community with the largest share of outgoing edge weight is merged into the one it is tied to most,
 * until each group keeps 99 % of its edge weight ({@code low}) or 97 % ({@code suggested}; 90 % if 97 % leaves one
 * group). If not even two groups keep 80 %, there is no evidence of groups and the suggestion is 1. Groups of one
 * sample are not counted.
 *
 * <p>The thresholds were chosen on graphs of {@value #NEIGHBORS} neighbours with Gaussian weights; {@code bench/groups}
 * measures how often the range contains the true number. The estimate is too low where groups have hardly more samples
 * than a sample has neighbours. It is too high for points in two or three dimensions, whose graph is cheap to cut
 * anywhere.
 *
 * @param suggested between low and high; 1 without evidence
 * @param low at least 2, or 1 without evidence
 * @param high at least low
 * @param reasons the counts the range was derived from
 */
public record GroupCount(int suggested, int low, int high, List<GroupCountReason> reasons) {
    /** Neighbours per sample of the graph to pass to {@link #estimate}. */
    public static final int NEIGHBORS = 5;

    private static final int STARTS = 5;
    private static final double LOW_LEAK = 0.01;
    private static final double SUGGESTED_LEAK = 0.03;
    private static final double FALLBACK_LEAK = 0.1;
    private static final double EVIDENCE_LEAK = 0.2;

    /**
     * A count that supports the estimate.
     *
     * @param what what was counted, for example {@code communities of the graph}
     */
    public record GroupCountReason(String what, int count) {}

    public GroupCount {
        Preconditions.require(
                1 <= low && low <= suggested && suggested <= high,
                "1 <= low <= suggested <= high must hold, got %d, %d, %d",
                low,
                suggested,
                high);
        reasons = List.copyOf(reasons);
    }

    /**
     * Estimates the range from a graph of {@value #NEIGHBORS} neighbours, or as many as there are. The result does not
     * depend on the number of threads.
     */
    public static GroupCount estimate(ExecutionContext context, Graph graph, long seed) {
        Preconditions.require(graph.size() >= 1, "groups need at least 1 sample, got %d", graph.size());
        Clustering found = findCommunities(context, graph, seed);
        int communities = 0;
        for (int size : found.sizes()) if (size > 1) communities++;
        CommunityMerger merger = CommunityMerger.merge(graph, found, 2);
        List<GroupCountReason> reasons = new ArrayList<>();
        reasons.add(new GroupCountReason("communities of the graph", communities));
        for (double leak : new double[] {EVIDENCE_LEAK, FALLBACK_LEAK, SUGGESTED_LEAK, LOW_LEAK})
            reasons.add(new GroupCountReason(
                    String.format(Locale.ROOT, "groups that keep %.0f %% of their edge weight", 100 * (1 - leak)),
                    merger.groups(leak)));
        if (communities < 2 || merger.groups(EVIDENCE_LEAK) < 2)
            return new GroupCount(1, 1, Math.max(1, communities), reasons);
        int low = clamp(2, merger.groups(LOW_LEAK), communities);
        int clear = merger.groups(SUGGESTED_LEAK);
        return new GroupCount(
                clamp(low, clear > 1 ? clear : merger.groups(FALLBACK_LEAK), communities), low, communities, reasons);
    }

    /** Returns the best of {@value #STARTS} local optima; ties go to the first. */
    private static Clustering findCommunities(ExecutionContext context, Graph graph, long seed) {
        Clustering[] found = new Clustering[STARTS];
        double[] quality = new double[STARTS];
        context.run(STARTS, (start, scratch) -> {
            found[start] = Louvain.cluster(graph, LouvainOptions.standard().withSeed(CounterRandom.split(seed, start)));
            quality[start] = Modularity.compute(graph, found[start]).value().orElse(0);
        });
        int best = 0;
        for (int start = 1; start < STARTS; start++) if (quality[start] > quality[best]) best = start;
        return found[best];
    }

    private static int clamp(int low, int count, int high) {
        return Math.max(low, Math.min(count, high));
    }

    /** Whether the graph shows groups at all. */
    public boolean hasEvidence() {
        return low > 1;
    }

    /** The estimate in sentences for people. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (hasEvidence())
            sentences.add(
                    low == high
                            ? String.format(Locale.ROOT, "the graph suggests %d groups", low)
                            : String.format(
                                    Locale.ROOT,
                                    "the graph suggests %d to %d groups, most likely %d",
                                    low,
                                    high,
                                    suggested));
        else sentences.add("no evidence of groups: no part of the graph is clearly separate");
        StringBuilder counted = new StringBuilder("counted: ");
        for (GroupCountReason reason : reasons)
            counted.append(counted.length() > 9 ? ", " : "")
                    .append(reason.count)
                    .append(' ')
                    .append(reason.what);
        sentences.add(counted.toString());
        sentences.add("this is only a suggestion from the graph; decide with --clusters");
        return List.copyOf(sentences);
    }
}
