package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.PartitionPruningRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.BlockSearch;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.IndexPartitioner;
import scala.Function1;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Compares all pairs of samples, one pair of blocks per task.
 *
 * <p>B blocks make B(B + 1)/2 tasks, and each serves both blocks. A task holds two blocks, twice in double and once in
 * single precision: about 160 MB. Every block is read by B tasks.
 */
final class ExactNeighbors {
    private static final long BLOCK_BYTES = 32L << 20;
    private static final int MOST_SAMPLES = 4096;

    private ExactNeighbors() {}

    /** Returns the number of samples in a block. */
    static int blockSize(Panels X) {
        double bytes = 8.0 * Math.max(1, X.nonZeros()) / Math.max(1, X.samples());
        return (int) Math.max(1, Math.min(MOST_SAMPLES, BLOCK_BYTES / bytes));
    }

    /**
     * Finds the nearest neighbours of all distinct samples.
     *
     * @param rank number of distinct samples before each partition, followed by the total
     */
    static NeighborSearchResult search(
            Panels X, JavaRDD<DuplicateSamples> duplicates, int[] rank, NeighborSearchConfig config, int blockSize) {
        int distinct = rank[rank.length - 1];
        int blocks = Math.max(1, (distinct + blockSize - 1) / blockSize);
        int k = config.k();
        JavaPairRDD<Integer, SearchPoints> pieces = RankedPoints.create(X, duplicates, rank, k + 1)
                .flatMapToPair(ranked -> splitByBlock(ranked, distinct, blocks).iterator());
        JavaRDD<Tuple2<Integer, SearchPoints>> whole = pieces.partitionBy(new IndexPartitioner(blocks))
                .values()
                .mapPartitionsWithIndex((block, parts) -> mergeBlock(block, parts), true)
                .persist(StorageLevel.MEMORY_AND_DISK());
        JavaPairRDD<Integer, NearestLists> lists = JavaPairRDD.fromJavaRDD(upperPairs(whole, blocks)
                .flatMap(pair -> compare(pair._1(), pair._2(), config).iterator()));
        int tasks = Math.min(blocks, X.partitions());
        return new NeighborSearchResult(
                lists.reduceByKey((a, b) -> a.mergeDisjoint(b, k), tasks).values(),
                List.of(whole),
                OptionalDouble.empty());
    }

    /** Neighbour lists, the RDDs to unpersist afterwards, and the recall of an approximate search. */
    record NeighborSearchResult(JavaRDD<NearestLists> lists, List<JavaRDD<?>> persisted, OptionalDouble recall) {}

    /** Returns the pairs of blocks a ≤ b. */
    private static JavaRDD<Tuple2<Tuple2<Integer, SearchPoints>, Tuple2<Integer, SearchPoints>>> upperPairs(
            JavaRDD<Tuple2<Integer, SearchPoints>> whole, int blocks) {
        RDD<Tuple2<Tuple2<Integer, SearchPoints>, Tuple2<Integer, SearchPoints>>> all =
                whole.cartesian(whole).rdd();
        Function1<Object, Object> isUpper = (Function1<Object, Object> & Serializable)
                index -> (Integer) index / blocks <= (Integer) index % blocks;
        ClassTag<Tuple2<Tuple2<Integer, SearchPoints>, Tuple2<Integer, SearchPoints>>> tag =
                ClassTag$.MODULE$.apply(Tuple2.class);
        return JavaRDD.fromRDD(PartitionPruningRDD.create(all, isUpper), tag);
    }

    /** Splits distinct samples by block, which follows from their rank. */
    private static List<Tuple2<Integer, SearchPoints>> splitByBlock(RankedPoints ranked, int distinct, int blocks) {
        List<Tuple2<Integer, SearchPoints>> pieces = new ArrayList<>();
        int at = ranked.rank();
        int count = ranked.points().count();
        for (int from = 0, end; from < count; from = end) {
            int block = (int) (((long) at * blocks + blocks - 1) / distinct);
            while (ExecutionContext.blockStart(distinct, block, blocks) > at) block--;
            end = Math.min(count, from + ExecutionContext.blockStart(distinct, block + 1, blocks) - at);
            pieces.add(new Tuple2<>(block, ranked.points().range(from, end)));
            at += end - from;
        }
        return pieces;
    }

    private static Iterator<Tuple2<Integer, SearchPoints>> mergeBlock(int block, Iterator<SearchPoints> parts) {
        List<SearchPoints> all = new ArrayList<>();
        parts.forEachRemaining(all::add);
        return all.isEmpty()
                ? List.<Tuple2<Integer, SearchPoints>>of().iterator()
                : List.of(new Tuple2<>(block, SearchPoints.mergeByNumber(all))).iterator();
    }

    private static List<Tuple2<Integer, NearestLists>> compare(
            Tuple2<Integer, SearchPoints> one, Tuple2<Integer, SearchPoints> two, NeighborSearchConfig config) {
        SearchPoints a = one._2();
        SearchPoints b = two._2();
        int front = a.count();
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix A = a.panel().matrix()) {
            if (one._1().equals(two._1())) {
                BlockSearch.NeighborLists lists =
                        BlockSearch.nearestWithin(context, A, config.k(), config.metric(), config.unit());
                NearestLists of = NearestLists.create(context, A, a, lists, 0, front, config.dots());
                return List.of(new Tuple2<>(one._1(), config.dots() ? of.withSelf(context, A) : of));
            }
            try (Matrix B = b.panel().matrix();
                    Matrix both = HorizontalConcat.concat(List.of(A, B))) {
                SearchPoints points = a.identities(b);
                BlockSearch.NeighborLists lists =
                        BlockSearch.nearestBetween(context, both, front, config.k(), config.metric(), config.unit());
                return List.of(
                        new Tuple2<>(
                                one._1(), NearestLists.create(context, both, points, lists, 0, front, config.dots())),
                        new Tuple2<>(
                                two._1(),
                                NearestLists.create(
                                        context, both, points, lists, front, points.count(), config.dots())));
            }
        }
    }
}
