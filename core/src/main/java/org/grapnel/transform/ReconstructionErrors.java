package org.grapnel.transform;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** How well a model explains new samples: ‖x − Wh‖/‖x‖ of each, and of all together. */
public final class ReconstructionErrors {
    private final ExecutionContext context;
    private final Matrix X;
    private final DenseMatrix W;
    private final DenseMatrix Ht;
    private final Optional<EntryWeights> weights;
    private final int r;
    private final double[] norms; // ‖x‖
    private final double[] residuals; // ‖x − Wh‖

    /**
     * Computes the errors.
     *
     * @param X the samples on the kept features
     * @param W the kept rows of W
     * @param Ht the weights of the samples
     */
    public ReconstructionErrors(ExecutionContext context, Matrix X, DenseMatrix W, DenseMatrix Ht) {
        this(context, X, Optional.empty(), W, Ht);
    }

    /**
     * Computes the errors where entries have weights c: all squares are times c.
     *
     * @param X the samples on the kept features; what it has without weight does not count
     * @param W the kept rows of W
     * @param Ht the weights of the components in the samples
     */
    public ReconstructionErrors(
            ExecutionContext context, Matrix X, Optional<EntryWeights> weights, DenseMatrix W, DenseMatrix Ht) {
        this.context = context;
        this.weights = weights;
        this.X = X;
        this.W = W;
        this.Ht = Ht;
        r = W.cols();
        norms = weights.map(c -> weightedNorms(c, X)).orElseGet(X::columnNorms);
        residuals = residualLengths();
    }

    private static double[] weightedNorms(EntryWeights weights, Matrix X) {
        try (Matrix scaled = weights.observed(X)) {
            Matrix roots = scaled.map((i, j, x) -> x * Math.sqrt(weights.get(i, j)));
            try (roots) {
                return roots.columnNorms();
            }
        }
    }

    /** ‖x − Wh‖ of every sample from the residual itself, each in units of its own, so that neither small nor large samples lose digits. */
    private double[] residualLengths() {
        int m = X.cols();
        double[] largest = largestEntries();
        int blocks = ExecutionContext.blockCount(2.0 * m * X.rows() * r);
        double[][] partial = new double[blocks][m];
        context.run(blocks, (b, scratch) -> {
            double[] x = new double[m];
            double[] h = new double[r];
            double[] w = new double[r];
            double[] deficit = new double[m];
            for (int i = ExecutionContext.blockStart(X.rows(), b, blocks);
                    i < ExecutionContext.blockStart(X.rows(), b + 1, blocks);
                    i++) {
                X.row(i, x);
                W.row(i, w);
                if (weights.isPresent()) weights.get().deficits().row(i, deficit);
                for (int j = 0; j < m; j++) {
                    if (deficit[j] == 1) continue;
                    Ht.row(j, h);
                    double residual = x[j];
                    for (int q = 0; q < r; q++) residual -= w[q] * h[q];
                    if (residual != 0) partial[b][j] += (1 - deficit[j]) * square(residual / largest[j]);
                }
            }
        });
        double[] lengths = new double[m];
        for (int j = 0; j < m; j++) {
            for (double[] part : partial) lengths[j] += part[j];
            lengths[j] = largest[j] * Math.sqrt(lengths[j]);
        }
        return lengths;
    }

    /** A bound that no entry of x − Wh exceeds more than r + 1 times: the largest of ‖x‖ and hⱼ·max wⱼ. */
    private double[] largestEntries() {
        double[] largestW = new double[r];
        double[] w = new double[r];
        for (int i = 0; i < X.rows(); i++) {
            W.row(i, w);
            for (int q = 0; q < r; q++) largestW[q] = Math.max(largestW[q], Math.abs(w[q]));
        }
        double[] largest = norms.clone();
        for (int j = 0; j < largest.length; j++)
            for (int q = 0; q < r; q++) largest[j] = Math.max(largest[j], Ht.get(j, q) * largestW[q]);
        return largest;
    }

    /** ‖x − Wh‖/‖x‖ of every sample. */
    public double[] ofSamples() {
        double[] errors = new double[residuals.length];
        for (int j = 0; j < errors.length; j++) errors[j] = ratio(residuals[j], norms[j]);
        return errors;
    }

    /** ‖X − WH‖/‖X‖ of all samples. Samples of length 0 are left out, unless all are of length 0. */
    public double ofAll() {
        double all = norm(norms);
        double[] counted = residuals.clone();
        for (int j = 0; j < counted.length; j++) if (all > 0 && norms[j] == 0) counted[j] = 0;
        return ratio(norm(counted), all);
    }

    /** part/whole, and 0/0 = 0. */
    private static double ratio(double part, double whole) {
        return part == 0 ? 0 : part / whole;
    }

    private static double norm(double[] x) {
        double largest = Arrays.stream(x).max().orElse(0);
        return largest == 0
                ? 0
                : largest
                        * Math.sqrt(Arrays.stream(x)
                                .map(value -> square(value / largest))
                                .sum());
    }

    private static double square(double x) {
        return x * x;
    }
}
