package org.grapnel.model;

/**
 * ½‖X − WH‖² [eq. 1 with the ½ of eq. 9]. Its gradients are W(HHᵀ) − XHᵀ and (WᵀW)H − WᵀX, with Lipschitz constants ‖HHᵀ‖₂ and ‖WᵀW‖₂.
 */
public record LeastSquares() implements Term {
    @Override
    public double value(GramCache at) {
        return at.squaredResidual() / 2;
    }

    @Override
    public double lipschitz(FactorId factor, GramCache at) {
        return factor == FactorId.W ? at.normHHt() : at.normWtW();
    }

    @Override
    public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
        chunk.addZTimes(factor == FactorId.W ? at.HHt() : at.WtW());
        double[] product = chunk.product();
        double[] gradient = chunk.gradient();
        for (int q = 0; q < chunk.size(); q++) gradient[q] -= product[q];
    }

    @Override
    public boolean allowsScreening() {
        return true;
    }
}
