package org.grapnel.evaluate;

import java.util.Arrays;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * The mean over samples of (bᵢ − aᵢ) / max(aᵢ, bᵢ), where aᵢ is the mean Euclidean distance from sample i to the others
 * of its cluster and bᵢ the smallest of its mean distances to another cluster. A sample alone in its cluster, or with
 * aᵢ = bᵢ = 0, scores 0. Needs no labels. Rousseeuw, Silhouettes, J. Comput. Appl. Math. 20 (1987).
 *
 * <p>Exact up to {@code maxSamples} samples. Above, it is the silhouette of a random subset of that size, drawn from
 * the seed. O(m²·d) time for m samples used, without an m × m matrix.
 */
public record Silhouette(int maxSamples, long seed) {
    private static final int QUERIES = 32;
    private static final int TILE_DOUBLES = 1 << 13;

    public Silhouette {
        Preconditions.require(maxSamples >= 3, "a silhouette needs at least 3 samples, got %d", maxSamples);
    }

    /** Uses at most 10,000 samples. */
    public static Silhouette of(long seed) {
        return new Silhouette(10_000, seed);
    }

    public Silhouette withMaxSamples(int maxSamples) {
        return new Silhouette(maxSamples, seed);
    }

    /** Computes the silhouette of points, one row per sample. */
    public Score score(ExecutionContext context, DenseMatrix points, Clustering clusters) {
        return score(context, points, clusters.toArray());
    }

    public Score score(ExecutionContext context, DenseMatrix points, int[] clusters) {
        int n = points.rows();
        Preconditions.require(n == clusters.length, "%d points do not match %d clustered samples", n, clusters.length);
        int[] chosen = RandomSubset.draw(n, maxSamples, seed);
        LabelCodes<Integer> groups =
                LabelCodes.encode(Arrays.stream(chosen).map(i -> clusters[i]).toArray());
        int m = chosen.length;
        if (groups.count() < 2 || groups.count() > m - 1)
            return Score.undefined(
                    "a silhouette needs between 2 and n − 1 clusters, got %d for %d samples", groups.count(), m);
        RowPoints used = new RowPoints(points, chosen);
        if (!used.areSquaresFinite()) return Score.undefined(RowPoints.NOT_FINITE);
        double[] silhouettes = new double[m];
        long[] sizes = groups.sizes();
        int tasks = (m + QUERIES - 1) / QUERIES;
        context.run(tasks, (task, scratch) -> {
            int from = task * QUERIES;
            measure(used, groups, sizes, from, Math.min(m, from + QUERIES), silhouettes, scratch);
        });
        double sum = 0;
        for (double s : silhouettes) sum += s;
        return Score.of(sum / m);
    }

    /**
     * Computes the silhouette of the columns of X. Only the samples in use are copied, so a large sparse X is made
     * dense for at most {@code maxSamples} samples.
     */
    public Score scoreColumns(ExecutionContext context, Matrix X, Clustering clusters) {
        Preconditions.require(
                X.cols() == clusters.size(), "%d samples do not match %d clustered samples", X.cols(), clusters.size());
        int[] chosen = RandomSubset.draw(X.cols(), maxSamples, seed);
        int[] labels = Arrays.stream(chosen).map(clusters::labelOf).toArray();
        try (DenseMatrix columns = ColumnCopy.copyDense(X, chosen, 0, chosen.length);
                DenseMatrix points = columns.transpose()) {
            return score(context, points, labels);
        }
    }

    /** Computes the silhouettes of samples [from, end): sums distances to one tile after the other by cluster. */
    private static void measure(
            RowPoints points,
            LabelCodes<Integer> groups,
            long[] sizes,
            int from,
            int end,
            double[] silhouettes,
            Scratch scratch) {
        int d = points.dimension();
        int clusters = groups.count();
        int tile = Math.max(4, Math.min(512, TILE_DOUBLES / Math.max(1, d)));
        double[] queries = scratch.doubles(ScratchArray.ROW, (end - from) * d);
        double[] others = scratch.doubles(ScratchArray.OTHER_ROW, tile * d);
        double[] squares = scratch.doubles(ScratchArray.SQUARES, tile);
        double[] sums = scratch.doubles(ScratchArray.SUMS, (end - from) * clusters);
        Arrays.fill(sums, 0, (end - from) * clusters, 0);
        points.copy(from, end - from, queries);
        for (int first = 0; first < points.count(); first += tile) {
            int count = Math.min(tile, points.count() - first);
            points.copy(first, count, others);
            for (int q = 0; q < end - from; q++) {
                RowPoints.squares(queries, q * d, others, count, d, squares);
                for (int j = 0; j < count; j++) sums[q * clusters + groups.codes()[first + j]] += Math.sqrt(squares[j]);
            }
        }
        for (int q = 0; q < end - from; q++)
            silhouettes[from + q] = of(sums, q * clusters, groups.codes()[from + q], sizes);
    }

    private static double of(double[] sums, int at, int own, long[] sizes) {
        if (sizes[own] == 1) return 0;
        double a = sums[at + own] / (sizes[own] - 1);
        double b = Double.POSITIVE_INFINITY;
        for (int c = 0; c < sizes.length; c++) if (c != own) b = Math.min(b, sums[at + c] / sizes[c]);
        double larger = Math.max(a, b);
        return larger == 0 ? 0 : (b - a) / larger;
    }
}
