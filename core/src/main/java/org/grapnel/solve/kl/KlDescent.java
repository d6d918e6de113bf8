package org.grapnel.solve.kl;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.KlProblem;
import org.grapnel.model.Objective;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.DecreaseWindow;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@link KlFactorization}. With a limit on the features, W has a row for every feature, and those that are not kept are candidates: they are
 * solved too, and take part in the choice, but not in F.
 */
final class KlDescent implements IterationState, Algorithm.AlgorithmRun, AutoCloseable {
    /** How many rounds the first W gets where it is solved from H. */
    private static final int FIRST_SWEEPS = 5;

    /** Iterations on all features before the first choice: gains at a random H say nothing. */
    private static final int UNLIMITED = 10;

    /** The share of the mean entry to which smaller entries of a start are lifted, where the divergence would be infinite. */
    static final double LIFT = 1e-3;

    /** A rise below this share of F, or of Σx and α‖S‖², is rounding. */
    private static final double ROUNDING = 1e-13;

    private static final double CANCELLED = 1e-14;

    /** A rise below this share of the magnitudes of the graph term is the square of the rounding of H. */
    private static final double VANISHED = 1e-28;

    private final int p;
    private final int n;
    private final int r;
    private final int keep;
    private final int sweeps;
    private final double[] w;
    private final double[] h;
    private final double[] sumsOfW;
    private final double[] sumsOfH;
    private final double[] countsOfRows;
    private final double[] background;
    private final double[] gains;
    private final boolean @Nullable [] kept; // null where all features are
    private final LineUpdates rows;
    private final LineUpdates columns;
    private final boolean hasGraph;
    private final SampleTerm term;
    private final DecreaseWindow window = new DecreaseWindow();
    private Objective current;
    private int rowsComputed;

    KlDescent(ExecutionContext context, KlProblem problem, Start.StartPoint start, int sweeps) {
        p = problem.X().rows();
        n = problem.X().cols();
        r = problem.rank();
        Preconditions.require(
                (long) Math.max(n, p) * r <= Integer.MAX_VALUE - 16,
                "%d lines times rank %d are more numbers than fit on one machine; lower the rank",
                Math.max(n, p),
                r);
        this.sweeps = sweeps;
        keep = problem.keep();
        CountLines byRow = CountLines.ofRows(problem.X());
        rows = new LineUpdates(context, byRow, r);
        columns = new LineUpdates(context, byRow.transpose(n), r);
        countsOfRows = byRow.sums();
        background = problem.backgroundDivergences();
        gains = new double[p];
        kept = keep < p ? new boolean[p] : null;
        w = new double[p * r];
        h = new double[n * r];
        start.W().rows(0, p, w);
        start.Ht().rows(0, n, h);
        sumsOfW = new double[r];
        sumsOfH = new double[r];
        double alpha = KlProblem.alpha(Arrays.stream(background).sum(), r, problem.weight());
        hasGraph = problem.S().isPresent() || problem.laplacian().isPresent();
        term = problem.S().isPresent()
                ? new JointTerm(context, problem.S().orElseThrow(), alpha, r)
                : problem.laplacian()
                        .<SampleTerm>map(L -> new TraceTerm(context, L, problem.lambda(), r))
                        .orElseGet(SampleTerm::none);
        begin();
        current = objective();
    }

    private void begin() {
        if (term instanceof JointTerm joint) joint.begin(h);
        else term.follow(h);
        boolean fromH = term instanceof JointTerm || Arrays.stream(w).allMatch(z -> z == 0);
        boolean lifted = isLifted(fromH);
        if (lifted && term instanceof JointTerm joint) joint.begin(h);
        else if (lifted) term.follow(h);
        if (fromH) {
            solveW();
        }
        if (kept == null) {
            sum(w, null, sumsOfW);
            return;
        }
        Arrays.fill(kept, true);
        for (int i = 0; i < UNLIMITED; i++) {
            updateW();
            updateH();
        }
        updateW();
        choose();
    }

    /** W from H: every row starts with equal entries and the sum of its counts, and is lowered from there. */
    private void solveW() {
        sum(h, null, sumsOfH);
        double all = Arrays.stream(sumsOfH).sum();
        for (int i = 0; i < p; i++) Arrays.fill(w, i * r, (i + 1) * r, countsOfRows[i] / all);
        descendRows(FIRST_SWEEPS);
    }

    /** Lifts small entries of the start where some x &gt; 0 has (WH) = 0; returns whether it did. */
    private boolean isLifted(boolean fromH) {
        if (fromH) {
            double[] ones = new double[p * r];
            Arrays.fill(ones, 1);
            if (isFinite(ones)) return false;
        } else if (isFinite(w)) {
            return false;
        }
        lift(h);
        if (!fromH) lift(w);
        return true;
    }

    private boolean isFinite(double[] rowFactor) {
        return columns.forEach(h, rowFactor, null, 1, false, (j, steps) -> steps.isFinite() ? 0 : 1) == 0;
    }

    private static void lift(double[] factor) {
        double least = LIFT * Arrays.stream(factor).average().orElse(0);
        for (int q = 0; q < factor.length; q++) factor[q] = Math.max(factor[q], least);
    }

    private void descendRows(int rounds) {
        sum(h, null, sumsOfH);
        boolean measures = kept != null;
        rows.forEach(w, h, null, rounds, true, (i, steps) -> {
            for (int s = 0; s < rounds; s++) steps.sweep(sumsOfH, 0, null);
            if (measures) gains[i] = background[i] - steps.divergence() - dot(steps.z, sumsOfH);
            return 0;
        });
        rowsComputed += p;
    }

    /** Lowers F over W, for the kept features and the candidates. */
    void updateW() {
        descendRows(sweeps);
        sum(w, kept, sumsOfW);
    }

    /** Keeps the features with the largest positive gains. F cannot rise: the features kept before are one of the choices. */
    void choose() {
        if (kept == null) return;
        Arrays.fill(kept, false);
        KlGains.best(gains, keep).forEach(i -> kept[i] = true);
        sum(w, kept, sumsOfW);
    }

    /** Lowers F over H, and over G of the joint term. */
    void updateH() {
        term.prepare(h);
        columns.forEach(h, w, kept, sweeps, true, (j, steps) -> {
            term.gradient(j, h, steps.gradient);
            for (int s = 0; s < sweeps; s++) steps.sweep(sumsOfW, term.ridge(j), term.matrix(j));
            return 0;
        });
        term.follow(h);
    }

    @Override
    public Algorithm.Outcome next() {
        int it = window.begin();
        updateW();
        choose();
        updateH();
        Objective found = objective();
        double risen = found.total() - current.total();
        double rounding = ROUNDING * current.total() + CANCELLED * size() + VANISHED * term.magnitude();
        current = risen > 0 && risen <= rounding ? found.loweredTo(current.total()) : found;
        double change = window.change(it, current.total());
        window.end(it, current.total());
        return new Algorithm.Outcome(current, change, 0, true);
    }

    /** F at the current point. */
    Objective objective() {
        sum(h, null, sumsOfH);
        double divergence = columns.forEach(h, w, kept, 1, false, (j, steps) -> steps.divergence());
        double rest = 0;
        if (kept != null) for (int i = 0; i < p; i++) if (!kept[i]) rest += background[i];
        return new Objective(Math.max(0, divergence + dot(sumsOfW, sumsOfH)) + rest, term.value());
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) sum += a[k] * b[k];
        return sum;
    }

    /** sums ← the sum of the rows, or of those that are kept. */
    private static void sum(double[] factor, boolean @Nullable [] kept, double[] sums) {
        int r = sums.length;
        Arrays.fill(sums, 0);
        for (int i = 0, at = 0; at < factor.length; i++, at += r)
            if (kept == null || kept[i]) for (int k = 0; k < r; k++) sums[k] += factor[at + k];
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

    /** √(Σ C·Δ²/size) of Newton's coordinate steps, with G for H: C is the curvature of F, and size is Σx, with α‖S‖² for H. */
    @Override
    public double residual(FactorId factor) {
        if (factor == FactorId.W) {
            sum(h, null, sumsOfH);
            double ofW = rows.forEach(
                    w, h, null, 1, false, (i, steps) -> kept == null || kept[i] ? steps.residual(sumsOfH, 0, null) : 0);
            return share(ofW, counts());
        }
        sum(w, kept, sumsOfW);
        term.prepare(h);
        double ofH = columns.forEach(h, w, kept, 1, false, (j, steps) -> {
            term.gradient(j, h, steps.gradient);
            return steps.residual(sumsOfW, term.ridge(j), term.matrix(j));
        });
        return share(ofH + term.residual(h), size());
    }

    private static double share(double squares, double size) {
        return squares == 0 ? 0 : Math.sqrt(squares / size);
    }

    private double counts() {
        return Arrays.stream(countsOfRows).sum();
    }

    /** Σx + α‖S‖². */
    double size() {
        return counts() + term.size();
    }

    double symmetryGap() {
        return term.symmetryGap();
    }

    /** W, with zeros for features that are not kept; the caller closes it. */
    DenseMatrix copyW() {
        DenseMatrix W = DenseMatrix.zeros(p, r);
        W.setRows(0, p, w);
        if (kept != null) for (int i = 0; i < p; i++) if (!kept[i]) W.zeroRow(i);
        return W;
    }

    /** H as Ht; the caller closes it. */
    DenseMatrix copyHt() {
        DenseMatrix Ht = DenseMatrix.zeros(n, r);
        Ht.setRows(0, n, h);
        return Ht;
    }

    /** Moves the scale of every component from W to Ht where the graph term does not fix it: the columns of W then sum to 1. */
    void balance(DenseMatrix W, DenseMatrix Ht) {
        if (hasGraph) return;
        double[] sums = new double[r];
        sum(w, kept, sums);
        W.map((i, k, x) -> sums[k] > 0 ? x / sums[k] : x);
        Ht.map((j, k, x) -> sums[k] > 0 ? x * sums[k] : x);
    }

    /** Writes the state to a checkpoint, or reads it back. */
    @Override
    public void transfer(StateStream stream) {
        stream.doubles(w);
        stream.doubles(h);
        term.transfer(stream, h);
        if (kept != null) {
            RowSet set = RowSet.none(p);
            for (int i = 0; i < p; i++) if (kept[i]) set.add(i);
            stream.rowSet(set);
            for (int i = 0; i < p; i++) kept[i] = set.contains(i);
        }
        current = current.transfer(stream);
        window.transfer(stream);
        if (stream.isReading()) rowsComputed = 0; // those of the start belong to iteration 0
        sum(w, kept, sumsOfW);
    }

    @Override
    public void close() {
        term.close();
    }
}
