package org.grapnel.spark.graph;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.grapnel.graph.BlockSearch;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import scala.Tuple2;

/**
 * Compares a few samples with all: the true neighbours of probes, the recall of a search, and lists that a search left
 * too short.
 *
 * <p>A scan compares every sample with at most {@value #PROBES} others. The driver holds at most 32 MB of samples.
 */
final class SampleScan {
    /** Number of probes. Those at even places plan a search, the others measure its recall. */
    static final int PROBES = 800;

    private static final long DRIVER_BYTES = 32L << 20;

    private final Panels X;
    private final NeighborSearchConfig config;
    private final JavaRDD<RankedPoints> points;
    private final int distinct;
    private final JavaSparkContext context;

    SampleScan(Panels X, JavaRDD<DuplicateSamples> duplicates, int[] rank, NeighborSearchConfig config) {
        this.X = X;
        this.config = config;
        distinct = rank[rank.length - 1];
        points = RankedPoints.create(X, duplicates, rank, config.k() + 1);
        context = JavaSparkContext.fromSparkContext(X.rdd().context());
    }

    /** Returns the distinct samples of each panel. */
    JavaRDD<RankedPoints> points() {
        return points;
    }

    /** Returns the number of distinct samples. */
    int distinct() {
        return distinct;
    }

    JavaSparkContext context() {
        return context;
    }

    /** Returns the number of samples that the driver may hold. */
    int maxDriverSamples() {
        double bytes = 12.0 * Math.max(1, X.nonZeros()) / X.samples();
        return (int) Math.max(1, Math.min(distinct, DRIVER_BYTES / bytes));
    }

    /** Draws distinct samples at random and collects them. The partitions do not matter. */
    SearchPoints draw(int count, long seed) {
        TreeSet<Integer> drawn = new TreeSet<>();
        for (long draw = 0; drawn.size() < count; draw++)
            drawn.add((int) (CounterRandom.uniform(seed, draw, 0) * distinct));
        int[] ranks = drawn.stream().mapToInt(Integer::intValue).toArray();
        return SearchPoints.mergeByNumber(
                points.map(part -> part.selectRanks(ranks)).collect());
    }

    /** Collects the samples with these ascending numbers. */
    SearchPoints collect(int[] numbers) {
        return SearchPoints.mergeByNumber(
                points.map(part -> part.points().selectNumbers(numbers)).collect());
    }

    /** Draws probes and finds their true neighbours. */
    NearestLists probe(long seed) {
        return scan(draw(Math.min(PROBES, maxDriverSamples()), seed));
    }

    /** Finds the true neighbours of a few samples by comparing them with all. */
    private NearestLists scan(SearchPoints few) {
        Broadcast<SearchPoints> sent = context.broadcast(few);
        NeighborSearchConfig task = config;
        NearestLists all = points.filter(part -> part.points().count() > 0)
                .mapToPair(part -> new Tuple2<>(0, scan(sent.value(), part.points(), task)))
                .reduceByKey((a, b) -> a.mergeDisjoint(b, task.k() + 1), 1)
                .values()
                .collect()
                .get(0);
        sent.destroy();
        return all.withoutSelf(task.k());
    }

    private static NearestLists scan(SearchPoints few, SearchPoints part, NeighborSearchConfig config) {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix A = few.panel().matrix();
                Matrix B = part.panel().matrix();
                Matrix both = HorizontalConcat.concat(List.of(A, B))) {
            // one more, because a sample finds itself
            BlockSearch.NeighborLists lists = BlockSearch.nearestAcross(
                    context, both, few.count(), config.k() + 1, config.metric(), config.unit());
            NearestLists of =
                    NearestLists.create(context, both, few.identities(part), lists, 0, few.count(), config.dots());
            return config.dots() ? of.withSelf(context, both) : of;
        }
    }

    /**
     * Returns the share of the true neighbours that the lists contain. It is measured on every second probe. A sample as
     * near as the k-th neighbour counts as a true neighbour.
     */
    static double recall(JavaRDD<NearestLists> lists, NearestLists truth) {
        int[] numbers = truth.number();
        long all = 0;
        long found = 0;
        Map<Integer, NearestLists> listed = new TreeMap<>();
        for (NearestLists part : lists.map(part -> part.create(numbers)).collect())
            for (int i = 0; i < part.number().length; i++) listed.put(part.number()[i], part.range(i, i + 1));
        for (int i = 1; i < numbers.length; i += 2) {
            NearestLists probe = truth.range(i, i + 1);
            NearestLists own = listed.get(numbers[i]);
            double farthest = probe.square()[probe.square().length - 1];
            int firsts = probe.countDistinct(0, Double.POSITIVE_INFINITY);
            all += firsts;
            if (own != null) found += Math.min(firsts, own.countDistinct(0, farthest));
        }
        return all == 0 ? 1 : (double) found / all;
    }

    /** Compares the few samples whose lists hold fewer than k others with all samples. */
    JavaRDD<NearestLists> completeShortLists(JavaRDD<NearestLists> lists) {
        int enough = Math.min(config.k(), distinct - 1);
        List<Integer> shorts = lists.map(part -> part.findShort(enough).length).collect();
        if (shorts.stream().mapToInt(Integer::intValue).sum() == 0) return lists;
        JavaRDD<NearestLists> whole = lists.map(part -> part.withoutShort(enough));
        int most = Math.min(maxDriverSamples(), PROBES);
        for (int index = 0; index < shorts.size(); index++) {
            if (shorts.get(index) == 0) continue;
            int[] numbers = lists.map(part -> part.findShort(enough))
                    .collectPartitions(new int[] {index})[0]
                    .get(0);
            for (int from = 0; from < numbers.length; from += most) {
                int[] batch = Arrays.copyOfRange(numbers, from, Math.min(numbers.length, from + most));
                whole = whole.union(context.parallelize(List.of(scan(collect(batch))), 1));
            }
        }
        return whole;
    }
}
