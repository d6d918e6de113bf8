package org.grapnel.transform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.data.Dataset;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.GraphTerm;
import org.grapnel.runtime.ExecutionContext;

/**
 * min ½‖x − Wh‖² + λ·Σₗ aₗ‖h − hₗ‖² over h ≥ 0 for a new sample x with edges aₗ to training samples, on the kept features. This is the
 * objective of the fit as a function of one column of H, with all else fixed.
 *
 * <p>It is a least-squares problem with G = WᵀW + 2λd·I and b = Wᵀx + 2λ·Σ aₗhₗ, d = Σ aₗ. For the normalised Laplacian d is 1 in G, and aₗ
 * becomes aₗ/√(d·dₗ). {@link JointTransform} has the problem of the joint graph term. The invariant graph term equals this one where W's columns have unit length, so it is solved in these units.
 */
final class SampleTransform {
    /** Samples per task. */
    private static final int BLOCK = 64;

    private final FittedModel model;
    private final ExecutionContext context;
    private final Dataset data;
    private final Optional<DenseMatrix> projected;
    private final List<String> known;
    private final Matrix X;
    private final int r;

    /**
     * Prepares a transform.
     *
     * @param data the new samples on the kept features
     * @param projected the new samples on the components of the graph, if they are known
     * @param known notes about the new samples
     */
    SampleTransform(
            FittedModel model,
            ExecutionContext context,
            Dataset data,
            Optional<DenseMatrix> projected,
            List<String> known) {
        this.model = model;
        this.context = context;
        this.data = data;
        this.projected = projected;
        this.known = known;
        X = data.X();
        r = model.W().cols();
    }

    TransformResult run() {
        DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
        try {
            Clustering groups;
            if (model.model().isKMeans()) {
                int[] nearest = nearestCentre();
                for (int j = 0; j < nearest.length; j++) Ht.set(j, nearest[j], 1);
                groups = Clustering.ofLabels(r, nearest);
            } else {
                solve(Ht);
                groups = groups(Ht);
            }
            ReconstructionErrors errors = new ReconstructionErrors(context, X, model.W(), Ht);
            return new TransformResult(data.samples(), Ht, groups, errors.ofSamples(), errors.ofAll(), notes());
        } catch (RuntimeException | Error e) {
            Ht.close();
            throw e;
        }
    }

    private void solve(DenseMatrix Ht) {
        int m = X.cols();
        Optional<CrossEdges> edges =
                model.graph().map(graph -> CrossEdges.find(context, graph, X, projected, data.samples()));
        if (isJoint()) {
            new JointTransform(context, model, model.graph().orElseThrow()).solve(X, edges.orElseThrow(), Ht);
            return;
        }
        RowSet all = RowSet.all(X.rows());
        try (DenseMatrix G = DenseMatrix.zeros(r, r);
                DenseMatrix XtW = DenseMatrix.zeros(m, r)) {
            Gram.compute(context, model.W(), all, G);
            X.transposeTimes(context, all, model.W(), XtW);
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

    private boolean isJoint() {
        return model.graph().map(graph -> graph.term() == GraphTerm.JOINT).orElse(false);
    }

    /** The units in which h is solved for: component j times unit[j], which is ‖wⱼ‖ for the invariant graph term and 1 otherwise. */
    private double[] units(DenseMatrix G) {
        boolean fixed = model.graph().map(graph -> graph.term().fixesScale()).orElse(true);
        double[] unit = new double[r];
        for (int q = 0; q < r; q++) unit[q] = fixed || !(G.get(q, q) > 0) ? 1 : Math.sqrt(G.get(q, q));
        return unit;
    }

    /** Adds the pull of the edges of a sample to b, and returns what they add to the diagonal of G. */
    private double pull(CrossEdges edges, int sample, double[] unit, double[] b) {
        FittedModel.TrainingGraph graph = model.graph().orElseThrow();
        double d = edges.degree(sample);
        if (d == 0) return 0;
        boolean plain = graph.laplacian() == LaplacianKind.PLAIN;
        double[] h = new double[r];
        for (int e = 0; e < edges.count(sample); e++) {
            int l = edges.other(sample, e);
            double a = edges.weight(sample, e);
            double degree = graph.graph().degree(l);
            // a training sample without edges does not appear in the normalised term
            double s = plain ? a : degree == 0 ? 0 : a / Math.sqrt(d) / Math.sqrt(degree);
            model.Ht().row(l, h);
            for (int q = 0; q < r; q++) b[q] += 2 * graph.weight() * s * (unit[q] * h[q]);
        }
        return 2 * graph.weight() * (plain ? d : 1);
    }

    /**
     * Assigns each sample to the group with the nearest centre, the mean of its training samples. Where the training samples are in the groups
     * of their largest memberships, so are the new ones.
     */
    private Clustering groups(DenseMatrix Ht) {
        if (isJoint() && Argmax.cluster(model.Ht()).equals(model.groups())) return Argmax.cluster(Ht);
        int c = model.groups().clusters();
        double[][] centre = new double[c][r];
        int[] sizes = model.groups().sizes();
        double[] h = new double[r];
        try (DenseMatrix points = points(model.Ht());
                DenseMatrix fresh = points(Ht)) {
            for (int j = 0; j < points.rows(); j++) {
                points.row(j, h);
                int g = model.groups().labelOf(j);
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

    /** The points whose distances decide: as in the fit. */
    private DenseMatrix points(DenseMatrix Ht) {
        if (isJoint()) return FactorClusters.unitPoints(Ht);
        boolean scaleFixed =
                model.graph().map(graph -> graph.term().fixesScale()).orElse(false);
        return FactorClusters.points(model.W(), Ht, scaleFixed);
    }

    /** The group of each sample in a k-means model, whose centres are the columns of W. */
    private int[] nearestCentre() {
        int m = X.cols();
        double[][] square = new double[r][m];
        double[] x = new double[m];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, x);
            for (int c = 0; c < r; c++) {
                double w = model.W().get(i, c);
                for (int j = 0; j < m; j++) square[c][j] += (x[j] - w) * (x[j] - w);
            }
        }
        int[] nearest = new int[m];
        for (int c = 1; c < r; c++)
            for (int j = 0; j < m; j++) if (square[c][j] < square[nearest[j]][j]) nearest[j] = c;
        return nearest;
    }

    /** Sentences about unusual samples. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>(known);
        double[] x = new double[X.cols()];
        long below = 0;
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, x);
            below += Arrays.stream(x).filter(value -> value < 0).count();
        }
        if (below > 0)
            notes.add(below + (below == 1 ? " value lies" : " values lie") + " below all training values, and "
                    + (below == 1 ? "is" : "are") + " negative after preparation");
        long zero = Arrays.stream(X.columnNorms()).filter(length -> length == 0).count();
        if (zero > 0)
            notes.add(zero + (zero == 1 ? " sample is" : " samples are")
                    + " zero on all kept features, so these say nothing about " + (zero == 1 ? "it" : "them"));
        return notes;
    }

    private static double square(double x) {
        return x * x;
    }
}
