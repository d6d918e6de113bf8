package org.grapnel.solve.block;

import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GramCache;

/**
 * The samples' side of a problem: X, H and L·H, on this machine or on many. Like {@link BlockUpdates} it holds a current H, the one before, and
 * a candidate. What leaves it has at most p × r numbers, however many samples there are.
 *
 * <p>A second factor on the samples' side, such as a copy of H that explains the graph, can join H behind this interface, because every method
 * acts on the candidate as a whole.
 *
 * <p>Where entries have weights c, the loss is ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)². X is then C∘X in all products; the passed WᵀW is the one for complete
 * samples, and {@link DeficitProducts} have what the weights change.
 */
public interface SampleBlock extends AutoCloseable {
    /** p. */
    int features();

    /** n. */
    int samples();

    /** The number of stored entries of X. */
    long nonZeros();

    /** ‖Xᵢ‖² of every feature. */
    double[] rowSquares();

    /** Twice what a feature costs with a zero row of W: ‖Xᵢ‖², or Σⱼ cᵢⱼxᵢⱼ² where entries have weights. */
    default double[] lossSquares() {
        return rowSquares();
    }

    /** The largest weight of an entry, at least 1. */
    default double largestWeight() {
        return 1;
    }

    /** What weights change in a step of W at the current H; empty without weights. */
    default Optional<DeficitProducts> deficitsOfFeatures() {
        return Optional.empty();
    }

    /**
     * candidate ← the first H, so that {@link #measure} can compare it with this W.
     *
     * @param support the rows of W that may be non-zero
     */
    void begin(RowSet support, DenseMatrix W);

    /**
     * candidate ← prox(Y − ∇F(Z)/c) against this W, with Y, Z and c as {@link StepParameters} says.
     *
     * @param support the rows of W that may be non-zero
     * @param grams the Gram matrix of W
     */
    void step(RowSet support, DenseMatrix W, GramCache grams, StepParameters by);

    /** Computes HHᵀ and, with a graph, hⱼLhⱼᵀ of the candidate into {@code into}, and returns the sums. */
    CandidateSums measure(GramCache into);

    /** Computes HHᵀ of the candidate into {@code into}, and returns the sums; cheaper than {@link #measure} where there is a graph. */
    CandidateSums measureMove(GramCache into);

    /** Σ ‖Xᵢ − WᵢH‖² of the candidate over the rows of the support, from the residual itself. */
    double squaredResidual(RowSet support, DenseMatrix W);

    /** The candidate becomes the current H, and the current H the one before. */
    void commit();

    /** Announces rows of XHᵀ that will probably be needed if the candidate is committed. A remote block may compute them at once. */
    default void expect(RowSet rows) {}

    /** XHt ← XHᵀ at the current H, in the given rows. */
    void times(RowSet rows, DenseMatrix XHt);

    /** R ← the current H, the reference of later bounds. */
    void setReference();

    /** into ← HRᵀ at the current H. */
    void cross(DenseMatrix into);

    @Override
    void close();

    /**
     * What F and the stop rule need of a candidate.
     *
     * @param inner ⟨WᵀX, H⟩ for the W of the last step
     * @param moved ‖candidate − current‖²
     * @param unweighted Σ (1 − cᵢⱼ)(wᵢhⱼ)², by which weights lower ‖WH‖²
     */
    record CandidateSums(double inner, double moved, double unweighted) {
        /** The sums of samples without weights. */
        public CandidateSums(double inner, double moved) {
            this(inner, moved, 0);
        }
    }
}
