package org.grapnel.linalg;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Σ aᵢⱼ(hᵢ/dᵢ − hⱼ/dⱼ)² over the edges of a graph, for every column h of a tall matrix Ht. Edges are the entries below
 * the diagonal of a symmetric matrix, which must not be negative.
 *
 * <p>Each term is (√aᵢⱼ·(hᵢ/dᵢ − hⱼ/dⱼ))²: the root is taken before squaring, because faint edges join samples that are
 * divided by small numbers. Roots are computed once, quotients once a call. Costs 4r operations per edge.
 */
public final class SquaredDifferences {
    private final CompressedLines edges; // with √a as their values
    private final int[] row; // of each edge: one loop over all edges is faster than one for each row
    private final double[] divisor;
    private final boolean divides;
    private final long entries;

    SquaredDifferences(CompressedLines lines, double[] divisor) {
        this.divisor = divisor;
        divides = Arrays.stream(divisor).anyMatch(d -> d != 1);
        entries = lines.value().length;
        edges = lines.belowDiagonal();
        row = new int[edges.index().length];
        for (int i = 0; i < edges.lines(); i++) Arrays.fill(row, edges.start()[i], edges.start()[i + 1], i);
        double[] value = edges.value();
        for (int e = 0; e < value.length; e++) value[e] = Math.sqrt(value[e]);
    }

    /** into[c] ← the sum for column c of Ht. */
    public void compute(ExecutionContext context, DenseMatrix Ht, double[] into) {
        DifferenceBlocks blocks = blocks(context, Ht);
        context.run(blocks.count(), blocks::compute);
        blocks.addTo(into);
    }

    /** Prepares the sums of blocks of rows. Valid until the next sparse product of the context. */
    public DifferenceBlocks blocks(ExecutionContext context, DenseMatrix Ht) {
        return blocks(context, Ht, SparseKernel.create(context, Ht));
    }

    /** Prepares the sums of blocks of rows, where a product with the same Ht is prepared, so that both use one copy of Ht. */
    public DifferenceBlocks blocks(ExecutionContext context, DenseMatrix Ht, SparseProduct product) {
        return blocks(context, Ht, product.kernel());
    }

    DifferenceBlocks blocks(ExecutionContext context, DenseMatrix Ht, SparseKernel rows) {
        int n = edges.lines();
        int r = Ht.cols();
        int count = Math.max(1, Math.min(n, ExecutionContext.blockCount(2.0 * entries * r)));
        double[] sums = context.callerScratch().doubles(ScratchArray.EDGE_SUMS, count * r);
        double[] quotients = rows.copy();
        if (rows.isCopied() && divides) {
            quotients = context.callerScratch().doubles(ScratchArray.QUOTIENTS, n * r);
            for (int i = 0; i < n; i++)
                for (int q = i * r; q < (i + 1) * r; q++) quotients[q] = rows.copy()[q] / divisor[i];
        }
        return new DifferenceBlocks(Ht, rows.isCopied(), quotients, count, sums);
    }

    /** The sums of blocks of rows, each computed by one task, then added in order. */
    public final class DifferenceBlocks {
        private final DenseMatrix Ht;
        private final boolean copied;
        private final double[] quotients; // hᵢ/dᵢ, if Ht is small enough to copy
        private final int count;
        private final int r;
        private final double[] sums;

        private DifferenceBlocks(DenseMatrix Ht, boolean copied, double[] quotients, int count, double[] sums) {
            this.Ht = Ht;
            this.copied = copied;
            this.quotients = quotients;
            this.count = count;
            this.r = Ht.cols();
            this.sums = sums;
        }

        public int count() {
            return count;
        }

        /** Computes block b. */
        public void compute(int b, Scratch scratch) {
            int from = ExecutionContext.blockStart(edges.lines(), b, count);
            int end = ExecutionContext.blockStart(edges.lines(), b + 1, count);
            if (!copied) {
                fetchAndAdd(from, end, b * r, scratch);
                return;
            }
            int first = edges.start()[from];
            int last = edges.start()[end];
            if (r >= 8) for (int c = 0; c < r; c += 8) addEight(first, last, Math.min(c, r - 8), b * r);
            else for (int c = 0; c < r; c++) addOne(first, last, c, b * r);
        }

        /** into[c] ← the sum of all blocks. */
        public void addTo(double[] into) {
            Arrays.fill(into, 0, r, 0);
            for (int b = 0; b < count; b++) for (int c = 0; c < r; c++) into[c] += sums[b * r + c];
        }

        /** Eight columns at a time in registers. The last window may overlap the one before, as in {@link SparseKernel}. */
        private void addEight(int first, int end, int c, int to) {
            int[] here = row;
            int[] there = edges.index();
            double[] root = edges.value();
            double[] h = quotients;
            int width = r;
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            double s4 = 0;
            double s5 = 0;
            double s6 = 0;
            double s7 = 0;
            for (int e = first; e < end; e++) {
                int i = here[e] * width + c;
                int j = there[e] * width + c;
                double d0 = root[e] * (h[i] - h[j]);
                double d1 = root[e] * (h[i + 1] - h[j + 1]);
                double d2 = root[e] * (h[i + 2] - h[j + 2]);
                double d3 = root[e] * (h[i + 3] - h[j + 3]);
                double d4 = root[e] * (h[i + 4] - h[j + 4]);
                double d5 = root[e] * (h[i + 5] - h[j + 5]);
                double d6 = root[e] * (h[i + 6] - h[j + 6]);
                double d7 = root[e] * (h[i + 7] - h[j + 7]);
                s0 += d0 * d0;
                s1 += d1 * d1;
                s2 += d2 * d2;
                s3 += d3 * d3;
                s4 += d4 * d4;
                s5 += d5 * d5;
                s6 += d6 * d6;
                s7 += d7 * d7;
            }
            sums[to + c] = s0;
            sums[to + c + 1] = s1;
            sums[to + c + 2] = s2;
            sums[to + c + 3] = s3;
            sums[to + c + 4] = s4;
            sums[to + c + 5] = s5;
            sums[to + c + 6] = s6;
            sums[to + c + 7] = s7;
        }

        private void addOne(int first, int end, int c, int to) {
            double sum = 0;
            for (int e = first; e < end; e++) {
                double d = edges.value()[e] * (quotients[row[e] * r + c] - quotients[edges.index()[e] * r + c]);
                sum += d * d;
            }
            sums[to + c] = sum;
        }

        /** For an Ht that is too large to copy. */
        private void fetchAndAdd(int from, int end, int to, Scratch scratch) {
            double[] here = scratch.doubles(ScratchArray.ROW, r);
            double[] there = scratch.doubles(ScratchArray.OTHER_ROW, r);
            Arrays.fill(sums, to, to + r, 0);
            for (int i = from; i < end; i++) {
                fetch(i, here);
                for (int e = edges.start()[i]; e < edges.start()[i + 1]; e++) {
                    fetch(edges.index()[e], there);
                    for (int c = 0; c < r; c++) {
                        double d = edges.value()[e] * (here[c] - there[c]);
                        sums[to + c] += d * d;
                    }
                }
            }
        }

        private void fetch(int i, double[] into) {
            Ht.row(i, into);
            if (divisor[i] != 1) for (int c = 0; c < r; c++) into[c] /= divisor[i];
        }
    }
}
