package org.grapnel.model;

/** ½‖X − WH‖²: gradients W(HHᵀ) − XHᵀ and (WᵀW)H − WᵀX, constants ‖HHᵀ‖₂ and ‖WᵀW‖₂ [eq. 1 with the ½ of eq. 9]. */
public record LeastSquares() implements Term {
    @Override
    public double value(Moments at) {
        return at.misfit() / 2;
    }

    @Override
    public double lipschitz(Block block, Moments at) {
        return block == Block.W ? at.normHHt() : at.normWtW();
    }

    @Override
    public void addGradient(Block block, Moments at, Chunk chunk) {
        chunk.addZTimes(block == Block.W ? at.HHt() : at.WtW());
        double[] product = chunk.product();
        double[] gradient = chunk.gradient();
        for (int q = 0; q < chunk.size(); q++) gradient[q] -= product[q];
    }

    @Override
    public boolean allowsScreening() {
        return true;
    }
}
