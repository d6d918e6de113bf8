package org.grapnel.spark.model;

import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.runtime.Preconditions;

/**
 * How a fit used its graph.
 *
 * @param laplacian of the trace and the invariant term
 * @param weight λ, or α = weight·‖X‖²/r of the joint term on the kept features
 *     ({@link org.grapnel.model.JointProblem#alpha})
 * @param symmetry b = max S of the joint term; 0 for the other terms
 * @param spec how neighbours are found
 */
public record GraphUse(GraphTerm term, LaplacianKind laplacian, double weight, double symmetry, GraphSpec spec) {
    public GraphUse {
        Preconditions.require(
                weight >= 0 && weight < Double.POSITIVE_INFINITY,
                "the weight of the graph must be a number >= 0, got %s",
                weight);
        Preconditions.require(
                symmetry >= 0 && symmetry < Double.POSITIVE_INFINITY, "b must be a number >= 0, got %s", symmetry);
    }
}
