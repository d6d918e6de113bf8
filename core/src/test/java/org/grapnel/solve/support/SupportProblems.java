package org.grapnel.solve.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.Formulation;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.Term;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.block.LocalSampleBlock;

/** Small problems for the parts of best-support, and slow ways to compute what they compute. */
final class SupportProblems {
    static final int P = 70; // more than a tile
    static final int N = 30;
    static final int R = 5; // not a multiple of four

    private SupportProblems() {}

    /** The gain of every feature with its best row of W, by an exact solver. */
    static double[] exactGains(DenseMatrix XHt, DenseMatrix HHt, double[] ridge) {
        DenseMatrix G = HHt.copy();
        for (int j = 0; j < ridge.length; j++) G.set(j, j, G.get(j, j) + ridge[j]);
        double[] gain = new double[XHt.rows()];
        double[] b = new double[ridge.length];
        double[] w = new double[ridge.length];
        for (int i = 0; i < gain.length; i++) {
            XHt.row(i, b);
            new NonNegativeLeastSquares(G).solve(0, b, w);
            gain[i] = gain(G, w, b);
        }
        return gain;
    }

    /** w·b − ½wGw by loops. */
    static double gain(DenseMatrix G, double[] w, double[] b) {
        double sum = 0;
        for (int j = 0; j < w.length; j++) {
            sum += w[j] * b[j];
            for (int l = 0; l < w.length; l++) sum -= w[j] * G.get(j, l) * w[l] / 2;
        }
        return sum;
    }

    static Problem withGraph(Matrix X, int r, double lambda, Graph graph) {
        Laplacian L = graph.laplacian();
        List<Term> terms = new ArrayList<>(List.of(new LeastSquares()));
        if (lambda > 0) terms.add(new InvariantPenalty(lambda, L.norm()));
        return new Problem(
                X,
                lambda > 0 ? Optional.of(L) : Optional.empty(),
                new Formulation(r, terms, new NonNegative(), new NonNegative()));
    }

    /** A block on this machine whose candidate is a copy of Ht. */
    static LocalSampleBlock block(ExecutionContext context, Problem problem, DenseMatrix Ht, double lambda) {
        return LocalSampleBlock.forCoordinateSteps(context, problem, Ht.copy(), lambda, (H, gram, XtW, sweeps) -> {});
    }
}
