package org.grapnel.solve.block;

import java.util.List;
import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GramCache;
import org.grapnel.runtime.ExecutionContext;

/**
 * Columns of H with a step on them: the current ones, those before and the candidates, each with L·H where there is a graph. One machine
 * has all columns in one block; of many, each has some.
 */
public final class HPartition implements AutoCloseable {
    private final ExecutionContext context;
    private final Formulation program;
    private final GradientStep step;
    private final SampleSums sums;
    private final RowSet all;
    private final DenseMatrix XtW;
    private final double[] roughness;
    private Factor H;
    private Factor before;
    private Factor next;

    /** So many columns, all zero. */
    public HPartition(ExecutionContext context, Formulation program, int samples) {
        this(context, program, DenseMatrix.zeros(samples, program.rank()));
    }

    /** With these rows of Ht as candidates, which it takes over. */
    HPartition(ExecutionContext context, Formulation program, DenseMatrix Ht) {
        this.context = context;
        this.program = program;
        int n = Ht.rows();
        int r = program.rank();
        boolean graph = program.usesGraph();
        step = new GradientStep(context, program);
        sums = new SampleSums(context, r);
        all = RowSet.all(n);
        XtW = DenseMatrix.zeros(n, r);
        roughness = new double[r];
        H = Factor.zeros(n, r, graph);
        before = Factor.zeros(n, r, graph);
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

    /** XᵀW, which whoever knows X fills in. */
    public DenseMatrix XtW() {
        return XtW;
    }

    /** candidate ← [Y − ∇F(Z)/c]₊, see {@link SampleBlock#step}. */
    public void step(GramCache at, double centre, double slope, double curvature) {
        step.run(FactorId.H, at, all, H, before, XtW, centre, slope, curvature, next.values());
        program.onH().sparsify(context, next.values(), next.support().fill());
    }

    /** HHt ← that of the candidates; the sums without the graph. */
    public SampleBlock.CandidateSums measure(DenseMatrix HHt) {
        Gram.compute(context, next.values(), all, HHt);
        sums.compute(next.values(), H.values(), XtW, null);
        return new SampleBlock.CandidateSums(sums.inner(), sums.moved());
    }

    /** The same with the image of the candidates under L, and hⱼLhⱼᵀ to {@code into}. */
    SampleBlock.CandidateSums measure(Laplacian L, GramCache into) {
        Gram.compute(context, next.values(), all, into.HHt());
        L.times(context, next.values(), next.requireImage());
        sums.compute(next.values(), H.values(), XtW, next.image());
        sums.graphEnergy(L, next.values(), into.HHt(), roughness);
        for (int j = 0; j < roughness.length; j++) into.setGraphEnergy(j, roughness[j]);
        return new SampleBlock.CandidateSums(sums.inner(), sums.moved());
    }

    void commit() {
        Factor free = before;
        before = H;
        H = next;
        next = free;
    }

    /** Writes the columns and those before, or reads them back. */
    void state(StateStream ledger, Optional<Laplacian> L) {
        for (Factor factor : List.of(H, before)) {
            factor.state(ledger);
            if (ledger.isReading())
                L.ifPresent(laplacian -> laplacian.times(context, factor.values(), factor.requireImage()));
        }
    }

    /** No momentum at the start. */
    void forget() {
        before.copyFrom(H);
    }

    /** The current columns, which outlive this block: the caller closes them. */
    DenseMatrix take() {
        DenseMatrix taken = H.values();
        H = new Factor(DenseMatrix.zeros(0, program.rank()), H.support(), H.image());
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
