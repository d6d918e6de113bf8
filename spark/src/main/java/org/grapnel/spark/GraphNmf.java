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
import org.grapnel.FitListener;
import org.grapnel.Spec;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * min ½‖X − WH‖² + λ·Tr(H L Hᵀ) over W, H ≥ 0 where at most {@code keep} rows of W are non-zero: which features matter, and which groups do the
 * samples form? For data of which no machine holds all samples. A row of the DataFrame is a sample, a column of X; its row of Hᵀ stays where it is.
 *
 * <pre>{@code
 * GraphNmfModel model = new GraphNmf().setRank(15).setKeep(40).setIdCol("cell").fit(cells);
 * model.factors().show();
 * }</pre>
 *
 * <p>The models and solvers are those of {@link org.grapnel.Grapnel}. A graph of one's own and somebody who looks on are no parameters: they are
 * neither saved nor searched over, but copies keep them.
 */
public final class GraphNmf extends Estimator<GraphNmfModel> implements GraphNmfParams, DefaultParamsWritable {
    private static final long serialVersionUID = 1;

    private final String uid;
    private final ParamDefinitions settings;
    private transient @Nullable Dataset<Row> edges;
    private transient @Nullable FitListener watch;

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

    /** A graph over the samples instead of the one that the data say: columns {@code src}, {@code dst} and {@code weight}, the ends by id. */
    public GraphNmf setEdges(Dataset<Row> graph) {
        edges = graph;
        return this;
    }

    /** Somebody who sees every step of the solver on the driver, is told notes, and may ask it to stop: {@code step -> …} will do. */
    public GraphNmf setListener(FitListener who) {
        watch = who;
        return this;
    }

    /** What the parameters say, checked as far as that is possible without data. */
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
     * Reads the data, joins neighbours, solves, and forms groups. All that was persisted meanwhile is released, but the factors, which are the
     * model's: see {@link GraphNmfModel#release}.
     *
     * @throws org.grapnel.data.DataException where the data are at fault; the message says which row
     * @throws IllegalArgumentException where a parameter is, or does not go with the data
     */
    @Override
    public GraphNmfModel fit(Dataset<?> data) {
        transformSchema(data.schema());
        FitListener looking = watch == null ? FitListener.none() : watch;
        return new FitPipeline(this, data, Optional.ofNullable(edges), looking)
                .fit()
                .setParent(this);
    }

    @Override
    public GraphNmf copy(ParamMap extra) {
        GraphNmf copy = copyValues(new GraphNmf(uid), extra);
        copy.edges = edges;
        copy.watch = watch;
        return copy;
    }

    public static MLReader<GraphNmf> read() {
        return new DefaultParamsReader<>();
    }

    public static GraphNmf load(String path) {
        return read().load(path);
    }

    /** The column with a vector for every sample: ml vectors, dense or sparse, array&lt;double&gt; or array&lt;float&gt;. */
    public GraphNmf setFeaturesCol(String value) {
        set(settings.featuresCol, value);
        return this;
    }

    /** The column of sample ids: string, bigint or int, no two the same. By default: samples are numbered from 0. */
    public GraphNmf setIdCol(String value) {
        set(settings.idCol, value);
        return this;
    }

    /** Where a sample's row of H goes, a vector of rank numbers. */
    public GraphNmf setOutputCol(String value) {
        set(settings.outputCol, value);
        return this;
    }

    /** Where the group of a sample goes, counted from 0. */
    public GraphNmf setPredictionCol(String value) {
        set(settings.predictionCol, value);
        return this;
    }

    /** nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0. l20 keeps rows of W (features), l0 entries of W, lc0 entries of each column. */
    public GraphNmf setModel(String value) {
        set(settings.model, value);
        return this;
    }

    /** The number of components. By default: that of clusters. */
    public GraphNmf setRank(int value) {
        set(settings.rank, value);
        return this;
    }

    /** The number of groups. By default: that of rank. */
    public GraphNmf setClusters(int value) {
        set(settings.clusters, value);
        return this;
    }

    /** What stays of W: keep rows (l20), keep * rank entries (l0), keep entries in each column (lc0). Required for these models, refused for nmf and gnmf. */
    public GraphNmf setKeep(int value) {
        set(settings.keep, value);
        return this;
    }

    /** The weight of the graph term; 0 leaves the graph out. */
    public GraphNmf setLambda(double value) {
        set(settings.graphWeight, value);
        return this;
    }

    /** The same without a unit, instead of lambda: lambda * mean degree of the graph, so that it does not matter whether edges weigh 0.1 or 10. */
    public GraphNmf setAlpha(double value) {
        set(settings.alpha, value);
        return this;
    }

    /** How the graph enters: trace, the paper's Tr(HLH'), or invariant, the sum of |w_j|^2 h_j L h_j', in which the weight of the graph keeps its meaning. */
    public GraphNmf setGraphTerm(String value) {
        set(settings.graphTerm, value);
        return this;
    }

    /** plain (D - A) or normalized (every sample counts the same). */
    public GraphNmf setLaplacian(String value) {
        set(settings.laplacian, value);
        return this;
    }

    /** How many nearest samples each is joined to. */
    public GraphNmf setNeighbors(int value) {
        set(settings.neighbors, value);
        return this;
    }

    /** gaussian (exp(-d^2/2s^2) for distance d), binary or dot. */
    public GraphNmf setWeights(String value) {
        set(settings.weights, value);
        return this;
    }

    /** s of the gaussian weights. By default: the mean distance to the neighbours. */
    public GraphNmf setSigma(double value) {
        set(settings.sigma, value);
        return this;
    }

    /** euclidean or cosine. */
    public GraphNmf setMetric(String value) {
        set(settings.metric, value);
        return this;
    }

    /** Which pairs are joined when only one is a neighbour of the other: max (all), mean (all, at half the weight) or mutual (none). */
    public GraphNmf setSymmetrize(String value) {
        set(settings.symmetrize, value);
        return this;
    }

    /** exact, approximate (at least 95 % of the neighbours, measured) or auto: exact up to 100,000 samples. */
    public GraphNmf setSearch(String value) {
        set(settings.search, value);
        return this;
    }

    /** palm, accpalm, ipalm or bpl (the paper's). */
    public GraphNmf setSolver(String value) {
        set(settings.solver, value);
        return this;
    }

    /** accpalm: the first weight of the extrapolation, 0 to 1. */
    public GraphNmf setBeta(double value) {
        set(settings.beta, value);
        return this;
    }

    /** accpalm: by which factor &gt; 1 it grows and shrinks. */
    public GraphNmf setMomentum(double value) {
        set(settings.momentum, value);
        return this;
    }

    /** accpalm: its cap, 0 to 1. */
    public GraphNmf setBetaMax(double value) {
        set(settings.betaMax, value);
        return this;
    }

    /** accpalm: the weight stays what it is. */
    public GraphNmf setFixedBeta(boolean value) {
        set(settings.fixedBeta, value);
        return this;
    }

    /** Steps are 1 / (stepFactor * L), at least 1. */
    public GraphNmf setStepFactor(double value) {
        set(settings.stepFactor, value);
        return this;
    }

    /** Make the starting W fulfil its constraint first. */
    public GraphNmf setProjectStart(boolean value) {
        set(settings.projectStart, value);
        return this;
    }

    /** Rules with a proof: Pock and Sabach's for ipalm, Xu and Yin's for bpl, and projectStart with stepFactor 1.01 for accpalm. */
    public GraphNmf setTheory(boolean value) {
        set(settings.theory, value);
        return this;
    }

    /** Stop when the relative change is below it; 0 switches this off. */
    public GraphNmf setTol(double value) {
        set(settings.tol, value);
        return this;
    }

    /** Iterations at most. */
    public GraphNmf setMaxIter(int value) {
        set(settings.maxIter, value);
        return this;
    }

    /** Seconds at most. By default: no limit. */
    public GraphNmf setMaxSeconds(double value) {
        set(settings.maxSeconds, value);
        return this;
    }

    /** Of the start, of k-means and of the approximate search. */
    public GraphNmf setSeed(long value) {
        set(settings.seed, value);
        return this;
    }

    /** Over how many partitions the samples are spread. By default: as many as the data have. */
    public GraphNmf setPartitions(int value) {
        set(settings.partitions, value);
        return this;
    }

    /** After how many iterations lineage is cut by a checkpoint. */
    public GraphNmf setCheckpointInterval(int value) {
        set(settings.checkpointInterval, value);
        return this;
    }
}
