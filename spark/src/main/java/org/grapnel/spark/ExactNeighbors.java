package org.grapnel.spark;

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
import org.grapnel.linalg.Beside;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;
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
    static Found of(Panels X, JavaRDD<Duplicates> duplicates, int[] rank, How how, int blockSize) {
        int distinct = rank[rank.length - 1];
        int blocks = Math.max(1, (distinct + blockSize - 1) / blockSize);
        int k = how.k();
        JavaPairRDD<Integer, Points> pieces = Ranked.of(X, duplicates, rank, k + 1)
                .flatMapToPair(ranked -> pieces(ranked, distinct, blocks).iterator());
        JavaRDD<Tuple2<Integer, Points>> whole = pieces.partitionBy(new Aligned(blocks))
                .values()
                .mapPartitionsWithIndex((block, parts) -> whole(block, parts), true)
                .persist(StorageLevel.MEMORY_AND_DISK());
        JavaPairRDD<Integer, NearestLists> lists = JavaPairRDD.fromJavaRDD(upper(whole, blocks)
                .flatMap(pair -> compared(pair._1(), pair._2(), how).iterator()));
        int tasks = Math.min(blocks, X.partitions());
        return new Found(
                lists.reduceByKey((a, b) -> a.with(b, k), tasks).values(), List.of(whole), OptionalDouble.empty());
    }

    /** Lists, what has to be unpersisted when they are no longer needed, and the recall of an approximate search. */
    record Found(JavaRDD<NearestLists> lists, List<JavaRDD<?>> persisted, OptionalDouble recall) {}

    /** Pairs of blocks a ≤ b. */
    private static JavaRDD<Tuple2<Tuple2<Integer, Points>, Tuple2<Integer, Points>>> upper(
            JavaRDD<Tuple2<Integer, Points>> whole, int blocks) {
        RDD<Tuple2<Tuple2<Integer, Points>, Tuple2<Integer, Points>>> all =
                whole.cartesian(whole).rdd();
        Function1<Object, Object> isUpper = (Function1<Object, Object> & Serializable)
                index -> (Integer) index / blocks <= (Integer) index % blocks;
        ClassTag<Tuple2<Tuple2<Integer, Points>, Tuple2<Integer, Points>>> tag = ClassTag$.MODULE$.apply(Tuple2.class);
        return JavaRDD.fromRDD(PartitionPruningRDD.create(all, isUpper), tag);
    }

    /** Distinct samples, each with the block that it belongs to by its rank among all of them. */
    private static List<Tuple2<Integer, Points>> pieces(Ranked ranked, int distinct, int blocks) {
        List<Tuple2<Integer, Points>> pieces = new ArrayList<>();
        int at = ranked.rank();
        int count = ranked.points().count();
        for (int from = 0, end; from < count; from = end) {
            int block = (int) (((long) at * blocks + blocks - 1) / distinct);
            while (Compute.start(distinct, block, blocks) > at) block--;
            end = Math.min(count, from + Compute.start(distinct, block + 1, blocks) - at);
            pieces.add(new Tuple2<>(block, ranked.points().range(from, end)));
            at += end - from;
        }
        return pieces;
    }

    private static Iterator<Tuple2<Integer, Points>> whole(int block, Iterator<Points> parts) {
        List<Points> all = new ArrayList<>();
        parts.forEachRemaining(all::add);
        return all.isEmpty()
                ? List.<Tuple2<Integer, Points>>of().iterator()
                : List.of(new Tuple2<>(block, Points.beside(all))).iterator();
    }

    private static List<Tuple2<Integer, NearestLists>> compared(
            Tuple2<Integer, Points> one, Tuple2<Integer, Points> two, How how) {
        Points a = one._2();
        Points b = two._2();
        int front = a.count();
        try (Compute on = Compute.of(1);
                Matrix A = a.panel().matrix()) {
            if (one._1().equals(two._1())) {
                BlockSearch.Lists lists = BlockSearch.within(on, A, how.k(), how.metric(), how.unit());
                NearestLists of = NearestLists.of(on, A, a, lists, 0, front, how.dots());
                return List.of(new Tuple2<>(one._1(), how.dots() ? of.withSelf(on, A) : of));
            }
            try (Matrix B = b.panel().matrix();
                    Matrix both = Beside.of(List.of(A, B))) {
                Points points = a.names(b);
                BlockSearch.Lists lists = BlockSearch.between(on, both, front, how.k(), how.metric(), how.unit());
                return List.of(
                        new Tuple2<>(one._1(), NearestLists.of(on, both, points, lists, 0, front, how.dots())),
                        new Tuple2<>(
                                two._1(), NearestLists.of(on, both, points, lists, front, points.count(), how.dots())));
            }
        }
    }
}
