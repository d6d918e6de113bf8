package org.grapnel.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * Parameters of {@link GraphNmf} and {@link GraphNmfModel}, named as the options of {@code grapnel fit}.
 *
 * <p>{@link Params#explainParams} describes each. Spark refuses a getter whose parameter has neither a value nor a
 * default.
 */
public interface GraphNmfParams extends Params {
    /** Holds the parameter objects; for internal use. */
    ParamDefinitions definitions();

    default Param<String> featuresCol() {
        return definitions().featuresCol;
    }

    default Param<String> idCol() {
        return definitions().idCol;
    }

    default Param<String> outputCol() {
        return definitions().outputCol;
    }

    default Param<String> predictionCol() {
        return definitions().predictionCol;
    }

    default Param<String> model() {
        return definitions().model;
    }

    default IntParam rank() {
        return definitions().rank;
    }

    default IntParam clusters() {
        return definitions().clusters;
    }

    default IntParam keep() {
        return definitions().keep;
    }

    default DoubleParam lambda() {
        return definitions().graphWeight;
    }

    default DoubleParam regParam() {
        return definitions().regParam;
    }

    default DoubleParam alpha() {
        return definitions().alpha;
    }

    default Param<String> graphTerm() {
        return definitions().graphTerm;
    }

    default Param<String> laplacian() {
        return definitions().laplacian;
    }

    default Param<String> graphPcs() {
        return definitions().graphPcs;
    }

    default IntParam neighbors() {
        return definitions().neighbors;
    }

    default Param<String> weights() {
        return definitions().weights;
    }

    default DoubleParam sigma() {
        return definitions().sigma;
    }

    default Param<String> metric() {
        return definitions().metric;
    }

    default Param<String> symmetrize() {
        return definitions().symmetrize;
    }

    default Param<String> search() {
        return definitions().search;
    }

    default Param<String> solver() {
        return definitions().solver;
    }

    default DoubleParam beta() {
        return definitions().beta;
    }

    default DoubleParam momentum() {
        return definitions().momentum;
    }

    default DoubleParam betaMax() {
        return definitions().betaMax;
    }

    default BooleanParam fixedBeta() {
        return definitions().fixedBeta;
    }

    default DoubleParam stepFactor() {
        return definitions().stepFactor;
    }

    default BooleanParam projectStart() {
        return definitions().projectStart;
    }

    default BooleanParam theory() {
        return definitions().theory;
    }

    default DoubleParam tol() {
        return definitions().tol;
    }

    default IntParam maxIter() {
        return definitions().maxIter;
    }

    default DoubleParam maxSeconds() {
        return definitions().maxSeconds;
    }

    default LongParam seed() {
        return definitions().seed;
    }

    default BooleanParam baselines() {
        return definitions().baselines;
    }

    default IntParam partitions() {
        return definitions().partitions;
    }

    default IntParam checkpointInterval() {
        return definitions().checkpointInterval;
    }

    default String getFeaturesCol() {
        return getOrDefault(definitions().featuresCol);
    }

    default String getIdCol() {
        return getOrDefault(definitions().idCol);
    }

    default String getOutputCol() {
        return getOrDefault(definitions().outputCol);
    }

    default String getPredictionCol() {
        return getOrDefault(definitions().predictionCol);
    }

    default String getModel() {
        return getOrDefault(definitions().model);
    }

    default int getRank() {
        return (Integer) getOrDefault(definitions().rank);
    }

    default int getClusters() {
        return (Integer) getOrDefault(definitions().clusters);
    }

    default int getKeep() {
        return (Integer) getOrDefault(definitions().keep);
    }

    default double getLambda() {
        return getRegParam();
    }

    /** Returns lambda by its second name. */
    default double getRegParam() {
        return (Double)
                getOrDefault(isSet(definitions().regParam) ? definitions().regParam : definitions().graphWeight);
    }

    default double getAlpha() {
        return (Double) getOrDefault(definitions().alpha);
    }

    default String getGraphTerm() {
        return getOrDefault(definitions().graphTerm);
    }

    default String getLaplacian() {
        return getOrDefault(definitions().laplacian);
    }

    default String getGraphPcs() {
        return getOrDefault(definitions().graphPcs);
    }

    default int getNeighbors() {
        return (Integer) getOrDefault(definitions().neighbors);
    }

    default String getWeights() {
        return getOrDefault(definitions().weights);
    }

    default double getSigma() {
        return (Double) getOrDefault(definitions().sigma);
    }

    default String getMetric() {
        return getOrDefault(definitions().metric);
    }

    default String getSymmetrize() {
        return getOrDefault(definitions().symmetrize);
    }

    default String getSearch() {
        return getOrDefault(definitions().search);
    }

    default String getSolver() {
        return getOrDefault(definitions().solver);
    }

    default double getBeta() {
        return (Double) getOrDefault(definitions().beta);
    }

    default double getMomentum() {
        return (Double) getOrDefault(definitions().momentum);
    }

    default double getBetaMax() {
        return (Double) getOrDefault(definitions().betaMax);
    }

    default boolean getFixedBeta() {
        return (Boolean) getOrDefault(definitions().fixedBeta);
    }

    default double getStepFactor() {
        return (Double) getOrDefault(definitions().stepFactor);
    }

    default boolean getProjectStart() {
        return (Boolean) getOrDefault(definitions().projectStart);
    }

    default boolean getTheory() {
        return (Boolean) getOrDefault(definitions().theory);
    }

    default double getTol() {
        return (Double) getOrDefault(definitions().tol);
    }

    default int getMaxIter() {
        return (Integer) getOrDefault(definitions().maxIter);
    }

    default double getMaxSeconds() {
        return (Double) getOrDefault(definitions().maxSeconds);
    }

    default long getSeed() {
        return (Long) getOrDefault(definitions().seed);
    }

    default boolean getBaselines() {
        return (Boolean) getOrDefault(definitions().baselines);
    }

    default int getPartitions() {
        return (Integer) getOrDefault(definitions().partitions);
    }

    default int getCheckpointInterval() {
        return (Integer) getOrDefault(definitions().checkpointInterval);
    }
}
