package org.grapnel.solve;

import java.util.Arrays;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Block;
import org.grapnel.model.Moments;
import org.grapnel.model.Program;

/**
 * The moves, with W here and H on the {@link SampleSide}. Two products with X a sweep: XHᵀ in the rows that can matter ({@link Screen}),
 * and WᵀX over the kept rows, from which F follows without forming WH: ‖X−WH‖² = ‖X‖² − 2⟨WᵀX, H⟩ + ⟨WᵀW, HHᵀ⟩.
 */
final class FactorMoves implements Moves, AutoCloseable {
    /** Below this share of ‖X‖² the expansion has lost too many digits, and the residual itself is squared. */
    private static final double CANCELS = 1e-4;

    private final Compute on;
    private final Program program;
    private final SampleSide side;
    private final int p;
    private final int r;
    private final double[] rowSquares;
    private final double xSquares;
    private final boolean screening;
    private final Screen screen;
    private final BlockStep step;
    private final RowSet active;
    private final RowSet entering;

    private Factor W;
    private Factor beforeW;
    private Factor nextW;
    private Moments now;
    private Moments next;
    private double movedSquaresH;

    /** Takes over the W where the run begins; the side knows its H. */
    FactorMoves(Compute on, Program program, DenseMatrix start, SampleSide side, boolean screened) {
        this.on = on;
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
                && Screen.pays(p, side.samples(), side.nonZeros(), limit, r);
        screen = new Screen(on, side, rowSquares, r, !screening);
        step = new BlockStep(on, program);
        active = RowSet.none(p);
        entering = RowSet.none(p);
        W = Factor.zeros(p, r, false);
        beforeW = Factor.zeros(p, r, false);
        nextW = new Factor(start, RowSet.all(p), null);
        now = new Moments(r);
        next = new Moments(r);
        measureW();
        side.begin(nextW.support(), nextW.values());
        measureH();
        keep();
        beforeW.copyFrom(W); // no momentum at the start
    }

    @Override
    public double lipschitz(Block block) {
        return program.lipschitz(block, block == Block.W ? now : next);
    }

    @Override
    public void move(Block block, double centre, double slope, double curvature) {
        if (block == Block.W) {
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
        step.run(Block.W, now, active, W, beforeW, screen.XHt(), centre, slope, curvature, V);
        // a zero row moves to XᵢHᵀ/c: only those that can beat the bar are worth computing
        double bar = screening && !active.isAll() ? Math.sqrt(program.onW().bar(on, V, active)) * curvature : 0;
        screen.candidates(active, bar, now.HHt(), entering);
        screen.require(entering, now.HHt(), remember);
        step.run(Block.W, now, entering, W, beforeW, screen.XHt(), 0, 0, curvature, V);
        program.onW().select(on, V, nextW.support().union(active, entering));
    }

    /** What follows from the candidate's W. */
    private void measureW() {
        Gram.of(on, nextW.values(), nextW.support(), next.WtW());
        next.gramOfWChanged();
    }

    /** All that follows from the candidate's H, and so the value of F. */
    private void measureH() {
        side.expect(screen.bounds() ? active.union(W.support(), nextW.support()) : active.fill());
        SampleSide.Sums sums = side.measure(next);
        next.gramOfHChanged();
        movedSquaresH = sums.moved();
        double misfit = xSquares - 2 * sums.inner() + next.fittedSquares();
        next.setMisfit(misfit < CANCELS * xSquares ? direct() : misfit);
    }

    private double direct() {
        double dropped = 0;
        RowSet support = nextW.support();
        for (int i = 0, q = 0; i < p; i++) {
            if (q < support.count() && support.get(q) == i) q++;
            else dropped += rowSquares[i];
        }
        return dropped + side.misfit(support, nextW.values());
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
        double size = now.squares(Block.W) + now.squares(Block.H);
        return moved == 0 ? 0 : Math.sqrt(moved / size);
    }

    private double movedSquaresW() {
        active.union(W.support(), nextW.support());
        return on.sum(active.count(), Compute.blocks(6.0 * active.count() * r), (from, end, scratch) -> {
            double[] here = scratch.doubles(0, r);
            double[] there = scratch.doubles(1, r);
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
    public void keep() {
        Factor free = beforeW;
        beforeW = W;
        W = nextW;
        nextW = free;
        Moments then = now;
        now = next;
        next = then;
        side.keep();
        screen.changed(Math.sqrt(movedSquaresH));
    }

    @Override
    public int rowsComputed() {
        return screen.takeComputed();
    }

    @Override
    public double residual(Block block) {
        double moved;
        double curvature = program.lipschitz(block, now);
        if (block == Block.W) {
            moveW(0, 0, curvature);
            moved = movedSquaresW();
            Gram.of(on, nextW.values(), nextW.support(), next.WtW());
        } else {
            side.step(W.support(), W.values(), now, 0, 0, curvature);
            moved = side.measureMove(next).moved();
        }
        double size = Math.max(now.squares(block), next.squares(block));
        return moved == 0 ? 0 : Math.sqrt(moved / size);
    }

    /** Writes all that the next iteration needs, or reads it back; the side of the samples has its own. */
    void state(Ledger ledger) {
        W.state(ledger);
        beforeW.state(ledger);
        now.state(ledger);
        screen.state(ledger);
    }

    /** ½‖X‖². */
    double size() {
        return xSquares / 2;
    }

    /** The current W, which outlives these moves: the caller closes it. */
    DenseMatrix takeW() {
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
