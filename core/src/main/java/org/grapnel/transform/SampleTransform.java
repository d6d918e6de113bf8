package org.grapnel.transform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.data.Dataset;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.runtime.ExecutionContext;

/**
 * min ½‖x − Wh‖² + λ·Σₗ aₗ‖h − hₗ‖² over h ≥ 0 for a new sample x with edges aₗ to known samples, on the kept features: what the
 * objective of the fit says about one column of H when everything else stays. Its minimiser has G = WᵀW + 2λd·I and b = Wᵀx +
 * 2λ·Σ aₗhₗ, d = Σ aₗ; for the normalised Laplacian d is 1 in G, and aₗ becomes aₗ/√(d·dₗ). The invariant graph term is this
 * one where W's columns have unit length, so its samples are placed in these units.
 */
final class SampleTransform {
    /** So many samples are placed by one task. */
    private static final int BLOCK = 64;

    private final FittedModel known;
    private final ExecutionContext context;
    private final Dataset data;
    private final Matrix X;
    private final int r;

    SampleTransform(FittedModel known, ExecutionContext context, Dataset data) {
        this.known = known;
        this.context = context;
        this.data = data;
        X = data.X();
        r = known.W().cols();
    }

    TransformResult run() {
        DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
        try {
            Clustering groups;
            if (known.model().isKMeans()) {
                int[] nearest = nearestCentre();
                for (int j = 0; j < nearest.length; j++) Ht.set(j, nearest[j], 1);
                groups = Clustering.ofLabels(r, nearest);
            } else {
                place(Ht);
                groups = groups(Ht);
            }
            double[] length = X.columnNorms();
            double[] rest = rest(Ht, length);
            return new TransformResult(data.samples(), Ht, groups, errors(rest, length), error(rest, length), notes());
        } catch (RuntimeException | Error e) {
            Ht.close();
            throw e;
        }
    }

    private void place(DenseMatrix Ht) {
        int m = X.cols();
        Optional<CrossEdges> edges =
                known.surroundings().map(around -> CrossEdges.find(context, around, X, data.samples()));
        RowSet all = RowSet.all(X.rows());
        try (DenseMatrix G = DenseMatrix.zeros(r, r);
                DenseMatrix XtW = DenseMatrix.zeros(m, r)) {
            Gram.compute(context, known.W(), all, G);
            X.transposeTimes(context, all, known.W(), XtW);
            double[] unit = units(G);
            for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) G.set(q, l, G.get(q, l) / unit[q] / unit[l]);
            context.run((m + BLOCK - 1) / BLOCK, (task, scratch) -> {
                NonNegativeLeastSquares solver = new NonNegativeLeastSquares(G);
                double[] b = new double[r];
                double[] h = new double[r];
                for (int j = task * BLOCK; j < Math.min(m, (task + 1) * BLOCK); j++) {
                    XtW.row(j, b);
                    for (int q = 0; q < r; q++) b[q] /= unit[q];
                    int sample = j;
                    double shift = edges.map(e -> pull(e, sample, unit, b)).orElse(0.0);
                    solver.solve(shift, b, h);
                    for (int q = 0; q < r; q++) h[q] /= unit[q];
                    Ht.setRow(j, h);
                }
            });
        }
    }

    /** By what the components of h are multiplied where they are solved for: ‖wⱼ‖ for a graph term that does not fix scale. */
    private double[] units(DenseMatrix G) {
        boolean fixed =
                known.surroundings().map(around -> around.term().fixesScale()).orElse(true);
        double[] unit = new double[r];
        for (int q = 0; q < r; q++) unit[q] = fixed || !(G.get(q, q) > 0) ? 1 : Math.sqrt(G.get(q, q));
        return unit;
    }

    /** Adds what the edges of a sample say to b, and returns what they add to the diagonal of G. */
    private double pull(CrossEdges edges, int sample, double[] unit, double[] b) {
        FittedModel.TrainingGraph around = known.surroundings().orElseThrow();
        double d = edges.degree(sample);
        if (d == 0) return 0;
        boolean plain = around.laplacian() == LaplacianKind.PLAIN;
        double[] h = new double[r];
        for (int e = 0; e < edges.count(sample); e++) {
            int l = edges.other(sample, e);
            double a = edges.weight(sample, e);
            double degree = around.graph().degree(l);
            // a known sample without edges has no say in the normalised term
            double s = plain ? a : degree == 0 ? 0 : a / Math.sqrt(d) / Math.sqrt(degree);
            known.Ht().row(l, h);
            for (int q = 0; q < r; q++) b[q] += 2 * around.lambda() * s * (unit[q] * h[q]);
        }
        return 2 * around.lambda() * (plain ? d : 1);
    }

    /** The group whose centre is nearest, a centre being the mean of the points that were grouped. */
    private Clustering groups(DenseMatrix Ht) {
        boolean scaleFixed =
                known.surroundings().map(around -> around.term().fixesScale()).orElse(false);
        int c = known.groups().clusters();
        double[][] centre = new double[c][r];
        int[] sizes = known.groups().sizes();
        double[] h = new double[r];
        try (DenseMatrix points = FactorClusters.points(known.W(), known.Ht(), scaleFixed);
                DenseMatrix fresh = FactorClusters.points(known.W(), Ht, scaleFixed)) {
            for (int j = 0; j < points.rows(); j++) {
                points.row(j, h);
                int g = known.groups().labelOf(j);
                for (int q = 0; q < r; q++) centre[g][q] += h[q] / sizes[g];
            }
            int[] labels = new int[fresh.rows()];
            double far =
                    Arrays.stream(centre).flatMapToDouble(Arrays::stream).max().orElse(0);
            for (int j = 0; j < labels.length; j++) {
                fresh.row(j, h);
                // a power of two changes no bit, and what is squared then neither overflows nor vanishes
                double unit = Math.scalb(
                        1.0,
                        -Math.getExponent(Math.max(far, Arrays.stream(h).max().orElse(0))));
                double least = Double.POSITIVE_INFINITY;
                for (int g = 0; g < c; g++) {
                    double d = 0;
                    for (int q = 0; q < r; q++) d += square((h[q] - centre[g][q]) * unit);
                    if (sizes[g] == 0 || !(d < least)) continue;
                    least = d;
                    labels[j] = g;
                }
            }
            return Clustering.ofLabels(c, labels);
        }
    }

    /** For the k-means models, whose centres are the columns of W. */
    private int[] nearestCentre() {
        int m = X.cols();
        double[][] square = new double[r][m];
        double[] x = new double[m];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, x);
            for (int c = 0; c < r; c++) {
                double w = known.W().get(i, c);
                for (int j = 0; j < m; j++) square[c][j] += (x[j] - w) * (x[j] - w);
            }
        }
        int[] nearest = new int[m];
        for (int c = 1; c < r; c++)
            for (int j = 0; j < m; j++) if (square[c][j] < square[nearest[j]][j]) nearest[j] = c;
        return nearest;
    }

    /** ‖x − Wh‖ of every sample, from the residual itself; each in units of its own, so that samples of any size stand side by side. */
    private double[] rest(DenseMatrix Ht, double[] length) {
        int m = X.cols();
        double[] most = most(Ht, length);
        int blocks = ExecutionContext.blockCount(2.0 * m * X.rows() * r);
        double[][] partial = new double[blocks][m];
        context.run(blocks, (b, scratch) -> {
            double[] x = new double[m];
            double[] h = new double[r];
            double[] w = new double[r];
            for (int i = ExecutionContext.blockStart(X.rows(), b, blocks);
                    i < ExecutionContext.blockStart(X.rows(), b + 1, blocks);
                    i++) {
                X.row(i, x);
                known.W().row(i, w);
                for (int j = 0; j < m; j++) {
                    Ht.row(j, h);
                    double left = x[j];
                    for (int q = 0; q < r; q++) left -= w[q] * h[q];
                    if (left != 0) partial[b][j] += square(left / most[j]);
                }
            }
        });
        double[] rest = new double[m];
        for (int j = 0; j < m; j++) {
            for (double[] part : partial) rest[j] += part[j];
            rest[j] = most[j] * Math.sqrt(rest[j]);
        }
        return rest;
    }

    /** What no entry of x − Wh exceeds more than r + 1 times: the largest of ‖x‖ and hⱼ·max wⱼ. */
    private double[] most(DenseMatrix Ht, double[] length) {
        double[] largest = new double[r];
        double[] w = new double[r];
        for (int i = 0; i < X.rows(); i++) {
            known.W().row(i, w);
            for (int q = 0; q < r; q++) largest[q] = Math.max(largest[q], Math.abs(w[q]));
        }
        double[] most = length.clone();
        for (int j = 0; j < most.length; j++)
            for (int q = 0; q < r; q++) most[j] = Math.max(most[j], Ht.get(j, q) * largest[q]);
        return most;
    }

    /** ‖x − Wh‖/‖x‖ of every sample. */
    private static double[] errors(double[] rest, double[] length) {
        double[] errors = new double[rest.length];
        for (int j = 0; j < errors.length; j++) errors[j] = ratio(rest[j], length[j]);
        return errors;
    }

    /** That of all samples together; one of length 0 has no share in ‖X‖, and is left out unless there are no others. */
    private static double error(double[] rest, double[] length) {
        double all = norm(length);
        double[] counted = rest.clone();
        for (int j = 0; j < counted.length; j++) if (all > 0 && length[j] == 0) counted[j] = 0;
        return ratio(norm(counted), all);
    }

    /** Nothing is no part of anything, not even of nothing. */
    private static double ratio(double part, double whole) {
        return part == 0 ? 0 : part / whole;
    }

    private static double norm(double[] x) {
        double most = Arrays.stream(x).max().orElse(0);
        return most == 0
                ? 0
                : most
                        * Math.sqrt(Arrays.stream(x)
                                .map(value -> square(value / most))
                                .sum());
    }

    private static double square(double x) {
        return x * x;
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        double[] x = new double[X.cols()];
        long below = 0;
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, x);
            below += Arrays.stream(x).filter(value -> value < 0).count();
        }
        if (below > 0)
            notes.add(below + (below == 1 ? " value lies" : " values lie") + " below all that the model has seen, and "
                    + (below == 1 ? "is" : "are") + " negative once prepared");
        long zero = Arrays.stream(X.columnNorms()).filter(length -> length == 0).count();
        if (zero > 0)
            notes.add(zero + (zero == 1 ? " sample is" : " samples are")
                    + " zero on all kept features, so these say nothing about " + (zero == 1 ? "it" : "them"));
        return notes;
    }
}
