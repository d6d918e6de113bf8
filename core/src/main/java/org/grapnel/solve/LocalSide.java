package org.grapnel.solve;

import java.util.Optional;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Moments;
import org.grapnel.model.Problem;
import org.jspecify.annotations.Nullable;

/** All samples on this machine. One product with L a candidate, because L(H + β(H−H′)) = LH + β(LH − LH′). */
final class LocalSide implements SampleSide {
    private final Compute on;
    private final Matrix X;
    private final Optional<Laplacian> L;
    private final KeptRows products;
    private final HBlock block;
    private @Nullable DenseMatrix R;
    private boolean begun;

    /** Takes over Ht, where the run begins. */
    LocalSide(Compute on, Problem problem, DenseMatrix Ht) {
        this.on = on;
        X = problem.X();
        L = problem.laplacian();
        products = new KeptRows(on, X, problem.program().rank());
        block = new HBlock(on, problem.program(), Ht);
    }

    @Override
    public int features() {
        return X.rows();
    }

    @Override
    public int samples() {
        return X.cols();
    }

    @Override
    public long nonZeros() {
        return X.nonZeros();
    }

    @Override
    public double[] rowSquares() {
        return X.rowSquares();
    }

    @Override
    public void begin(RowSet support, DenseMatrix W) {
        products.transposeTimes(support, W, block.XtW());
    }

    @Override
    public void step(RowSet support, DenseMatrix W, Moments at, double centre, double slope, double curvature) {
        products.transposeTimes(support, W, block.XtW());
        block.step(at, centre, slope, curvature);
    }

    @Override
    public Sums measure(Moments into) {
        return L.isPresent() ? block.measure(L.get(), into) : block.measure(into.HHt());
    }

    @Override
    public Sums measureMove(Moments into) {
        return block.measure(into.HHt());
    }

    @Override
    public double misfit(RowSet support, DenseMatrix W) {
        return X.misfit(on, support, W, block.candidate());
    }

    @Override
    public void keep() {
        block.keep();
        if (!begun) block.forget();
        begun = true;
    }

    @Override
    public void times(RowSet rows, DenseMatrix XHt) {
        products.times(rows, block.current(), XHt);
    }

    @Override
    public void refer() {
        DenseMatrix Ht = block.current();
        if (R == null) R = DenseMatrix.zeros(Ht.rows(), Ht.cols());
        R.copyFrom(Ht);
    }

    @Override
    public void cross(DenseMatrix C) {
        if (R == null) throw new IllegalStateException("no H was to be remembered");
        Gram.cross(on, block.current(), R, C);
    }

    /** Writes all that the next iteration needs of the samples, or reads it back. */
    void state(Ledger ledger) {
        products.state(ledger);
        block.state(ledger, L);
        if (ledger.flag(R != null)) {
            if (R == null) refer(); // for its shape
            if (R != null) ledger.matrix(R);
        }
    }

    /** The current H as Ht, which outlives this side: the caller closes it. */
    DenseMatrix take() {
        return block.take();
    }

    @Override
    public void close() {
        block.close();
        products.close();
        if (R != null) R.close();
    }
}
