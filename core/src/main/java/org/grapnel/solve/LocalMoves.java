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
import org.grapnel.model.Moments;
import org.grapnel.model.Problem;

/**
 * The moves on one machine. Two products with X a sweep: XHᵀ in the rows that can matter ({@link Screen}), and WᵀX over
 * the kept rows, from which F follows without forming WH: ‖X−WH‖² = ‖X‖² − 2⟨WᵀX, H⟩ + ⟨WᵀW, HHᵀ⟩. One product with L,
 * because L(H + β(H−H′)) = LH + β(LH − LH′). But for a copy of the kept rows, all memory is taken at the start.
 */
final class LocalMoves implements Moves, AutoCloseable {
    /** Below this share of ‖X‖² the expansion has lost too many digits, and the residual itself is squared. */
    private static final double CANCELS = 1e-4;

    private final Compute on;
    private final Problem problem;
    private final Matrix X;
    private final int r;
    private final Optional<Laplacian> L;
    private final double[] rowSquares;
    private final double xSquares;
    private final boolean screening;
    private final KeptRows products;
    private final Screen screen;
    private final BlockStep step;
    private final SampleSums sums;
    private final DenseMatrix XtW;
    private final RowSet active;
    private final RowSet entering;

    private Factor W;
    private Factor beforeW;
    private Factor nextW;
    private Factor H;
    private Factor beforeH;
    private Factor nextH;
    private Moments now;
    private Moments next;
    private double movedSquaresH;

    /** Takes over the starting point: its matrices belong to these moves from here on. */
    LocalMoves(Compute on, Problem problem, Start.Point start, boolean screened) {
        this.on = on;
        this.problem = problem;
        X = problem.X();
        r = problem.rank();
        L = problem.laplacian();
        rowSquares = X.rowSquares();
        xSquares = Arrays.stream(rowSquares).sum();
        int limit = problem.onW().rowLimit(X.rows());
        screening = screened && problem.allowsScreening() && limit < X.rows() && Screen.pays(X, limit, r);
        products = new KeptRows(on, X, r);
        screen = new Screen(on, X, products, rowSquares, r, !screening);
        step = new BlockStep(on, problem);
        sums = new SampleSums(on, r);
        XtW = DenseMatrix.zeros(X.cols(), r);
        active = RowSet.none(X.rows());
        entering = RowSet.none(X.rows());
        boolean graph = L.isPresent();
        W = Factor.zeros(X.rows(), r, false);
        beforeW = Factor.zeros(X.rows(), r, false);
        H = Factor.zeros(X.cols(), r, graph);
        beforeH = Factor.zeros(X.cols(), r, graph);
        nextW = new Factor(start.W(), RowSet.all(X.rows()), null);
        nextH = new Factor(start.Ht(), RowSet.all(X.cols()), graph ? DenseMatrix.zeros(X.cols(), r) : null);
        now = new Moments(r);
        next = new Moments(r);
        measureW();
        measureH();
        keep();
        beforeW.copyFrom(W); // no momentum at the start
        beforeH.copyFrom(H);
    }

    @Override
    public double lipschitz(Block block) {
        return problem.lipschitz(block, block == Block.W ? now : next);
    }

    @Override
    public void move(Block block, double centre, double slope, double curvature) {
        if (block == Block.W) {
            moveW(centre, slope, curvature);
            measureW();
        } else {
            moveH(next, centre, slope, curvature);
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
        screen.require(active, H.values(), now.HHt(), remember);
        step.run(Block.W, now, active, W, beforeW, screen.XHt(), centre, slope, curvature, V);
        // a zero row moves to XᵢHᵀ/c: only those that can beat the bar are worth computing
        double bar = screening && !active.isAll() ? Math.sqrt(problem.onW().bar(on, V, active)) * curvature : 0;
        screen.candidates(active, bar, H.values(), now.HHt(), entering);
        screen.require(entering, H.values(), now.HHt(), remember);
        step.run(Block.W, now, entering, W, beforeW, screen.XHt(), 0, 0, curvature, V);
        problem.onW().select(on, V, nextW.support().union(active, entering));
    }

    private void moveH(Moments at, double centre, double slope, double curvature) {
        RowSet all = nextH.support().fill();
        step.run(Block.H, at, all, H, beforeH, XtW, centre, slope, curvature, nextH.values());
        problem.onH().select(on, nextH.values(), all);
        all.fill();
    }

    /** All that follows from the candidate's W. */
    private void measureW() {
        Gram.of(on, nextW.values(), nextW.support(), next.WtW());
        next.gramOfWChanged();
        products.transposeTimes(nextW.support(), nextW.values(), XtW);
    }

    /** All that follows from the candidate's H, and so the value of F. */
    private void measureH() {
        DenseMatrix Ht = nextH.values();
        Gram.of(on, Ht, nextH.support(), next.HHt());
        next.gramOfHChanged();
        if (L.isPresent()) L.get().times(on, Ht, nextH.theImage());
        sums.of(Ht, H.values(), XtW, nextH.image());
        movedSquaresH = sums.moved();
        for (int j = 0; j < r; j++) next.setRoughness(j, sums.roughness(j));
        double misfit = xSquares - 2 * sums.inner() + next.fittedSquares();
        next.setMisfit(misfit < CANCELS * xSquares ? direct() : misfit);
    }

    private double direct() {
        double dropped = 0;
        RowSet support = nextW.support();
        for (int i = 0, q = 0; i < X.rows(); i++) {
            if (q < support.count() && support.get(q) == i) q++;
            else dropped += rowSquares[i];
        }
        return dropped + X.misfit(on, support, nextW.values(), nextH.values());
    }

    @Override
    public Objective objective() {
        return new Objective(problem.loss(next), problem.penalty(next));
    }

    @Override
    public Objective current() {
        return new Objective(problem.loss(now), problem.penalty(now));
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
        free = beforeH;
        beforeH = H;
        H = nextH;
        nextH = free;
        Moments then = now;
        now = next;
        next = then;
        screen.changed(Math.sqrt(movedSquaresH));
    }

    @Override
    public int rowsComputed() {
        return screen.takeComputed();
    }

    @Override
    public double residual(Block block) {
        double moved;
        double curvature = problem.lipschitz(block, now);
        if (block == Block.W) {
            moveW(0, 0, curvature);
            moved = movedSquaresW();
            Gram.of(on, nextW.values(), nextW.support(), next.WtW());
        } else {
            products.transposeTimes(W.support(), W.values(), XtW);
            moveH(now, 0, 0, curvature);
            sums.of(nextH.values(), H.values(), XtW, null);
            moved = sums.moved();
            Gram.of(on, nextH.values(), nextH.support(), next.HHt());
        }
        double size = Math.max(now.squares(block), next.squares(block));
        return moved == 0 ? 0 : Math.sqrt(moved / size);
    }

    /** The current point, which outlives these moves: the caller closes it. */
    Start.Point take() {
        Start.Point point = new Start.Point(W.values(), H.values());
        W = new Factor(DenseMatrix.zeros(0, r), W.support(), null);
        H = new Factor(DenseMatrix.zeros(0, r), H.support(), H.image());
        return point;
    }

    @Override
    public void close() {
        for (Factor f : new Factor[] {W, beforeW, nextW, H, beforeH, nextH}) f.close();
        now.close();
        next.close();
        XtW.close();
        screen.close();
        products.close();
    }
}
