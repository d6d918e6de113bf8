package org.grapnel.model;

import org.grapnel.runtime.Preconditions;

/**
 * λ·Tr(H L Hᵀ): neighbours should have similar weights [eq. 9]. Its gradient in H is 2λ·HL with Lipschitz constant 2λ‖L‖₂; it does not depend
 * on W. Therefore (sW, H/s) makes it vanish for large s: λ has no scale, and F has no minimiser.
 */
public record GraphPenalty(double lambda, double norm) implements Term {
    public GraphPenalty {
        Preconditions.require(
                lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be a number >= 0, got %s", lambda);
    }

    @Override
    public double value(GramCache at) {
        double trace = 0;
        for (int j = 0; j < at.rank(); j++) trace += at.graphEnergy(j);
        return lambda * trace;
    }

    @Override
    public double lipschitz(FactorId factor, GramCache at) {
        return factor == FactorId.W ? 0 : 2 * lambda * norm;
    }

    @Override
    public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
        if (factor == FactorId.W) return;
        double[] LZ = chunk.LZ();
        double[] gradient = chunk.gradient();
        double twice = 2 * lambda;
        for (int q = 0; q < chunk.size(); q++) gradient[q] += twice * LZ[q];
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
