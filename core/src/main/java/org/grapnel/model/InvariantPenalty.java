package org.grapnel.model;

import org.grapnel.runtime.Preconditions;

/**
 * λ·Σⱼ ‖wⱼ‖²·hⱼ L hⱼᵀ with wⱼ the columns of W and hⱼ the rows of H: {@link GraphPenalty} as it is at columns of W of unit
 * length, whatever their length. (s·wⱼ, hⱼ/s) leaves it as it is, so λ has a meaning, and F has a minimiser: at unit columns
 * ‖WH‖² ≥ Σⱼ‖hⱼ‖², because nothing is negative, so no factor can run away. In a row of W it is a ridge with a weight
 * for each component; its gradients are 2λ·wᵢⱼ·(hⱼLhⱼᵀ) and 2λ·‖wⱼ‖²·(hⱼL).
 */
public record InvariantPenalty(double lambda, double norm) implements Term {
    public InvariantPenalty {
        Preconditions.require(
                lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be a number >= 0, got %s", lambda);
    }

    @Override
    public double value(GramCache at) {
        double sum = 0;
        for (int j = 0; j < at.rank(); j++) sum += at.WtW().get(j, j) * at.graphEnergy(j);
        return lambda * sum;
    }

    @Override
    public double lipschitz(FactorId block, GramCache at) {
        double most = 0;
        for (int j = 0; j < at.rank(); j++)
            most = Math.max(
                    most, block == FactorId.W ? at.graphEnergy(j) : at.WtW().get(j, j) * norm);
        return 2 * lambda * most;
    }

    @Override
    public void addGradient(FactorId block, GramCache at, GradientChunk chunk) {
        int r = chunk.rank();
        double[] Z = block == FactorId.W ? chunk.Z() : chunk.LZ();
        double[] gradient = chunk.gradient();
        for (int j = 0; j < r; j++) {
            double weight = 2
                    * lambda
                    * (block == FactorId.W ? at.graphEnergy(j) : at.WtW().get(j, j));
            for (int q = j; q < chunk.size(); q += r) gradient[q] += weight * Z[q];
        }
    }

    @Override
    public boolean usesGraph() {
        return true;
    }

    @Override
    public boolean allowsScreening() {
        return true;
    }
}
