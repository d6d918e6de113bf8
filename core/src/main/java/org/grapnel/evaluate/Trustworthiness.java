package org.grapnel.evaluate;

import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Measures whether neighbours in the embedding are also neighbours in the data; 1 is best.
 *
 * <p>T = 1 − 2 / (n·k·(2n − 3k − 1)) · Σᵢ Σ max(0, rank(i, j) − k) over the k nearest j of i in the embedding, where
 * rank(i, j) is 1 for the sample nearest to i in the data. T is between 0 and 1. Ties go to the lower index. Venna and
 * Kaski, Neighborhood preservation in nonlinear projection methods, ICANN 2001.
 *
 * <p>Exact up to {@code maxSamples} samples. Above, it is the trustworthiness of a random subset of that size, drawn
 * from the seed. There is no n × n matrix: original distances come from products of X with a block of its columns, as
 * ‖xⱼ‖² − 2·xᵢ·xⱼ, which orders the samples around i. Squared distances that differ by less than about 10⁻¹⁵ of the
 * squared norms count as equal.
 */
public record Trustworthiness(int neighbors, int maxSamples, long seed) {
    /** Limits of a block of columns of X: doubles and samples. */
    private static final int BLOCK_DOUBLES = 1 << 22;

    private static final int BLOCK = 256;

    public Trustworthiness {
        Preconditions.require(neighbors >= 1, "neighbors must be at least 1, got %d", neighbors);
        Preconditions.require(maxSamples >= 3, "trustworthiness needs at least 3 samples, got %d", maxSamples);
    }

    /** 5 neighbours, at most 10,000 samples. */
    public static Trustworthiness of(long seed) {
        return new Trustworthiness(5, 10_000, seed);
    }

    public Trustworthiness withNeighbors(int neighbors) {
        return new Trustworthiness(neighbors, maxSamples, seed);
    }

    public Trustworthiness withMaxSamples(int maxSamples) {
        return new Trustworthiness(neighbors, maxSamples, seed);
    }

    /** Computes the trustworthiness of an embedding, one row per sample, of the columns of X. */
    public Score score(ExecutionContext context, Matrix X, DenseMatrix embedding) {
        int n = X.cols();
        Preconditions.require(embedding.rows() == n, "%d embedded points do not match %d samples", embedding.rows(), n);
        int[] chosen = RandomSubset.draw(n, maxSamples, seed);
        Preconditions.require(
                2L * neighbors < chosen.length,
                "neighbors must be below half the number of samples, got %d for %d samples",
                neighbors,
                chosen.length);
        RowPoints points = new RowPoints(embedding, chosen);
        if (!points.areSquaresFinite()) return Score.undefined(RowPoints.NOT_FINITE);
        int[] nearest = nearest(context, points);
        if (chosen.length == n) return score(context, X, nearest);
        try (Matrix subset = ColumnCopy.copy(X, chosen)) {
            return score(context, subset, nearest);
        }
    }

    private Score score(ExecutionContext context, Matrix X, int[] nearest) {
        int n = X.cols();
        double[] squares = columnSquares(X);
        for (double s : squares) if (!Double.isFinite(s)) return Score.undefined(RowPoints.NOT_FINITE);
        long[] excess = new long[n];
        int block = Math.max(16, Math.min(BLOCK, BLOCK_DOUBLES / Math.max(1, X.rows())));
        int[] all = IntStream.range(0, n).toArray();
        for (int from = 0; from < n; from += block) {
            int count = Math.min(block, n - from);
            try (DenseMatrix W = ColumnCopy.copyDense(X, all, from, count);
                    DenseMatrix XtW = DenseMatrix.zeros(n, count)) {
                X.transposeTimes(context, RowSet.all(X.rows()), W, XtW);
                int first = from;
                context.run(
                        count,
                        (q, scratch) -> excess[first + q] = excess(XtW, q, first + q, squares, nearest, scratch));
            }
        }
        double sum = 0; // a sum of integers, exact
        for (long e : excess) sum += e;
        double k = neighbors;
        return Score.of(1 - sum * (2 / (n * k * (2.0 * n - 3 * k - 1))));
    }

    private static double[] columnSquares(Matrix X) {
        double[] squares = new double[X.cols()];
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++) squares[j] += row[j] * row[j];
        }
        return squares;
    }

    /** Σ max(0, rank(i, j) − k) over the neighbours j of sample i in the embedding; its products are column q. */
    private long excess(DenseMatrix XtW, int q, int i, double[] squares, int[] nearest, Scratch scratch) {
        int n = squares.length;
        double[] distance = scratch.doubles(ScratchArray.SQUARES, n);
        for (int j = 0; j < n; j++) distance[j] = squares[j] - 2 * XtW.get(j, q);
        distance[i] = Double.POSITIVE_INFINITY;
        long sum = 0;
        for (int c = 0; c < neighbors; c++) {
            int neighbor = nearest[i * neighbors + c];
            double its = distance[neighbor];
            int rank = 1;
            for (int j = 0; j < neighbor; j++) if (distance[j] <= its) rank++;
            for (int j = neighbor + 1; j < n; j++) if (distance[j] < its) rank++;
            sum += Math.max(0, rank - neighbors);
        }
        return sum;
    }

    /** The k nearest points of every point, those of point i from i·k on. */
    private int[] nearest(ExecutionContext context, RowPoints points) {
        int n = points.count();
        int d = points.dimension();
        double[] all = new double[Math.multiplyExact(n, d)];
        points.copy(0, n, all);
        int[] nearest = new int[Math.multiplyExact(n, neighbors)];
        context.runEach(n, (double) n * n * d, (i, scratch) -> {
            double[] squares = scratch.doubles(ScratchArray.SQUARES, n);
            double[] best = scratch.doubles(ScratchArray.SELECTED, neighbors);
            RowPoints.squares(all, i * d, all, n, d, squares);
            squares[i] = Double.POSITIVE_INFINITY;
            keepSmallest(squares, n, best, nearest, i * neighbors);
        });
        return nearest;
    }

    /** Inserts the values into a sorted list of k. */
    private void keepSmallest(double[] squares, int n, double[] best, int[] index, int at) {
        int held = 0;
        for (int j = 0; j < n; j++) {
            double s = squares[j];
            if (held == neighbors && s >= best[held - 1]) continue;
            int position = held < neighbors ? held++ : held - 1;
            for (; position > 0 && s < best[position - 1]; position--) {
                best[position] = best[position - 1];
                index[at + position] = index[at + position - 1];
            }
            best[position] = s;
            index[at + position] = j;
        }
    }
}
