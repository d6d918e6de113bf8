package org.grapnel.solve.block;

import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GramCache;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** All samples on this machine. One product with L a candidate, because L(H + β(H−H′)) = LH + β(LH − LH′). */
public final class LocalSampleBlock implements SampleBlock {
    private final ExecutionContext context;
    private final Matrix X;
    private final Optional<Laplacian> L;
    private final SelectedRowProducts products;
    private final HPartition block;
    private @Nullable DenseMatrix R;
    private boolean begun;

    /** Takes over Ht, where the run begins. */
    public LocalSampleBlock(ExecutionContext context, Problem problem, DenseMatrix Ht) {
        this.context = context;
        X = problem.X();
        L = problem.laplacian();
        products = new SelectedRowProducts(context, X, problem.program().rank());
        block = new HPartition(context, problem.program(), Ht);
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
    public void step(RowSet support, DenseMatrix W, GramCache at, double centre, double slope, double curvature) {
        products.transposeTimes(support, W, block.XtW());
        block.step(at, centre, slope, curvature);
    }

    @Override
    public CandidateSums measure(GramCache into) {
        return L.isPresent() ? block.measure(L.get(), into) : block.measure(into.HHt());
    }

    @Override
    public CandidateSums measureMove(GramCache into) {
        return block.measure(into.HHt());
    }

    @Override
    public double squaredResidual(RowSet support, DenseMatrix W) {
        return X.squaredResidual(context, support, W, block.candidate());
    }

    @Override
    public void commit() {
        block.commit();
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
        Gram.computeCross(context, block.current(), R, C);
    }

    /** Writes all that the next iteration needs of the samples, or reads it back. */
    public void state(StateStream ledger) {
        products.state(ledger);
        block.state(ledger, L);
        if (ledger.booleanValue(R != null)) {
            if (R == null) refer(); // for its shape
            if (R != null) ledger.matrix(R);
        }
    }

    /** The current H as Ht, which outlives this side: the caller closes it. */
    public DenseMatrix take() {
        return block.take();
    }

    @Override
    public void close() {
        block.close();
        products.close();
        if (R != null) R.close();
    }
}
