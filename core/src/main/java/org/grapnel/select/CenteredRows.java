package org.grapnel.select;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * The centred rows of X and the sums over samples and edges that the moments of squared differences are made of. Nothing of size p × p, and
 * no centred copy of X: rows are centred when they are read. What is computed for a feature depends on no other in the same call.
 */
abstract sealed class CenteredRows implements AutoCloseable permits DenseCenteredRows, SparseCenteredRows {
    final int p;
    final int n;

    /** Of every row of X. */
    final double[] mean;

    CenteredRows(Matrix X) {
        p = X.rows();
        n = X.cols();
        mean = new double[p];
    }

    /** At most {@code most} features will be members. */
    static CenteredRows create(Matrix X, int most) {
        return X instanceof SparseMatrix sparse
                ? new SparseCenteredRows(sparse, most)
                : new DenseCenteredRows((DenseMatrix) X, most);
    }

    /** For every feature Σₐ x², Σₐ x⁴, and over the edges Σ f, Σ f² with f = (xₐ − xᵦ)²; also its mean. */
    record FeatureSums(double[] squares, double[] fourths, double[] edges, double[] edgeSquares) {
        FeatureSums(int p) {
            this(new double[p], new double[p], new double[p], new double[p]);
        }
    }

    abstract FeatureSums measure(ExecutionContext context, EdgeList edges);

    /** The centred row of a feature. */
    abstract void row(int feature, double[] into);

    /** A feature becomes a member, behind the earlier ones. */
    abstract void enter(int feature);

    /**
     * For the given features i: form[i] ← Σ_e g_e·(xₐ − xᵦ)² + Σₐ qₐ·xₐ², and dots[i] ← dots[i] + Σ ⟨xᵢ, xⱼ⟩² over the members j from
     * first[i] on, one after the other.
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

    /** How many members there are. */
    abstract int members();

    /** Σⱼ ⟨xᵢ, xⱼ⟩² over all features j, for every i. */
    abstract double[] allDots(ExecutionContext context);

    @Override
    public abstract void close();
}
