package org.grapnel.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The parameters of {@link GraphNmf} and {@link GraphNmfModel}, by the words of {@code grapnel fit}; {@link Params#explainParams} tells what each
 * means. A getter of one that has neither value nor default is refused by Spark.
 */
public interface GraphNmfParams extends Params {
    /** The parameters themselves; not for callers. */
    Settings settings();

    default Param<String> featuresCol() {
        return settings().featuresCol;
    }

    default Param<String> idCol() {
        return settings().idCol;
    }

    default Param<String> outputCol() {
        return settings().outputCol;
    }

    default Param<String> predictionCol() {
        return settings().predictionCol;
    }

    default Param<String> model() {
        return settings().model;
    }

    default IntParam rank() {
        return settings().rank;
    }

    default IntParam clusters() {
        return settings().clusters;
    }

    default IntParam keep() {
        return settings().keep;
    }

    default DoubleParam lambda() {
        return settings().graphWeight;
    }

    default DoubleParam alpha() {
        return settings().alpha;
    }

    default Param<String> graphTerm() {
        return settings().graphTerm;
    }

    default Param<String> laplacian() {
        return settings().laplacian;
    }

    default IntParam neighbors() {
        return settings().neighbors;
    }

    default Param<String> weights() {
        return settings().weights;
    }

    default DoubleParam sigma() {
        return settings().sigma;
    }

    default Param<String> metric() {
        return settings().metric;
    }

    default Param<String> symmetrize() {
        return settings().symmetrize;
    }

    default Param<String> search() {
        return settings().search;
    }

    default Param<String> solver() {
        return settings().solver;
    }

    default DoubleParam beta() {
        return settings().beta;
    }

    default DoubleParam momentum() {
        return settings().momentum;
    }

    default DoubleParam betaMax() {
        return settings().betaMax;
    }

    default BooleanParam fixedBeta() {
        return settings().fixedBeta;
    }

    default DoubleParam stepFactor() {
        return settings().stepFactor;
    }

    default BooleanParam projectStart() {
        return settings().projectStart;
    }

    default BooleanParam theory() {
        return settings().theory;
    }

    default DoubleParam tol() {
        return settings().tol;
    }

    default IntParam maxIter() {
        return settings().maxIter;
    }

    default DoubleParam maxSeconds() {
        return settings().maxSeconds;
    }

    default LongParam seed() {
        return settings().seed;
    }

    default IntParam partitions() {
        return settings().partitions;
    }

    default IntParam checkpointInterval() {
        return settings().checkpointInterval;
    }

    default String getFeaturesCol() {
        return getOrDefault(settings().featuresCol);
    }

    default String getIdCol() {
        return getOrDefault(settings().idCol);
    }

    default String getOutputCol() {
        return getOrDefault(settings().outputCol);
    }

    default String getPredictionCol() {
        return getOrDefault(settings().predictionCol);
    }

    default String getModel() {
        return getOrDefault(settings().model);
    }

    default int getRank() {
        return (Integer) getOrDefault(settings().rank);
    }

    default int getClusters() {
        return (Integer) getOrDefault(settings().clusters);
    }

    default int getKeep() {
        return (Integer) getOrDefault(settings().keep);
    }

    default double getLambda() {
        return (Double) getOrDefault(settings().graphWeight);
    }

    default double getAlpha() {
        return (Double) getOrDefault(settings().alpha);
    }

    default String getGraphTerm() {
        return getOrDefault(settings().graphTerm);
    }

    default String getLaplacian() {
        return getOrDefault(settings().laplacian);
    }

    default int getNeighbors() {
        return (Integer) getOrDefault(settings().neighbors);
    }

    default String getWeights() {
        return getOrDefault(settings().weights);
    }

    default double getSigma() {
        return (Double) getOrDefault(settings().sigma);
    }

    default String getMetric() {
        return getOrDefault(settings().metric);
    }

    default String getSymmetrize() {
        return getOrDefault(settings().symmetrize);
    }

    default String getSearch() {
        return getOrDefault(settings().search);
    }

    default String getSolver() {
        return getOrDefault(settings().solver);
    }

    default double getBeta() {
        return (Double) getOrDefault(settings().beta);
    }

    default double getMomentum() {
        return (Double) getOrDefault(settings().momentum);
    }

    default double getBetaMax() {
        return (Double) getOrDefault(settings().betaMax);
    }

    default boolean getFixedBeta() {
        return (Boolean) getOrDefault(settings().fixedBeta);
    }

    default double getStepFactor() {
        return (Double) getOrDefault(settings().stepFactor);
    }

    default boolean getProjectStart() {
        return (Boolean) getOrDefault(settings().projectStart);
    }

    default boolean getTheory() {
        return (Boolean) getOrDefault(settings().theory);
    }

    default double getTol() {
        return (Double) getOrDefault(settings().tol);
    }

    default int getMaxIter() {
        return (Integer) getOrDefault(settings().maxIter);
    }

    default double getMaxSeconds() {
        return (Double) getOrDefault(settings().maxSeconds);
    }

    default long getSeed() {
        return (Long) getOrDefault(settings().seed);
    }

    default int getPartitions() {
        return (Integer) getOrDefault(settings().partitions);
    }

    default int getCheckpointInterval() {
        return (Integer) getOrDefault(settings().checkpointInterval);
    }
}
