package org.grapnel.solve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Scratch;
import org.grapnel.linalg.SparseMatrix;

/**
 * H by exact coordinate steps, sample after sample: with WᵀW's diagonal 1 (or 0 for a component that is not there),
 *
 * <pre>  hⱼᵢ ← [hⱼᵢ − gⱼᵢ/(1 + 2λlᵢᵢ)]₊,   g = WᵀWH − WᵀX + 2λHL.</pre>
 *
 * Samples that no edge joins do not see each other, so they are coloured, greedily, those with most edges first, and all of
 * a colour move at once, on as many threads as there are. The order of colours is fixed, and so is every bit.
 */
final class SampleSteps implements HStep {
    private final Compute on;
    private final int r;
    private final double lambda;
    private final int[] start;
    private final int[] joined;
    private final double[] weight;
    private final double[] diagonal;
    private final List<int[]> colours;

    SampleSteps(Compute on, int samples, int r, double lambda, Optional<Laplacian> graph) {
        this.on = on;
        this.r = r;
        this.lambda = graph.isPresent() ? lambda : 0;
        start = new int[samples + 1];
        diagonal = new double[samples];
        if (this.lambda == 0) {
            joined = new int[0];
            weight = new double[0];
            int[] all = new int[samples];
            Arrays.setAll(all, i -> i);
            colours = List.of(all);
            return;
        }
        SparseMatrix L = graph.orElseThrow().matrix();
        joined = new int[Math.toIntExact(L.nonZeros())];
        weight = new double[joined.length];
        int[] filled = {0};
        for (int i = 0; i < samples; i++) {
            int sample = i;
            L.forRow(i, (l, value) -> {
                if (l == sample) {
                    diagonal[sample] = value;
                } else {
                    joined[filled[0]] = l;
                    weight[filled[0]++] = -value;
                }
            });
            start[i + 1] = filled[0];
        }
        colours = colours(start, joined);
    }

    private static List<int[]> colours(int[] start, int[] joined) {
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
            for (int e = start[i]; e < start[i + 1]; e++) if (colour[joined[e]] >= 0) takenBy[colour[joined[e]]] = i;
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

    /** How many rounds a sweep takes; without a graph one. */
    int rounds() {
        return colours.size();
    }

    @Override
    public void run(DenseMatrix Ht, CoordinateSteps steps, DenseMatrix XtW, int sweeps) {
        if (lambda == 0) {
            sweep(Ht, steps, XtW, colours.get(0), sweeps);
            return;
        }
        for (int s = 0; s < sweeps; s++) for (int[] colour : colours) sweep(Ht, steps, XtW, colour, 1);
    }

    private void sweep(DenseMatrix Ht, CoordinateSteps steps, DenseMatrix XtW, int[] samples, int sweeps) {
        int blocks = Math.max(1, Math.min(samples.length, Compute.blocks((1.0 + sweeps) * samples.length * r * r)));
        on.run(blocks, (block, scratch) -> {
            int end = Compute.start(samples.length, block + 1, blocks);
            for (int q = Compute.start(samples.length, block, blocks); q < end; q++)
                step(Ht, steps, XtW, samples[q], sweeps, scratch);
        });
    }

    private void step(DenseMatrix Ht, CoordinateSteps steps, DenseMatrix XtW, int i, int sweeps, Scratch scratch) {
        double[] h = scratch.doubles(0, r);
        double[] b = scratch.doubles(1, r);
        double[] g = scratch.doubles(2, r);
        Ht.row(i, h);
        XtW.row(i, b);
        double shift = 2 * lambda * diagonal[i];
        if (lambda > 0) addNeighbours(Ht, steps, i, b, scratch);
        steps.gradient(shift, b, h, g);
        for (int s = 0; s < sweeps; s++) steps.sweep(shift, h, g);
        Ht.setRow(i, h);
    }

    /** b ← b + 2λ·diag(WᵀW)·Σ aᵢₗhₗ: what the neighbours ask for. */
    private void addNeighbours(DenseMatrix Ht, CoordinateSteps steps, int i, double[] b, Scratch scratch) {
        double[] neighbour = scratch.doubles(3, r);
        double[] sum = scratch.doubles(4, r);
        Arrays.fill(sum, 0, r, 0);
        for (int e = start[i]; e < start[i + 1]; e++) {
            Ht.row(joined[e], neighbour);
            double a = weight[e];
            for (int j = 0; j < r; j++) sum[j] += a * neighbour[j];
        }
        for (int j = 0; j < r; j++) b[j] += 2 * lambda * steps.diagonal(j) * sum[j];
    }
}
