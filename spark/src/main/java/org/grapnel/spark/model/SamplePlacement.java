package org.grapnel.spark.model;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.grapnel.runtime.Preconditions;

/**
 * Places new samples with the graph term: the distributed {@link org.grapnel.transform.FittedModel#transform}. A new
 * sample finds its nearest training samples exactly, is joined to them with the weights of the graph, and gets the
 * h ≥ 0 of least cost, a group and an error. A new sample that equals a training sample takes its edges.
 *
 * <p>No job runs before the result is read. A task places a partition of the new samples, in blocks that each compare
 * with all training samples once, partition after partition. So there is no shuffle, rows keep their order, and no
 * machine holds all training samples. Time O(nmM) for m new and n training samples with M numbers each. A single
 * partition of new samples is one task: repartition the data to use more cores.
 */
public final class SamplePlacement {
    private SamplePlacement() {}

    /**
     * Adds h, the group and what else {@code columns} names. An invalid row fails the job that reads it. The result
     * cannot be computed after {@code training} is closed.
     */
    public static Dataset<Row> place(Dataset<?> data, TrainingSamples training, PlacementColumns columns) {
        StructType placed = columns.addTo(data.schema());
        Preconditions.require(
                columns.confidence().isEmpty() || training.groups().areMemberships(),
                "confidenceCol is '%s', but the groups of this model are not those of the largest memberships, so a new sample"
                        + " has no confidence; leave confidenceCol unset",
                columns.confidence().orElse(""));
        SparkSession session = data.sparkSession();
        List<String> names = Arrays.asList(data.schema().fieldNames());
        PlacementTask.RowFormat format = new PlacementTask.RowFormat(
                names.indexOf(columns.features()),
                columns.id().map(names::indexOf).orElse(-1),
                columns.confidence().isPresent(),
                columns.error().isPresent());
        return session.createDataFrame(
                new PlacementRdd(data.toDF(), training.samples().rdd(), training.broadcast(), format), placed);
    }
}
