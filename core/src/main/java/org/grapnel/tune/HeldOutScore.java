package org.grapnel.tune;

import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.StopReason;

/**
 * 1 − ‖X₂ − W·H₂‖ / ‖X₂‖ on a held-out fifth X₂ of the samples. W ≥ 0 is fitted to all features given H of the fit; H₂
 * ≥ 0 is fitted to the held-out samples given the kept features only.
 */
final class HeldOutScore {
    private static final double SHARE = 0.2;

    private HeldOutScore() {}

    /** How many of n samples are held out. */
    static int heldOutCount(int n) {
        return Math.max(1, (int) Math.round(SHARE * n));
    }

    /** Computes the score; empty if the fit was cancelled. */
    static Optional<Double> compute(PreparedData data, Spec spec, FitContext context) {
        Matrix X = data.data().X();
        int n = X.cols();
        int[] heldOut = RandomSubset.draw(n, heldOutCount(n), spec.seed());
        RowSet heldOutSet = RowSet.of(n, heldOut);
        int[] fitted =
                IntStream.range(0, n).filter(j -> !heldOutSet.contains(j)).toArray();
        Spec withoutBaselines = spec.withBaselines(false);
        try (PreparedData fittedData = DatasetSubset.ofSamples(data, fitted);
                Fit fit = new FitPipeline(fittedData, withoutBaselines, context)
                        .withoutTrust()
                        .fit(Optional.empty());
                Matrix heldOutX = X.selectColumns(heldOut);
                ExecutionContext execution = ExecutionContext.create(spec.threads());
                DenseMatrix W = fitW(execution, fittedData.data().X(), fit.Ht());
                DenseMatrix Ht = fitH(execution, heldOutX, W, fit.support())) {
            if (fit.solution().stop() instanceof StopReason.Interrupted) return Optional.empty();
            double squares = 0;
            for (double row : heldOutX.rowSquares()) squares += row;
            double residual = heldOutX.squaredResidual(execution, RowSet.all(X.rows()), W, Ht);
            return Optional.of(squares == 0 ? 0 : 1 - Math.sqrt(Math.max(0, residual) / squares));
        }
    }

    /** Fits W to all features, row by row. */
    private static DenseMatrix fitW(ExecutionContext context, Matrix X, DenseMatrix Ht) {
        DenseMatrix W = DenseMatrix.zeros(X.rows(), Ht.cols());
        X.times(context, RowSet.all(X.rows()), Ht, W);
        solveRows(context, Ht, RowSet.all(Ht.rows()), W);
        return W;
    }

    /** Fits H to new samples, one by one. */
    private static DenseMatrix fitH(ExecutionContext context, Matrix X, DenseMatrix W, RowSet kept) {
        DenseMatrix Ht = DenseMatrix.zeros(X.cols(), W.cols());
        X.transposeTimes(context, kept, W, Ht);
        solveRows(context, W, kept, Ht);
        return Ht;
    }

    /** Replaces every row b by the h ≥ 0 that minimises ½hᵀGh − bᵀh, G the Gram matrix of the given rows of A. */
    private static void solveRows(ExecutionContext context, DenseMatrix A, RowSet rows, DenseMatrix rightSides) {
        try (DenseMatrix G = DenseMatrix.zeros(A.cols(), A.cols())) {
            Gram.compute(context, A, rows, G);
            NonNegativeLeastSquares solver = new NonNegativeLeastSquares(G);
            double[] b = new double[G.rows()];
            double[] h = new double[G.rows()];
            for (int i = 0; i < rightSides.rows(); i++) {
                rightSides.row(i, b);
                solver.solve(0, b, h);
                rightSides.setRow(i, h);
            }
        }
    }
}
