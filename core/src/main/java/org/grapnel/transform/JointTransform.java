package org.grapnel.transform;

import java.util.Arrays;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.JointProblem;
import org.grapnel.runtime.ExecutionContext;

/**
 * min ½‖x − Wh‖² + (α/2)·(‖s − Gᵀh‖² + ‖s − Hᵀg‖² + b‖h − g‖²) over h, g ≥ 0 for a new sample x in a joint factorisation. This is its objective
 * as a function of the column of H and of G of one sample, with all else fixed. sₗ = aₗ/√(d·dₗ) for the edges aₗ to training samples l of degree
 * dₗ, d = Σ aₗ. The entry of S where the new sample meets itself is left out: it is one of n + 1.
 *
 * <p>It is one least-squares problem in (h, g), solved exactly:
 *
 * <pre>
 *   ( WᵀW + α(GGᵀ + bI)       −αbI      ) (h)   ( Wᵀx + αGs )
 *   (       −αbI         α(HHᵀ + bI)    ) (g) = (    αHs    )
 * </pre>
 *
 * A stationary point of the fit satisfies it for every training sample, so a training sample gets its own h. G is not stored: it follows from H,
 * because at such a point gₗ minimises ½gᵀ(HHᵀ + bI)g − gᵀ(Hsₗ + bhₗ). A sample without an edge has min ½‖x − Wh‖².
 */
final class JointTransform {
    /** Samples per task. */
    private static final int BLOCK = 64;

    private final ExecutionContext context;
    private final FittedModel model;
    private final FittedModel.TrainingGraph graph;
    private final NormalizedAdjacency S;
    private final int r;
    private final double alpha;
    private final double b;

    JointTransform(ExecutionContext context, FittedModel model, FittedModel.TrainingGraph graph) {
        this.context = context;
        this.model = model;
        this.graph = graph;
        S = NormalizedAdjacency.of(graph.graph());
        r = model.W().cols();
        alpha = JointProblem.alpha(graph.X(), r, graph.weight());
        b = S.largest();
    }

    /** Ht ← the weights of new samples with these edges. */
    void solve(Matrix X, CrossEdges edges, DenseMatrix Ht) {
        int m = X.cols();
        try (DenseMatrix WtW = DenseMatrix.zeros(r, r);
                DenseMatrix HHt = DenseMatrix.zeros(r, r);
                DenseMatrix GGt = DenseMatrix.zeros(r, r);
                DenseMatrix Gt = DenseMatrix.zeros(S.size(), r);
                DenseMatrix XtW = DenseMatrix.zeros(m, r)) {
            RowSet features = RowSet.all(X.rows());
            Gram.compute(context, model.W(), features, WtW);
            Gram.compute(context, model.Ht(), S.joined(), HHt);
            solveG(HHt, Gt);
            Gram.compute(context, Gt, S.joined(), GGt);
            X.transposeTimes(context, features, model.W(), XtW);
            try (DenseMatrix both = both(WtW, HHt, GGt)) {
                context.run((m + BLOCK - 1) / BLOCK, (task, scratch) -> {
                    NonNegativeLeastSquares withEdges = new NonNegativeLeastSquares(both);
                    NonNegativeLeastSquares withoutEdges = new NonNegativeLeastSquares(WtW);
                    for (int i = task * BLOCK; i < Math.min(m, (task + 1) * BLOCK); i++)
                        place(i, edges, XtW, Gt, withEdges, withoutEdges, Ht);
                });
            }
        }
    }

    private void place(
            int sample,
            CrossEdges edges,
            DenseMatrix XtW,
            DenseMatrix Gt,
            NonNegativeLeastSquares withEdges,
            NonNegativeLeastSquares withoutEdges,
            DenseMatrix Ht) {
        double[] data = new double[r];
        XtW.row(sample, data);
        double[] linear = new double[2 * r];
        double[] found = new double[2 * r];
        if (addEdges(sample, edges, Gt, linear)) {
            for (int j = 0; j < r; j++) linear[j] += data[j];
            withEdges.solve(0, linear, found);
        } else {
            withoutEdges.solve(0, data, found);
        }
        Ht.setRow(sample, Arrays.copyOf(found, r));
    }

    /** linear ← (αGs, αHs); returns whether the sample has an edge to a sample that the fit joined to others. */
    private boolean addEdges(int sample, CrossEdges edges, DenseMatrix Gt, double[] linear) {
        double d = edges.degree(sample);
        boolean any = false;
        double[] row = new double[r];
        for (int e = 0; e < edges.count(sample); e++) {
            int l = edges.other(sample, e);
            double a = edges.weight(sample, e);
            if (a == 0 || !S.joined().contains(l)) continue;
            any = true;
            double s = a / Math.sqrt(d) / Math.sqrt(graph.graph().degree(l));
            Gt.row(l, row);
            for (int j = 0; j < r; j++) linear[j] += alpha * s * row[j];
            model.Ht().row(l, row);
            for (int j = 0; j < r; j++) linear[r + j] += alpha * s * row[j];
        }
        return any;
    }

    /** Gt ← argmin ½gᵀ(HHᵀ + bI)g − gᵀ(Hs + bh) of every training sample with an edge. */
    private void solveG(DenseMatrix HHt, DenseMatrix Gt) {
        int n = S.size();
        context.run((n + BLOCK - 1) / BLOCK, (task, scratch) -> {
            NonNegativeLeastSquares solver = new NonNegativeLeastSquares(HHt);
            double[] h = new double[r];
            double[] g = new double[r];
            for (int i = task * BLOCK; i < Math.min(n, (task + 1) * BLOCK); i++) {
                if (!S.joined().contains(i)) continue;
                double[] linear = new double[r];
                model.Ht().row(i, linear);
                for (int j = 0; j < r; j++) linear[j] *= b;
                S.matrix().forEachInRow(i, (l, s) -> {
                    model.Ht().row(l, h);
                    for (int j = 0; j < r; j++) linear[j] += s * h[j];
                });
                solver.solve(b, linear, g);
                Gt.setRow(i, g);
            }
        });
    }

    /** The matrix of the least-squares problem in (h, g). */
    private DenseMatrix both(DenseMatrix WtW, DenseMatrix HHt, DenseMatrix GGt) {
        DenseMatrix both = DenseMatrix.zeros(2 * r, 2 * r);
        for (int j = 0; j < r; j++) {
            for (int l = 0; l < r; l++) {
                double ridge = j == l ? b : 0;
                both.set(j, l, WtW.get(j, l) + alpha * (GGt.get(j, l) + ridge));
                both.set(r + j, r + l, alpha * (HHt.get(j, l) + ridge));
            }
            both.set(j, r + j, -alpha * b);
            both.set(r + j, j, -alpha * b);
        }
        return both;
    }
}
