package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.SubspaceBlock;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.rdd.IteratedRdd;
import org.grapnel.spark.rdd.OrderedSum;

/**
 * A block V with L·V whose rows live with the samples. The driver holds b × b numbers.
 *
 * <p>All changes are lazy. A job runs for each matrix or row of sums that the iteration asks for: a filter of degree d is
 * one job of d − 1 shuffles, whose last stage also sums VᵀV. The block is checkpointed after each round, with the
 * residuals.
 */
final class DistributedSubspace implements SubspaceBlock, AutoCloseable {
    /** Numbers of the blocks that a chain of products in one job may store: 256 MB on all executors. */
    private static final long CHAIN_NUMBERS = 1 << 25;

    private final GraphExchange L;
    private final int[] first;
    private final int b;
    private final long seed;
    private final IteratedRdd<SubspaceRows> rows;
    private final List<Integer> columns = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private double[] gram = {}; // VᵀV of the current block, if it is known

    /** Rows of two blocks for the samples of a partition: V and L·V, or a block and the one before. */
    private record SubspaceRows(double[] V, double[] other) implements Serializable {}

    /**
     * Creates a block of zeros.
     *
     * @param first number of the first sample of every partition, followed by the number of samples
     */
    DistributedSubspace(JavaRDD<LaplacianPartition> L, int[] first, int b, long seed) {
        this.L = new GraphExchange(L);
        this.first = first;
        this.b = b;
        this.seed = seed;
        rows = new IteratedRdd<>(L.map(
                share -> new SubspaceRows(new double[Math.multiplyExact(share.own(), b)], new double[0])));
    }

    @Override
    public int columns() {
        return b;
    }

    @Override
    public void draw(int column, int number) {
        columns.add(column);
        numbers.add(number);
        gram = new double[0];
    }

    /** Fills all drawn columns at once. */
    private JavaRDD<SubspaceRows> drawn() {
        if (columns.isEmpty()) return rows.rdd();
        int[] into = columns.stream().mapToInt(Integer::intValue).toArray();
        int[] drawn = numbers.stream().mapToInt(Integer::intValue).toArray();
        columns.clear();
        numbers.clear();
        int[] from = first;
        long by = seed;
        int width = b;
        rows.replace(rows.rdd()
                .mapPartitionsWithIndex(
                        (part, own) -> List.of(draw(own.next(), from[part], width, into, drawn, by))
                                .iterator(),
                        true));
        return rows.rdd();
    }

    private static SubspaceRows draw(SubspaceRows at, int first, int b, int[] column, int[] number, long seed) {
        double[] V = at.V.clone();
        for (int i = 0; i < V.length / b; i++)
            for (int q = 0; q < column.length; q++)
                V[i * b + column[q]] = CounterRandom.gaussian(seed, first + i, number[q]);
        return new SubspaceRows(V, at.other);
    }

    private double[] knownGram() {
        if (gram.length == 0) {
            int width = b;
            drawn();
            gram = rows.compute(false, now -> OrderedSum.sum(now.map(at -> cross(at.V, at.V, width))));
        }
        return gram;
    }

    /** Returns PᵀQ, row by row. */
    private static double[] cross(double[] P, double[] Q, int b) {
        double[] sums = new double[b * b];
        for (int at = 0; at < P.length; at += b)
            for (int i = 0; i < b; i++) {
                double p = P[at + i];
                for (int j = 0; j < b; j++) sums[i * b + j] += p * Q[at + j];
            }
        return sums;
    }

    @Override
    public double[] columnSquares() {
        double[] squares = new double[b];
        for (int j = 0; j < b; j++) squares[j] = knownGram()[j * b + j];
        return squares;
    }

    @Override
    public void scaleColumns(double[] by) {
        double[] G = knownGram().clone();
        for (int i = 0; i < b; i++) for (int j = 0; j < b; j++) G[i * b + j] *= by[i] * by[j];
        double[] E = new double[b * b];
        for (int j = 0; j < b; j++) E[j * b + j] = by[j];
        rotate(E, false);
        gram = G;
    }

    @Override
    public void gram(DenseMatrix G) {
        G.setRows(0, b, knownGram());
    }

    @Override
    public void rotate(DenseMatrix E) {
        rotate(numbers(E), false);
    }

    @Override
    public void rotateBoth(DenseMatrix E) {
        rotate(numbers(E), true);
    }

    private double[] numbers(DenseMatrix E) {
        double[] all = new double[b * b];
        E.rows(0, b, all);
        return all;
    }

    private void rotate(double[] E, boolean both) {
        gram = new double[0];
        int width = b;
        rows.replace(drawn().map(at ->
                new SubspaceRows(times(at.V, E, width), both ? times(at.other, E, width) : new double[0])));
    }

    private static double[] times(double[] M, double[] E, int b) {
        double[] product = new double[M.length];
        for (int at = 0; at < M.length; at += b)
            for (int i = 0; i < b; i++) {
                double m = M[at + i];
                for (int j = 0; j < b; j++) product[at + j] += m * E[i * b + j];
            }
        return product;
    }

    @Override
    public void multiply(DenseMatrix T) {
        int width = b;
        drawn();
        rows.replaceOften(L.step(
                rows.rdd(),
                b,
                SubspaceRows::V,
                (share, at, slots) -> new SubspaceRows(at.V, share.times(slots, width))));
        T.setRows(0, b, rows.compute(false, now -> OrderedSum.sum(now.map(at -> cross(at.V, at.other, width)))));
    }

    @Override
    public double[] residualSquares(double[] t) {
        int width = b;
        double[] by = t.clone();
        return rows.compute(true, now -> OrderedSum.sum(now.map(at -> residualSquares(at, by, width))));
    }

    private static double[] residualSquares(SubspaceRows at, double[] t, int b) {
        double[] sums = new double[b];
        for (int i = 0; i < at.V.length; i += b)
            for (int j = 0; j < b; j++) {
                double x = at.other[i + j] - t[j] * at.V[i + j];
                sums[j] += x * x;
            }
        return sums;
    }

    @Override
    public void filter(List<RecurrenceStep> steps) {
        gram = new double[0];
        int width = b;
        RecurrenceStep begin = steps.get(0);
        rows.replace(rows.rdd().map(at -> new SubspaceRows(combine(begin, at.other, at.V, at.V), at.V)));
        int inJob = Math.max(1, (int) Math.min(steps.size(), CHAIN_NUMBERS / ((long) first[first.length - 1] * b)));
        for (int q = 1; q < steps.size(); q++) {
            RecurrenceStep step = steps.get(q);
            rows.replaceOften(L.step(
                    rows.rdd(),
                    b,
                    SubspaceRows::V,
                    (share, at, slots) ->
                            new SubspaceRows(combine(step, share.times(slots, width), at.V, at.other), at.V)));
            if (q % inJob == 0) rows.compute(false, JavaRDD::count);
        }
        rows.replace(rows.rdd().map(at -> new SubspaceRows(at.V, new double[0])));
    }

    /** Returns product·P + same·Q + before·R. */
    private static double[] combine(RecurrenceStep step, double[] P, double[] Q, double[] R) {
        double product = step.product();
        double same = step.same();
        double before = step.before();
        double[] next = new double[P.length];
        if (before == 0) for (int i = 0; i < next.length; i++) next[i] = product * P[i] + same * Q[i];
        else for (int i = 0; i < next.length; i++) next[i] = product * P[i] + same * Q[i] + before * R[i];
        return next;
    }

    /**
     * Returns the first columns of V lazily, one array per partition; in each, the first entry of largest magnitude is
     * positive. Valid until the block is closed.
     */
    JavaRDD<double[]> vectors(int count) {
        int width = b;
        double[] largest = new double[count];
        for (double[] part : rows.rdd().map(at -> largest(at.V, width, count)).collect())
            for (int j = 0; j < count; j++) if (Math.abs(part[j]) > Math.abs(largest[j])) largest[j] = part[j];
        return rows.rdd().map(at -> vectors(at.V, width, largest));
    }

    private static double[] largest(double[] V, int b, int count) {
        double[] largest = new double[count];
        for (int at = 0; at < V.length; at += b)
            for (int j = 0; j < count; j++) if (Math.abs(V[at + j]) > Math.abs(largest[j])) largest[j] = V[at + j];
        return largest;
    }

    private static double[] vectors(double[] V, int b, double[] largest) {
        int c = largest.length;
        double[] vectors = new double[V.length / b * c];
        for (int i = 0; i < V.length / b; i++)
            for (int j = 0; j < c; j++) vectors[i * c + j] = largest[j] < 0 ? -V[i * b + j] : V[i * b + j];
        return vectors;
    }

    @Override
    public void close() {
        rows.close();
    }
}
