package org.grapnel.solve.block;

import java.util.List;
import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GramCache;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Some columns of H, stored as rows of Ht: the current ones, those before and a candidate, with L·Ht where there is a graph. A local run has
 * all columns in one partition; a cluster has many partitions.
 */
public final class HPartition implements AutoCloseable {
    private final ExecutionContext context;
    private final Formulation formulation;
    private final CandidateMeasurement measurement;
    private final RowSet all;
    private final DenseMatrix XtW;
    private final boolean keepsImages;
    private Factor H;
    private Factor before;
    private Factor next;

    /** A partition with the given number of columns, all zero. */
    public HPartition(ExecutionContext context, Formulation formulation, int samples) {
        this(context, formulation, DenseMatrix.zeros(samples, formulation.rank()), true);
    }

    /**
     * A partition with the given candidate, which it owns from now on.
     *
     * @param keepsImages whether L·Ht is kept for the current columns and those before, as gradient steps need it, or only for the candidate
     */
    HPartition(ExecutionContext context, Formulation formulation, DenseMatrix Ht, boolean keepsImages) {
        this.context = context;
        this.formulation = formulation;
        this.keepsImages = keepsImages;
        int n = Ht.rows();
        int r = formulation.rank();
        boolean graph = formulation.usesGraph();
        measurement = new CandidateMeasurement(context, r);
        all = RowSet.all(n);
        XtW = DenseMatrix.zeros(n, r);
        H = Factor.zeros(n, r, graph && keepsImages);
        before = Factor.zeros(n, r, graph && keepsImages);
        next = new Factor(Ht, RowSet.all(n), graph ? DenseMatrix.zeros(n, r) : null);
    }

    /** The current columns, as rows of Ht. */
    public DenseMatrix current() {
        return H.values();
    }

    public DenseMatrix before() {
        return before.values();
    }

    public DenseMatrix candidate() {
        return next.values();
    }

    /** L·Ht at the current columns; only where there is a graph. */
    public DenseMatrix currentImage() {
        return H.requireImage();
    }

    public DenseMatrix beforeImage() {
        return before.requireImage();
    }

    /** L·Ht at the candidate, as of the last measurement; null without a graph. */
    @Nullable
    DenseMatrix candidateImage() {
        return next.image();
    }

    /** XᵀW, to be filled before a step. */
    public DenseMatrix XtW() {
        return XtW;
    }

    /** All columns. */
    RowSet columns() {
        return all;
    }

    /** candidate ← prox(Y − ∇F(Z)/c), see {@link SampleBlock#step}. */
    public void step(GramCache grams, StepParameters by) {
        step(grams, by, null);
    }

    /** A step where the entries of X have weights: XᵀW is that of C∘X. */
    void step(GramCache grams, StepParameters by, @Nullable DeficitProducts deficits) {
        GradientStep step =
                new GradientStep(context, formulation, FactorId.H, grams, H, before, XtW, by, next, deficits);
        formulation.onH().project(context, step, by.length());
    }

    /** Computes HHᵀ of the candidate, and the sums without the graph. */
    public SampleBlock.CandidateSums measure(DenseMatrix HHt) {
        return measurement.compute(next.values(), all, H.values(), XtW, HHt);
    }

    /** Computes HHᵀ, L·Ht and hⱼLhⱼᵀ of the candidate, and the sums. */
    SampleBlock.CandidateSums measure(Laplacian L, GramCache into) {
        return measurement.compute(L, next.values(), all, H.values(), XtW, next.requireImage(), into);
    }

    /** Computes what added terms and penalties need of the candidate. */
    void measureAdded(GramCache into) {
        into.measure(context, formulation, FactorId.H, next.values(), all);
    }

    /** Computes HHᵀ, L·Ht and hⱼLhⱼᵀ of the candidate, without the sums. */
    void measureGrams(Laplacian L, GramCache into) {
        DenseMatrix Ht = next.values(); // in place of three matrices: one array in the cache
        measurement.compute(L, Ht, all, Ht, Ht, next.requireImage(), into);
    }

    /** The candidate becomes current, and the current columns those before. */
    void commit() {
        DenseMatrix image = next.image();
        Factor free = before;
        before = H;
        H = keepsImages ? next : next.withImage(null);
        next = keepsImages ? free : free.withImage(image);
    }

    /** Forgets the last move: before ← current. */
    void forgetMove() {
        before.copyFrom(H);
    }

    /** Writes the current columns and those before to a checkpoint, or reads them back. */
    void transfer(StateStream stream, Optional<Laplacian> L) {
        for (Factor factor : List.of(H, before)) {
            factor.transfer(stream);
            if (stream.isReading()) L.ifPresent(l -> l.times(context, factor.values(), factor.requireImage()));
        }
    }

    /** The current columns, which outlive this partition: the caller closes them. */
    DenseMatrix take() {
        DenseMatrix taken = H.values();
        H = new Factor(DenseMatrix.zeros(0, formulation.rank()), H.support(), H.image());
        return taken;
    }

    @Override
    public void close() {
        H.close();
        before.close();
        next.close();
        XtW.close();
    }
}
