package org.grapnel.solve.kl;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * λTr(HLHᵀ), bounded at H by its value + 2λ⟨HL, Δ⟩ + 2λ Σⱼ ℓⱼⱼ‖δⱼ‖². The bound holds because δᵀLδ = Σ aⱼₗ(δⱼ − δₗ)² ≤ 2 Σ ℓⱼⱼδⱼ², for the plain and the
 * normalised Laplacian.
 */
final class TraceTerm implements SampleTerm {
    private final ExecutionContext context;
    private final Laplacian L;
    private final double lambda;
    private final int r;
    private final double[] diagonal;
    private final double[] products; // rows of LHᵀ
    private final DenseMatrix Ht;
    private double value;
    private double magnitude;

    TraceTerm(ExecutionContext context, Laplacian L, double lambda, int r) {
        this.context = context;
        this.L = L;
        this.lambda = lambda;
        this.r = r;
        int n = L.size();
        diagonal = new double[n];
        Arrays.setAll(diagonal, j -> L.matrix().get(j, j));
        products = new double[n * r];
        Ht = DenseMatrix.zeros(n, r);
    }

    @Override
    public void prepare(double[] h) {
        double flops = 2.0 * L.matrix().nonZeros() * r;
        context.runEach(L.size(), flops, (j, scratch) -> {
            double[] sum = new double[r];
            L.matrix().timesRow(j, h, r, sum);
            System.arraycopy(sum, 0, products, j * r, r);
        });
    }

    @Override
    public void gradient(int sample, double[] h, double[] gradient) {
        for (int k = 0; k < r; k++) gradient[k] = 2 * lambda * products[sample * r + k];
    }

    @Override
    public double ridge(int sample) {
        return 4 * lambda * diagonal[sample];
    }

    @Override
    public double @Nullable [] matrix(int sample) {
        return null;
    }

    @Override
    public void follow(double[] h) {
        Ht.setRows(0, Ht.rows(), h);
        double[] energy = new double[r];
        L.graphEnergy(context, Ht, energy);
        value = lambda * Arrays.stream(energy).sum();
        measureMagnitude(h);
    }

    @Override
    public double value() {
        return value;
    }

    /** λ Σⱼ ℓⱼⱼ‖hⱼ‖² */
    @Override
    public double magnitude() {
        return magnitude;
    }

    private void measureMagnitude(double[] h) {
        double sum = 0;
        for (int q = 0; q < h.length; q++) sum += diagonal[q / r] * h[q] * h[q];
        magnitude = lambda * sum;
    }

    @Override
    public double residual(double[] h) {
        return 0;
    }

    @Override
    public double size() {
        return 0;
    }

    @Override
    public double symmetryGap() {
        return Double.NaN;
    }

    @Override
    public void transfer(StateStream stream, double[] h) {
        value = stream.doubleValue(value);
        measureMagnitude(h);
    }

    @Override
    public void close() {
        Ht.close();
    }
}
