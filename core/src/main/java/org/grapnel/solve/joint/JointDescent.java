package org.grapnel.solve.joint;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.JointConstants;
import org.grapnel.model.Objective;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.CoordinateResidual;
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.block.JointSampleBlock;
import org.grapnel.solve.block.RowDescent;
import org.grapnel.solve.support.DecreaseWindow;

/**
 * A run of {@link JointFactorization}. W is here; X, S, H and G are behind a {@link JointSampleBlock}.
 *
 * <p>The loss is ½(‖X‖² − 2⟨XHᵀ, W⟩ + ⟨WᵀW, HHᵀ⟩), and the residual itself where this has lost its digits. XHᵀ is needed by the next update of
 * W anyway, so an iteration has two products with X and two with S. The graph term ‖S‖² − 2⟨HS, G⟩ + ⟨HHᵀ, GGᵀ⟩ + b‖H − G‖² cannot vanish beside
 * ‖S‖²: the diagonal of S is empty, so S has negative eigenvalues −μ with Σμ ≥ 1, which GᵀH with G near H cannot explain. The term is at least
 * Σ min(μ², 2bμ).
 *
 * <p>Where entries of X have weights c, X is C∘X in the products, ‖X‖² is Σ cx², ⟨WᵀW, HHᵀ⟩ is Σ c(wh)², and the block updates W too.
 */
final class JointDescent implements IterationState, Algorithm.AlgorithmRun, AutoCloseable {
    /** As in the prototype: W starts from zero, so its first solution takes more rounds. */
    private static final int FIRST_SWEEPS = 5;

    /** Below this share of ‖X‖² the expansion of the squared residual has lost too many digits. */
    private static final double CANCELS = 1e-4;

    /** A rise below this share of F, or of ‖X‖² and α‖S‖², is rounding. */
    private static final double ROUNDING = 1e-13;

    private static final double CANCELLED = 1e-14;

    private final ExecutionContext context;
    private final JointSampleBlock samples;
    private final int sweeps;
    private final double alpha;
    private final double squaresOfX;
    private final double squaresOfS;
    private final RowSet features;
    private final DenseMatrix W;
    private final DenseMatrix WtW;
    private final DenseMatrix HHt;
    private final DenseMatrix XHt;
    private final CoordinateDescent steps;
    private final DecreaseWindow window = new DecreaseWindow();
    private Objective current;
    private int rowsComputed;

    /** Starts from the H of the block. */
    JointDescent(ExecutionContext context, JointSampleBlock samples, JointConstants constants, int sweeps) {
        this.context = context;
        this.samples = samples;
        this.sweeps = sweeps;
        alpha = constants.alpha();
        int p = samples.features();
        int r = constants.rank();
        squaresOfX = Arrays.stream(samples.rowSquares()).sum();
        squaresOfS = constants.squaresOfS();
        features = RowSet.all(p);
        W = DenseMatrix.zeros(p, r);
        WtW = DenseMatrix.zeros(r, r);
        HHt = DenseMatrix.zeros(r, r);
        XHt = DenseMatrix.zeros(p, r);
        steps = new CoordinateDescent(r);
        samples.begin();
        samples.measure(HHt, XHt);
        rowsComputed = p;
        descendW(FIRST_SWEEPS);
        current = objective();
    }

    private void descendW(int rounds) {
        if (samples.isWeighted()) samples.descendW(W, HHt, XHt, rounds);
        else RowDescent.descend(context, W, XHt, steps.setGram(HHt), rounds);
        Gram.compute(context, W, features, WtW);
    }

    @Override
    public Algorithm.Outcome next() {
        int it = window.begin();
        descendW(sweeps);
        samples.descendH(W, WtW, sweeps);
        samples.descendG(sweeps);
        samples.measure(HHt, XHt);
        rowsComputed = features.count();
        Objective found = objective();
        double risen = found.total() - current.total();
        double rounding = ROUNDING * current.total() + CANCELLED * size();
        current = risen > 0 && risen <= rounding ? found.loweredTo(current.total()) : found;
        double change = window.change(it, current.total());
        window.end(it, current.total());
        return new Algorithm.Outcome(current, change, 0, true);
    }

    private Objective objective() {
        double inner = 0;
        double fitted = 0;
        int r = W.cols();
        double[] w = new double[r];
        double[] b = new double[r];
        for (int i = 0; i < W.rows(); i++) {
            W.row(i, w);
            XHt.row(i, b);
            for (int j = 0; j < r; j++) inner += w[j] * b[j];
        }
        if (samples.isWeighted()) fitted = samples.fittedSquares(W, WtW, HHt);
        else for (int j = 0; j < r; j++) for (int l = 0; l < r; l++) fitted += WtW.get(j, l) * HHt.get(j, l);
        double residual = squaresOfX - 2 * inner + fitted;
        if (residual < CANCELS * squaresOfX) residual = samples.squaredResidual(W);
        return new Objective(residual / 2, alpha / 2 * samples.graphMisfit());
    }

    @Override
    public Objective current() {
        return current;
    }

    @Override
    public int rowsComputed() {
        int computed = rowsComputed;
        rowsComputed = 0;
        return computed;
    }

    /** √(Σ C·Δ²) of the coordinate steps: for W beside ‖X‖, for H and G together beside √(‖X‖² + α‖S‖²). */
    @Override
    public double residual(FactorId factor) {
        double squares = factor == FactorId.W ? squaresOfStepsOfW() : samples.coordinateResidual(W, WtW);
        double size = factor == FactorId.W ? squaresOfX : squaresOfX + alpha * squaresOfS;
        return squares == 0 ? 0 : Math.sqrt(squares / size);
    }

    private double squaresOfStepsOfW() {
        return samples.isWeighted()
                ? samples.coordinateResidualW(W, HHt, XHt)
                : CoordinateResidual.compute(context, W, features, XHt, steps.setGram(HHt));
    }

    /** Whether S has entries, so that H and G are to agree. */
    boolean hasGraph() {
        return squaresOfS > 0;
    }

    /** ½(‖X‖² + α‖S‖²). */
    double size() {
        return (squaresOfX + alpha * squaresOfS) / 2;
    }

    /** A copy of W; the caller closes it. */
    DenseMatrix copyW() {
        return W.copy();
    }

    /** Writes the state to a checkpoint, or reads it back. Gram matrices and products follow from the factors. */
    @Override
    public void transfer(StateStream stream) {
        stream.matrix(W);
        samples.transfer(stream);
        current = current.transfer(stream);
        window.transfer(stream);
        if (!stream.isReading()) return;
        samples.measure(HHt, XHt);
        Gram.compute(context, W, features, WtW);
    }

    @Override
    public void close() {
        for (DenseMatrix M : new DenseMatrix[] {W, WtW, HHt, XHt}) M.close();
    }
}
