package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GramCache;
import org.grapnel.model.Objective;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * The moves, with W here and H on the {@link SampleBlock}. Two products with X a sweep: XHᵀ in the rows that can matter ({@link RowScreening}),
 * and WᵀX over the kept rows, from which F follows without forming WH: ‖X−WH‖² = ‖X‖² − 2⟨WᵀX, H⟩ + ⟨WᵀW, HHᵀ⟩.
 */
public final class ProximalUpdates implements BlockUpdates, AutoCloseable {
    /** Below this share of ‖X‖² the expansion has lost too many digits, and the residual itself is squared. */
    private static final double CANCELS = 1e-4;

    private final ExecutionContext context;
    private final Formulation program;
    private final SampleBlock side;
    private final int p;
    private final int r;
    private final double[] rowSquares;
    private final double xSquares;
    private final boolean screening;
    private final RowScreening screen;
    private final GradientStep step;
    private final RowSet active;
    private final RowSet entering;

    private Factor W;
    private Factor beforeW;
    private Factor nextW;
    private GramCache now;
    private GramCache next;
    private double movedSquaresH;

    /** Takes over the W where the run begins; the side knows its H. */
    public ProximalUpdates(
            ExecutionContext context, Formulation program, DenseMatrix start, SampleBlock side, boolean screened) {
        this.context = context;
        this.program = program;
        this.side = side;
        p = side.features();
        r = program.rank();
        rowSquares = side.rowSquares();
        xSquares = Arrays.stream(rowSquares).sum();
        int limit = program.onW().rowLimit(p);
        screening = screened
                && program.allowsScreening()
                && limit < p
                && RowScreening.isWorthwhile(p, side.samples(), side.nonZeros(), limit, r);
        screen = new RowScreening(context, side, rowSquares, r, !screening);
        step = new GradientStep(context, program);
        active = RowSet.none(p);
        entering = RowSet.none(p);
        W = Factor.zeros(p, r, false);
        beforeW = Factor.zeros(p, r, false);
        nextW = new Factor(start, RowSet.all(p), null);
        now = new GramCache(r);
        next = new GramCache(r);
        measureW();
        side.begin(nextW.support(), nextW.values());
        measureH();
        commit();
        beforeW.copyFrom(W); // no momentum at the start
    }

    @Override
    public double lipschitz(FactorId block) {
        return program.lipschitz(block, block == FactorId.W ? now : next);
    }

    @Override
    public void update(FactorId block, double centre, double slope, double curvature) {
        if (block == FactorId.W) {
            moveW(centre, slope, curvature);
            measureW();
        } else {
            side.step(nextW.support(), nextW.values(), next, centre, slope, curvature);
            measureH();
        }
    }

    private void moveW(double centre, double slope, double curvature) {
        nextW.clear();
        if (centre == 0 && slope == 0) active.copyFrom(W.support());
        else active.union(W.support(), beforeW.support());
        DenseMatrix V = nextW.values();
        // while W is dense the next sweep has every row anyway, and a newer H to refer to
        boolean remember = !W.support().isAll();
        screen.require(active, now.HHt(), remember);
        step.run(FactorId.W, now, active, W, beforeW, screen.XHt(), centre, slope, curvature, V);
        // a zero row moves to XᵢHᵀ/c: only those that can beat the bar are worth computing
        double bar = screening && !active.isAll()
                ? Math.sqrt(program.onW().entryThreshold(context, V, active)) * curvature
                : 0;
        screen.candidates(active, bar, now.HHt(), entering);
        screen.require(entering, now.HHt(), remember);
        step.run(FactorId.W, now, entering, W, beforeW, screen.XHt(), 0, 0, curvature, V);
        program.onW().sparsify(context, V, nextW.support().union(active, entering));
    }

    /** What follows from the candidate's W. */
    private void measureW() {
        Gram.compute(context, nextW.values(), nextW.support(), next.WtW());
        next.gramOfWChanged();
    }

    /** All that follows from the candidate's H, and so the value of F. */
    private void measureH() {
        side.expect(screen.bounds() ? active.union(W.support(), nextW.support()) : active.fill());
        SampleBlock.CandidateSums sums = side.measure(next);
        next.gramOfHChanged();
        movedSquaresH = sums.moved();
        double misfit = xSquares - 2 * sums.inner() + next.fittedSquares();
        next.setSquaredResidual(misfit < CANCELS * xSquares ? direct() : misfit);
    }

    private double direct() {
        double dropped = 0;
        RowSet support = nextW.support();
        for (int i = 0, q = 0; i < p; i++) {
            if (q < support.count() && support.get(q) == i) q++;
            else dropped += rowSquares[i];
        }
        return dropped + side.squaredResidual(support, nextW.values());
    }

    @Override
    public Objective objective() {
        return new Objective(program.loss(next), program.penalty(next));
    }

    @Override
    public Objective current() {
        return new Objective(program.loss(now), program.penalty(now));
    }

    @Override
    public double change() {
        double moved = movedSquaresW() + movedSquaresH;
        double size = now.squares(FactorId.W) + now.squares(FactorId.H);
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
        GramCache then = now;
        now = next;
        next = then;
        side.commit();
        screen.onHChanged(Math.sqrt(movedSquaresH));
    }

    @Override
    public int rowsComputed() {
        return screen.takeComputed();
    }

    @Override
    public double residual(FactorId block) {
        double moved;
        double curvature = program.lipschitz(block, now);
        if (block == FactorId.W) {
            moveW(0, 0, curvature);
            moved = movedSquaresW();
            Gram.compute(context, nextW.values(), nextW.support(), next.WtW());
        } else {
            side.step(W.support(), W.values(), now, 0, 0, curvature);
            moved = side.measureMove(next).moved();
        }
        double size = Math.max(now.squares(block), next.squares(block));
        return moved == 0 ? 0 : Math.sqrt(moved / size);
    }

    /** Writes all that the next iteration needs, or reads it back; the side of the samples has its own. */
    public void state(StateStream ledger) {
        W.state(ledger);
        beforeW.state(ledger);
        now.state(ledger);
        screen.state(ledger);
    }

    /** ½‖X‖². */
    public double size() {
        return xSquares / 2;
    }

    /** The current W, which outlives these moves: the caller closes it. */
    public DenseMatrix takeW() {
        DenseMatrix taken = W.values();
        W = new Factor(DenseMatrix.zeros(0, r), W.support(), null);
        return taken;
    }

    @Override
    public void close() {
        for (Factor f : new Factor[] {W, beforeW, nextW}) f.close();
        now.close();
        next.close();
        screen.close();
    }
}
