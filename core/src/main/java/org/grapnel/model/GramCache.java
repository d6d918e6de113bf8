package org.grapnel.model;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.SpectralNorm;

/**
 * What the value of F and the step sizes need of a point (W, H): the r × r Gram matrices and a few sums. Its size does not depend on the
 * number of features or samples.
 */
public final class GramCache implements AutoCloseable {
    private final SpectralNorm spectrum;
    private final DenseMatrix WtW;
    private final DenseMatrix HHt;
    private final double[] graphEnergy;
    private double normWtW;
    private double normHHt;
    private double squaredResidual;

    public GramCache(int r) {
        spectrum = new SpectralNorm(r);
        WtW = DenseMatrix.zeros(r, r);
        HHt = DenseMatrix.zeros(r, r);
        graphEnergy = new double[r];
    }

    public int rank() {
        return graphEnergy.length;
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
        return squaredResidual;
    }

    /** hⱼ L hⱼᵀ of component j; 0 without a graph. */
    public double graphEnergy(int j) {
        return graphEnergy[j];
    }

    /** ⟨WᵀW, HHᵀ⟩ = ‖WH‖². */
    public double fittedSquares() {
        double sum = 0;
        for (int i = 0; i < rank(); i++) for (int j = 0; j < rank(); j++) sum += WtW.get(i, j) * HHt.get(i, j);
        return sum;
    }

    /** ‖W‖² or ‖H‖². */
    public double squares(FactorId factor) {
        DenseMatrix gram = factor == FactorId.W ? WtW : HHt;
        double sum = 0;
        for (int j = 0; j < rank(); j++) sum += gram.get(j, j);
        return sum;
    }

    /** Updates the norm after {@link #WtW} was filled. */
    public void gramOfWChanged() {
        normWtW = spectrum.compute(WtW);
    }

    /** Updates the norm after {@link #HHt} was filled. */
    public void gramOfHChanged() {
        normHHt = spectrum.compute(HHt);
    }

    public void setSquaredResidual(double squares) {
        squaredResidual = squares;
    }

    public void setGraphEnergy(int j, double value) {
        graphEnergy[j] = value;
    }

    /** Writes all of it to a checkpoint, or reads it back. */
    public void transfer(StateStream stream) {
        stream.matrix(WtW);
        stream.matrix(HHt);
        stream.doubles(graphEnergy);
        normWtW = stream.doubleValue(normWtW);
        normHHt = stream.doubleValue(normHHt);
        squaredResidual = stream.doubleValue(squaredResidual);
    }

    @Override
    public void close() {
        WtW.close();
        HHt.close();
    }
}
