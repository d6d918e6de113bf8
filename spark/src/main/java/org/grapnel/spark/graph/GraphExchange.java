package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.spark.rdd.IndexPartitioner;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Steps of an iteration over a distributed graph: rows of every sample go to the partitions that have a neighbour of it,
 * and each partition updates its state, in one shuffle.
 *
 * <p>The state of a partition goes through the same shuffle, to the partition itself. So a state is read once, and a
 * chain of steps is a single job that stores nothing in memory and computes nothing twice.
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

    /** Rows for another partition, or the state of the own one. */
    private record ExchangeMessage<S>(
            int from, double[] rows, @Nullable S state) implements Serializable {}

    /**
     * Returns the next states lazily.
     *
     * @param state one per partition
     * @param r the length of a row
     */
    <S, T> JavaRDD<T> step(JavaRDD<S> state, int r, RowSelector<S> selector, StateUpdate<S, T> update) {
        int partitions = shares.getNumPartitions();
        if (partitions == 1)
            return shares.zipPartitions(
                    state,
                    (share, own) -> List.of(updateAlone(share.next(), own.next(), selector, update))
                            .iterator());
        JavaRDD<Tuple2<LaplacianPartition, S>> own = shares.zipPartitions(
                state,
                (share, mine) ->
                        List.of(new Tuple2<>(share.next(), mine.next())).iterator());
        JavaPairRDD<Integer, ExchangeMessage<S>> messages = JavaPairRDD.fromJavaRDD(
                own.mapPartitionsWithIndex((part, mine) -> messages(mine.next(), part, r, selector), false));
        return shares.zipPartitions(
                messages.partitionBy(new IndexPartitioner(partitions)).values(),
                (share, arrived) -> List.of(update(share.next(), arrived, r, selector, update))
                        .iterator());
    }

    private static <S, T> T updateAlone(
            LaplacianPartition share, S state, RowSelector<S> selector, StateUpdate<S, T> update) {
        return update.apply(share, state, selector.select(state));
    }

    private static <S> Iterator<Tuple2<Integer, ExchangeMessage<S>>> messages(
            Tuple2<LaplacianPartition, S> own, int part, int r, RowSelector<S> selector) {
        List<Tuple2<Integer, ExchangeMessage<S>>> all = new ArrayList<>();
        own._1()
                .parcels(selector.select(own._2()), part, r)
                .forEachRemaining(parcel -> all.add(new Tuple2<>(
                        parcel._1(), new ExchangeMessage<>(part, parcel._2().rows(), null))));
        all.add(new Tuple2<>(part, new ExchangeMessage<>(part, new double[0], own._2())));
        return all.iterator();
    }

    private static <S, T> T update(
            LaplacianPartition share,
            Iterator<ExchangeMessage<S>> arrived,
            int r,
            RowSelector<S> selector,
            StateUpdate<S, T> update) {
        List<LaplacianPartition.RowMessage> others = new ArrayList<>();
        S state = null;
        while (arrived.hasNext()) {
            ExchangeMessage<S> message = arrived.next();
            if (message.state != null) state = message.state;
            else others.add(new LaplacianPartition.RowMessage(message.from, message.rows));
        }
        if (state == null) throw new IllegalStateException("the state of a partition did not arrive");
        return update.apply(share, state, share.gatherSlots(selector.select(state), others.iterator(), r));
    }
}
