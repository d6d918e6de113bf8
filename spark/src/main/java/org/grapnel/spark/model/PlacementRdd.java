package org.grapnel.spark.model;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * New samples with their places. A partition depends on one partition of the new samples and on all partitions of the
 * training samples.
 *
 * <p>The plan of the new samples becomes an RDD only when a job asks for the partitions, because Spark runs the shuffles
 * of an adaptive plan at that moment.
 */
final class PlacementRdd extends RDD<Row> {
    private static final long serialVersionUID = 1;

    private final transient Dataset<Row> data;
    private final RDD<TrainingSample> training;
    private final Broadcast<PlacementModel> model;
    private final PlacementTask.RowFormat format;
    private @Nullable RDD<Row> fresh;
    private Partition[] trainingParts = {}; // an executor cannot ask the RDD for them

    PlacementRdd(
            Dataset<Row> data,
            RDD<TrainingSample> training,
            Broadcast<PlacementModel> model,
            PlacementTask.RowFormat format) {
        super(training.sparkContext(), seq(List.of()), ClassTag$.MODULE$.apply(Row.class));
        this.data = data;
        this.training = training;
        this.model = model;
        this.format = format;
    }

    private static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }

    private RDD<Row> fresh() {
        RDD<Row> known = fresh;
        if (known == null) {
            known = data.rdd();
            fresh = known;
        }
        return known;
    }

    @Override
    public Seq<Dependency<?>> getDependencies() {
        return seq(List.of(new OneToOneDependency<>(fresh()), new AllPartitions<>(training)));
    }

    @Override
    public Partition[] getPartitions() {
        trainingParts = training.partitions();
        return fresh().partitions();
    }

    @Override
    public scala.collection.Iterator<Row> compute(Partition split, TaskContext context) {
        Iterator<Row> rows = CollectionConverters.asJava(fresh().iterator(split, context));
        PlacementTask task = new PlacementTask(
                model.value(), () -> new PartitionIterator(training, trainingParts, split.index(), context), format);
        return CollectionConverters.asScala(task.place(rows));
    }

    /**
     * A dependency on all partitions. Tasks begin at different partitions, so that they neither prefer the same
     * executor nor read the same block at a time.
     */
    private static final class AllPartitions<T> extends NarrowDependency<T> {
        private static final long serialVersionUID = 1;

        AllPartitions(RDD<T> on) {
            super(on);
        }

        @Override
        public Seq<Object> getParents(int partition) {
            int count = rdd().getNumPartitions();
            List<Object> parents = new ArrayList<>(count);
            for (int q = 0; q < count; q++) parents.add((partition % count + q) % count);
            return seq(parents);
        }
    }

    /** Reads all partitions one after the other, beginning with one of them. */
    private static final class PartitionIterator implements Iterator<TrainingSample> {
        private final RDD<TrainingSample> training;
        private final Partition[] parts;
        private final int begin;
        private final TaskContext context;
        private int opened;
        private Iterator<TrainingSample> open = List.<TrainingSample>of().iterator();

        PartitionIterator(RDD<TrainingSample> training, Partition[] parts, int begin, TaskContext context) {
            this.training = training;
            this.parts = parts;
            this.begin = begin;
            this.context = context;
        }

        @Override
        public boolean hasNext() {
            while (!open.hasNext() && opened < parts.length) {
                int at = (begin % parts.length + opened++) % parts.length;
                open = CollectionConverters.asJava(training.iterator(parts[at], context));
            }
            return open.hasNext();
        }

        @Override
        public TrainingSample next() {
            if (!hasNext()) throw new NoSuchElementException("all training samples were read");
            return open.next();
        }
    }
}
