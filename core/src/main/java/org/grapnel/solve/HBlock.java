package org.grapnel.solve;

import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Block;
import org.grapnel.model.Moments;
import org.grapnel.model.Program;

/**
 * Columns of H with a step on them: the current ones, those before and the candidates, each with L·H where there is a graph. One machine
 * has all columns in one block; of many, each has some.
 */
public final class HBlock implements AutoCloseable {
    private final Compute on;
    private final Program program;
    private final BlockStep step;
    private final SampleSums sums;
    private final RowSet all;
    private final DenseMatrix XtW;
    private final double[] roughness;
    private Factor H;
    private Factor before;
    private Factor next;

    /** So many columns, all zero. */
    public HBlock(Compute on, Program program, int samples) {
        this(on, program, DenseMatrix.zeros(samples, program.rank()));
    }

    /** With these rows of Ht as candidates, which it takes over. */
    HBlock(Compute on, Program program, DenseMatrix Ht) {
        this.on = on;
        this.program = program;
        int n = Ht.rows();
        int r = program.rank();
        boolean graph = program.usesGraph();
        step = new BlockStep(on, program);
        sums = new SampleSums(on, r);
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
        return H.theImage();
    }

    public DenseMatrix beforeImage() {
        return before.theImage();
    }

    /** XᵀW, which whoever knows X fills in. */
    public DenseMatrix XtW() {
        return XtW;
    }

    /** candidate ← [Y − ∇F(Z)/c]₊, see {@link SampleSide#step}. */
    public void step(Moments at, double centre, double slope, double curvature) {
        step.run(Block.H, at, all, H, before, XtW, centre, slope, curvature, next.values());
        program.onH().select(on, next.values(), next.support().fill());
    }

    /** HHt ← that of the candidates; the sums without the graph. */
    public SampleSide.Sums measure(DenseMatrix HHt) {
        Gram.of(on, next.values(), all, HHt);
        sums.of(next.values(), H.values(), XtW, null);
        return new SampleSide.Sums(sums.inner(), sums.moved());
    }

    /** The same with the image of the candidates under L, and hⱼLhⱼᵀ to {@code into}. */
    SampleSide.Sums measure(Laplacian L, Moments into) {
        Gram.of(on, next.values(), all, into.HHt());
        L.times(on, next.values(), next.theImage());
        sums.of(next.values(), H.values(), XtW, next.image());
        sums.roughness(L, next.values(), into.HHt(), roughness);
        for (int j = 0; j < roughness.length; j++) into.setRoughness(j, roughness[j]);
        return new SampleSide.Sums(sums.inner(), sums.moved());
    }

    void keep() {
        Factor free = before;
        before = H;
        H = next;
        next = free;
    }

    /** Writes the columns and those before, or reads them back. */
    void state(Ledger ledger, Optional<Laplacian> L) {
        for (Factor factor : List.of(H, before)) {
            factor.state(ledger);
            if (ledger.isReading()) L.ifPresent(laplacian -> laplacian.times(on, factor.values(), factor.theImage()));
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
