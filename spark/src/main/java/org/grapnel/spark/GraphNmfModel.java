package org.grapnel.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.spark.data.SchemaChecks;
import org.grapnel.spark.model.FactorPartition;
import org.grapnel.spark.model.PlacementColumns;
import org.grapnel.spark.model.SampleEncoder;
import org.grapnel.spark.model.SamplePlacement;
import org.grapnel.spark.model.TrainingSamples;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.transform.GroupCenters;
import org.jspecify.annotations.Nullable;

/**
 * Fitted factorization X ≈ WH: W and the group centers in memory, H as a DataFrame.
 *
 * <p>{@link #transform} joins a sample to its nearest training samples and computes h with the graph term, as one machine
 * does. Without a graph, after {@link #release} or in a model of version 0.1, it computes h by min ½‖x − Wh‖² over h ≥ 0 on
 * the kept features. Both assign groups by the rule of one machine: the largest membership, or the nearest center.
 */
public final class GraphNmfModel extends Model<GraphNmfModel> implements GraphNmfParams, MLWritable {
    private static final long serialVersionUID = 1;
    private static final String CONFIDENCE = "confidence";

    private final String uid;
    private final ParamDefinitions settings;
    private final int features;
    private final int[] kept;
    private final double[][] rows;
    private final int rank;
    private final GroupCenters groups;
    private final transient GraphNmfSummary summary;
    private transient @Nullable Dataset<Row> factors;
    private transient @Nullable JavaRDD<FactorPartition> persisted;
    private transient @Nullable Broadcast<SampleEncoder> placement;
    private transient @Nullable TrainingSamples training;
    private transient @Nullable FitParts parts;

    /**
     * @param kept kept features, ascending
     * @param rows kept rows of W
     * @param groups how samples are assigned to groups
     */
    GraphNmfModel(String uid, int[] kept, double[][] rows, GroupCenters groups, GraphNmfSummary summary) {
        this.uid = uid;
        settings = new ParamDefinitions(this);
        features = summary.features();
        this.kept = kept;
        this.rows = rows;
        this.groups = groups;
        rank = summary.rank();
        this.summary = summary;
    }

    GraphNmfModel withFactors(@Nullable Dataset<Row> fitted) {
        factors = fitted;
        return this;
    }

    /** Attaches persisted factors, which the model owns. */
    GraphNmfModel withFactors(JavaRDD<FactorPartition> fitted, DataType idType, SparkSession session) {
        persisted = fitted;
        JavaRDD<Row> all = fitted.flatMap(FactorPartition::rows);
        StructType named = new StructType()
                .add("id", idType, false)
                .add("h", SQLDataTypes.VectorType(), false)
                .add("group", DataTypes.IntegerType, false);
        boolean sure = summary.recommended().isPresent();
        factors = session.createDataFrame(all, sure ? named.add(CONFIDENCE, DataTypes.DoubleType, false) : named);
        return this;
    }

    /** Attaches the training samples, which the model owns. */
    GraphNmfModel withTraining(TrainingSamples samples) {
        training = samples;
        return this;
    }

    /** Attaches what else the fit left with the executors, which the model owns. */
    GraphNmfModel withParts(FitParts left) {
        parts = left;
        return this;
    }

    /** Returns the graph of the fit and its components; empty without a graph, after {@link #release} and in a loaded model. */
    public Optional<FitParts> parts() {
        return Optional.ofNullable(parts);
    }

    /** Returns the training samples, if the model has a graph and was not released. */
    Optional<TrainingSamples> training() {
        return Optional.ofNullable(training);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public ParamDefinitions definitions() {
        return settings;
    }

    /** Returns W, features × rank; all but the kept rows are zero. */
    public Matrix W() {
        double[] values = new double[Math.multiplyExact(features, rank)];
        for (int i = 0; i < kept.length; i++)
            for (int q = 0; q < rank; q++) values[q * features + kept[i]] = rows[i][q];
        return new DenseMatrix(features, rank, values);
    }

    /** Returns the indices of the kept features, best first. */
    public int[] kept() {
        return summary.kept().stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Returns the mean point of every group: of rows of Hᵀ times {@link #scale}, or of rows of unit length if that is empty. A group without
     * samples has an empty vector.
     */
    public Vector[] centers() {
        return Arrays.stream(groups.centers()).map(Vectors::dense).toArray(Vector[]::new);
    }

    /**
     * Returns the factor of each component before samples are compared with centers: ‖wⱼ‖, or 1 if the graph term fixes
     * the scale of H. It is empty in the recommended method, which compares rows of unit length.
     */
    public Vector scale() {
        return Vectors.dense(groups.scale());
    }

    public GraphNmfSummary summary() {
        return summary;
    }

    /**
     * Returns the fitted H with one row per sample: its id (column {@code idCol}, or its number in column {@code id}),
     * its row of Hᵀ, its group and, in the recommended method, the column {@code confidence}: how sure the group is.
     */
    public Dataset<Row> factors() {
        Dataset<Row> all =
                fitted().orElseThrow(() -> new IllegalStateException("the factors of this model were released"));
        List<String> names =
                new ArrayList<>(List.of(SpecFactory.idCol(this).orElse("id"), getOutputCol(), getPredictionCol()));
        if (all.columns().length > names.size()) names.add(CONFIDENCE);
        return all.toDF(names.toArray(String[]::new));
    }

    /** Returns the factors with columns id, h and group, unless they were released. */
    Optional<Dataset<Row>> fitted() {
        return Optional.ofNullable(factors);
    }

    /**
     * Frees {@link #factors}, the training samples and {@link #parts}, which a fit leaves in the memory or on the disks of the executors.
     * Everything else stays usable; {@link #transform} then places samples without the graph.
     */
    public void release() {
        if (training != null) training.close();
        training = null;
        releaseFactors();
    }

    /** Frees the factors and {@link #parts}, and keeps what {@link #transform} needs, so that a saved model stays small. */
    public void releaseFactors() {
        if (parts != null) parts.close();
        parts = null;
        if (persisted != null) {
            persisted.unpersist();
            RddCheckpoints.delete(persisted);
        }
        persisted = null;
        factors = null;
    }

    int[] rowNumbers() {
        return kept;
    }

    double[][] rows() {
        return rows;
    }

    /** Returns how samples are assigned to groups. */
    GroupCenters groups() {
        return groups;
    }

    public GraphNmfModel setFeaturesCol(String value) {
        set(settings.featuresCol, value);
        return this;
    }

    public GraphNmfModel setIdCol(String value) {
        set(settings.idCol, value);
        return this;
    }

    public GraphNmfModel setOutputCol(String value) {
        set(settings.outputCol, value);
        return this;
    }

    public GraphNmfModel setPredictionCol(String value) {
        set(settings.predictionCol, value);
        return this;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return FitPipeline.outputSchema(this, schema, false);
    }

    /**
     * Adds {@code outputCol} and {@code predictionCol}. An invalid row fails the job that reads it; the message has its
     * id if the data have {@code idCol}.
     */
    @Override
    public Dataset<Row> transform(Dataset<?> data) {
        transformSchema(data.schema());
        List<String> known = Arrays.asList(data.schema().fieldNames());
        if (training != null)
            return SamplePlacement.place(
                    data,
                    training,
                    PlacementColumns.of(
                            getFeaturesCol(),
                            SpecFactory.idCol(this).filter(known::contains),
                            getOutputCol(),
                            getPredictionCol()));
        Broadcast<SampleEncoder> placing = placement(data.sparkSession());
        UserDefinedFunction place = functions
                .udf(
                        (UDF2<Object, Object, Vector>)
                                (cell, id) -> Vectors.dense(placing.value().encode(cell, id)),
                        SQLDataTypes.VectorType())
                .asNonNullable();
        UserDefinedFunction group = functions
                .udf((UDF1<DenseVector, Integer>) h -> placing.value().groupOf(h.values()), DataTypes.IntegerType)
                .asNonNullable();
        Column id = SpecFactory.idCol(this)
                .filter(known::contains)
                .map(SchemaChecks::column)
                .orElse(functions.lit(null).cast(DataTypes.StringType));
        return data.withColumn(getOutputCol(), place.apply(SchemaChecks.column(getFeaturesCol()), id))
                .withColumn(getPredictionCol(), group.apply(SchemaChecks.column(getOutputCol())));
    }

    private Broadcast<SampleEncoder> placement(SparkSession session) {
        Broadcast<SampleEncoder> known = placement;
        if (known != null && known.isValid()) return known;
        SampleEncoder made = new SampleEncoder(features, rank, kept, rows, groups);
        Broadcast<SampleEncoder> fresh =
                JavaSparkContext.fromSparkContext(session.sparkContext()).broadcast(made);
        placement = fresh;
        return fresh;
    }

    @Override
    public GraphNmfModel copy(ParamMap extra) {
        GraphNmfModel copy = copyValues(new GraphNmfModel(uid, kept, rows, groups, summary), extra);
        copy.factors = factors;
        copy.persisted = persisted;
        copy.training = training;
        copy.parts = parts;
        return copy.setParent(parent());
    }

    /** Saves parameters, W, centers, summary and, unless released, factors and training samples as Parquet. */
    @Override
    public MLWriter write() {
        return new ModelStorage.ModelWriter(this);
    }

    public static MLReader<GraphNmfModel> read() {
        return new ModelStorage.ModelReader();
    }

    public static GraphNmfModel load(String path) {
        return read().load(path);
    }

    @Override
    public String toString() {
        return "GraphNmfModel " + uid + ": " + features + " features, " + kept.length + " kept, rank " + rank;
    }
}
