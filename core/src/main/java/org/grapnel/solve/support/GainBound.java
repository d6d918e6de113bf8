package org.grapnel.solve.support;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.SpectralNorm;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.grapnel.solve.block.CoordinateDescent;

/**
 * What a feature can gain at most, without looking at it. With H̃ = [H, √(2λ)·diag √q] the gain of feature i is
 * ½‖P x̃ᵢ‖², P the projection on the cone of H̃'s rows. For w ≥ 0 nothing cancels, ‖wH̃‖² ≥ Σ wⱼ²Gⱼⱼ, so against a
 * reference R whose rows may be rescaled by c (cones have no scale)
 *
 * <pre>  √(2·gainᵢ(H)) ≤ min(‖xᵢ‖, √(2·gainᵢ(R))·(1 + δ̃) + ‖xᵢ‖·δ),   δ = ‖D⁻¹(H − cR)‖₂,  D² = diag G,</pre>
 *
 * and δ̃ the same for H̃. The bounds are carried from one H to the next, and set anew for every row that is looked at.
 *
 * <p>What is left out could not have been kept at this H with any row of W. A row that comes back later starts from an older w
 * than it would have had, though, and after a few sweeps its gain may differ a little: now and then (1 % of small random problems) a run
 * then takes another way to features as good.
 */
final class GainBound implements AutoCloseable {
    /** The bound is computed in doubles as well. */
    private static final double SLACK = 1 + 1e-10;

    private final ExecutionContext context;
    private final int r;
    private final double[] norm;
    private final double[] root; // ≥ √(2·gain) at the reference
    private final DenseMatrix reference;
    private final DenseMatrix difference;
    private final DenseMatrix gram;
    private final double[] ridgeRoot;
    private final RowSet samples;
    private final SpectralNorm spectrum;
    private boolean refers;

    GainBound(ExecutionContext context, double[] rowSquares, int samples, int r) {
        this.context = context;
        this.r = r;
        norm = Arrays.stream(rowSquares).map(Math::sqrt).toArray();
        root = norm.clone();
        reference = DenseMatrix.zeros(samples, r);
        difference = DenseMatrix.zeros(samples, r);
        gram = DenseMatrix.zeros(r, r);
        ridgeRoot = new double[r];
        this.samples = RowSet.all(samples);
        spectrum = new SpectralNorm(r);
    }

    boolean refers() {
        return refers;
    }

    /** Carries the bounds from the reference to this H, whose G is in {@code steps} and whose 2λq is {@code ridge}. */
    void carry(DenseMatrix Ht, double[] ridge, CoordinateDescent steps) {
        double[] c = scales(Ht);
        int n = Ht.rows();
        int blocks = Math.max(1, Math.min(n, ExecutionContext.blockCount(3.0 * n * r)));
        double[] invD = new double[r];
        for (int j = 0; j < r; j++) invD[j] = steps.diagonal(j) > 0 ? 1 / Math.sqrt(steps.diagonal(j)) : 0;
        context.run(blocks, (block, scratch) -> {
            double[] h = scratch.doubles(ScratchArray.ROW, r);
            double[] R = scratch.doubles(ScratchArray.OTHER_ROW, r);
            for (int i = ExecutionContext.blockStart(n, block, blocks);
                    i < ExecutionContext.blockStart(n, block + 1, blocks);
                    i++) {
                Ht.row(i, h);
                reference.row(i, R);
                for (int j = 0; j < r; j++) h[j] = (h[j] - c[j] * R[j]) * invD[j];
                difference.setRow(i, h);
            }
        });
        Gram.compute(context, difference, samples, gram);
        double delta = Math.sqrt(spectrum.compute(gram));
        for (int j = 0; j < r; j++) {
            double e = (Math.sqrt(ridge[j]) - c[j] * ridgeRoot[j]) * invD[j];
            gram.set(j, j, gram.get(j, j) + e * e);
        }
        double tilde = Math.sqrt(spectrum.compute(gram));
        for (int i = 0; i < root.length; i++)
            root[i] = Math.min(norm[i], (root[i] * (1 + tilde) + norm[i] * delta) * SLACK);
    }

    /** By what each row of the reference is rescaled: the best fit. */
    private double[] scales(DenseMatrix Ht) {
        double[] c = new double[r];
        Gram.computeCross(context, reference, Ht, gram);
        for (int j = 0; j < r; j++) c[j] = gram.get(j, j);
        Gram.compute(context, reference, samples, gram);
        for (int j = 0; j < r; j++) c[j] = gram.get(j, j) > 0 ? c[j] / gram.get(j, j) : 0;
        return c;
    }

    /** Writes the bounds and what they refer to, or reads them back. */
    void state(StateStream ledger) {
        refers = ledger.booleanValue(refers);
        ledger.doubles(root);
        ledger.matrix(reference);
        ledger.doubles(ridgeRoot);
    }

    /** Fills {@code into} with the rows outside {@code kept} that may gain as much as {@code bar}. */
    void candidates(RowSet kept, double bar, RowSet into) {
        into.clear();
        for (int i = 0, q = 0; i < root.length; i++) {
            if (q < kept.count() && kept.get(q) == i) q++;
            else if (root[i] * root[i] / 2 * SLACK >= bar) into.add(i);
        }
    }

    /** What a row was found to gain at most, at the H that becomes the reference. */
    void learn(RowSet rows, double[] ceiling) {
        for (int q = 0; q < rows.count(); q++) {
            int i = rows.get(q);
            root[i] = Math.min(norm[i], Math.sqrt(2 * Math.max(0, ceiling[i])) * SLACK);
        }
    }

    void refer(DenseMatrix Ht, double[] ridge) {
        reference.copyFrom(Ht);
        for (int j = 0; j < r; j++) ridgeRoot[j] = Math.sqrt(ridge[j]);
        refers = true;
    }

    @Override
    public void close() {
        reference.close();
        difference.close();
        gram.close();
    }
}
