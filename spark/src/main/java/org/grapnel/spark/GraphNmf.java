package org.grapnel.spark;

import java.util.Optional;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Spec;
import org.grapnel.data.Preparation;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Selects features and groups samples of data that no single machine can hold. A row of the DataFrame is a sample, which is a column of X.
 *
 * <p>By default it runs the recommended method, as {@code grapnel fit} does: neighbours on principal components, the groups of their graph,
 * the features that tell these groups apart, then min ½‖X − WH‖² + (α/2)·‖S − HᵀH‖² over W, H ≥ 0 with at most {@code keep} non-zero
 * rows of W. With a named solver it runs the method of the paper: ½‖X − WH‖² + λ·Tr(H L Hᵀ).
 *
 * <pre>{@code
 * GraphNmfModel model = new GraphNmf().setClusters(15).setKeep(40).setIdCol("cell").fit(cells);
 * model.factors().show();
 * }</pre>
 *
 * <p>Models and solvers are those of {@link org.grapnel.Grapnel}. The edges of a user's graph and the listener are not
 * parameters: copies keep them, but they are neither saved nor searched over.
 */
public final class GraphNmf extends Estimator<GraphNmfModel> implements GraphNmfParams, DefaultParamsWritable {
    private static final long serialVersionUID = 1;

    private final String uid;
    private final ParamDefinitions settings;
    private transient @Nullable Dataset<Row> edges;
    private transient @Nullable Dataset<Row> labels;
    private transient @Nullable FitListener listener;
    private transient @Nullable CancellationToken cancellation;
    private transient @Nullable String stateFolder;
    private transient @Nullable Preparation preparation;
    private transient boolean arePictures;

    public GraphNmf() {
        this(Identifiable.randomUID("graphNmf"));
    }

    public GraphNmf(String uid) {
        this.uid = uid;
        settings = new ParamDefinitions(this);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public ParamDefinitions definitions() {
        return settings;
    }

    /**
     * Uses this graph instead of nearest neighbours. Its columns are {@code src}, {@code dst} and {@code weight}; both
     * ends are sample ids.
     */
    public GraphNmf setEdges(Dataset<Row> graph) {
        edges = graph;
        return this;
    }

    /**
     * Compares the groups of the baselines with known classes. The first column is the class of a sample as text, the second its id; without
     * {@code idCol} there is no second column, and the rows are in the order of the data. The fit does not use them.
     */
    public GraphNmf setLabels(Dataset<Row> classes) {
        labels = classes;
        return this;
    }

    Optional<Dataset<Row>> labels() {
        return Optional.ofNullable(labels);
    }

    /** Sets a listener that runs on the driver. It receives every iteration and every note. */
    public GraphNmf setListener(FitListener value) {
        listener = value;
        return this;
    }

    /** Sets a token that can stop the solver. It is asked on the driver after every iteration. */
    public GraphNmf setCancellation(CancellationToken value) {
        cancellation = value;
        return this;
    }

    /**
     * Saves the state of the solver in this folder, in any file system that all executors share, every {@code checkpointInterval}
     * iterations. A later fit of the same data with the same parameters and partitions continues from there. Delete the folder when
     * the result is safe.
     */
    public GraphNmf setStateFolder(String folder) {
        stateFolder = folder;
        return this;
    }

    /**
     * Says how the data were prepared before the fit; without it, they are as read. Only the note on groups that follow the depth of counts
     * depends on it.
     *
     * @param pictures whether the samples are pictures, whose grey levels are no counts
     */
    public GraphNmf setPreparation(Preparation how, boolean pictures) {
        preparation = how;
        arePictures = pictures;
        return this;
    }

    Preparation preparation() {
        Preparation known = preparation;
        return known == null ? Preparation.none() : known;
    }

    boolean arePictures() {
        return arePictures;
    }

    Optional<String> stateFolder() {
        return Optional.ofNullable(stateFolder);
    }

    /**
     * Sets the parameters of the method from a {@link Spec}; columns, partitions and checkpoints stay as they are. Parameters that the spec
     * does not have are cleared.
     *
     * @throws IllegalArgumentException if the spec needs all samples on one machine: k-means, best-support without the joint term, another
     *     selection, start or number of restarts
     */
    public GraphNmf setSpec(Spec spec) {
        SpecFactory.apply(spec, this);
        return this;
    }

    /** Returns the parameters as a {@link Spec}, checked as far as possible without data. */
    public Spec spec() {
        return SpecFactory.create(this);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        spec();
        if (isDefined(settings.partitions))
            Preconditions.require(getPartitions() >= 1, "partitions must be at least 1, got %d", getPartitions());
        Preconditions.require(
                getCheckpointInterval() >= 1, "checkpointInterval must be at least 1, got %d", getCheckpointInterval());
        return FitPipeline.outputSchema(this, schema, true);
    }

    /**
     * Reads the data, builds the graph, solves, and groups the samples. The factors stay persisted and belong to the
     * model, see {@link GraphNmfModel#release}; everything else is released.
     *
     * @throws org.grapnel.data.DataException if the data are invalid; the message names the row
     * @throws IllegalArgumentException if a parameter is invalid or does not suit the data
     */
    @Override
    public GraphNmfModel fit(Dataset<?> data) {
        transformSchema(data.schema());
        FitContext context = FitContext.none();
        if (listener != null) context = context.withListener(listener);
        if (cancellation != null) context = context.withCancellation(cancellation);
        return new FitPipeline(this, data, Optional.ofNullable(edges), context)
                .fit()
                .setParent(this);
    }

    @Override
    public GraphNmf copy(ParamMap extra) {
        GraphNmf copy = copyValues(new GraphNmf(uid), extra);
        copy.edges = edges;
        copy.labels = labels;
        copy.listener = listener;
        copy.cancellation = cancellation;
        copy.stateFolder = stateFolder;
        copy.preparation = preparation;
        copy.arePictures = arePictures;
        return copy;
    }

    public static MLReader<GraphNmf> read() {
        return new DefaultParamsReader<>();
    }

    public static GraphNmf load(String path) {
        return read().load(path);
    }

    /** Sets the column of feature vectors: ml vectors (dense or sparse), array&lt;double&gt; or array&lt;float&gt;. */
    public GraphNmf setFeaturesCol(String value) {
        set(settings.featuresCol, value);
        return this;
    }

    /**
     * Sets the column of sample ids: distinct values of type string, bigint or int. By default, samples are numbered
     * from 0.
     */
    public GraphNmf setIdCol(String value) {
        set(settings.idCol, value);
        return this;
    }

    /** Sets the output column for a sample's row of Hᵀ, a vector of {@code rank} numbers. */
    public GraphNmf setOutputCol(String value) {
        set(settings.outputCol, value);
        return this;
    }

    /** Sets the output column for the group of a sample, counted from 0. */
    public GraphNmf setPredictionCol(String value) {
        set(settings.predictionCol, value);
        return this;
    }

    /**
     * Sets the model: nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0. l20 keeps rows
     * of W (features), l0 keeps entries of W, lc0 keeps entries of each column.
     */
    public GraphNmf setModel(String value) {
        set(settings.model, value);
        return this;
    }

    /** Sets the number of components. Default: {@code clusters}. */
    public GraphNmf setRank(int value) {
        set(settings.rank, value);
        return this;
    }

    /** Sets the number of groups. Default: {@code rank}. */
    public GraphNmf setClusters(int value) {
        set(settings.clusters, value);
        return this;
    }

    /**
     * Sets how much of W is kept: keep rows (l20), keep · rank entries (l0), or keep entries of each column (lc0).
     * Required for these models, refused for nmf and gnmf.
     */
    public GraphNmf setKeep(int value) {
        set(settings.keep, value);
        return this;
    }

    /** Sets the weight of the graph term of a named solver; 0 switches the graph off. */
    public GraphNmf setLambda(double value) {
        set(settings.graphWeight, value);
        return this;
    }

    /** Sets {@link #setLambda lambda} by its second name: lambda is a keyword in Python. */
    public GraphNmf setRegParam(double value) {
        set(settings.regParam, value);
        return this;
    }

    /**
     * Sets the weight of the graph term. Recommended method: how much the graph counts compared with the data, 10 by default. Named
     * solver: lambda · mean degree, which does not depend on the scale of the edge weights.
     */
    public GraphNmf setAlpha(double value) {
        set(settings.alpha, value);
        return this;
    }

    /**
     * Sets the graph term: joint is ‖S − HᵀH‖² of the recommended method, trace is the paper's Tr(H L Hᵀ), invariant is
     * Σⱼ‖wⱼ‖²hⱼLhⱼᵀ.
     */
    public GraphNmf setGraphTerm(String value) {
        set(settings.graphTerm, value);
        return this;
    }

    /** Sets the Laplacian: plain (D - A) or normalized (every sample has the same weight). */
    public GraphNmf setLaplacian(String value) {
        set(settings.laplacian, value);
        return this;
    }

    /** Sets the number of principal components on which neighbours are searched. Recommended method: 50 by default. */
    public GraphNmf setGraphPcs(int value) {
        return setGraphPcs(Integer.toString(value));
    }

    /** Sets the number of principal components on which neighbours are searched, or {@code none} for all features. */
    public GraphNmf setGraphPcs(String value) {
        set(settings.graphPcs, value);
        return this;
    }

    /** Sets the number of nearest neighbours of each sample. */
    public GraphNmf setNeighbors(int value) {
        set(settings.neighbors, value);
        return this;
    }

    /** Sets the edge weights: gaussian (exp(-d^2/2s^2) for distance d), binary, dot or local. */
    public GraphNmf setWeights(String value) {
        set(settings.weights, value);
        return this;
    }

    /** Sets s of the gaussian weights. Default: the mean distance to the neighbours. */
    public GraphNmf setSigma(double value) {
        set(settings.sigma, value);
        return this;
    }

    /** Sets the distance: euclidean or cosine. */
    public GraphNmf setMetric(String value) {
        set(settings.metric, value);
        return this;
    }

    /**
     * Sets which one-sided neighbour pairs become edges: max (all), mean (all, with half the weight) or mutual (none).
     */
    public GraphNmf setSymmetrize(String value) {
        set(settings.symmetrize, value);
        return this;
    }

    /**
     * Sets the neighbour search: exact, approximate (at least 95 % of the neighbours, measured) or auto (exact up to
     * 100,000 samples).
     */
    public GraphNmf setSearch(String value) {
        set(settings.search, value);
        return this;
    }

    /**
     * Sets the method: recommended, or a solver of the paper: palm, accpalm, ipalm, bpl. Models without a graph have no recommended method
     * on Spark and are solved by accpalm.
     */
    public GraphNmf setSolver(String value) {
        set(settings.solver, value);
        return this;
    }

    /** Sets the initial extrapolation weight beta of accpalm, 0 to 1. */
    public GraphNmf setBeta(double value) {
        set(settings.beta, value);
        return this;
    }

    /** Sets the factor &gt; 1 by which accpalm grows and shrinks beta. */
    public GraphNmf setMomentum(double value) {
        set(settings.momentum, value);
        return this;
    }

    /** Sets the upper bound of beta in accpalm, 0 to 1. */
    public GraphNmf setBetaMax(double value) {
        set(settings.betaMax, value);
        return this;
    }

    /** Keeps beta of accpalm fixed. */
    public GraphNmf setFixedBeta(boolean value) {
        set(settings.fixedBeta, value);
        return this;
    }

    /** Sets the step factor, at least 1: steps are 1 / (stepFactor · L). */
    public GraphNmf setStepFactor(double value) {
        set(settings.stepFactor, value);
        return this;
    }

    /** Projects the starting W onto its constraint first. */
    public GraphNmf setProjectStart(boolean value) {
        set(settings.projectStart, value);
        return this;
    }

    /**
     * Uses step rules with a convergence proof: Pock and Sabach's for ipalm, Xu and Yin's for bpl, projectStart and
     * stepFactor 1.01 for accpalm.
     */
    public GraphNmf setTheory(boolean value) {
        set(settings.theory, value);
        return this;
    }

    /** Sets the tolerance: the solver stops when the relative change is below it; 0 switches the rule off. */
    public GraphNmf setTol(double value) {
        set(settings.tol, value);
        return this;
    }

    /** Sets the maximum number of iterations. */
    public GraphNmf setMaxIter(int value) {
        set(settings.maxIter, value);
        return this;
    }

    /** Sets the maximum number of seconds. Default: no limit. */
    public GraphNmf setMaxSeconds(double value) {
        set(settings.maxSeconds, value);
        return this;
    }

    /** Sets the seed of the start, of k-means and of the approximate search. */
    public GraphNmf setSeed(long value) {
        set(settings.seed, value);
        return this;
    }

    /** Compares the result of the recommended method with simpler methods, on at most 5000 samples. */
    public GraphNmf setBaselines(boolean value) {
        set(settings.baselines, value);
        return this;
    }

    /** Sets the number of partitions. Default: that of the data. */
    public GraphNmf setPartitions(int value) {
        set(settings.partitions, value);
        return this;
    }

    /** Sets the number of iterations between two checkpoints, which cut the lineage. */
    public GraphNmf setCheckpointInterval(int value) {
        set(settings.checkpointInterval, value);
        return this;
    }
}
