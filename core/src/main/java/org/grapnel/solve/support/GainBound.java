package org.grapnel.solve.support;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.SpectralNorm;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.CoordinateSampleBlock;

/**
 * Upper bounds of what a feature can gain, without solving its row of W.
 *
 * <p>With H̃ = [H, √(2λ)·diag √q], qⱼ = hⱼLhⱼᵀ, the gain of feature i is ½‖P x̃ᵢ‖², where P is the projection on the cone of H̃'s rows. For w ≥ 0
 * nothing cancels, ‖wH̃‖² ≥ Σ wⱼ²Gⱼⱼ. So against a reference R whose rows may be rescaled by c (cones have no scale)
 *
 * <pre>  √(2·gainᵢ(H)) ≤ min(‖xᵢ‖, √(2·gainᵢ(R))·(1 + δ̃) + ‖xᵢ‖·δ),   δ = ‖D⁻¹(H − cR)‖₂,  D² = diag G,</pre>
 *
 * and δ̃ is δ for H̃. The bounds are carried from one H to the next, and computed anew for every row that is solved.
 *
 * <p>A feature that is left out could not have been kept at this H with any row of W. A row that is solved again later starts from an older w
 * than it would have had, so after a few sweeps its gain may differ a little. In 1 % of small random problems a run then takes another way to
 * features that are as good.
 */
final class GainBound implements AutoCloseable {
    /** Covers the rounding of the bound itself. */
    private static final double SLACK = 1 + 1e-10;

    private final CoordinateSampleBlock samples;
    private final int r;
    private final double[] norm;
    private final double[] root; // ≥ √(2·gain) at the reference
    private final double[] ridgeRoot;
    private final DenseMatrix gram;
    private final SpectralNorm spectrum;
    private boolean hasReference;

    GainBound(CoordinateSampleBlock samples, double[] rowSquares, int r) {
        this.samples = samples;
        this.r = r;
        norm = Arrays.stream(rowSquares).map(Math::sqrt).toArray();
        root = norm.clone();
        ridgeRoot = new double[r];
        gram = DenseMatrix.zeros(r, r);
        spectrum = new SpectralNorm(r);
    }

    boolean hasReference() {
        return hasReference;
    }

    /** Carries the bounds from the reference to the candidate for H, with G in {@code steps} and 2λq in {@code ridge}. */
    void carry(double[] ridge, CoordinateDescent steps) {
        double[] c = scales();
        double[] weights = new double[r]; // diag D⁻¹
        for (int j = 0; j < r; j++) weights[j] = steps.diagonal(j) > 0 ? 1 / Math.sqrt(steps.diagonal(j)) : 0;
        samples.differenceGram(c, weights, gram);
        double delta = Math.sqrt(spectrum.compute(gram));
        for (int j = 0; j < r; j++) {
            double e = (Math.sqrt(ridge[j]) - c[j] * ridgeRoot[j]) * weights[j];
            gram.set(j, j, gram.get(j, j) + e * e);
        }
        double tilde = Math.sqrt(spectrum.compute(gram));
        for (int i = 0; i < root.length; i++)
            root[i] = Math.min(norm[i], (root[i] * (1 + tilde) + norm[i] * delta) * SLACK);
    }

    /** The c that fits each row of the reference best to H. */
    private double[] scales() {
        double[] c = new double[r];
        samples.crossReference(gram);
        for (int j = 0; j < r; j++) c[j] = gram.get(j, j);
        samples.referenceGram(gram);
        for (int j = 0; j < r; j++) c[j] = gram.get(j, j) > 0 ? c[j] / gram.get(j, j) : 0;
        return c;
    }

    /** Fills {@code into} with the rows outside {@code kept} that may gain at least {@code threshold}. */
    void candidates(RowSet kept, double threshold, RowSet into) {
        into.clear();
        for (int i = 0, q = 0; i < root.length; i++) {
            if (q < kept.count() && kept.get(q) == i) q++;
            else if (root[i] * root[i] / 2 * SLACK >= threshold) into.add(i);
        }
    }

    /** Takes upper bounds of the gains of these rows, at the H that becomes the reference. */
    void learn(RowSet rows, double[] ceiling) {
        for (int q = 0; q < rows.count(); q++) {
            int i = rows.get(q);
            root[i] = Math.min(norm[i], Math.sqrt(2 * Math.max(0, ceiling[i])) * SLACK);
        }
    }

    /** The candidate for H becomes the reference. */
    void setReference(double[] ridge) {
        samples.setReferenceToCandidate();
        for (int j = 0; j < r; j++) ridgeRoot[j] = Math.sqrt(ridge[j]);
        hasReference = true;
    }

    /** Writes the bounds and their reference to a checkpoint, or reads them back. */
    void transfer(StateStream stream) {
        hasReference = stream.booleanValue(hasReference);
        stream.doubles(root);
        samples.transferReference(stream);
        stream.doubles(ridgeRoot);
    }

    @Override
    public void close() {
        gram.close();
    }
}
