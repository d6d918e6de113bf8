package org.grapnel.select;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Computes sums over the centred rows of X, from which the moments of squared differences follow. Rows are centred when
 * read: there is no centred copy of X and no p × p matrix. The result for a feature does not depend on the other
 * features of the same call.
 */
abstract sealed class CenteredRows implements AutoCloseable permits DenseCenteredRows, SparseCenteredRows {
    final int p;
    final int n;

    /** Mean of every row of X. */
    final double[] mean;

    CenteredRows(Matrix X) {
        p = X.rows();
        n = X.cols();
        mean = new double[p];
    }

    /** Creates the rows; at most {@code most} features will become members. */
    static CenteredRows create(Matrix X, int most) {
        return X instanceof SparseMatrix sparse
                ? new SparseCenteredRows(sparse, most)
                : new DenseCenteredRows((DenseMatrix) X, most);
    }

    /** Sums of every feature: Σₐ x², Σₐ x⁴, and over the edges Σ f, Σ f² with f = (xₐ − xᵦ)². */
    record FeatureSums(double[] squares, double[] fourths, double[] edges, double[] edgeSquares) {
        FeatureSums(int p) {
            this(new double[p], new double[p], new double[p], new double[p]);
        }
    }

    abstract FeatureSums measure(ExecutionContext context, EdgeList edges);

    /** Copies the centred row of a feature. */
    abstract void row(int feature, double[] into);

    /** Appends a feature to the members. */
    abstract void enter(int feature);

    /**
     * For the given features i: form[i] ← Σ_e g_e·(xₐ − xᵦ)² + Σₐ qₐ·xₐ², and dots[i] ← dots[i] + Σ ⟨xᵢ, xⱼ⟩² over the
     * members j from first[i] on, in order.
     */
    abstract void forms(
            ExecutionContext context,
            EdgeList edges,
            int[] which,
            double[] g,
            double[] q,
            double[] form,
            int[] first,
            double[] dots);

    /** Σ ⟨xᵢ, xⱼ⟩² over the members j from {@code first} on. */
    abstract double dots(int feature, int first);

    /** The number of members. */
    abstract int members();

    /** Σⱼ ⟨xᵢ, xⱼ⟩² over all features j, for every i. */
    abstract double[] allDots(ExecutionContext context);

    @Override
    public abstract void close();
}
