package org.grapnel.spark.model;

import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.transform.GroupCenters;
import org.jspecify.annotations.Nullable;

/**
 * The training side of a fitted model, for {@link SamplePlacement}: the training samples distributed over partitions,
 * and the few numbers of the model. It is created by {@link TrainingSamplesFactory}, or loaded.
 */
public final class TrainingSamples implements AutoCloseable {
    private final JavaRDD<TrainingSample> samples;
    private final PlacementModel model;
    private @Nullable Broadcast<PlacementModel> sent;

    TrainingSamples(JavaRDD<TrainingSample> samples, PlacementModel model) {
        this.samples = samples;
        this.model = model;
    }

    JavaRDD<TrainingSample> samples() {
        return samples;
    }

    PlacementModel model() {
        return model;
    }

    /** Returns the number of features of the model. */
    public int features() {
        return model.features();
    }

    /** Returns how groups are assigned. */
    public GroupCenters groups() {
        return model.groups();
    }

    /** Returns the components of the graph, if neighbours are searched there. */
    public Optional<ComponentProjection> components() {
        return Optional.ofNullable(model.components());
    }

    synchronized Broadcast<PlacementModel> broadcast() {
        Broadcast<PlacementModel> known = sent;
        if (known != null && known.isValid()) return known;
        Broadcast<PlacementModel> fresh =
                JavaSparkContext.fromSparkContext(samples.context()).broadcast(model);
        sent = fresh;
        return fresh;
    }

    /** Saves the samples and the model as Parquet in two folders of {@code path}. */
    public void save(SparkSession session, String path) {
        session.createDataFrame(samples.map(TrainingSample::row), TrainingSample.SCHEMA)
                .write()
                .parquet(samplesIn(path));
        PlacementModelTable.write(session, model, modelIn(path));
    }

    /** Loads what {@link #save} wrote. The samples are read when they are first used, and stay with the executors. */
    public static TrainingSamples load(SparkSession session, String path) {
        JavaRDD<TrainingSample> samples = session.read()
                .schema(TrainingSample.SCHEMA)
                .parquet(samplesIn(path))
                .javaRDD()
                .map(TrainingSample::of)
                .persist(StorageLevel.MEMORY_AND_DISK());
        return new TrainingSamples(samples, PlacementModelTable.read(session, modelIn(path)));
    }

    private static String samplesIn(String path) {
        return new Path(path, "samples").toString();
    }

    private static String modelIn(String path) {
        return new Path(path, "model").toString();
    }

    /** Frees the samples and their checkpoint. Placements that were not computed yet are lost. */
    @Override
    public void close() {
        samples.unpersist(false);
        RddCheckpoints.delete(samples);
        if (sent != null) sent.unpersist(false);
    }
}
