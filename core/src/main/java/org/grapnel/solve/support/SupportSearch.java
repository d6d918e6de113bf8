package org.grapnel.solve.support;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.GramCache;
import org.grapnel.model.Objective;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.block.CoordinateResidual;
import org.grapnel.solve.block.CoordinateSampleBlock;
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.block.SampleBlock;

/**
 * A run of {@link BestSupport}. W is here ({@link SupportRows}); X, H and the graph are behind a {@link CoordinateSampleBlock}. Both hold the
 * current point, the one before, and a candidate.
 */
final class SupportSearch implements IterationState, Algorithm.AlgorithmRun, AutoCloseable {
    /** Below this share of the kept ‖X‖² the expansion of the squared residual has lost too many digits. */
    private static final double CANCELS = 1e-4;

    /** A squared residual below this share of ‖X‖² is rounding: the fit is exact. */
    private static final double ROUNDING = 1e-13;

    private final ExecutionContext context;
    private final BestSupport options;
    private final CoordinateSampleBlock samples;
    private final int r;
    private final double lambda;
    private final FeatureAnnealing annealing;
    private final double[] rowSquares;
    private final double half; // ½‖X‖²
    private final SupportRows rows;
    private final SupportSelection selection;
    private final DeadComponentRestart restart;
    private final GramCache grams; // of the candidate
    private final double[] ridge; // 2λ·hⱼLhⱼᵀ of the candidate
    private final boolean[] restarted; // whether the candidate's component has replaced a dead one
    private final DecreaseWindow window = new DecreaseWindow();
    private final SupportMomentum momentum;

    private Objective current;
    private boolean moved; // whether there is a last move to extrapolate
    private int shown = -1; // the iteration after which the current point was copied to the candidate

    /**
     * Starts from the block's candidate for H.
     *
     * @param keep the largest number of features
     * @param lambda the weight of the graph term, 0 without a graph
     * @param screened whether features that cannot be kept are left out
     */
    SupportSearch(
            ExecutionContext context,
            CoordinateSampleBlock samples,
            int r,
            int keep,
            double lambda,
            BestSupport options,
            boolean screened) {
        this.context = context;
        this.options = options;
        this.samples = samples;
        this.r = r;
        this.lambda = lambda;
        int p = samples.features();
        annealing = new FeatureAnnealing(p, keep, options.annealing());
        rowSquares = samples.rowSquares();
        half = Arrays.stream(rowSquares).sum() / 2;
        rows = new SupportRows(context, p, r);
        selection = new SupportSelection(context, samples, rowSquares, r, screened && keep < p);
        restart = new DeadComponentRestart(samples, lambda);
        grams = new GramCache(r);
        ridge = new double[r];
        restarted = new boolean[r];
        momentum = new SupportMomentum(options.beta());
        current = new Objective(half, 0);
        startWithUnitComponents();
    }

    /** Brings the components of H to unit length, as far as they are not zero. */
    private void startWithUnitComponents() {
        samples.measureMove(grams);
        double[] factors = new double[r];
        for (int j = 0; j < r; j++) {
            double square = grams.HHt().get(j, j);
            factors[j] = square > 0 ? 1 / Math.sqrt(square) : 1;
        }
        samples.scale(factors);
        samples.commit();
    }

    @Override
    public Algorithm.Outcome next() {
        int it = window.begin();
        boolean guarded = it >= annealing.feasibleFrom();
        boolean withMomentum = it > annealing.iterations() + 1;
        double beta = withMomentum ? momentum.beta() : 0;
        boolean extrapolated = withMomentum && moved;

        samples.extrapolate(extrapolated ? beta : 0);
        measureGrams();
        rows.clearCandidate();
        int sweeps = it == 0 ? SupportSelection.FIRST_SWEEPS : options.sweeps();
        selection.select(rows, ridge, sweeps, annealing.count(it));
        boolean sameSupport = rows.nextKept().equals(rows.kept());
        rows.extrapolate(extrapolated && sameSupport ? beta : 0);
        double[] lengths = normalise();
        samples.descend(rows.nextKept(), rows.candidate(), grams, options.sweeps());
        Objective found = measure();

        if (!extrapolated && !found.isFinite()) return new Algorithm.Outcome(found, Double.NaN, beta, false);
        boolean accepted = !guarded || found.total() <= current.total();
        if (accepted) {
            accept(lengths, found);
            window.onSupport(sameSupport);
            if (withMomentum) momentum.grow();
        } else {
            if (!extrapolated) window.onSupport(true); // even a plain step changes nothing but rounding
            momentum.shrink();
            moved = false;
        }
        double change = accepted || !extrapolated ? decrease(it) : Double.NaN;
        window.end(it, current.total());
        return new Algorithm.Outcome(current, change, beta, accepted);
    }

    /** HHᵀ and 2λ·hⱼLhⱼᵀ at the candidate, from which the rows of W are solved. */
    private void measureGrams() {
        samples.measureGrams(grams);
        if (lambda > 0) for (int j = 0; j < r; j++) ridge[j] = grams.graphEnergy(j) * (2 * lambda);
        selection.gram().setGram(grams.HHt(), ridge);
    }

    /** Restarts dead components, then scales the columns of W to unit length, and H to match. Returns the lengths. */
    private double[] normalise() {
        DenseMatrix WtW = grams.WtW();
        Gram.compute(context, rows.candidate(), rows.nextKept(), WtW);
        if (restartDeadComponents()) Gram.compute(context, rows.candidate(), rows.nextKept(), WtW);
        double[] lengths = new double[r];
        double[] inverse = new double[r];
        for (int j = 0; j < r; j++) {
            // a component with a zero column in W gets an H of the size of X, like the others: W's columns can then be
            // compared in any units
            double square = grams.HHt().get(j, j);
            double absent = square > 0 && half > 0 ? Math.sqrt(2 * half / square) : 1;
            lengths[j] = WtW.get(j, j) > 0 ? Math.sqrt(WtW.get(j, j)) : absent;
            inverse[j] = 1 / lengths[j];
        }
        rows.scaleCandidate(inverse);
        rows.scaleSolved(selection.solvedRows(), inverse);
        samples.scale(lengths);
        for (int j = 0; j < r; j++)
            for (int l = 0; l < r; l++)
                WtW.set(j, l, j == l && WtW.get(j, j) > 0 ? 1 : WtW.get(j, l) * inverse[j] * inverse[l]);
        return lengths;
    }

    /** Restarts the components whose column of W or row of H has vanished; returns whether there were any. */
    private boolean restartDeadComponents() {
        DenseMatrix WtW = grams.WtW();
        double longest = 0;
        for (int j = 0; j < r; j++) longest = Math.max(longest, WtW.get(j, j));
        double[] alive = new double[r];
        boolean any = false;
        Arrays.fill(restarted, false);
        for (int j = 0; j < r; j++) {
            boolean dead = WtW.get(j, j) <= 1e-24 * longest || selection.gram().diagonal(j) <= 1e-300;
            alive[j] = dead ? 0 : 1;
            any |= dead;
        }
        if (!any) return false;
        rows.scaleCandidate(alive);
        for (int j = 0; j < r; j++) {
            restarted[j] =
                    alive[j] == 0 && restart.restart(j, rows.nextKept(), rows.candidate(), 1e-12 * Math.sqrt(half));
        }
        for (int j = 0; j < r; j++) if (restarted[j]) rows.replaceSolvedColumn(selection.solvedRows(), j);
        return true;
    }

    /** F at the candidate, from XᵀW and the Gram matrices. */
    private Objective measure() {
        SampleBlock.CandidateSums sums = samples.measure(grams);
        double graph = 0;
        if (lambda > 0)
            for (int j = 0; j < r; j++) graph += lambda * grams.WtW().get(j, j) * grams.graphEnergy(j);
        double inside = halfSquares(rows.nextKept());
        double residual = 2 * inside - 2 * sums.inner() + grams.fittedSquares();
        if (residual < CANCELS * 2 * inside) residual = samples.squaredResidual(rows.nextKept(), rows.candidate());
        return new Objective(half - inside + residual / 2, graph);
    }

    /** ½‖X‖² on these features. */
    private double halfSquares(RowSet features) {
        if (features.isAll()) return half;
        double sum = 0;
        for (int q = 0; q < features.count(); q++) sum += rowSquares[features.get(q)];
        return sum / 2;
    }

    private void accept(double[] lengths, Objective found) {
        RowSet solved = selection.solvedRows();
        rows.commit(solved, lengths);
        samples.commit();
        samples.scaleBefore(lengths);
        for (int j = 0; j < r; j++) {
            if (!restarted[j]) continue;
            samples.forgetMove(j);
            rows.clearColumn(solved, j);
        }
        moved = true;
        current = found;
    }

    /** (F five iterations ago − F)/F on the kept features; NaN until the kept features have been the same for five iterations. */
    private double decrease(int it) {
        if (it < annealing.iterations() + DecreaseWindow.LENGTH || !window.isSupportStable()) return Double.NaN;
        double fallen = window.before(it) - current.total();
        double inside = halfSquares(rows.kept());
        double left = Math.max(current.total() - (half - inside), ROUNDING * inside);
        return fallen <= 0 ? 0 : fallen / left;
    }

    @Override
    public Objective current() {
        return current;
    }

    @Override
    public int rowsComputed() {
        return selection.takeComputed();
    }

    @Override
    public double residual(FactorId factor) {
        showCurrent();
        RowSet kept = rows.kept();
        double squares;
        if (factor == FactorId.W) {
            squares = CoordinateResidual.compute(
                    context, rows.candidate(), kept, selection.products(kept), selection.gram());
        } else {
            Gram.compute(context, rows.candidate(), kept, grams.WtW());
            squares = samples.coordinateResidual(kept, rows.candidate(), grams);
        }
        return squares == 0 ? 0 : Math.sqrt(squares / (2 * halfSquares(kept)));
    }

    /** candidate ← the current point, with its Gram matrices. */
    private void showCurrent() {
        if (shown == window.iterations()) return;
        shown = window.iterations();
        samples.extrapolate(0);
        measureGrams();
        rows.showCurrent();
    }

    /**
     * By how much the best exchange of a kept and a dropped feature would lower F at this H, as a share of ½‖X‖². A negative value means that
     * every exchange raises F.
     */
    double swap() {
        if (rows.kept().isAll() || half == 0) return Double.NEGATIVE_INFINITY;
        showCurrent();
        DenseMatrix XHt = selection.products(RowSet.all(samples.features()));
        return SwapCertificate.swap(context, XHt, grams.HHt(), ridge, rows.kept()) / half;
    }

    /** The first iteration after which at most k features are kept. */
    int feasibleFrom() {
        return annealing.feasibleFrom();
    }

    /** ½‖X‖². */
    double size() {
        return half;
    }

    /** A copy of the current W, in its true units; the caller closes it. */
    DenseMatrix copyW() {
        showCurrent();
        return rows.candidate().copy();
    }

    /** Writes the state to a checkpoint, or reads it back. The candidate is made anew in every iteration and is not written. */
    @Override
    public void transfer(StateStream stream) {
        rows.transfer(stream);
        samples.transferFactors(stream);
        current = current.transfer(stream);
        window.transfer(stream);
        moved = stream.booleanValue(moved);
        momentum.transfer(stream);
        selection.transfer(stream);
        samples.transferProducts(stream);
    }

    @Override
    public void close() {
        rows.close();
        grams.close();
        selection.close();
    }
}
