package org.grapnel.evaluate;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.ScratchArray;

/**
 * A random share of the entries of X, hidden from a fit that then predicts them. Whether an entry is hidden is a hash of (seed, feature, sample),
 * so no list is stored, and any part of X can be checked alone.
 */
public record HiddenEntries(long seed, double share) {
    public HiddenEntries {
        Preconditions.require(
                share > 0 && share < 1, "the share of hidden entries must be between 0 and 1, got %s", share);
    }

    public boolean contains(int feature, int sample) {
        return CounterRandom.uniform(seed, feature, sample) < share;
    }

    /** Returns the weights of a fit that does not see these entries: 0 for them, the given weights for all others. */
    public EntryWeights hideIn(int features, int samples, Optional<EntryWeights> known) {
        int[] start = new int[features + 1];
        int[] sample = new int[16];
        double[] deficit = new double[16];
        int count = 0;
        double[] row = new double[samples];
        for (int i = 0; i < features; i++) {
            deficits(i, known, row);
            if (count + samples > sample.length) {
                int length = (int) Math.min(Integer.MAX_VALUE - 16, Math.max(count + (long) samples, 2L * count));
                sample = Arrays.copyOf(sample, length);
                deficit = Arrays.copyOf(deficit, length);
            }
            for (int j = 0; j < samples; j++)
                if (row[j] != 0) {
                    sample[count] = j;
                    deficit[count++] = row[j];
                }
            start[i + 1] = count;
        }
        return EntryWeights.ofDeficits(SparseMatrix.ofRows(
                features, samples, start, Arrays.copyOf(sample, count), Arrays.copyOf(deficit, count)));
    }

    private void deficits(int feature, Optional<EntryWeights> known, double[] into) {
        if (known.isPresent()) known.get().deficits().row(feature, into);
        else Arrays.fill(into, 0);
        for (int j = 0; j < into.length; j++) if (contains(feature, j)) into[j] = 1;
    }

    /**
     * Returns Σ c(x − wh)² / Σ c·x² over the hidden entries: 0 is a perfect prediction, 1 that of zeros. NaN if all of them are zero.
     *
     * @param known the weights c of X; all 1 if empty
     */
    public double error(
            ExecutionContext context, Matrix X, Optional<EntryWeights> known, DenseMatrix W, DenseMatrix Ht) {
        int n = X.cols();
        int r = W.cols();
        double[] h = new double[Math.multiplyExact(n, r)];
        Ht.rows(0, n, h);
        int blocks = Math.min(X.rows(), ExecutionContext.blockCount(2.0 * X.rows() * n));
        double[][] sums = new double[blocks][2];
        context.run(blocks, (block, scratch) -> {
            double[] x = new double[n];
            double[] deficit = new double[n];
            double[] w = scratch.doubles(ScratchArray.ROW, r);
            int end = ExecutionContext.blockStart(X.rows(), block + 1, blocks);
            for (int i = ExecutionContext.blockStart(X.rows(), block, blocks); i < end; i++) {
                X.row(i, x);
                W.row(i, w);
                if (known.isPresent()) known.get().deficits().row(i, deficit);
                for (int j = 0; j < n; j++) {
                    if (!contains(i, j) || deficit[j] == 1) continue;
                    double rest = x[j];
                    for (int l = 0; l < r; l++) rest -= w[l] * h[j * r + l];
                    sums[block][0] += (1 - deficit[j]) * rest * rest;
                    sums[block][1] += (1 - deficit[j]) * x[j] * x[j];
                }
            }
        });
        double error = 0;
        double size = 0;
        for (double[] sum : sums) {
            error += sum[0];
            size += sum[1];
        }
        return size == 0 ? Double.NaN : error / size;
    }
}
