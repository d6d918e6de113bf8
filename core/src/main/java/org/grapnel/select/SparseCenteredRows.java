package org.grapnel.select;

import java.util.Arrays;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Centred rows of a sparse X. The mean is kept apart: only the non-zero samples of a feature and their edges are
 * visited. The entries of the members are stored a second time.
 */
final class SparseCenteredRows extends CenteredRows {

    private final SparseMatrix X;
    private final int longest;
    private final int[] member;
    private final int[][] places;
    private final double[][] values;

    SparseCenteredRows(SparseMatrix X, int maxMembers) {
        super(X);
        this.X = X;
        member = new int[maxMembers];
        places = new int[maxMembers][];
        values = new double[maxMembers][];
        longest = longest(X);
    }

    private static int longest(SparseMatrix X) {
        int longest = 0;
        int[] count = {0};
        for (int i = 0; i < X.rows(); i++) {
            count[0] = 0;
            X.forEachInRow(i, (a, v) -> count[0]++);
            longest = Math.max(longest, count[0]);
        }
        return longest;
    }

    @Override
    void storeMember(int position, int feature) {
        int[] place = new int[longest];
        double[] value = new double[longest];
        int count = read(feature, place, value);
        member[position] = feature;
        places[position] = Arrays.copyOf(place, count);
        values[position] = Arrays.copyOf(value, count);
    }

    private int read(int feature, int[] place, double[] value) {
        int[] count = {0};
        X.forEachInRow(feature, (a, v) -> {
            if (v == 0) return;
            place[count[0]] = a;
            value[count[0]++] = v;
        });
        return count[0];
    }

    /** Processes one feature, given its entries and its dense row. */
    private interface FeatureTask {
        void on(int feature, int[] place, double[] value, int count, double[] row, Scratch scratch);
    }

    private void each(ExecutionContext context, double flops, int[] indices, FeatureTask work) {
        int blocks = Math.max(1, Math.min(indices.length, ExecutionContext.blockCount(flops)));
        context.run(blocks, (b, scratch) -> {
            int[] place = scratch.ints(longest);
            double[] value = scratch.doubles(ScratchArray.VALUES, longest);
            double[] row = scratch.doubles(ScratchArray.ROW, n);
            Arrays.fill(row, 0, n, 0);
            int end = ExecutionContext.blockStart(indices.length, b + 1, blocks);
            for (int t = ExecutionContext.blockStart(indices.length, b, blocks); t < end; t++) {
                int count = read(indices[t], place, value);
                for (int e = 0; e < count; e++) row[place[e]] = value[e];
                work.on(indices[t], place, value, count, row, scratch);
                for (int e = 0; e < count; e++) row[place[e]] = 0;
            }
        });
    }

    private double perFeature(EdgeList edges) {
        return (double) X.nonZeros() / Math.max(1, p) * (2.0 * edges.count() / n + 2);
    }

    @Override
    FeatureSums measure(ExecutionContext context, EdgeList edges) {
        FeatureSums sums = new FeatureSums(p);
        each(context, p * perFeature(edges), allFeatures(), (i, place, value, count, row, scratch) -> {
            double sum = 0;
            for (int e = 0; e < count; e++) sum += value[e];
            double m = sum / n;
            mean[i] = m;
            double squares = (n - count) * (m * m);
            double fourths = (n - count) * (m * m * m * m);
            double onEdges = 0;
            double edgeSquares = 0;
            for (int e = 0; e < count; e++) {
                int a = place[e];
                double square = (value[e] - m) * (value[e] - m);
                squares += square;
                fourths += square * square;
                for (int at = edges.bothStart[a]; at < edges.bothStart[a + 1]; at++) {
                    int b = edges.bothOther[at];
                    if (row[b] != 0 && b < a) continue; // counted from b
                    double d = value[e] - row[b];
                    onEdges += d * d;
                    edgeSquares += d * d * (d * d);
                }
            }
            sums.squares()[i] = squares;
            sums.fourths()[i] = fourths;
            sums.edges()[i] = onEdges;
            sums.edgeSquares()[i] = edgeSquares;
        });
        return sums;
    }

    @Override
    double dots(int feature, int first) {
        double[] row = new double[n];
        X.row(feature, row);
        double sum = 0;
        for (int j = first; j < members(); j++) sum = addDot(sum, feature, row, j);
        return sum;
    }

    /** sum + ⟨xᵢ, xⱼ⟩² for the member j. */
    private double addDot(double sum, int feature, double[] row, int j) {
        double dot = -(n * mean[feature] * mean[member[j]]);
        int[] place = places[j];
        double[] value = values[j];
        for (int e = 0; e < place.length; e++) dot += value[e] * row[place[e]];
        return sum + dot * dot;
    }

    @Override
    void quadraticForms(
            ExecutionContext context,
            EdgeList edges,
            int[] indices,
            double[] g,
            double[] q,
            double[] form,
            int[] first,
            double[] dots) {
        double all = 0;
        for (double weight : q) all += weight;
        double ofMean = all;
        each(context, indices.length * perFeature(edges), indices, (i, place, value, count, row, scratch) -> {
            double m = mean[i];
            double sum = m * m * ofMean;
            for (int e = 0; e < count; e++) {
                int a = place[e];
                double v = value[e];
                sum += q[a] * (v * (v - 2 * m)); // replaces m² by (v − m)²
                for (int at = edges.bothStart[a]; at < edges.bothStart[a + 1]; at++) {
                    int b = edges.bothOther[at];
                    if (row[b] != 0 && b < a) continue;
                    double d = v - row[b];
                    sum += g[edges.bothEdge[at]] * d * d;
                }
            }
            form[i] = sum;
            double squares = dots[i];
            for (int j = first[i]; j < members(); j++) squares = addDot(squares, i, row, j);
            dots[i] = squares;
        });
    }

    /** Computes all products of a feature at once: for each of its entries, those of the same sample. */
    @Override
    double[] allDots(ExecutionContext context) {
        double[] dots = new double[p];
        double flops = 4.0 * p * p + 2.0 * X.nonZeros() * X.nonZeros() / Math.max(1, n);
        each(context, flops, allFeatures(), (i, place, value, count, row, scratch) -> {
            double[] product = scratch.doubles(ScratchArray.PRODUCT, p);
            double nm = n * mean[i];
            for (int j = 0; j < p; j++) product[j] = -nm * mean[j];
            for (int e = 0; e < count; e++) {
                double v = value[e];
                X.forEachInColumn(place[e], (j, w) -> product[j] += v * w);
            }
            double sum = 0;
            for (int j = 0; j < p; j++) sum += product[j] * product[j];
            dots[i] = sum;
        });
        return dots;
    }

    @Override
    public void close() {}
}
