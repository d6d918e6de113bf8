package org.grapnel.solve.support;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Objective;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.CoordinateResidual;
import org.grapnel.solve.block.HUpdate;
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.block.SampleSums;
import org.grapnel.solve.block.SelectedRowProducts;
import org.grapnel.solve.start.Start;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@link BestSupport}: the point, the one before, and a candidate. Features that are not kept have a row of W all
 * the same, from when they were last looked at: where their next solution starts. These rows are stored in units of their
 * own, so that normalising W's columns costs nothing for them.
 */
final class SupportSearch implements IterationState, Algorithm.Iteration, AutoCloseable {
    /** Below this share of the kept ‖X‖² the expansion of the misfit has lost too many digits. */
    private static final double CANCELS = 1e-4;

    /** A misfit below this share of ‖X‖² is rounding: the fit is exact, and there is nothing to wait for. */
    private static final double ROUNDING = 1e-13;

    /** Over so many iterations the decrease is measured. */
    private static final int WINDOW = 5;

    /** By how much the weight of the extrapolation and its cap grow after a success, and by how much it shrinks after a failure. */
    private static final double GROWTH = 1.05;

    private static final double CAP_GROWTH = 1.01;
    private static final double SHRINK = 1.5;

    private final ExecutionContext context;
    private final BestSupport how;
    private final Matrix X;
    private final int r;
    private final int keep;
    private final int annealing;
    private final double lambda;
    private final Optional<Laplacian> L;
    private final double[] rowSquares;
    private final double half; // ½‖X‖²
    private final SelectedRowProducts products;
    private final SupportSelection choice;
    private final CoordinateDescent gramW;
    private final HUpdate hStep;
    private final DeadComponentRestart revival;
    private final SampleSums sums;
    private final RowSet allSamples;

    private final DenseMatrix XtW;
    private final DenseMatrix HHt;
    private final DenseMatrix WtW;
    private final @Nullable DenseMatrix LHt;
    private final double[] ridge;
    private final double[] unit;
    private final boolean[] revived; // whether the candidate's component is another than the one of this number before

    private final DenseMatrix W; // in units
    private final DenseMatrix nextW;
    private DenseMatrix plainW; // all rows that were solved, before the kept ones are extrapolated
    private DenseMatrix beforeW;
    private DenseMatrix H;
    private DenseMatrix beforeH;
    private DenseMatrix nextH;
    private final RowSet kept;
    private final RowSet nextKept;

    private Objective current;
    private final double[] history = new double[WINDOW];
    private int iteration;
    private int calm;
    private boolean moving; // there is a move to lean on
    private double beta;
    private double cap = 1;
    private int shown = -1; // for which iteration the current point was laid out

    /** Takes over the start's H; its W is not used, because W is solved for. */
    SupportSearch(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            BestSupport how,
            HUpdate hStep,
            boolean screened) {
        this.context = context;
        this.how = how;
        X = problem.X();
        r = problem.program().rank();
        keep = problem.program().onW().rowLimit(X.rows());
        annealing = keep < X.rows() ? how.annealing() : 0;
        lambda = BestSupport.lambda(problem);
        L = problem.laplacian();
        rowSquares = X.rowSquares();
        half = Arrays.stream(rowSquares).sum() / 2;
        products = new SelectedRowProducts(context, X, r);
        choice = new SupportSelection(context, X, products, rowSquares, r, screened && keep < X.rows());
        gramW = new CoordinateDescent(r);
        this.hStep = hStep;
        revival = new DeadComponentRestart(context, problem, lambda);
        sums = new SampleSums(context, r);
        allSamples = RowSet.all(X.cols());
        XtW = DenseMatrix.zeros(X.cols(), r);
        HHt = DenseMatrix.zeros(r, r);
        WtW = DenseMatrix.zeros(r, r);
        LHt = lambda > 0 ? DenseMatrix.zeros(X.cols(), r) : null;
        ridge = new double[r];
        unit = new double[r];
        Arrays.fill(unit, 1);
        revived = new boolean[r];
        W = DenseMatrix.zeros(X.rows(), r);
        nextW = DenseMatrix.zeros(X.rows(), r);
        plainW = DenseMatrix.zeros(X.rows(), r);
        beforeW = DenseMatrix.zeros(X.rows(), r);
        start.W().close();
        H = start.Ht();
        beforeH = DenseMatrix.zeros(X.cols(), r);
        nextH = DenseMatrix.zeros(X.cols(), r);
        kept = RowSet.all(X.rows());
        nextKept = RowSet.none(X.rows());
        current = new Objective(half, 0);
        beta = how.beta();
        unitRows();
    }

    /** Rows of H to unit length, as far as they are not zero. */
    private void unitRows() {
        Gram.compute(context, H, allSamples, HHt);
        double[] s = new double[r];
        for (int j = 0; j < r; j++) s[j] = HHt.get(j, j) > 0 ? 1 / Math.sqrt(HHt.get(j, j)) : 1;
        scale(H, allSamples, s);
    }

    @Override
    public Algorithm.Outcome next() {
        int it = iteration++;
        boolean guarded = it >= Math.max(1, annealing);
        boolean pulling = it > annealing + 1;
        double pull = pulling ? beta : 0;
        boolean extrapolated = pulling && moving;
        extrapolateH(extrapolated ? pull : 0);
        measureRough();
        chooseRows(it);
        boolean same = nextKept.equals(kept);
        boolean pulledW = extrapolated && same;
        extrapolateW(pulledW ? pull : 0);
        double[] s = normalise();
        products.transposeTimes(nextKept, nextW, XtW);
        hStep.run(nextH, gramW.setGram(WtW), XtW, how.sweeps());
        Objective found = measure();
        boolean plain = !extrapolated;
        if (plain && !found.isFinite()) return new Algorithm.Outcome(found, Double.NaN, pull, false);
        boolean accepted = !guarded || found.total() <= current.total();
        if (accepted) {
            accept(s, same, found);
            if (pulling) {
                beta = Math.min(cap, GROWTH * beta);
                cap = Math.min(1, CAP_GROWTH * cap);
            }
        } else {
            if (plain) calm++; // the best step there is changes nothing but rounding
            cap = beta;
            beta /= SHRINK;
            moving = false;
        }
        double change = accepted || plain ? decrease(it) : Double.NaN;
        history[it % WINDOW] = current.total();
        return new Algorithm.Outcome(current, change, pull, accepted);
    }

    /** nextH ← [H + β(H − H′)]₊. */
    private void extrapolateH(double by) {
        nextH.copyFrom(H);
        if (by > 0) pull(nextH, beforeH, allSamples, by);
    }

    /** nextW ← [W + β(W − W′)]₊ on the kept rows, and zero elsewhere. */
    private void extrapolateW(double by) {
        for (int q = 0; q < nextKept.count(); q++) nextW.copyRow(nextKept.get(q), plainW, nextKept.get(q));
        if (by > 0) pull(nextW, beforeW, nextKept, by);
    }

    /** Z ← [Z + β(Z − Z′)]₊ in the given rows. */
    private void pull(DenseMatrix Z, DenseMatrix before, RowSet where, double by) {
        int blocks = Math.max(1, Math.min(where.count(), ExecutionContext.blockCount(4.0 * where.count() * r)));
        context.run(blocks, (block, scratch) -> {
            double[] z = scratch.doubles(ScratchArray.ROW, r);
            double[] y = scratch.doubles(ScratchArray.OTHER_ROW, r);
            int end = ExecutionContext.blockStart(where.count(), block + 1, blocks);
            for (int q = ExecutionContext.blockStart(where.count(), block, blocks); q < end; q++) {
                Z.row(where.get(q), z);
                before.row(where.get(q), y);
                for (int j = 0; j < r; j++) z[j] = Math.max(0, z[j] + by * (z[j] - y[j]));
                Z.setRow(where.get(q), z);
            }
        });
    }

    /** HHᵀ and 2λq at nextH. */
    private void measureRough() {
        Gram.compute(context, nextH, allSamples, HHt);
        if (LHt != null) {
            L.orElseThrow().times(context, nextH, LHt);
            sums.compute(nextH, nextH, nextH, LHt);
            sums.graphEnergy(L.orElseThrow(), nextH, HHt, ridge);
            for (int j = 0; j < r; j++) ridge[j] *= 2 * lambda;
        }
        choice.gram().setGram(HHt, ridge);
    }

    /** The rows of W and those to keep, whose number falls by the same factor in every iteration until it is k. */
    private void chooseRows(int it) {
        double share = Math.pow((double) keep / X.rows(), (it + 1.0) / annealing);
        // p·(k/p) may round above k
        int count = it + 1 >= annealing ? keep : Math.max(keep, (int) Math.ceil(X.rows() * share));
        for (int q = 0; q < nextKept.count(); q++) nextW.zeroRow(nextKept.get(q));
        choice.select(
                nextH,
                ridge,
                W,
                unit,
                it == 0 ? SupportSelection.FIRST_SWEEPS : how.sweeps(),
                kept,
                count,
                plainW,
                nextKept);
    }

    /** Brings W's columns to unit length, after reviving those that are zero, and the other factor along; returns the lengths. */
    private double[] normalise() {
        Gram.compute(context, nextW, nextKept, WtW);
        double longest = 0;
        for (int j = 0; j < r; j++) longest = Math.max(longest, WtW.get(j, j));
        double[] lost = new double[r];
        boolean any = false;
        Arrays.fill(revived, false);
        for (int j = 0; j < r; j++) {
            boolean dead = WtW.get(j, j) <= 1e-24 * longest || choice.gram().diagonal(j) <= 1e-300;
            lost[j] = dead ? 0 : 1;
            any |= dead;
        }
        if (any) {
            scale(nextW, nextKept, lost);
            for (int j = 0; j < r; j++)
                revived[j] = lost[j] == 0 && revival.restart(j, nextKept, nextW, nextH, 1e-12 * Math.sqrt(half));
            forgetSolved();
            Gram.compute(context, nextW, nextKept, WtW);
        }
        double[] s = new double[r];
        double[] inverse = new double[r];
        for (int j = 0; j < r; j++) {
            // what is not there gets an H of the size of X, as the others have: columns of W can be compared in any
            // units then
            double absent = HHt.get(j, j) > 0 && half > 0 ? Math.sqrt(2 * half / HHt.get(j, j)) : 1;
            s[j] = WtW.get(j, j) > 0 ? Math.sqrt(WtW.get(j, j)) : absent;
            inverse[j] = 1 / s[j];
        }
        scale(nextW, nextKept, inverse);
        scale(plainW, choice.looked(), inverse);
        scale(nextH, allSamples, s);
        for (int j = 0; j < r; j++)
            for (int l = 0; l < r; l++)
                WtW.set(j, l, j == l && WtW.get(j, j) > 0 ? 1 : WtW.get(j, l) * inverse[j] * inverse[l]);
        return s;
    }

    /** What was solved for a component that died says nothing about the one in its place. */
    private void forgetSolved() {
        RowSet looked = choice.looked();
        for (int j = 0; j < r; j++)
            for (int q = 0; revived[j] && q < looked.count(); q++)
                plainW.set(looked.get(q), j, nextW.get(looked.get(q), j));
    }

    /** Nor does where that one stood: there is no move to lean on. */
    private void forgetBefore() {
        for (int j = 0; j < r; j++) {
            if (!revived[j]) continue;
            for (int i = 0; i < H.rows(); i++) beforeH.set(i, j, H.get(i, j));
            for (int i = 0; i < W.rows(); i++) if (!choice.looked().contains(i)) W.set(i, j, 0);
        }
    }

    private void scale(DenseMatrix Z, RowSet where, double[] by) {
        int blocks = Math.max(1, Math.min(where.count(), ExecutionContext.blockCount(2.0 * where.count() * r)));
        context.run(blocks, (block, scratch) -> {
            double[] z = scratch.doubles(ScratchArray.ROW, r);
            int end = ExecutionContext.blockStart(where.count(), block + 1, blocks);
            for (int q = ExecutionContext.blockStart(where.count(), block, blocks); q < end; q++) {
                Z.row(where.get(q), z);
                for (int j = 0; j < r; j++) z[j] *= by[j];
                Z.setRow(where.get(q), z);
            }
        });
    }

    /** F at the candidate, from XᵀW and the Gram matrices. */
    private Objective measure() {
        Gram.compute(context, nextH, allSamples, HHt);
        if (LHt != null) L.orElseThrow().times(context, nextH, LHt);
        sums.compute(nextH, nextH, XtW, LHt);
        double[] rough = new double[r];
        if (LHt != null) sums.graphEnergy(L.orElseThrow(), nextH, HHt, rough);
        double fitted = 0;
        double graph = 0;
        for (int j = 0; j < r; j++) {
            for (int l = 0; l < r; l++) fitted += WtW.get(j, l) * HHt.get(j, l);
            graph += lambda * WtW.get(j, j) * rough[j];
        }
        double inside = energy(nextKept);
        double misfit = 2 * inside - 2 * sums.inner() + fitted;
        if (misfit < CANCELS * 2 * inside) misfit = X.squaredResidual(context, nextKept, nextW, nextH);
        return new Objective(half - inside + misfit / 2, graph);
    }

    /** ½‖X‖² on these features. */
    private double energy(RowSet features) {
        if (features.isAll()) return half;
        double sum = 0;
        for (int q = 0; q < features.count(); q++) sum += rowSquares[features.get(q)];
        return sum / 2;
    }

    private void accept(double[] s, boolean same, Objective found) {
        double[] toUnits = new double[r];
        for (int j = 0; j < r; j++) {
            unit[j] /= s[j];
            toUnits[j] = 1 / unit[j];
        }
        RowSet looked = choice.looked();
        for (int q = 0; q < looked.count(); q++) W.copyRow(looked.get(q), plainW, looked.get(q));
        for (int q = 0; q < nextKept.count(); q++) W.copyRow(nextKept.get(q), nextW, nextKept.get(q));
        scale(W, looked, toUnits);
        DenseMatrix free = beforeW;
        beforeW = plainW;
        plainW = free;
        scale(H, allSamples, s);
        free = beforeH;
        beforeH = H;
        H = nextH;
        nextH = free;
        forgetBefore();
        kept.copyFrom(nextKept);
        moving = true;
        calm = same ? calm + 1 : 0;
        current = found;
    }

    /** (F five iterations ago − F)/F on the kept features; not a number before the kept features have stood still for so long. */
    private double decrease(int it) {
        if (it < annealing + WINDOW || calm < WINDOW) return Double.NaN;
        double fallen = history[it % WINDOW] - current.total();
        double inside = energy(kept);
        double left = Math.max(current.total() - (half - inside), ROUNDING * inside);
        return fallen <= 0 ? 0 : fallen / left;
    }

    @Override
    public Objective current() {
        return current;
    }

    @Override
    public int rowsComputed() {
        return choice.takeComputed();
    }

    @Override
    public double residual(FactorId block) {
        show();
        double squares;
        if (block == FactorId.W) {
            squares = CoordinateResidual.compute(context, nextW, kept, choice.products(kept, nextH), choice.gram());
        } else {
            products.transposeTimes(kept, nextW, XtW);
            Gram.compute(context, nextW, kept, WtW);
            squares = LHt == null
                    ? CoordinateResidual.compute(context, nextH, allSamples, XtW, gramW.setGram(WtW))
                    : CoordinateResidual.compute(
                            context, nextH, allSamples, XtW, gramW.setGram(WtW), lambda, L.orElseThrow(), LHt);
        }
        return squares == 0 ? 0 : Math.sqrt(squares / (2 * energy(kept)));
    }

    /** nextW, nextH and what follows from H ← the current point, in its true units. */
    private void show() {
        if (shown == iteration) return;
        shown = iteration;
        nextH.copyFrom(H);
        measureRough();
        for (int q = 0; q < nextKept.count(); q++) nextW.zeroRow(nextKept.get(q));
        nextKept.copyFrom(kept);
        for (int q = 0; q < kept.count(); q++) nextW.copyRow(kept.get(q), W, kept.get(q));
        scale(nextW, kept, unit);
    }

    /** What the best exchange of a kept and a dropped feature would take off F at this H, as a share of ½‖X‖²; negative: it would cost. */
    double swap() {
        if (kept.isAll() || half == 0) return Double.NEGATIVE_INFINITY;
        show();
        return SwapCertificate.swap(context, choice.products(RowSet.all(X.rows()), nextH), HHt, ridge, kept) / half;
    }

    /** The iteration from which on no more than k features are kept. */
    int feasibleFrom() {
        return Math.max(1, annealing);
    }

    /** The candidate is made anew in every iteration; all else is written, or read back. */
    @Override
    public void state(StateStream ledger) {
        ledger.rowSet(kept);
        ledger.matrix(W);
        ledger.doubles(unit);
        ledger.matrix(beforeW, kept); // an extrapolation leans on it where the kept rows are the same
        ledger.matrix(H);
        ledger.matrix(beforeH);
        current = current.through(ledger);
        ledger.doubles(history);
        iteration = ledger.intValue(iteration);
        calm = ledger.intValue(calm);
        moving = ledger.booleanValue(moving);
        beta = ledger.doubleValue(beta);
        cap = ledger.doubleValue(cap);
        choice.state(ledger);
        products.state(ledger);
    }

    /** ½‖X‖². */
    double size() {
        return half;
    }

    /** The current point, which outlives this: the caller closes it. */
    Start.StartPoint take() {
        show();
        Start.StartPoint point = new Start.StartPoint(nextW.copy(), H);
        H = DenseMatrix.zeros(0, r);
        return point;
    }

    @Override
    public void close() {
        for (DenseMatrix M : new DenseMatrix[] {XtW, HHt, WtW, W, nextW, plainW, beforeW, H, beforeH, nextH}) M.close();
        if (LHt != null) LHt.close();
        choice.close();
        products.close();
    }
}
