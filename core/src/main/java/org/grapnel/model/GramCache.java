package org.grapnel.model;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.SpectralNorm;

/**
 * All that the value of F and the step sizes need to know of a point (W, H): a few r × r numbers, however many features
 * and samples there are.
 */
public final class GramCache implements AutoCloseable {
    private final SpectralNorm spectrum;
    private final DenseMatrix WtW;
    private final DenseMatrix HHt;
    private final double[] roughness;
    private double normWtW;
    private double normHHt;
    private double misfit;

    public GramCache(int r) {
        spectrum = new SpectralNorm(r);
        WtW = DenseMatrix.zeros(r, r);
        HHt = DenseMatrix.zeros(r, r);
        roughness = new double[r];
    }

    public int rank() {
        return roughness.length;
    }

    public DenseMatrix WtW() {
        return WtW;
    }

    public DenseMatrix HHt() {
        return HHt;
    }

    /** ‖WᵀW‖₂. */
    public double normWtW() {
        return normWtW;
    }

    /** ‖HHᵀ‖₂. */
    public double normHHt() {
        return normHHt;
    }

    /** ‖X − WH‖². */
    public double squaredResidual() {
        return misfit;
    }

    /** hⱼ L hⱼᵀ of component j, zero where there is no graph. */
    public double graphEnergy(int j) {
        return roughness[j];
    }

    /** ⟨WᵀW, HHᵀ⟩ = ‖WH‖². */
    public double fittedSquares() {
        double sum = 0;
        for (int i = 0; i < rank(); i++) for (int j = 0; j < rank(); j++) sum += WtW.get(i, j) * HHt.get(i, j);
        return sum;
    }

    /** ‖W‖² or ‖H‖². */
    public double squares(FactorId block) {
        DenseMatrix gram = block == FactorId.W ? WtW : HHt;
        double sum = 0;
        for (int j = 0; j < rank(); j++) sum += gram.get(j, j);
        return sum;
    }

    /** To be called when {@link #WtW} has been filled. */
    public void gramOfWChanged() {
        normWtW = spectrum.compute(WtW);
    }

    /** To be called when {@link #HHt} has been filled. */
    public void gramOfHChanged() {
        normHHt = spectrum.compute(HHt);
    }

    public void setSquaredResidual(double squares) {
        misfit = squares;
    }

    public void setGraphEnergy(int j, double value) {
        roughness[j] = value;
    }

    /** Writes all of it, or reads it back. */
    public void transfer(StateStream stream) {
        stream.matrix(WtW);
        stream.matrix(HHt);
        stream.doubles(roughness);
        normWtW = stream.doubleValue(normWtW);
        normHHt = stream.doubleValue(normHHt);
        misfit = stream.doubleValue(misfit);
    }

    @Override
    public void close() {
        WtW.close();
        HHt.close();
    }
}
