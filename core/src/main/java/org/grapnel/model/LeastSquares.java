package org.grapnel.model;

/** ½‖X − WH‖²: gradients W(HHᵀ) − XHᵀ and (WᵀW)H − WᵀX, constants ‖HHᵀ‖₂ and ‖WᵀW‖₂ [eq. 1 with the ½ of eq. 9]. */
public record LeastSquares() implements Term {
    @Override
    public double value(GramCache at) {
        return at.squaredResidual() / 2;
    }

    @Override
    public double lipschitz(FactorId block, GramCache at) {
        return block == FactorId.W ? at.normHHt() : at.normWtW();
    }

    @Override
    public void addGradient(FactorId block, GramCache at, GradientChunk chunk) {
        chunk.addZTimes(block == FactorId.W ? at.HHt() : at.WtW());
        double[] product = chunk.product();
        double[] gradient = chunk.gradient();
        for (int q = 0; q < chunk.size(); q++) gradient[q] -= product[q];
    }

    @Override
    public boolean allowsScreening() {
        return true;
    }
}
