package org.grapnel.transform;

import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.JointProblem;
import org.grapnel.model.KlProblem;
import org.grapnel.runtime.ExecutionContext;

/**
 * Solves {@link PlacementProblem#joint} for new samples in a joint factorisation: its objective as a function of the column of H and of G of
 * one sample, with all else fixed. The entry of S where the new sample meets itself is left out: it is one of n + 1.
 *
 * <p>A stationary point of the fit satisfies the problem for every training sample, so a training sample gets its own h. G is not stored: it
 * follows from H, because at such a point gₗ minimises ½gᵀ(HHᵀ + bI)g − gᵀ(Hsₗ + bhₗ). A sample without an edge has min ½‖x − Wh‖².
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
        alpha = model.counts()
                .map(counts -> KlProblem.alpha(counts.backgroundDivergence(), r, graph.weight()))
                .orElseGet(() -> JointProblem.alpha(graph.X(), r, graph.weight()));
        b = S.largest();
    }

    /**
     * Ht ← the weights of new samples with these edges.
     *
     * @param X the new samples, where entries have weights times these
     * @param grams WᵀW of samples whose entries have weights
     */
    void solve(Matrix X, SampleGrams grams, CrossEdges edges, DenseMatrix Ht) {
        int m = X.cols();
        try (DenseMatrix WtW = DenseMatrix.zeros(r, r);
                DenseMatrix HHt = DenseMatrix.zeros(r, r);
                DenseMatrix GGt = DenseMatrix.zeros(r, r);
                DenseMatrix Gt = DenseMatrix.zeros(S.size(), r);
                DenseMatrix XtW = DenseMatrix.zeros(m, r)) {
            RowSet features = RowSet.all(X.rows());
            Gram.compute(context, model.Ht(), S.joined(), HHt);
            solveG(HHt, Gt);
            Gram.compute(context, Gt, S.joined(), GGt);
            if (model.counts().isPresent()) {
                PlacementProblem sums = PlacementProblem.joint(WtW.toArray(), HHt.toArray(), GGt.toArray(), alpha, b);
                new KlTransform(context, X, model.W()).solveJoint(HHt, GGt, alpha, b, j -> sum(sums, edges, j, Gt), Ht);
                return;
            }
            Gram.compute(context, model.W(), features, WtW);
            X.transposeTimes(context, features, model.W(), XtW);
            PlacementProblem problem = PlacementProblem.joint(WtW.toArray(), HHt.toArray(), GGt.toArray(), alpha, b);
            context.run((m + BLOCK - 1) / BLOCK, (task, scratch) -> {
                PlacementProblem.PlacementSolver solver = problem.solver();
                double[] Wtx = new double[r];
                for (int i = task * BLOCK; i < Math.min(m, (task + 1) * BLOCK); i++) {
                    XtW.row(i, Wtx);
                    Ht.setRow(i, grams.solver(problem, solver, i).solve(Wtx, sum(problem, edges, i, Gt)));
                }
            });
        }
    }

    private PlacementProblem.EdgeSum sum(PlacementProblem problem, CrossEdges edges, int sample, DenseMatrix Gt) {
        PlacementProblem.EdgeSum sum = problem.startEdges(edges.degree(sample));
        double[] h = new double[r];
        double[] g = new double[r];
        for (int e = 0; e < edges.count(sample); e++) {
            int l = edges.other(sample, e);
            model.Ht().row(l, h);
            Gt.row(l, g);
            problem.addEdge(sum, edges.weight(sample, e), graph.graph().degree(l), h, g);
        }
        return sum;
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
}
