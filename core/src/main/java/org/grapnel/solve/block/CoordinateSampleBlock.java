package org.grapnel.solve.block;

import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GramCache;

/**
 * A {@link SampleBlock} whose H can also move by exact coordinate steps, as best-support needs. Its methods act on the candidate unless they say otherwise. What
 * leaves the block has r × r or at most p × r numbers.
 */
public interface CoordinateSampleBlock extends SampleBlock {
    /** candidate ← [H + weight·(H − before)]₊; weight 0 copies the current H. */
    void extrapolate(double weight);

    /** Multiplies component j of the candidate by factors[j]. */
    void scale(double[] factors);

    /** Multiplies component j of the H before the current one by factors[j]. */
    void scaleBefore(double[] factors);

    /** Forgets the last move of a component: before ← current there. */
    void forgetMove(int component);

    /** HHᵀ and, with a graph, hⱼLhⱼᵀ of the candidate go to {@code into}. */
    void measureGrams(GramCache into);

    /** XHt ← XHᵀ at the candidate, in the given rows. */
    void timesCandidate(RowSet rows, DenseMatrix XHt);

    /**
     * Lowers F over the candidate by coordinate steps against a W whose columns have unit length or are zero.
     *
     * @param support the non-zero rows of W
     * @param grams the Gram matrix WᵀW; a block whose samples have Gram matrices of their own derives them from W
     */
    void descend(RowSet support, DenseMatrix W, GramCache grams, int sweeps);

    /** Σ Cⱼ·Δⱼ² over the coordinates of the candidate: how far one more coordinate step would move each, in the unit of its curvature C. */
    double coordinateResidual(RowSet support, DenseMatrix W, GramCache grams);

    /**
     * Gives component j of the candidate the direction of the largest residual row: h = [Rᵢ]₊/‖[Rᵢ]₊‖ with R = X − WH on the support and
     * i = argmax ‖[Rᵢ]₊‖, ties to the lower row. Empty, and nothing changes, where ‖[Rᵢ]₊‖ is not above {@code least}.
     */
    Optional<ResidualDirection> restartComponent(int component, RowSet support, DenseMatrix W, double least);

    /** R ← the candidate, the reference of later bounds. */
    void setReferenceToCandidate();

    /** into ← RHᵀ at the candidate. */
    void crossReference(DenseMatrix into);

    /** into ← RRᵀ. */
    void referenceGram(DenseMatrix into);

    /** into ← EEᵀ at the candidate, where row j of E is (hⱼ − scales[j]·rⱼ)·weights[j]. */
    void differenceGram(double[] scales, double[] weights, DenseMatrix into);

    /** Writes the current H and the one before to a checkpoint, or reads them back. */
    void transferFactors(StateStream stream);

    /** Writes the reference R to a checkpoint, or reads it back. */
    void transferReference(StateStream stream);

    /** Writes what the products with X depend on to a checkpoint, or reads it back. */
    void transferProducts(StateStream stream);

    /**
     * A direction h of unit length, and what an update of W needs of it.
     *
     * @param graphEnergy hLhᵀ, 0 without a graph
     * @param overlap Hh for the candidate before h replaced one of its components
     * @param Xh ⟨Xᵢ, h⟩ for every row of the support, in its order
     */
    record ResidualDirection(double graphEnergy, double[] overlap, double[] Xh) {}
}
