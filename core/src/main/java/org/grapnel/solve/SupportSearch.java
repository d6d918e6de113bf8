package org.grapnel.solve;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Block;
import org.grapnel.model.Largest;
import org.grapnel.model.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@link BestSupport}: the point, the one before, and a candidate. Features that are not kept have a row of W all
 * the same, from when they were last looked at: where their next solution starts. These rows are stored in units of their
 * own, so that normalising W's columns costs nothing for them.
 */
final class SupportSearch implements Standing, Algorithm.Iteration, AutoCloseable {
    /** Below this share of the kept ‖X‖² the expansion of the misfit has lost too many digits. */
    private static final double CANCELS = 1e-4;

    /** Gains closer than this share of ½‖X‖² are equal, and a tie is decided for what is kept already. */
    private static final double TIE = 1e-12;

    /** A misfit below this share of ‖X‖² is rounding: the fit is exact, and there is nothing to wait for. */
    private static final double ROUNDING = 1e-13;

    /** Over so many iterations the decrease is measured. */
    private static final int WINDOW = 5;

    private static final int FIRST_SWEEPS = 20;

    private final Compute on;
    private final BestSupport how;
    private final Matrix X;
    private final int r;
    private final int keep;
    private final int annealing;
    private final double lambda;
    private final Optional<Laplacian> L;
    private final double[] rowSquares;
    private final double half; // ½‖X‖²
    private final KeptRows products;
    private final RowSteps rows;
    private final CoordinateSteps gramW;
    private final HStep hStep;
    private final Revival revival;
    private final SampleSums sums;
    private final @Nullable GainBound bound;
    private final RowSet allSamples;

    private final DenseMatrix XHt;
    private final DenseMatrix XtW;
    private final DenseMatrix HHt;
    private final DenseMatrix WtW;
    private final @Nullable DenseMatrix LHt;
    private final double[] ridge;
    private final double[] unit;

    private final DenseMatrix W; // in units
    private final DenseMatrix nextW;
    private DenseMatrix plainW; // all rows that were solved, before the kept ones are extrapolated
    private DenseMatrix beforeW;
    private DenseMatrix H;
    private DenseMatrix beforeH;
    private DenseMatrix nextH;
    private final RowSet kept;
    private final RowSet nextKept;
    private final RowSet candidates;
    private final RowSet looked;

    private Objective current;
    private final double[] history = new double[WINDOW];
    private int iteration;
    private int calm;
    private boolean momentumW;
    private boolean momentumH;
    private double beta;
    private double cap = 1;
    private int computed;

    /** Takes over the start's H; its W is not used, because W is solved for. */
    SupportSearch(Compute on, Problem problem, Start.Point start, BestSupport how, HStep hStep, boolean screened) {
        this.on = on;
        this.how = how;
        X = problem.X();
        r = problem.rank();
        keep = problem.onW().rowLimit(X.rows());
        annealing = keep < X.rows() ? how.annealing() : 0;
        lambda = BestSupport.lambda(problem);
        L = problem.laplacian();
        rowSquares = X.rowSquares();
        half = Arrays.stream(rowSquares).sum() / 2;
        products = new KeptRows(on, X, r);
        rows = new RowSteps(on, X.rows(), r);
        gramW = new CoordinateSteps(r);
        this.hStep = hStep;
        revival = new Revival(on, problem, lambda);
        sums = new SampleSums(on, r);
        bound = screened && keep < X.rows() ? new GainBound(on, rowSquares, X.cols(), r) : null;
        allSamples = RowSet.all(X.cols());
        XHt = DenseMatrix.zeros(X.rows(), r);
        XtW = DenseMatrix.zeros(X.cols(), r);
        HHt = DenseMatrix.zeros(r, r);
        WtW = DenseMatrix.zeros(r, r);
        LHt = lambda > 0 ? DenseMatrix.zeros(X.cols(), r) : null;
        ridge = new double[r];
        unit = new double[r];
        Arrays.fill(unit, 1);
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
        candidates = RowSet.none(X.rows());
        looked = RowSet.none(X.rows());
        current = new Objective(half, 0);
        beta = how.beta();
        unitRows();
    }

    /** Rows of H to unit length, as far as they are not zero. */
    private void unitRows() {
        Gram.of(on, H, allSamples, HHt);
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
        boolean extrapolated = pulling && momentumH;
        extrapolateH(extrapolated ? pull : 0);
        measureRough();
        chooseRows(it);
        boolean same = nextKept.equals(kept);
        boolean pulledW = pulling && momentumW && same;
        extrapolateW(pulledW ? pull : 0);
        double[] s = normalise();
        products.transposeTimes(nextKept, nextW, XtW);
        hStep.run(nextH, gramW.of(WtW), XtW, how.sweeps());
        Objective found = measure();
        boolean plain = !(extrapolated || pulledW);
        if (plain && !found.isFinite()) return new Algorithm.Outcome(found, Double.NaN, pull, false);
        boolean accepted = !guarded || found.total() <= current.total();
        if (accepted) {
            accept(s, same, found);
            if (pulling) {
                beta = Math.min(cap, how.growth() * beta);
                cap = Math.min(1, how.capGrowth() * cap);
            }
        } else {
            if (plain) calm++; // the best step there is changes nothing but rounding
            cap = beta;
            beta /= how.shrink();
            momentumH = false;
            momentumW = false;
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
        int blocks = Math.max(1, Math.min(where.count(), Compute.blocks(4.0 * where.count() * r)));
        on.run(blocks, (block, scratch) -> {
            double[] z = scratch.doubles(0, r);
            double[] y = scratch.doubles(1, r);
            int end = Compute.start(where.count(), block + 1, blocks);
            for (int q = Compute.start(where.count(), block, blocks); q < end; q++) {
                Z.row(where.get(q), z);
                before.row(where.get(q), y);
                for (int j = 0; j < r; j++) z[j] = Math.max(0, z[j] + by * (z[j] - y[j]));
                Z.setRow(where.get(q), z);
            }
        });
    }

    /** HHᵀ and 2λq at nextH. */
    private void measureRough() {
        Gram.of(on, nextH, allSamples, HHt);
        if (LHt != null) {
            L.orElseThrow().times(on, nextH, LHt);
            sums.of(nextH, nextH, nextH, LHt);
            for (int j = 0; j < r; j++) ridge[j] = 2 * lambda * sums.roughness(j);
        }
        rows.steps().of(HHt, ridge);
    }

    /**
     * Solves the rows of W that can matter, and keeps those that gain most. The rows kept so far are solved first: whatever
     * cannot gain as much as the last of them that would stay need not be looked at.
     */
    private void chooseRows(int it) {
        int sweeps = it == 0 ? FIRST_SWEEPS : how.sweeps();
        int count = it + 1 >= annealing ? keep : annealed(it); // p·(k/p) may round above k
        if (bound == null || !bound.refers()) {
            solve(looked.fill(), sweeps);
        } else {
            bound.carry(nextH, ridge, rows.steps());
            solve(kept, sweeps);
            bound.candidates(kept, last(kept, count), candidates);
            solve(candidates, sweeps);
            looked.union(kept, candidates);
        }
        if (bound != null) {
            bound.learn(looked, rows.ceiling());
            bound.refer(nextH, ridge);
        }
        select(count);
    }

    /** How many features are kept while their number falls: by the same factor in every iteration. */
    private int annealed(int it) {
        double share = Math.pow((double) keep / X.rows(), (it + 1.0) / annealing);
        return Math.max(keep, (int) Math.ceil(X.rows() * share));
    }

    /** The gain of the last of these rows if only so many stay. */
    private double last(RowSet which, int count) {
        double[] gain = on.shared().doubles(6, which.count());
        for (int q = 0; q < which.count(); q++) gain[q] = rows.gain()[which.get(q)];
        return which.count() < count ? -1 : Largest.kth(gain, which.count(), count, on.shared());
    }

    private void solve(RowSet which, int sweeps) {
        products.times(which, nextH, XHt);
        computed += which.count();
        rows.solve(which, XHt, W, unit, sweeps, plainW);
    }

    /** The rows that gain most; ties go to what is kept, then to the lower index. */
    private void select(int count) {
        for (int q = 0; q < nextKept.count(); q++) nextW.zeroRow(nextKept.get(q));
        nextKept.clear();
        if (count >= looked.count()) {
            nextKept.copyFrom(looked);
            return;
        }
        double unitOfGain = half > 0 ? TIE * half : 1;
        double[] key = on.shared().doubles(6, looked.count());
        for (int q = 0; q < looked.count(); q++) {
            int i = looked.get(q);
            key[q] = 2 * Math.rint(rows.gain()[i] / unitOfGain) + (kept.contains(i) ? 1 : 0);
        }
        double bar = Largest.kth(key, looked.count(), count, on.shared());
        int level = count - Largest.above(key, looked.count(), bar);
        for (int q = 0; q < looked.count(); q++)
            if (key[q] > bar || (key[q] == bar && level-- > 0)) nextKept.add(looked.get(q));
    }

    /** Brings W's columns to unit length, after reviving those that are zero, and the other factor along; returns the lengths. */
    private double[] normalise() {
        Gram.of(on, nextW, nextKept, WtW);
        double longest = 0;
        for (int j = 0; j < r; j++) longest = Math.max(longest, WtW.get(j, j));
        double[] lost = new double[r];
        boolean any = false;
        for (int j = 0; j < r; j++) {
            boolean dead = WtW.get(j, j) <= 1e-24 * longest || rows.steps().diagonal(j) <= 1e-300;
            lost[j] = dead ? 0 : 1;
            any |= dead;
        }
        if (any) {
            scale(nextW, nextKept, lost);
            for (int j = 0; j < r; j++)
                if (lost[j] == 0) revival.revive(j, nextKept, nextW, nextH, 1e-12 * Math.sqrt(half));
            Gram.of(on, nextW, nextKept, WtW);
        }
        double[] s = new double[r];
        double[] inverse = new double[r];
        for (int j = 0; j < r; j++) {
            s[j] = WtW.get(j, j) > 0 ? Math.sqrt(WtW.get(j, j)) : 1;
            inverse[j] = 1 / s[j];
        }
        scale(nextW, nextKept, inverse);
        scale(plainW, looked, inverse);
        scale(nextH, allSamples, s);
        for (int j = 0; j < r; j++)
            for (int l = 0; l < r; l++)
                WtW.set(j, l, j == l && WtW.get(j, j) > 0 ? 1 : WtW.get(j, l) * inverse[j] * inverse[l]);
        return s;
    }

    private void scale(DenseMatrix Z, RowSet where, double[] by) {
        int blocks = Math.max(1, Math.min(where.count(), Compute.blocks(2.0 * where.count() * r)));
        on.run(blocks, (block, scratch) -> {
            double[] z = scratch.doubles(0, r);
            int end = Compute.start(where.count(), block + 1, blocks);
            for (int q = Compute.start(where.count(), block, blocks); q < end; q++) {
                Z.row(where.get(q), z);
                for (int j = 0; j < r; j++) z[j] *= by[j];
                Z.setRow(where.get(q), z);
            }
        });
    }

    /** F at the candidate, from XᵀW and the Gram matrices. */
    private Objective measure() {
        Gram.of(on, nextH, allSamples, HHt);
        if (LHt != null) L.orElseThrow().times(on, nextH, LHt);
        sums.of(nextH, nextH, XtW, LHt);
        double fitted = 0;
        double graph = 0;
        for (int j = 0; j < r; j++) {
            for (int l = 0; l < r; l++) fitted += WtW.get(j, l) * HHt.get(j, l);
            graph += lambda * WtW.get(j, j) * sums.roughness(j);
        }
        double inside = energy(nextKept);
        double misfit = 2 * inside - 2 * sums.inner() + fitted;
        if (misfit < CANCELS * 2 * inside) misfit = X.misfit(on, nextKept, nextW, nextH);
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
        kept.copyFrom(nextKept);
        momentumH = true;
        momentumW = true;
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
        int count = computed;
        computed = 0;
        return count;
    }

    @Override
    public double residual(Block block) {
        nextH.copyFrom(H);
        measureRough();
        showW();
        double inside = 2 * energy(kept);
        double squares;
        if (block == Block.W) {
            products.times(kept, nextH, XHt);
            squares = stepSquares(nextW, kept, XHt, rows.steps(), null);
        } else {
            products.transposeTimes(kept, nextW, XtW);
            Gram.of(on, nextW, kept, WtW);
            squares = stepSquares(nextH, allSamples, XtW, gramW.of(WtW), LHt);
        }
        return squares == 0 ? 0 : Math.sqrt(squares / inside);
    }

    /** nextW ← the current W, in its true units. */
    private void showW() {
        for (int q = 0; q < nextKept.count(); q++) nextW.zeroRow(nextKept.get(q));
        nextKept.copyFrom(kept);
        for (int q = 0; q < kept.count(); q++) nextW.copyRow(kept.get(q), W, kept.get(q));
        scale(nextW, kept, unit);
    }

    /** Σ curvature·(step)² of a coordinate step from every entry, all from the same point. */
    private double stepSquares(
            DenseMatrix Z, RowSet where, DenseMatrix product, CoordinateSteps steps, @Nullable DenseMatrix LZ) {
        return on.sum(where.count(), Compute.blocks(2.0 * where.count() * r * r), (from, end, scratch) -> {
            double[] z = scratch.doubles(0, r);
            double[] b = scratch.doubles(1, r);
            double[] smooth = scratch.doubles(2, r);
            double sum = 0;
            for (int q = from; q < end; q++) {
                int i = where.get(q);
                Z.row(i, z);
                product.row(i, b);
                double[] g = steps.times(z);
                double shift = 0;
                Arrays.fill(smooth, 0, r, 0);
                if (LZ != null) {
                    LZ.row(i, smooth);
                    shift = 2 * lambda * L.orElseThrow().matrix().get(i, i);
                }
                for (int j = 0; j < r; j++) {
                    double curvature = (1 + shift) * steps.diagonal(j);
                    if (!(curvature > 0)) continue;
                    double slope = g[j] - b[j] + 2 * lambda * steps.diagonal(j) * smooth[j];
                    double step = Math.max(0, z[j] - slope / curvature) - z[j];
                    sum += curvature * step * step;
                }
            }
            return sum;
        });
    }

    /** What the best exchange of a kept and a dropped feature would take off F at this H, as a share of ½‖X‖²; negative: it would cost. */
    double swap() {
        if (kept.isAll() || half == 0) return Double.NEGATIVE_INFINITY;
        nextH.copyFrom(H);
        measureRough();
        return ExactGains.swap(on, X, nextH, HHt, ridge, kept, XHt) / half;
    }

    /** The iteration from which on no more than k features are kept. */
    int feasibleFrom() {
        return Math.max(1, annealing);
    }

    /** The current point, which outlives this: the caller closes it. */
    Start.Point take() {
        showW();
        Start.Point point = new Start.Point(nextW.copy(), H);
        H = DenseMatrix.zeros(0, r);
        return point;
    }

    @Override
    public void close() {
        for (DenseMatrix M : new DenseMatrix[] {XHt, XtW, HHt, WtW, W, nextW, plainW, beforeW, H, beforeH, nextH})
            M.close();
        if (LHt != null) LHt.close();
        if (bound != null) bound.close();
        products.close();
    }
}
