package org.grapnel.data;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.CholeskySolver;
import org.grapnel.linalg.decomp.GramTiles;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.MemoryBudget;

/**
 * The iteration C ← C + ω(C·P − C) on the missing entries, P = (CᵀC + λ²)⁻¹CᵀC = I − λ²(CᵀC + λ²)⁻¹, where C are the filled data less the means of the
 * features. C is held with the longer side of X in rows, so that P is as small as can be.
 */
final class ShrunkComponents implements AutoCloseable {
    private static final double TOLERANCE = 3e-4;

    /** How many times the step of a round is taken: below 2 the iteration still converges, and needs about half of the rounds. */
    private static final double RELAXATION = 1.6;

    private static final int MOST_ROUNDS = 40;

    /** Operations of a round: with more, the rounds of a path take many minutes. */
    private static final double MOST_OPERATIONS = 5e9;

    /** A larger matrix is not contiguous. */
    private static final long MOST_ENTRIES = 1L << 27;

    private final ExecutionContext context;
    private final MissingEntries missing;
    private final int p;
    private final boolean featuresInRows;
    private final DenseMatrix C;
    private final DenseMatrix shrunk;
    private final RowSet incomplete;
    private final double[] mean;
    private final double least;

    /**
     * Starts from given values.
     *
     * @param filled the values of the missing entries
     */
    ShrunkComponents(ExecutionContext context, Matrix X, MissingEntries missing, double[] filled) {
        this.context = context;
        this.missing = missing;
        p = X.rows();
        int n = X.cols();
        featuresInRows = p >= n;
        mean = new double[p];
        C = DenseMatrix.zeros(Math.max(p, n), Math.min(p, n));
        shrunk = DenseMatrix.zeros(C.rows(), C.cols());
        double[] row = new double[n];
        boolean[] touched = new boolean[C.rows()];
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < p; i++) {
            X.row(i, row);
            for (int q = missing.start(i); q < missing.start(i + 1); q++) {
                row[missing.sample(q)] = filled[q];
                touched[featuresInRows ? i : missing.sample(q)] = true;
            }
            for (int j = 0; j < n; j++) {
                set(i, j, row[j]);
                smallest = Math.min(smallest, row[j]);
            }
        }
        least = smallest >= 0 ? 0 : Double.NEGATIVE_INFINITY;
        incomplete = RowSet.none(C.rows());
        for (int i = 0; i < touched.length; i++) if (touched[i]) incomplete.add(i);
        centre();
    }

    /** Returns whether time and memory suffice: a function of the shape, unless memory is short. */
    static boolean fits(Matrix X) {
        long entries = (long) X.rows() * X.cols();
        long small = Math.min(X.rows(), X.cols());
        long bytes = 8 * (2 * entries + 3 * small * small);
        return small >= 2
                && entries <= MOST_ENTRIES
                && 3.0 * entries * small <= MOST_OPERATIONS
                && (bytes < MemoryBudget.WORTH_CHECKING
                        || MemoryBudget.currentFor(0, bytes).fits(0, bytes));
    }

    /** Iterates until the filled values change little. */
    void iterate(double strength) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            CancellationToken.throwIfInterrupted();
            if (!(round(strength) > TOLERANCE)) return;
        }
    }

    /** Returns the change of the filled values relative to their size. */
    private double round(double strength) {
        int m = C.cols();
        try (DenseMatrix G = DenseMatrix.zeros(m, m);
                DenseMatrix P = DenseMatrix.zeros(m, m)) {
            GramTiles.add(context, G, C, C.rows(), true, true);
            GramTiles.mirror(G);
            double trace = 0;
            for (int j = 0; j < m; j++) trace += G.get(j, j);
            double lambda2 = strength * strength * trace;
            if (!(lambda2 > 0)) return 0; // all features are constant
            for (int j = 0; j < m; j++) {
                G.set(j, j, G.get(j, j) + lambda2);
                P.set(j, j, -lambda2);
            }
            CholeskySolver.solve(context, G, P);
            for (int j = 0; j < m; j++) P.set(j, j, P.get(j, j) + 1);
            C.times(context, incomplete, P, shrunk);
        }
        double change = 0;
        double size = 0;
        for (int i = 0; i < p; i++)
            for (int q = missing.start(i); q < missing.start(i + 1); q++) {
                int j = missing.sample(q);
                double before = get(C, i, j);
                double step = RELAXATION * (get(shrunk, i, j) - before);
                double after = Math.max(least, mean[i] + before + step) - mean[i];
                change += (after - before) * (after - before);
                size += (mean[i] + before) * (mean[i] + before);
                set(i, j, after);
            }
        centre();
        return Math.sqrt(change / size);
    }

    /** Moves the means of the features from C to {@link #mean}. */
    private void centre() {
        int n = featuresInRows ? C.cols() : C.rows();
        double[] shift = new double[p];
        double[] row = new double[C.cols()];
        for (int a = 0; a < C.rows(); a++) {
            C.row(a, row);
            for (int b = 0; b < row.length; b++) shift[featuresInRows ? a : b] += row[b] / n;
        }
        for (int a = 0; a < C.rows(); a++) {
            C.row(a, row);
            for (int b = 0; b < row.length; b++) row[b] -= shift[featuresInRows ? a : b];
            C.setRow(a, row);
        }
        for (int i = 0; i < p; i++) mean[i] += shift[i];
    }

    private double get(DenseMatrix M, int i, int j) {
        return featuresInRows ? M.get(i, j) : M.get(j, i);
    }

    private void set(int i, int j, double x) {
        if (featuresInRows) C.set(i, j, x);
        else C.set(j, i, x);
    }

    /** Returns the filled values, in the order of the list. */
    double[] values() {
        double[] values = new double[missing.count()];
        for (int i = 0; i < p; i++)
            for (int q = missing.start(i); q < missing.start(i + 1); q++)
                values[q] = Math.max(least, mean[i] + get(C, i, missing.sample(q)));
        return values;
    }

    @Override
    public void close() {
        C.close();
        shrunk.close();
    }
}
