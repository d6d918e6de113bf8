package org.grapnel.select;

import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * Means and covariances of the squared differences fᵢ(a, b) = (xᵢₐ − xᵢᵦ)² over pairs of samples, under the measure P =
 * ρ·Unif(edges) + (1−ρ)·Unif(all ordered pairs a ≠ b). With xᵢ centred, sᵢ = ‖xᵢ‖², N = n(n−1) and m edges:
 *
 * <pre>
 *   E_all fᵢ = 2n·sᵢ/N     E_all fᵢfⱼ = (2n⟨xᵢ², xⱼ²⟩ + 2sᵢsⱼ + 4⟨xᵢ, xⱼ⟩²)/N     E_edge fᵢfⱼ = Σ_e fᵢ(e)fⱼ(e)/m
 * </pre>
 *
 * <p>So the covariance with a sum of fⱼ takes one pass over the edges, one over the samples, and the dot products.
 */
final class PairMoments implements AutoCloseable {
    final CenteredRows features;
    final EdgeList edges;
    final double rho;
    private final double pairs;

    /** sᵢ of every feature. */
    final double[] squares;

    final double[] meanAll;
    final double[] meanEdge;

    /** Under P. */
    final double[] mean;

    final double[] variance;

    private PairMoments(ExecutionContext context, CenteredRows features, EdgeList edges, double rho) {
        this.features = features;
        this.edges = edges;
        this.rho = rho;
        int n = features.n;
        int p = features.p;
        int m = edges.count();
        pairs = n * (n - 1.0);
        CenteredRows.FeatureSums sums = features.measure(context, edges);
        squares = sums.squares();
        meanAll = new double[p];
        meanEdge = new double[p];
        mean = new double[p];
        variance = new double[p];
        for (int i = 0; i < p; i++) {
            double s = squares[i];
            meanAll[i] = 2 * n * s / pairs;
            meanEdge[i] = sums.edges()[i] / m;
            mean[i] = rho * meanEdge[i] + (1 - rho) * meanAll[i];
            double square =
                    rho * sums.edgeSquares()[i] / m + (1 - rho) * (2 * n * sums.fourths()[i] + 6 * s * s) / pairs;
            variance[i] = Math.max(0, square - mean[i] * mean[i]);
        }
    }

    /** Computes the moments of the rows of X, at most {@code maxMembers} of which will become members. */
    static PairMoments compute(ExecutionContext context, Matrix X, EdgeList edges, double rho, int maxMembers) {
        CenteredRows features = CenteredRows.create(X, maxMembers);
        try {
            return new PairMoments(context, features, edges, rho);
        } catch (RuntimeException | Error e) {
            features.close();
            throw e;
        }
    }

    /** cov(fᵢ, t)/sd(t) for t = 0 on the edges and 1 on all pairs: √(ρ(1−ρ))·(E_all fᵢ − E_edge fᵢ). */
    double[] contrast() {
        double[] contrast = new double[features.p];
        for (int i = 0; i < contrast.length; i++) contrast[i] = Math.sqrt(rho * (1 - rho)) * (meanAll[i] - meanEdge[i]);
        return contrast;
    }

    /**
     * into[i] ← Σⱼ cov(fᵢ, fⱼ) for the given features i, over the features j of the subset.
     *
     * @param first for every feature, the first member missing from its {@code dots}; later members are in the subset
     * @param dots Σ ⟨xᵢ, xⱼ⟩², updated
     */
    void covariances(
            ExecutionContext context, int[] indices, SubsetDistance subset, int[] first, double[] dots, double[] into) {
        int n = features.n;
        double[] g = scaled(subset.onEdges, rho / edges.count());
        double[] q = scaled(subset.onSamples, (1 - rho) * 2 * n / pairs);
        features.quadraticForms(context, edges, indices, g, q, into, first, dots);
        for (int i : indices) into[i] += covarianceOverPairs(i, subset, dots[i]);
    }

    private double covarianceOverPairs(int i, SubsetDistance subset, double dots) {
        return (1 - rho) * (2 * squares[i] * subset.squares + 4 * dots) / pairs - mean[i] * subset.mean;
    }

    /** var(d²_S) of the subset, given Σ ⟨xᵢ, xⱼ⟩² over all pairs of S. */
    double variance(SubsetDistance subset, double dots) {
        double onEdges = 0;
        for (double g : subset.onEdges) onEdges += g * g;
        double onSamples = 0;
        for (double q : subset.onSamples) onSamples += q * q;
        double all = 2 * features.n * onSamples + 2 * subset.squares * subset.squares + 4 * dots;
        return Math.max(0, rho * onEdges / edges.count() + (1 - rho) * all / pairs - subset.mean * subset.mean);
    }

    /** A lower bound of Σⱼ cov(fᵢ, fⱼ): fᵢfⱼ ≥ 0, and its mean includes 2sᵢsⱼ/N. */
    double covarianceLowerBound(int i, double squaresOfOthers, double meanOfOthers) {
        return (1 - rho) * 2 * squares[i] * squaresOfOthers / pairs - mean[i] * meanOfOthers;
    }

    /** Σⱼ cov(fᵢ, fⱼ) over all features j, for every i: the covariance with the full squared distance. */
    double[] totalCovariances(ExecutionContext context) {
        int p = features.p;
        SubsetDistance all = subsetOfAll(context);
        double[] total = new double[p];
        double[] dots = features.allDots(context);
        int[] indices = new int[p];
        int[] first = new int[p];
        for (int i = 0; i < p; i++) {
            indices[i] = i;
            first[i] = features.members(); // no dot product is missing
        }
        covariances(context, indices, all, first, dots, total);
        return total;
    }

    private SubsetDistance subsetOfAll(ExecutionContext context) {
        int p = features.p;
        int blocks = Math.max(1, Math.min(16, p / 64));
        SubsetDistance[] parts = new SubsetDistance[blocks];
        context.run(blocks, (b, scratch) -> {
            parts[b] = new SubsetDistance(edges);
            double[] x = scratch.doubles(ScratchArray.ROW, features.n);
            for (int i = ExecutionContext.blockStart(p, b, blocks);
                    i < ExecutionContext.blockStart(p, b + 1, blocks);
                    i++) {
                features.row(i, x);
                parts[b].add(x, squares[i], mean[i]);
            }
        });
        for (int b = 1; b < blocks; b++) parts[0].add(parts[b]);
        return parts[0];
    }

    private static double[] scaled(double[] values, double factor) {
        double[] scaled = new double[values.length];
        for (int e = 0; e < values.length; e++) scaled[e] = factor * values[e];
        return scaled;
    }

    @Override
    public void close() {
        features.close();
    }
}
