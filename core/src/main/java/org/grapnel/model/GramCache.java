package org.grapnel.model;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.SpectralNorm;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * What the value of F and the step sizes need of a point (W, H): the r × r Gram matrices and a few sums. Its size does not depend on the
 * number of features or samples.
 */
public final class GramCache implements AutoCloseable {
    private final SpectralNorm spectrum;
    private final DenseMatrix WtW;
    private final DenseMatrix HHt;
    private final double[] graphEnergy;
    private final double[] sumsOfW;
    private final double[] sumsOfH;
    private boolean hasSums;
    private double penaltyOfW;
    private double penaltyOfH;
    private double normWtW;
    private double normHHt;
    private double squaredResidual;

    public GramCache(int r) {
        spectrum = new SpectralNorm(r);
        WtW = DenseMatrix.zeros(r, r);
        HHt = DenseMatrix.zeros(r, r);
        graphEnergy = new double[r];
        sumsOfW = new double[r];
        sumsOfH = new double[r];
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

    /**
     * The sum of column j of W, or of row j of H.
     *
     * @throws IllegalStateException if the formulation has no added terms, for which they are computed
     */
    public double sum(FactorId factor, int j) {
        if (!hasSums) throw new IllegalStateException("there are no sums: they are computed for added terms only");
        return (factor == FactorId.W ? sumsOfW : sumsOfH)[j];
    }

    /** The sum of all entries of W or of H: where none is negative, the ℓ₁ norm. */
    public double sum(FactorId factor) {
        double total = 0;
        for (int j = 0; j < rank(); j++) total += sum(factor, j);
        return total;
    }

    /** The value of the penalty on a factor; 0 where it has a constraint only. */
    double penalty(FactorId factor) {
        return factor == FactorId.W ? penaltyOfW : penaltyOfH;
    }

    /** Computes the sums and the penalty of a factor, as far as the formulation needs them. H is given by its transpose. */
    public void measure(
            ExecutionContext context, Formulation formulation, FactorId factor, DenseMatrix V, RowSet rows) {
        hasSums = formulation.hasSums();
        if (hasSums) columnSums(context, V, rows, factor == FactorId.W ? sumsOfW : sumsOfH);
        Constraint constraint = factor == FactorId.W ? formulation.onW() : formulation.onH();
        if (!constraint.isPenalty()) return;
        double penalty = constraint.value(context, V, rows);
        if (factor == FactorId.W) penaltyOfW = penalty;
        else penaltyOfH = penalty;
    }

    private static void columnSums(ExecutionContext context, DenseMatrix V, RowSet rows, double[] into) {
        int r = into.length;
        int blocks = Math.max(1, Math.min(rows.count(), ExecutionContext.blockCount(2.0 * rows.count() * r)));
        double[] partial = new double[blocks * r];
        context.run(blocks, (b, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, r);
            int end = ExecutionContext.blockStart(rows.count(), b + 1, blocks);
            for (int q = ExecutionContext.blockStart(rows.count(), b, blocks); q < end; q++) {
                V.row(rows.get(q), row);
                for (int j = 0; j < r; j++) partial[b * r + j] += row[j];
            }
        });
        Arrays.fill(into, 0);
        for (int q = 0; q < partial.length; q++) into[q % r] += partial[q];
    }

    /** Takes what another cache has of H, for a step of H in which an added term may look at both factors. */
    public void copyH(GramCache from, Formulation formulation) {
        if (!formulation.hasSums()) return; // the terms of the models look at W only
        HHt.copyFrom(from.HHt);
        normHHt = from.normHHt;
        System.arraycopy(from.graphEnergy, 0, graphEnergy, 0, graphEnergy.length);
        System.arraycopy(from.sumsOfH, 0, sumsOfH, 0, sumsOfH.length);
        penaltyOfH = from.penaltyOfH;
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

    /** Writes what this formulation needs to a checkpoint, or reads it back. */
    public void transfer(StateStream stream, Formulation formulation) {
        stream.matrix(WtW);
        stream.matrix(HHt);
        stream.doubles(graphEnergy);
        normWtW = stream.doubleValue(normWtW);
        normHHt = stream.doubleValue(normHHt);
        squaredResidual = stream.doubleValue(squaredResidual);
        if (formulation.hasSums()) {
            stream.doubles(sumsOfW);
            stream.doubles(sumsOfH);
        }
        if (formulation.onW().isPenalty()) penaltyOfW = stream.doubleValue(penaltyOfW);
        if (formulation.onH().isPenalty()) penaltyOfH = stream.doubleValue(penaltyOfH);
    }

    @Override
    public void close() {
        WtW.close();
        HHt.close();
    }
}
