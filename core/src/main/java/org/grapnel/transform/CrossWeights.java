package org.grapnel.transform;

import java.io.Serializable;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LocalScales;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Neighbors;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;

/**
 * The weights of edges from new samples to training samples: those of the graph of the fit ({@link WeightKind}) times one factor. It is
 * chosen so that training samples joined in the same way would have the mean degree of the graph.
 *
 * @param onComponents whether the graph of the fit is one on principal components
 * @param sigma the mean distance of the training samples to their neighbours
 * @param meanScale the mean distance of the training samples to their last neighbour; NaN unless the weights are local
 */
public record CrossWeights(
        WeightKind kind, Metric metric, boolean onComponents, double sigma, double meanScale, double factor)
        implements Serializable {
    /** Creates weights that are not yet multiplied by a factor. */
    public static CrossWeights raw(GraphSpec spec, double sigma, double meanScale) {
        return new CrossWeights(
                spec.weights(),
                spec.metric(),
                spec.components().isPresent(),
                sigma,
                spec.weights() == WeightKind.LOCAL ? meanScale : Double.NaN,
                1);
    }

    /**
     * Computes the weights for training samples.
     *
     * @param values the training samples on the kept features
     * @param own the neighbours of the training samples among themselves
     */
    static CrossWeights of(DenseMatrix values, Neighbors own, GraphSpec spec, double meanDegree) {
        LocalScales local = LocalScales.of(own);
        CrossWeights raw = raw(spec, own.meanDistance(), local.mean());
        int last = own.count() - 1;
        double sum = 0;
        for (int i = 0; i < own.size(); i++) {
            for (int q = 0; q < own.count(); q++) {
                int j = own.index(i, q);
                double dot = raw.usesDots() ? dot(values, i, values, j) : 0;
                sum += raw.weight(own.distance(i, q), own.distance(i, last), own.distance(j, last), dot) / own.size();
            }
        }
        return raw.withMeanDegree(sum, meanDegree);
    }

    /** Returns these raw weights with the factor that gives training samples of a mean degree {@code raw} the mean degree of the graph. */
    public CrossWeights withMeanDegree(double raw, double meanDegree) {
        return new CrossWeights(kind, metric, onComponents, sigma, meanScale, raw > 0 ? meanDegree / raw : 0);
    }

    /** Returns whether a weight is the dot product of the two samples on the kept features. */
    public boolean usesDots() {
        return kind == WeightKind.DOT && metric == Metric.EUCLIDEAN;
    }

    /**
     * Returns the weight of an edge.
     *
     * @param lastOfOne the distance of one sample to its last neighbour, which only local weights read
     * @param lastOfOther that of the other sample
     * @param dot the dot product of the samples, which is read if {@link #usesDots}
     */
    public double weight(double distance, double lastOfOne, double lastOfOther, double dot) {
        double between = Double.isNaN(meanScale)
                ? sigma
                : Math.sqrt(LocalScales.scaleOf(lastOfOne, meanScale))
                        * Math.sqrt(LocalScales.scaleOf(lastOfOther, meanScale));
        return factor * Math.max(0, usesDots() ? dot : GraphSpec.weight(kind, onComponents, distance, between));
    }

    static double dot(DenseMatrix A, int i, DenseMatrix B, int j) {
        double sum = 0;
        for (int f = 0; f < A.rows(); f++) sum += A.get(f, i) * B.get(f, j);
        return sum;
    }
}
