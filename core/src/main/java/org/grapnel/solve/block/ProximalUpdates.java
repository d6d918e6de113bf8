package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GramCache;
import org.grapnel.model.Objective;
import org.grapnel.model.RowSource;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * Updates W ← prox(W − ∇/c), then H ← prox(H − ∇/c), with W in this object and H in a {@link SampleBlock}.
 *
 * <p>An iteration takes two products with X: XHᵀ in the rows that can be kept ({@link RowScreening}), and WᵀX over the kept rows. F follows
 * from the second without forming WH: ‖X − WH‖² = ‖X‖² − 2⟨WᵀX, H⟩ + ⟨WᵀW, HHᵀ⟩.
 */
public final class ProximalUpdates implements BlockUpdates, AutoCloseable {
    /** Below this share of ‖X‖² the expansion has lost too many digits, and the residual itself is squared. */
    private static final double CANCELS = 1e-4;

    private final ExecutionContext context;
    private final Formulation formulation;
    private final SampleBlock samples;
    private final int p;
    private final int r;
    private final double[] rowSquares;
    private final double[] lossSquares;
    private final double xSquares;
    private final double largestWeight;
    private final boolean screens;
    private final RowScreening screening;
    private final RowSet active;
    private final RowSet entering;

    private Factor W;
    private Factor beforeW;
    private Factor nextW;
    private GramCache grams; // of the current point
    private GramCache nextGrams; // of the candidate
    private Objective objective; // of the current point
    private Objective nextObjective; // of the candidate
    private double movedSquaresH;

    /**
     * Takes over the first W; the block holds the first H.
     *
     * @param screened whether rows of W that cannot be kept may be left out
     */
    public ProximalUpdates(
            ExecutionContext context,
            Formulation formulation,
            DenseMatrix start,
            SampleBlock samples,
            boolean screened) {
        this.context = context;
        this.formulation = formulation;
        this.samples = samples;
        p = samples.features();
        r = formulation.rank();
        rowSquares = samples.rowSquares();
        lossSquares = samples.lossSquares();
        xSquares = Arrays.stream(lossSquares).sum();
        largestWeight = samples.largestWeight();
        int limit = formulation.onW().rowLimit(p);
        screens = screened
                && formulation.allowsScreening()
                && limit < p
                && RowScreening.isWorthwhile(p, samples.samples(), samples.nonZeros(), limit, r);
        screening = new RowScreening(context, samples, rowSquares, r, !screens);
        active = RowSet.none(p);
        entering = RowSet.none(p);
        W = Factor.zeros(p, r, false);
        beforeW = Factor.zeros(p, r, false);
        nextW = new Factor(start, RowSet.all(p), null);
        grams = new GramCache(r);
        nextGrams = new GramCache(r);
        measureW();
        samples.begin(nextW.support(), nextW.values());
        nextObjective = measureH();
        objective = nextObjective;
        commit();
        beforeW.copyFrom(W); // no momentum at the start
    }

    @Override
    public double lipschitz(FactorId factor) {
        return lipschitz(factor, factor == FactorId.W ? grams : nextGrams);
    }

    /** Weights multiply the constant of the loss, the first term, by at most the largest of them. */
    private double lipschitz(FactorId factor, GramCache at) {
        double plain = formulation.lipschitz(factor, at);
        return largestWeight == 1
                ? plain
                : plain + (largestWeight - 1) * formulation.terms().get(0).lipschitz(factor, at);
    }

    @Override
    public void update(FactorId factor, StepParameters by) {
        if (factor == FactorId.W) {
            updateW(by);
            measureW();
            nextGrams.copyH(grams, formulation);
        } else {
            samples.step(nextW.support(), nextW.values(), nextGrams, by);
            nextObjective = measureH();
        }
    }

    private void updateW(StepParameters by) {
        nextW.clear();
        DeficitProducts deficits = samples.deficitsOfFeatures().orElse(null);
        GradientStep step = new GradientStep(
                context, formulation, FactorId.W, grams, W, beforeW, screening.XHt(), by, nextW, deficits);
        formulation.onW().project(context, new ScreenedStep(step), by.length());
    }

    /** The rows of a step of W that can be kept: the active ones, and of the zero rows those that screening cannot rule out. */
    private final class ScreenedStep implements RowSource {
        private final GradientStep step;

        ScreenedStep(GradientStep step) {
            this.step = step;
        }

        @Override
        public RowSet computeAndClip(Constraint constraint, double stepLength) {
            boolean extrapolated = step.by().isExtrapolated();
            if (extrapolated) active.union(W.support(), beforeW.support());
            else active.copyFrom(W.support());
            // while W is dense the next iteration has every row anyway, and a newer H to refer to
            boolean remember = !W.support().isAll();
            screening.require(active, grams.HHt(), remember);
            step.computeAndClip(constraint, stepLength, active, extrapolated);
            // a zero row moves to XᵢHᵀ/c: only rows that can reach the threshold are worth computing
            double threshold = screens && !active.isAll()
                    ? Math.sqrt(constraint.entryThreshold(context, values(), active))
                            * step.by().curvature()
                    : 0;
            screening.candidates(active, threshold, grams.HHt(), entering);
            screening.require(entering, grams.HHt(), remember);
            step.computeAndClip(constraint, stepLength, entering, false);
            return nextW.support().union(active, entering);
        }

        @Override
        public DenseMatrix values() {
            return step.values();
        }
    }

    /** Computes what follows from the candidate's W. */
    private void measureW() {
        Gram.compute(context, nextW.values(), nextW.support(), nextGrams.WtW());
        nextGrams.gramOfWChanged();
        nextGrams.measure(context, formulation, FactorId.W, nextW.values(), nextW.support());
    }

    /** Computes what follows from the candidate's H, and so F. */
    private Objective measureH() {
        samples.expect(screening.bounds() ? active.union(W.support(), nextW.support()) : active.fill());
        SampleBlock.CandidateSums sums = samples.measure(nextGrams);
        nextGrams.gramOfHChanged();
        movedSquaresH = sums.moved();
        double squares = xSquares - 2 * sums.inner() + (nextGrams.fittedSquares() - sums.unweighted());
        // where few entries have weight, WH may be far larger at the others
        double size = sums.unweighted() == 0 ? xSquares : Math.max(xSquares, nextGrams.fittedSquares());
        nextGrams.setSquaredResidual(squares < CANCELS * size ? squaredResidual() : squares);
        return formulation.objective(nextGrams);
    }

    /** ‖X − WH‖² of the candidate from the residual itself. */
    private double squaredResidual() {
        double dropped = 0;
        RowSet support = nextW.support();
        for (int i = 0, q = 0; i < p; i++) {
            if (q < support.count() && support.get(q) == i) q++;
            else dropped += lossSquares[i];
        }
        return dropped + samples.squaredResidual(support, nextW.values());
    }

    @Override
    public Objective objective() {
        return nextObjective;
    }

    @Override
    public Objective current() {
        return objective;
    }

    @Override
    public double change() {
        double moved = movedSquaresW() + movedSquaresH;
        double size = grams.squares(FactorId.W) + grams.squares(FactorId.H);
        return moved == 0 ? 0 : Math.sqrt(moved / size);
    }

    private double movedSquaresW() {
        active.union(W.support(), nextW.support());
        return context.sum(
                active.count(), ExecutionContext.blockCount(6.0 * active.count() * r), (from, end, scratch) -> {
                    double[] here = scratch.doubles(ScratchArray.ROW, r);
                    double[] there = scratch.doubles(ScratchArray.OTHER_ROW, r);
                    double sum = 0;
                    for (int q = from; q < end; q++) {
                        nextW.values().row(active.get(q), there);
                        W.values().row(active.get(q), here);
                        for (int j = 0; j < r; j++) sum += (there[j] - here[j]) * (there[j] - here[j]);
                    }
                    return sum;
                });
    }

    @Override
    public void commit() {
        Factor free = beforeW;
        beforeW = W;
        W = nextW;
        nextW = free;
        GramCache then = grams;
        grams = nextGrams;
        nextGrams = then;
        objective = nextObjective;
        samples.commit();
        screening.onHChanged(Math.sqrt(movedSquaresH));
    }

    @Override
    public int rowsComputed() {
        return screening.takeComputed();
    }

    @Override
    public double residual(FactorId factor) {
        double moved;
        StepParameters by = StepParameters.plain(lipschitz(factor, grams));
        if (factor == FactorId.W) {
            updateW(by);
            moved = movedSquaresW();
            Gram.compute(context, nextW.values(), nextW.support(), nextGrams.WtW());
        } else {
            samples.step(W.support(), W.values(), grams, by);
            moved = samples.measureMove(nextGrams).moved();
        }
        double size = Math.max(grams.squares(factor), nextGrams.squares(factor));
        return moved == 0 ? 0 : Math.sqrt(moved / size);
    }

    /** Writes all that the next iteration needs to a checkpoint, or reads it back; the sample block has a state of its own. */
    public void transfer(StateStream stream) {
        W.transfer(stream);
        beforeW.transfer(stream);
        grams.transfer(stream, formulation);
        objective = formulation.objective(grams);
        screening.transfer(stream);
    }

    /** ½‖X‖². */
    public double size() {
        return xSquares / 2;
    }

    /** The current W, which outlives this object: the caller closes it. */
    public DenseMatrix takeW() {
        DenseMatrix taken = W.values();
        W = new Factor(DenseMatrix.zeros(0, r), W.support(), null);
        return taken;
    }

    @Override
    public void close() {
        for (Factor factor : new Factor[] {W, beforeW, nextW}) factor.close();
        grams.close();
        nextGrams.close();
        screening.close();
    }
}
