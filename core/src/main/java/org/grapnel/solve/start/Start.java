package org.grapnel.solve.start;

import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/** A way to make the starting point of a run. */
@FunctionalInterface
public interface Start {
    /** Creates a point for r components; the caller closes it. */
    StartPoint point(ExecutionContext context, Matrix X, int r);

    /** The word in {@code summary.json}. */
    default String kind() {
        return "given";
    }

    /** The start of restart i, drawn with seed + i; empty where nothing is drawn, so that every start is the same. */
    default Optional<Start> restart(int i) {
        return Optional.empty();
    }

    /** The start of this kind with another seed; a random start where this one draws nothing. */
    default Start withSeed(long seed) {
        return random(seed);
    }

    /** Whether the groups of the graph must be known before a point can be made. */
    default boolean needsGroups() {
        return false;
    }

    /** The start for samples whose graph has these groups. Only {@link #ofGraph} uses them. */
    default Start withGroups(Clustering groups) {
        return this;
    }

    /** The rows of a start from groups, for samples that are not all on one machine; empty for other starts. */
    default Optional<GroupRows> groupRows() {
        return Optional.empty();
    }

    /** A starting point: W (p × r) and Ht (n × r). Owns both: close it. */
    record StartPoint(DenseMatrix W, DenseMatrix Ht) implements AutoCloseable {
        /** Refuses and closes a point of the wrong shape, or with a negative, missing or infinite entry. */
        public void check(Problem problem) {
            check(problem.X(), problem.formulation().rank());
        }

        /** Refuses and closes a point that does not fit X and r components, or has a negative, missing or infinite entry. */
        public void check(Matrix X, int rank) {
            try {
                check("W0", W, X.rows(), rank, false);
                check("H0", Ht, X.cols(), rank, true);
                Preconditions.require(
                        W.nonZeros() > 0 || Ht.nonZeros() > 0,
                        "W0 and H0 are both zero: no gradient step leads away from there");
            } catch (IllegalArgumentException e) {
                close();
                throw e;
            }
        }

        private static void check(String name, DenseMatrix M, int rows, int cols, boolean transposed) {
            boolean fits = M.rows() == rows && M.cols() == cols;
            if (transposed)
                Preconditions.require(fits, "%s must be %d × %d, it is %d × %d", name, cols, rows, M.cols(), M.rows());
            else Preconditions.require(fits, "%s must be %d × %d, it is %d × %d", name, rows, cols, M.rows(), M.cols());
            double[] row = new double[cols];
            for (int i = 0; i < rows; i++) {
                M.row(i, row);
                for (int j = 0; j < cols; j++) {
                    boolean allowed = row[j] >= 0 && row[j] < Double.POSITIVE_INFINITY;
                    Preconditions.require(
                            allowed,
                            "%s has %s at row %d, column %d; allowed are finite numbers >= 0",
                            name,
                            row[j],
                            transposed ? j : i,
                            transposed ? i : j);
                }
            }
        }

        /** Projects W onto the problem's constraint, where that is a set; a penalty leaves W as it is. Returns this point. */
        public StartPoint projected(ExecutionContext context, Problem problem) {
            check(problem); // closes it if it fails; a negative entry is refused, not clipped
            Constraint onW = problem.formulation().onW();
            if (!onW.isPenalty()) onW.project(context, W, RowSet.all(W.rows()));
            return this;
        }

        @Override
        public void close() {
            W.close();
            Ht.close();
        }
    }

    /**
     * Uniform on [0, 1), both factors scaled by √(mean X / mean WH). Before scaling, entry (i, j) depends on seed, i and j alone, so any part
     * can be made separately.
     */
    static Start random(long seed) {
        return new RandomStart(seed);
    }

    /** The scale of both factors of a {@link #random} start: √(Σ X / Σ WH), from the column sums of W and of Ht. */
    static double scale(double sumX, double[] sumsW, double[] sumsH) {
        double sumWH = 0;
        for (int j = 0; j < sumsW.length; j++) sumWH += sumsW[j] * sumsH[j];
        return sumWH > 0 ? Math.sqrt(sumX / sumWH) : 1;
    }

    /** M ← W or Ht of a {@link #random} start before scaling; returns its column sums. */
    static double[] uniform(long seed, FactorId factor, DenseMatrix M) {
        double[] sums = new double[M.cols()];
        double[] row = new double[M.cols()];
        for (int i = 0; i < M.rows(); i++) {
            uniformRow(seed, factor, i, row);
            for (int j = 0; j < row.length; j++) sums[j] += row[j];
            M.setRow(i, row);
        }
        return sums;
    }

    /** into ← row i of W or Ht of a {@link #random} start before scaling: r numbers in [0, 1). */
    static void uniformRow(long seed, FactorId factor, int i, double[] into) {
        long stream = RandomStart.seedOf(seed, factor);
        for (int j = 0; j < into.length; j++) into[j] = CounterRandom.uniform(stream, i, j);
    }

    /** NNDSVD: of each leading pair of singular vectors the parts of the dominant sign (Boutsidis and Gallopoulos 2008). */
    static Start nndsvd() {
        return new NndsvdStart();
    }

    /**
     * H = (E + 0.2)·√(r/n), where E has a 1 for the component of each sample's group, and W = 0: see {@link GroupRows}. A restart draws the
     * small entries with its seed.
     */
    static Start ofGroups(Clustering groups, long seed) {
        return new GroupStart(groups, seed, false);
    }

    /** {@link #ofGroups} with the groups of the graph, which a fit finds and passes to {@link #withGroups}. */
    static Start ofGraph(long seed) {
        return new GraphStart(seed, false);
    }

    /** Copies of given factors: W is p × r, H is r × n. */
    static Start given(DenseMatrix W, DenseMatrix H) {
        return (context, X, r) -> new StartPoint(W.copy(), H.transpose());
    }
}
