package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.LineWeights;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Gᵢ = Σₗ cᵢₗmₗmₗᵀ for many lines i, features or samples, where the mₗ are the rows of the other factor M and the cᵢₗ the weights of the line.
 *
 * <p>While few entries of a line have a weight other than 1, Gᵢ = MᵀM − Σₗ dᵢₗmₗmₗᵀ over those, with d = 1 − c; if this loses digits, the line
 * is summed anew from its weights. Otherwise the Gᵢ of a tile of lines are one product C·K, where row l of K has the r(r+1)/2 products of pairs
 * of mₗ. So a line costs r² operations for each listed entry, but never more than r² fast ones for each entry.
 */
final class WeightedGrams {
    /** A tile is computed by a product if more than this share of its entries is listed: a product is about as many times faster. */
    private static final double MANY = 0.1;

    /** Below this share of the full diagonal, a difference has lost too many digits. */
    private static final double CANCELS = 1e-3;

    private static final int CHUNK = 128;

    private final ExecutionContext context;
    private final LineWeights lines;
    private final int r;
    private final double[] M;
    private final double[] full;

    /** Prepares for a factor with this many rows. */
    WeightedGrams(ExecutionContext context, LineWeights lines, int r) {
        this.context = context;
        this.lines = lines;
        this.r = r;
        M = new double[Math.multiplyExact(lines.length(), r)];
        full = new double[r * r];
    }

    /** Takes the rows of a factor and its Gram matrix. */
    WeightedGrams set(DenseMatrix factor, DenseMatrix gram) {
        factor.rows(0, lines.length(), M);
        gram.rows(0, r, full);
        return this;
    }

    /** How many pairs of components there are. */
    static int pairs(int r) {
        return r * (r + 1) / 2;
    }

    /** The place of components j ≤ l among the pairs. */
    static int pair(int j, int l, int r) {
        return j * r - j * (j - 1) / 2 + l - j;
    }

    /** The Gram matrices of tile ← those of the lines at positions [q, q + m) of a list. */
    void compute(RowSet list, int q, int m, CoordinateTile tile, Scratch scratch) {
        long listed = 0;
        for (int i = 0; i < m; i++) listed += lines.count(list.get(q + i));
        if (listed > MANY * m * lines.length()) multiply(list, q, m, tile.gram(), scratch);
        else subtract(list, q, m, tile.gram(), scratch);
    }

    private void subtract(RowSet list, int q, int m, double[][] gram, Scratch scratch) {
        for (int j = 0; j < r; j++) for (int l = j; l < r; l++) Arrays.fill(gram[pair(j, l, r)], 0, m, full[j * r + l]);
        double[] sum = scratch.doubles(ScratchArray.BLOCK, r * r);
        for (int i = 0; i < m; i++) {
            int line = list.get(q + i);
            int count = lines.count(line);
            if (count == 0) continue;
            Arrays.fill(sum, 0, r * r, 0);
            int[] index = scratch.ints(lines.length());
            double[] weight = scratch.doubles(ScratchArray.VALUES, lines.length());
            for (int e = 0, at = lines.from(line); e < count; e++, at++) {
                index[e] = lines.index(at);
                weight[e] = lines.deficit(at);
            }
            add(index, weight, count, sum);
            boolean cancels = cancels(sum);
            if (cancels) addAll(line, index, sum, scratch);
            for (int j = 0; j < r; j++) {
                for (int l = j; l < r; l++) {
                    double s = sum[j * r + l];
                    gram[pair(j, l, r)][i] = cancels ? s : full[j * r + l] - s;
                }
            }
        }
    }

    private boolean cancels(double[] sum) {
        for (int j = 0; j < r * r; j += r + 1) if (full[j] - sum[j] < CANCELS * full[j]) return true;
        return false;
    }

    /** sum ← Σₗ cₗmₗmₗᵀ over all entries of a line. */
    private void addAll(int line, int[] index, double[] sum, Scratch scratch) {
        double[] weight = scratch.doubles(ScratchArray.VALUES, lines.length());
        lines.fill(line, weight);
        int count = 0;
        for (int l = 0; l < lines.length(); l++) {
            if (weight[l] == 0) continue;
            index[count] = l;
            weight[count++] = weight[l];
        }
        Arrays.fill(sum, 0, r * r, 0);
        add(index, weight, count, sum);
    }

    /** sum ← sum + Σ weightₑ·mₑmₑᵀ over the first entries: four at a time, so that a sum is loaded once for four products. */
    private void add(int[] index, double[] weight, int count, double[] sum) {
        int e = 0;
        for (; e < (count & 3); e++) {
            int row = index[e] * r;
            for (int j = 0; j < r; j++) {
                double c = weight[e] * M[row + j];
                if (c == 0) continue;
                for (int l = 0, at = j * r; l < r; l++) sum[at + l] += c * M[row + l];
            }
        }
        for (; e < count; e += 4) {
            int row0 = index[e] * r;
            int row1 = index[e + 1] * r;
            int row2 = index[e + 2] * r;
            int row3 = index[e + 3] * r;
            for (int j = 0; j < r; j++) {
                double c0 = weight[e] * M[row0 + j];
                double c1 = weight[e + 1] * M[row1 + j];
                double c2 = weight[e + 2] * M[row2 + j];
                double c3 = weight[e + 3] * M[row3 + j];
                for (int l = 0, at = j * r; l < r; l++)
                    sum[at + l] += c0 * M[row0 + l] + c1 * M[row1 + l] + (c2 * M[row2 + l] + c3 * M[row3 + l]);
            }
        }
    }

    /** C·K by chunks of entries, all of whose pairs stay in the cache. */
    private void multiply(RowSet list, int q, int m, double[][] gram, Scratch scratch) {
        int pairs = pairs(r);
        DenseMatrix K = ScratchMatrix.ROWS.in(scratch, CHUNK, pairs);
        DenseMatrix C = ScratchMatrix.VECTORS.in(scratch, CHUNK, m);
        DenseMatrix G = ScratchMatrix.ROW_PRODUCTS.in(scratch, pairs, m);
        double[] products = scratch.doubles(ScratchArray.BLOCK, CHUNK * pairs);
        double[] weights = scratch.doubles(ScratchArray.VALUES, CHUNK * m);
        int[] next = scratch.ints(m);
        for (int i = 0; i < m; i++) next[i] = lines.from(list.get(q + i));
        for (int from = 0, count; from < lines.length(); from += count) {
            count = Math.min(CHUNK, lines.length() - from);
            for (int l = 0, to = 0; l < count; l++) {
                int row = (from + l) * r;
                for (int j = row; j < row + r; j++) {
                    double c = M[j];
                    for (int k = j; k < row + r; k++) products[to++] = c * M[k];
                }
            }
            Arrays.fill(weights, 0, count * m, 1);
            for (int i = 0; i < m; i++) {
                int line = list.get(q + i);
                int end = lines.from(line) + lines.count(line);
                int e = next[i];
                for (; e < end && lines.index(e) < from + count; e++)
                    weights[(lines.index(e) - from) * m + i] = 1 - lines.deficit(e);
                next[i] = e;
            }
            K.setRows(0, count, products);
            C.setRows(0, count, weights);
            TileProducts.transposeTimes(context, K, C, count, from > 0, G, scratch);
        }
        for (int k = 0; k < pairs; k++) G.row(k, gram[k]);
    }
}
