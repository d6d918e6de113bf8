package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.transform.CrossWeights;
import org.grapnel.transform.GroupCenters;
import org.grapnel.transform.PlacementProblem;
import org.jspecify.annotations.Nullable;

/**
 * What placing new samples needs of a fit, beside its training samples. Its size does not depend on their number.
 *
 * @param features number of features, p
 * @param kept kept features, ascending
 * @param W kept rows of W
 * @param neighbors number of training samples that a new sample is joined to
 * @param largest largest absolute number of a training sample where neighbours are searched
 * @param components the components of the graph; null if neighbours are searched on the kept features
 */
record PlacementModel(
        int features,
        int[] kept,
        double[][] W,
        GraphPart graph,
        int neighbors,
        CrossWeights weights,
        double largest,
        GroupCenters groups,
        @Nullable ComponentProjection components)
        implements Serializable {
    /**
     * The graph term.
     *
     * @param weight λ, or α of the joint term
     * @param symmetry b of the joint term
     * @param HHt HHᵀ over the training samples with an edge; empty unless the term is joint
     * @param GGt GGᵀ over them
     */
    record GraphPart(
            GraphTerm term, LaplacianKind laplacian, double weight, double symmetry, double[][] HHt, double[][] GGt)
            implements Serializable {}

    int rank() {
        return W[0].length;
    }

    /** Returns the problem of a new sample. */
    PlacementProblem problem() {
        double[][] WtW = gram(W);
        return graph.term == GraphTerm.JOINT
                ? PlacementProblem.joint(WtW, graph.HHt, graph.GGt, graph.weight, graph.symmetry)
                : PlacementProblem.withTerm(WtW, graph.term, graph.laplacian, graph.weight);
    }

    private static double[][] gram(double[][] W) {
        int r = W[0].length;
        double[][] G = new double[r][r];
        for (double[] w : W) for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) G[q][l] += w[q] * w[l];
        return G;
    }

    /** Returns the factor of each component before groups are compared; none if samples are compared at unit length. */
    static double[] scale(double[][] W, GraphTerm term) {
        if (term == GraphTerm.JOINT) return new double[0];
        double[] scale = new double[W[0].length];
        if (term.fixesScale()) {
            Arrays.fill(scale, 1);
            return scale;
        }
        for (double[] w : W) for (int q = 0; q < scale.length; q++) scale[q] += w[q] * w[q];
        for (int q = 0; q < scale.length; q++) scale[q] = Math.sqrt(scale[q]);
        return scale;
    }
}
