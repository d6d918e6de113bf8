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

    private final Matrix X;
    private int members;

    CenteredRows(Matrix X) {
        this.X = X;
        p = X.rows();
        n = X.cols();
        mean = new double[p];
    }

    /** Creates the rows; at most {@code maxMembers} features will become members. */
    static CenteredRows create(Matrix X, int maxMembers) {
        return X instanceof SparseMatrix sparse
                ? new SparseCenteredRows(sparse, maxMembers)
                : new DenseCenteredRows((DenseMatrix) X, maxMembers);
    }

    /** Sums of every feature: Σₐ x², Σₐ x⁴, and over the edges Σ f, Σ f² with f = (xₐ − xᵦ)². */
    record FeatureSums(double[] squares, double[] fourths, double[] edges, double[] edgeSquares) {
        FeatureSums(int p) {
            this(new double[p], new double[p], new double[p], new double[p]);
        }
    }

    abstract FeatureSums measure(ExecutionContext context, EdgeList edges);

    /** Copies the centred row of a feature. */
    final void row(int feature, double[] into) {
        X.row(feature, into);
        for (int a = 0; a < n; a++) into[a] -= mean[feature];
    }

    /** Appends a feature to the members. */
    final void addMember(int feature) {
        storeMember(members++, feature);
    }

    /** Stores what later dot products with a member need. */
    abstract void storeMember(int position, int feature);

    /**
     * For the given features i: form[i] ← Σ_e g_e·(xₐ − xᵦ)² + Σₐ qₐ·xₐ², and dots[i] ← dots[i] + Σ ⟨xᵢ, xⱼ⟩² over the
     * members j from first[i] on, in order.
     */
    abstract void quadraticForms(
            ExecutionContext context,
            EdgeList edges,
            int[] indices,
            double[] g,
            double[] q,
            double[] form,
            int[] first,
            double[] dots);

    /** Σ ⟨xᵢ, xⱼ⟩² over the members j from {@code first} on. */
    abstract double dots(int feature, int first);

    /** The number of members. */
    final int members() {
        return members;
    }

    /** The indices of all features. */
    final int[] allFeatures() {
        int[] all = new int[p];
        for (int i = 0; i < p; i++) all[i] = i;
        return all;
    }

    /** Σⱼ ⟨xᵢ, xⱼ⟩² over all features j, for every i. */
    abstract double[] allDots(ExecutionContext context);

    @Override
    public abstract void close();
}
