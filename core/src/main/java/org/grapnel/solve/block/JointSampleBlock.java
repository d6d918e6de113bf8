package org.grapnel.solve.block;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;

/**
 * The samples' side of min ½‖X − WH‖² + (α/2)(‖S − GᵀH‖² + b‖H − G‖²): X, S, H and G, on this machine or on many. What leaves it has r × r or
 * p × r numbers, however many samples there are.
 *
 * <p>Between the samples only rows of H and G travel, from a sample to its neighbours: a step of H needs G of the neighbours, a step of G needs H.
 */
public interface JointSampleBlock extends AutoCloseable {
    /** p. */
    int features();

    /** n. */
    int samples();

    /** ‖Xᵢ‖² of every feature. */
    double[] rowSquares();

    /** Whether the entries of X have weights, so that W is updated by {@link #descendW}. ‖Xᵢ‖² is then Σⱼ cᵢⱼxᵢⱼ². */
    default boolean isWeighted() {
        return false;
    }

    /** Lowers F over W by rounds of coordinate steps, where the entries of X have weights. */
    default void descendW(DenseMatrix W, DenseMatrix HHt, DenseMatrix XHt, int sweeps) {
        throw new IllegalStateException("the entries of X have no weights");
    }

    /** Σ cᵢⱼ(wᵢhⱼ)² at W and H as they are, after the last update of both. */
    default double fittedSquares(DenseMatrix W, DenseMatrix WtW, DenseMatrix HHt) {
        throw new IllegalStateException("the entries of X have no weights");
    }

    /** Σ C·Δ² over the coordinates of W, where the entries of X have weights. */
    default double coordinateResidualW(DenseMatrix W, DenseMatrix HHt, DenseMatrix XHt) {
        throw new IllegalStateException("the entries of X have no weights");
    }

    /** Multiplies H by the t that explains S best, t² = ⟨HS, H⟩/‖HHᵀ‖², and starts G as a copy of H. */
    void begin();

    /** Lowers F over H by rounds of coordinate steps, while W and G are fixed. */
    void descendH(DenseMatrix W, DenseMatrix WtW, int sweeps);

    /** Lowers F over G by rounds of coordinate steps, while H is fixed. */
    void descendG(int sweeps);

    /** HHt ← HHᵀ and XHt ← XHᵀ over all samples. */
    void measure(DenseMatrix HHt, DenseMatrix XHt);

    /** ‖S − GᵀH‖² + b‖H − G‖² after the last update. */
    double graphMisfit();

    /** ‖X − WH‖², from the residual itself. */
    double squaredResidual(DenseMatrix W);

    /**
     * Σ C·Δ² over the coordinates of H and of G: how far one more coordinate step would move each, in the unit of its curvature C.
     *
     * @param WtW the Gram matrix WᵀW
     */
    double coordinateResidual(DenseMatrix W, DenseMatrix WtW);

    /** ‖H − G‖/‖H‖ over the samples with an edge. */
    double symmetryGap();

    /** Writes H and G to a checkpoint, or reads them back. */
    void transfer(StateStream stream);

    @Override
    void close();
}
