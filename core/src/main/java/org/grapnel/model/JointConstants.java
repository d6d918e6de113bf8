package org.grapnel.model;

import java.io.Serializable;
import org.grapnel.runtime.Preconditions;

/**
 * The numbers of min ½‖X − WH‖² + (α/2)·(‖S − GᵀH‖² + b‖H − G‖²) that are the same for all samples: α = weight·‖X‖²/r, b = max S and ‖S‖².
 *
 * @param weight how much the graph counts compared with the data, above 0; 0 if S has no entry
 * @param alpha α
 * @param symmetry b
 * @param squaresOfS ‖S‖²
 */
public record JointConstants(int rank, double weight, double alpha, double symmetry, double squaresOfS)
        implements Serializable {
    public JointConstants {
        Preconditions.require(rank >= 1, "rank must be at least 1, got %d", rank);
        Preconditions.require(
                (weight > 0 || (weight == 0 && squaresOfS == 0)) && weight < Double.POSITIVE_INFINITY,
                "alpha must be a number above 0 for the graph term joint, got %s",
                weight);
        Preconditions.require(
                alpha >= 0 && alpha * squaresOfS < Double.POSITIVE_INFINITY,
                "alpha %s is too large for data of this size; allowed are weights with a finite objective",
                weight);
    }

    /** Computes α from ‖X‖². */
    public static JointConstants of(double squaresOfX, double largestOfS, double squaresOfS, int rank, double weight) {
        return new JointConstants(rank, weight, alpha(squaresOfX, rank, weight), largestOfS, squaresOfS);
    }

    /** α = weight·‖X‖²/r. */
    static double alpha(double squaresOfX, int rank, double weight) {
        return weight * (squaresOfX / rank);
    }
}
