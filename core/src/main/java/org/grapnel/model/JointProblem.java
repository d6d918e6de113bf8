package org.grapnel.model;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * min ½‖X − WH‖² + (α/2)·(‖S − GᵀH‖² + b‖H − G‖²) over W, H, G ≥ 0: one factor H for the data and the graph. G is a copy of H that makes every
 * block a least-squares problem. S is the normalised adjacency, b = max S and α = weight·‖X‖²/r.
 *
 * <p>‖S − GᵀH‖² is the fit of a symmetric factorisation (Kuang, Ding and Park 2012) with the symmetry dropped (Zhu et al. 2018). S fixes the
 * scale of H: (sW, H/s) has another value. What r components can explain of S is at most r, because the eigenvalues of S are at most 1. So α
 * compares the explained share of the data with the explained share of the graph, for any number of samples.
 *
 * <p>A sample without an edge takes part in the loss only. Its row and column are left out of S, GᵀH and H − G: a zero row of S would ask for
 * gᵢᵀhₗ = 0 with all samples l, and so pull the sample to zero.
 *
 * @param weight how much the graph counts compared with the data, above 0, or 0 without edges; {@code --alpha} on the command line
 * @param alpha α
 * @param symmetry b
 * @param weights with them the loss is ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)² and ‖X‖² is Σ cᵢⱼxᵢⱼ²; what X has at entries without weight does not count
 */
public record JointProblem(
        Matrix X,
        NormalizedAdjacency S,
        int rank,
        double weight,
        double alpha,
        double symmetry,
        Optional<EntryWeights> weights) {
    public JointProblem {
        Preconditions.require(S.size() == X.cols(), "the graph joins %d samples, the data have %d", S.size(), X.cols());
        Problem.checkData(X, weights);
        new JointConstants(rank, weight, alpha, symmetry, S.squares()); // refuses what is out of range
    }

    /** Creates a problem all of whose entries count alike. */
    public JointProblem(Matrix X, NormalizedAdjacency S, int rank, double weight, double alpha, double symmetry) {
        this(X, S, rank, weight, alpha, symmetry, Optional.empty());
    }

    /** Creates the problem with α and b as above. Refuses a graph without edges. */
    public static JointProblem of(Matrix X, Graph graph, int rank, double weight) {
        return of(X, Optional.empty(), graph, rank, weight);
    }

    /** Creates the problem with weights of the entries of X. */
    public static JointProblem of(Matrix X, Optional<EntryWeights> weights, Graph graph, int rank, double weight) {
        NormalizedAdjacency S = NormalizedAdjacency.of(graph);
        double alpha = weights.map(
                        c -> JointConstants.alpha(Arrays.stream(c.rowSquares(X)).sum(), rank, weight))
                .orElseGet(() -> alpha(X, rank, weight));
        return new JointProblem(X, S, rank, weight, alpha, S.largest(), weights);
    }

    /** Creates min ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)², the problem of a graph without edges. */
    public static JointProblem withoutGraph(Matrix X, Optional<EntryWeights> weights, int rank) {
        NormalizedAdjacency S = NormalizedAdjacency.withoutEdges(X.cols());
        return new JointProblem(X, S, rank, 0, 0, 0, weights);
    }

    /** α = weight·‖X‖²/r. */
    public static double alpha(Matrix X, int rank, double weight) {
        return JointConstants.alpha(Arrays.stream(X.rowSquares()).sum(), rank, weight);
    }

    /** Returns what does not depend on the sample. */
    public JointConstants constants() {
        return new JointConstants(rank, weight, alpha, symmetry, S.squares());
    }

    /** Returns the problem with its samples in another order: place q has sample order[q]. The caller closes its X. */
    public JointProblem reorder(int[] order) {
        NormalizedAdjacency there = S.reorder(order);
        Optional<EntryWeights> moved = weights.map(c -> c.selectColumns(order));
        return new JointProblem(X.selectColumns(order), there, rank, weight, alpha, symmetry, moved);
    }
}
