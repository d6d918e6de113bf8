package org.grapnel.solve.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Updates H by exact coordinate steps, sample by sample. Where the diagonal of WᵀW is 1 (or 0 for a component with a zero column in W),
 *
 * <pre>  hⱼᵢ ← [hⱼᵢ − gⱼᵢ/(1 + 2λlᵢᵢ)]₊,   g = WᵀWH − WᵀX + 2λHL.</pre>
 *
 * Samples without a common edge do not depend on each other. So the graph is coloured greedily, samples with most edges first, and all samples
 * of a colour are updated in parallel. The order of the colours is fixed, so the bits do not depend on the number of threads.
 */
public final class CoordinateHUpdate implements HUpdate {
    private final ExecutionContext context;
    private final int r;
    private final double lambda;
    private final int[] start;
    private final int[] neighbor;
    private final double[] weight;
    private final double[] diagonal;
    private final List<int[]> colours;
    private final double[][] h; // on the heap, where neighbours are read quickly; empty without a graph

    public CoordinateHUpdate(ExecutionContext context, int samples, int r, double lambda, Optional<Laplacian> graph) {
        this.context = context;
        this.r = r;
        this.lambda = graph.isPresent() ? lambda : 0;
        start = new int[samples + 1];
        diagonal = new double[samples];
        h = new double[this.lambda == 0 ? 0 : samples][r];
        if (this.lambda == 0) {
            neighbor = new int[0];
            weight = new double[0];
            colours = List.of();
            return;
        }
        SparseMatrix L = graph.orElseThrow().matrix();
        neighbor = new int[Math.toIntExact(L.nonZeros())];
        weight = new double[neighbor.length];
        int[] filled = {0};
        for (int i = 0; i < samples; i++) {
            int sample = i;
            L.forEachInRow(i, (l, value) -> {
                if (l == sample) {
                    diagonal[sample] = value;
                } else {
                    neighbor[filled[0]] = l;
                    weight[filled[0]++] = -value;
                }
            });
            start[i + 1] = filled[0];
        }
        colours = colours(start, neighbor);
    }

    private static List<int[]> colours(int[] start, int[] neighbor) {
        int n = start.length - 1;
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingInt((Integer i) -> start[i] - start[i + 1]));
        int[] colour = new int[n];
        Arrays.fill(colour, -1);
        int[] takenBy = new int[n + 1];
        Arrays.fill(takenBy, -1);
        List<Integer> sizes = new ArrayList<>();
        for (int i : order) {
            for (int e = start[i]; e < start[i + 1]; e++)
                if (colour[neighbor[e]] >= 0) takenBy[colour[neighbor[e]]] = i;
            int free = 0;
            while (takenBy[free] == i) free++;
            colour[i] = free;
            if (free == sizes.size()) sizes.add(0);
            sizes.set(free, sizes.get(free) + 1);
        }
        List<int[]> classes = new ArrayList<>();
        for (int size : sizes) classes.add(new int[size]);
        int[] filled = new int[sizes.size()];
        for (int i = 0; i < n; i++) classes.get(colour[i])[filled[colour[i]]++] = i;
        return classes;
    }

    @Override
    public void update(DenseMatrix Ht, CoordinateDescent steps, DenseMatrix XtW, int sweeps) {
        if (lambda == 0) {
            sweepInPlace(Ht, steps, XtW, sweeps);
            return;
        }
        int n = Ht.rows();
        for (int i = 0; i < n; i++) Ht.row(i, h[i]);
        for (int s = 0; s < sweeps; s++) for (int[] colour : colours) sweep(steps, XtW, colour);
        for (int i = 0; i < n; i++) Ht.setRow(i, h[i]);
    }

    /** Without a graph no sample depends on another: all sweeps of a sample follow each other. */
    private void sweepInPlace(DenseMatrix Ht, CoordinateDescent steps, DenseMatrix XtW, int sweeps) {
        int n = Ht.rows();
        int blocks = Math.max(1, Math.min(n, ExecutionContext.blockCount((1.0 + sweeps) * n * r * r)));
        context.run(blocks, (block, scratch) -> {
            CoordinateTile tile = CoordinateTile.forThread(scratch, r);
            Arrays.fill(tile.shift, 0);
            int end = ExecutionContext.blockStart(n, block + 1, blocks);
            for (int q = ExecutionContext.blockStart(n, block, blocks), m; q < end; q += m) {
                m = Math.min(CoordinateTile.SIZE, end - q);
                for (int i = 0; i < m; i++) {
                    tile.load(Ht, q + i, tile.z, i);
                    tile.load(XtW, q + i, tile.b, i);
                }
                for (int s = 0; s < sweeps; s++) steps.sweep(tile, m);
                for (int i = 0; i < m; i++) tile.store(Ht, q + i, i);
            }
        });
    }

    private void sweep(CoordinateDescent steps, DenseMatrix XtW, int[] samples) {
        int count = samples.length;
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount(2.0 * count * r * r)));
        context.run(blocks, (block, scratch) -> {
            CoordinateTile tile = CoordinateTile.forThread(scratch, r);
            int end = ExecutionContext.blockStart(count, block + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, block, blocks), m; q < end; q += m) {
                m = Math.min(CoordinateTile.SIZE, end - q);
                for (int i = 0; i < m; i++) {
                    int sample = samples[q + i];
                    for (int j = 0; j < r; j++) tile.z[j][i] = h[sample][j];
                    tile.load(XtW, sample, tile.b, i);
                    tile.shift[i] = 2 * lambda * diagonal[sample];
                    addNeighbours(steps, sample, tile, i, scratch);
                }
                steps.sweep(tile, m);
                for (int i = 0; i < m; i++) for (int j = 0; j < r; j++) h[samples[q + i]][j] = tile.z[j][i];
            }
        });
    }

    /** b ← b + 2λ·diag(WᵀW)·Σ aᵢₗhₗ: the pull of the neighbours. */
    private void addNeighbours(CoordinateDescent steps, int sample, CoordinateTile tile, int i, Scratch scratch) {
        double[] sum = scratch.doubles(ScratchArray.SUMS, r);
        Arrays.fill(sum, 0, r, 0);
        for (int e = start[sample]; e < start[sample + 1]; e++) {
            double[] neighbour = h[neighbor[e]];
            double a = weight[e];
            for (int j = 0; j < r; j++) sum[j] += a * neighbour[j];
        }
        for (int j = 0; j < r; j++) tile.b[j][i] += 2 * lambda * steps.diagonal(j) * sum[j];
    }
}
