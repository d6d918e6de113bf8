package org.grapnel.model;

import org.grapnel.runtime.Preconditions;

/**
 * λ·Σⱼ ‖wⱼ‖²·hⱼ L hⱼᵀ with wⱼ the columns of W and hⱼ the rows of H: the value of {@link GraphPenalty} after W's columns were scaled to unit
 * length.
 *
 * <p>It is the same for (s·wⱼ, hⱼ/s), so λ has a scale. F has a minimiser: at unit columns ‖WH‖² ≥ Σⱼ‖hⱼ‖², because no entry is negative, so
 * both factors are bounded. For a row of W the term is a ridge with one weight per component. Its gradients are 2λ·wᵢⱼ·(hⱼLhⱼᵀ) and
 * 2λ·‖wⱼ‖²·(hⱼL).
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
    public double lipschitz(FactorId factor, GramCache at) {
        double most = 0;
        for (int j = 0; j < at.rank(); j++)
            most = Math.max(
                    most, factor == FactorId.W ? at.graphEnergy(j) : at.WtW().get(j, j) * norm);
        return 2 * lambda * most;
    }

    @Override
    public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
        int r = chunk.rank();
        double[] Z = factor == FactorId.W ? chunk.Z() : chunk.LZ();
        double[] gradient = chunk.gradient();
        for (int j = 0; j < r; j++) {
            double weight = 2
                    * lambda
                    * (factor == FactorId.W ? at.graphEnergy(j) : at.WtW().get(j, j));
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
