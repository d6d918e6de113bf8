package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.spark.rdd.IndexPartitioner;
import scala.Tuple2;

/**
 * Steps over a distributed graph: rows of every sample go to the partitions that have a neighbour of it, and each partition updates its
 * state, in one shuffle. A step reads the state twice, to send rows and to update it, so the state should be persisted.
 */
final class GraphExchange {
    private final JavaRDD<LaplacianPartition> shares;

    /** Exchanges along the entries of matrices with the pattern of A. */
    GraphExchange(JavaRDD<LaplacianPartition> shares) {
        this.shares = shares;
    }

    /** Selects the rows to send from the state of a partition. */
    interface RowSelector<S> extends Serializable {
        double[] select(S state);
    }

    /** Computes the next state of a partition, given the rows in all its slots. */
    interface StateUpdate<S, T> extends Serializable {
        T apply(LaplacianPartition share, S state, double[] slots);
    }

    /**
     * Returns the next states lazily.
     *
     * @param state one per partition
     * @param r the length of a row
     */
    <S, T> JavaRDD<T> step(JavaRDD<S> state, int r, RowSelector<S> selector, StateUpdate<S, T> update) {
        int partitions = shares.getNumPartitions();
        JavaRDD<Tuple2<LaplacianPartition, S>> own = shares.zipPartitions(
                state,
                (share, mine) ->
                        List.of(new Tuple2<>(share.next(), mine.next())).iterator());
        if (partitions == 1) return own.map(mine -> updateAlone(mine, selector, update));
        JavaPairRDD<Integer, LaplacianPartition.RowMessage> messages = JavaPairRDD.fromJavaRDD(
                own.mapPartitionsWithIndex((part, mine) -> messages(mine.next(), part, r, selector), false));
        return own.zipPartitions(
                messages.partitionBy(new IndexPartitioner(partitions)).values(),
                (mine, arrived) -> List.of(update(mine.next(), arrived, r, selector, update))
                        .iterator());
    }

    private static <S, T> T updateAlone(
            Tuple2<LaplacianPartition, S> own, RowSelector<S> selector, StateUpdate<S, T> update) {
        return update.apply(own._1(), own._2(), selector.select(own._2()));
    }

    private static <S> Iterator<Tuple2<Integer, LaplacianPartition.RowMessage>> messages(
            Tuple2<LaplacianPartition, S> own, int part, int r, RowSelector<S> selector) {
        return own._1().parcels(selector.select(own._2()), part, r);
    }

    private static <S, T> T update(
            Tuple2<LaplacianPartition, S> own,
            Iterator<LaplacianPartition.RowMessage> arrived,
            int r,
            RowSelector<S> selector,
            StateUpdate<S, T> update) {
        return update.apply(own._1(), own._2(), own._1().gatherSlots(selector.select(own._2()), arrived, r));
    }
}
