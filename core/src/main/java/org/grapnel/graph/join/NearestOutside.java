package org.grapnel.graph.join;

import java.util.Arrays;
import java.util.Objects;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nearest sample in another part of a graph, by products of samples that search with all candidates, in
 * blocks of {@value #BLOCK}.
 */
public final class NearestOutside {
    private static final int BLOCK = 64;

    private final ExecutionContext context;
    private final SearchColumns among;
    private final boolean cosine;
    private final RowSet all;

    /** Creates a search among candidates. */
    public NearestOutside(ExecutionContext context, SearchColumns among, Metric metric) {
        this.context = context;
        this.among = among;
        cosine = metric == Metric.COSINE;
        all = RowSet.all(among.matrix().rows());
    }

    /** Returns for each chosen searcher the nearest candidate of another part; null where there is none. */
    public @Nullable NearestPair[] search(SearchColumns searchers, int[] chosen) {
        @Nullable NearestPair[] best = new NearestPair[chosen.length];
        forEachBlock(
                searchers,
                chosen,
                (from, count) -> (q, key) -> {
                    int own = searchers.part(chosen[from + q]);
                    int to = -1;
                    double least = Double.POSITIVE_INFINITY;
                    for (int j = 0; j < among.size(); j++) {
                        if (among.part(j) == own) continue;
                        double value = key.to(j);
                        if (to >= 0 && !(value < least)) continue;
                        least = value;
                        to = j;
                    }
                    if (to >= 0) best[from + q] = pair(searchers, chosen[from + q], to, least);
                },
                (from, count) -> {});
        return best;
    }

    private NearestPair pair(SearchColumns searchers, int from, int to, double key) {
        return new NearestPair(searchers.number(from), among.number(to), searchers.part(from), among.part(to), key);
    }

    /** Returns the shortest pair of every two parts that the chosen searchers find: in row a, column b, with a below b. */
    public @Nullable NearestPair[][] searchEachPart(SearchColumns searchers, int[] chosen, int parts) {
        @Nullable NearestPair[][] best = new NearestPair[parts][parts];
        @Nullable NearestPair[][] ofSearcher = new NearestPair[BLOCK][];
        forEachBlock(
                searchers,
                chosen,
                (from, count) -> (q, key) -> {
                    int i = chosen[from + q];
                    @Nullable NearestPair[] found = new NearestPair[parts];
                    for (int j = 0; j < among.size(); j++) {
                        int other = among.part(j);
                        if (other == searchers.part(i)) continue;
                        double value = key.to(j);
                        NearestPair known = found[other];
                        if (known == null || value < known.key()) found[other] = pair(searchers, i, j, value);
                    }
                    ofSearcher[q] = found;
                },
                (from, count) -> {
                    for (int q = 0; q < count; q++) {
                        int own = searchers.part(chosen[from + q]);
                        @Nullable NearestPair[] found = Objects.requireNonNull(ofSearcher[q]);
                        for (int other = 0; other < parts; other++) {
                            int low = Math.min(own, other);
                            int high = Math.max(own, other);
                            best[low][high] = NearestPair.nearer(best[low][high], found[other]);
                        }
                    }
                });
        return best;
    }

    private interface Key {
        double to(int j);
    }

    private interface SearcherTask {
        void run(int q, Key key);
    }

    private interface BlockTasks {
        SearcherTask of(int from, int count);
    }

    private interface BlockEnd {
        void after(int from, int count);
    }

    private void forEachBlock(SearchColumns searchers, int[] chosen, BlockTasks tasks, BlockEnd end) {
        int n = among.size();
        for (int first = 0; first < chosen.length; first += BLOCK) {
            int from = first;
            int count = Math.min(BLOCK, chosen.length - from);
            try (DenseMatrix queries = searchers.select(Arrays.copyOfRange(chosen, from, from + count));
                    DenseMatrix dots = DenseMatrix.zeros(n, count)) {
                among.matrix().transposeTimes(context, all, queries, dots);
                SearcherTask task = tasks.of(from, count);
                context.run(count, (q, scratch) -> {
                    double length = searchers.length(chosen[from + q]);
                    task.run(q, j -> key(length, among.length(j), dots.get(j, q)));
                });
            }
            end.after(from, count);
        }
    }

    private double key(double length, double other, double dot) {
        if (cosine) return length == 0 || other == 0 ? 1 : 1 - dot / length / other;
        return length * length + other * other - 2 * dot;
    }
}
