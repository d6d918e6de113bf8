package org.grapnel.graph;

import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver;
import org.grapnel.linalg.decomp.Eigenpairs;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * The c smallest eigenpairs of the normalised Laplacian, L·v = λ·v with L = I − D^(−½)AD^(−½): c coordinates for every
 * sample. The same vectors belong to the c largest eigenvalues 1 − λ of D^(−½)AD^(−½) (Ng, Jordan and Weiss 2002), and
 * y = D^(−½)v solves (D − A)·y = λ·D·y, as MCFS needs it (Cai, Zhang and He 2010).
 *
 * <p>A sample without a neighbour is left out: its row is zero and it takes no eigenvector. (As a component of its own
 * it would have an eigenvalue 0, and a few of them would hide the rest.) A graph with m components that have edges has
 * the eigenvalue 0 m times; if m > c, the seed decides which c of these vectors are returned.
 *
 * <p>The embedding owns the vectors: close it.
 */
public final class SpectralEmbedding implements AutoCloseable {
    private final Eigenpairs pairs;
    private final double[] root;

    private SpectralEmbedding(Eigenpairs pairs, double[] root) {
        this.pairs = pairs;
        this.root = root;
    }

    /** Computes the embedding with the default options of the solver. */
    public static SpectralEmbedding compute(ExecutionContext context, Graph graph, int count, long seed) {
        return compute(
                context, graph, ChebyshevEigenSolver.EigenOptions.of(count).withSeed(seed));
    }

    /** Computes the embedding. Refuses more vectors than there are samples with a neighbour. */
    public static SpectralEmbedding compute(
            ExecutionContext context, Graph graph, ChebyshevEigenSolver.EigenOptions options) {
        int n = graph.size();
        double[] root = new double[n];
        int connected = 0;
        for (int i = 0; i < n; i++) {
            root[i] = Math.sqrt(graph.degree(i));
            if (root[i] > 0) connected++;
        }
        if (options.count() > connected)
            throw new DataException(
                    "only %d samples have a neighbour: the graph cannot place them in %d dimensions",
                    connected, options.count());
        SparseMatrix S = graph.adjacency().map((i, j, weight) -> weight == 0 ? 0 : weight / (root[i] * root[j]));
        RowSet all = RowSet.all(n);
        double[] zero = new double[options.count()];
        Eigenpairs pairs = ChebyshevEigenSolver.solve(
                context, n, (compute, V, LV) -> laplacian(compute, S, all, root, V, LV), 2, options);
        for (int i = 0; i < n; i++) if (root[i] == 0) pairs.vectors().setRow(i, zero); // exactly zero, not almost
        return new SpectralEmbedding(pairs, root);
    }

    /** LV ← V − S·V. Samples without a neighbour are moved to 2, the upper end of the spectrum. */
    private static void laplacian(
            ExecutionContext context, SparseMatrix S, RowSet all, double[] root, DenseMatrix V, DenseMatrix LV) {
        S.times(context, all, V, LV);
        int n = V.rows();
        int b = V.cols();
        context.runEach(n, 2.0 * n * b, (i, scratch) -> {
            double[] v = scratch.doubles(ScratchArray.ROW, b);
            double[] sv = scratch.doubles(ScratchArray.OTHER_ROW, b);
            V.row(i, v);
            LV.row(i, sv);
            if (root[i] > 0) for (int j = 0; j < b; j++) sv[j] = v[j] - sv[j];
            else for (int j = 0; j < b; j++) sv[j] = 2 * v[j];
            LV.setRow(i, sv);
        });
    }

    /**
     * Returns the n × c eigenvectors v in columns, smallest eigenvalue first. They are orthonormal, and the entry of
     * largest magnitude is positive.
     */
    public DenseMatrix vectors() {
        return pairs.vectors();
    }

    /** Returns the eigenvalues λ, between 0 and 2, ascending. */
    public List<Double> values() {
        return pairs.values();
    }

    /** Returns the largest ‖Lv − λv‖. */
    public double residual() {
        return pairs.residual();
    }

    /** Returns whether a sample has a neighbour and therefore coordinates. */
    public boolean hasPlace(int sample) {
        return root[sample] > 0;
    }

    /** Returns a new n × c matrix of y = D^(−½)v, zero for samples without a neighbour. */
    public DenseMatrix generalised() {
        DenseMatrix Y = vectors().copy();
        double[] y = new double[Y.cols()];
        for (int i = 0; i < root.length; i++) {
            if (root[i] == 0) continue;
            Y.row(i, y);
            for (int j = 0; j < y.length; j++) y[j] /= root[i];
            Y.setRow(i, y);
        }
        return Y;
    }

    /**
     * Returns a new n × c matrix of v with rows of unit length, the points of spectral clustering. Zero rows stay zero.
     */
    public DenseMatrix directions() {
        DenseMatrix U = vectors().copy();
        double[] u = new double[U.cols()];
        for (int i = 0; i < root.length; i++) {
            U.row(i, u);
            double most = 0;
            for (double x : u) most = Math.max(most, Math.abs(x));
            if (most == 0) continue;
            double squares = 0;
            for (double x : u) squares += (x / most) * (x / most);
            double scale = 1 / Math.sqrt(squares);
            for (int j = 0; j < u.length; j++) u[j] = u[j] / most * scale;
            U.setRow(i, u);
        }
        return U;
    }

    @Override
    public void close() {
        pairs.close();
    }
}
