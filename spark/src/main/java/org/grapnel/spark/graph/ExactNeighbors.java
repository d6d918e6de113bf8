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
 * All pairs of samples, a pair of blocks in every task: B blocks make B(B + 1)/2 tasks, and each serves both sides. A task holds two
 * blocks, twice in double and once in single precision, so about 160 MB; every block is read by B tasks, from wherever it is kept.
 */
final class ExactNeighbors {
    private static final long BLOCK_BYTES = 32L << 20;
    private static final int MOST_SAMPLES = 4096;

    private ExactNeighbors() {}

    /** How many samples a block may hold. */
    static int blockSize(Panels X) {
        double bytes = 8.0 * Math.max(1, X.nonZeros()) / Math.max(1, X.samples());
        return (int) Math.max(1, Math.min(MOST_SAMPLES, BLOCK_BYTES / bytes));
    }

    /**
     * The nearest of all distinct samples, in some partitions; and the blocks, which have been persisted.
     *
     * @param rank how many distinct samples are in the partitions before each, and at the end in all
     */
    static NeighborSearchResult search(
            Panels X, JavaRDD<DuplicateSamples> duplicates, int[] rank, NeighborSearchConfig how, int blockSize) {
        int distinct = rank[rank.length - 1];
        int blocks = Math.max(1, (distinct + blockSize - 1) / blockSize);
        int k = how.k();
        JavaPairRDD<Integer, SearchPoints> pieces = RankedPoints.create(X, duplicates, rank, k + 1)
                .flatMapToPair(ranked -> splitByBlock(ranked, distinct, blocks).iterator());
        JavaRDD<Tuple2<Integer, SearchPoints>> whole = pieces.partitionBy(new IndexPartitioner(blocks))
                .values()
                .mapPartitionsWithIndex((block, parts) -> mergeBlock(block, parts), true)
                .persist(StorageLevel.MEMORY_AND_DISK());
        JavaPairRDD<Integer, NearestLists> lists = JavaPairRDD.fromJavaRDD(upperPairs(whole, blocks)
                .flatMap(pair -> compare(pair._1(), pair._2(), how).iterator()));
        int tasks = Math.min(blocks, X.partitions());
        return new NeighborSearchResult(
                lists.reduceByKey((a, b) -> a.mergeDisjoint(b, k), tasks).values(),
                List.of(whole),
                OptionalDouble.empty());
    }

    /** Lists, what has to be unpersisted when they are no longer needed, and the recall of an approximate search. */
    record NeighborSearchResult(JavaRDD<NearestLists> lists, List<JavaRDD<?>> persisted, OptionalDouble recall) {}

    /** Pairs of blocks a ≤ b. */
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

    /** Distinct samples, each with the block that it belongs to by its rank among all of them. */
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
            Tuple2<Integer, SearchPoints> one, Tuple2<Integer, SearchPoints> two, NeighborSearchConfig how) {
        SearchPoints a = one._2();
        SearchPoints b = two._2();
        int front = a.count();
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix A = a.panel().matrix()) {
            if (one._1().equals(two._1())) {
                BlockSearch.NeighborLists lists =
                        BlockSearch.nearestWithin(context, A, how.k(), how.metric(), how.unit());
                NearestLists of = NearestLists.create(context, A, a, lists, 0, front, how.dots());
                return List.of(new Tuple2<>(one._1(), how.dots() ? of.withSelf(context, A) : of));
            }
            try (Matrix B = b.panel().matrix();
                    Matrix both = HorizontalConcat.concat(List.of(A, B))) {
                SearchPoints points = a.identities(b);
                BlockSearch.NeighborLists lists =
                        BlockSearch.nearestBetween(context, both, front, how.k(), how.metric(), how.unit());
                return List.of(
                        new Tuple2<>(one._1(), NearestLists.create(context, both, points, lists, 0, front, how.dots())),
                        new Tuple2<>(
                                two._1(),
                                NearestLists.create(context, both, points, lists, front, points.count(), how.dots())));
            }
        }
    }
}
