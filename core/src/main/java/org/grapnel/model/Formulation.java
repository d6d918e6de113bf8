package org.grapnel.model;

import java.io.Serializable;
import java.util.List;
import org.grapnel.runtime.Preconditions;

/**
 * What is minimised, apart from the data: Σ terms(W, H) over W and H, each in its constraint set, for a number of components. The first term
 * is the loss. It is small and serializable, so it can be sent to where the samples are.
 */
public record Formulation(int rank, List<Term> terms, Constraint onW, Constraint onH) implements Serializable {
    /**
     * A lower limit of the Lipschitz constants, so that steps are finite where a factor is zero. The gradient is zero there too, so any step
     * will do. The limit is tiny: data in small units must step as far as in other units.
     */
    private static final double SMALLEST_LIPSCHITZ = 1e-290;

    public Formulation {
        terms = List.copyOf(terms);
        Preconditions.require(rank >= 1, "rank must be at least 1, got %d", rank);
    }

    /** The Lipschitz constant of the gradient in one factor: the sum over the terms. */
    public double lipschitz(FactorId factor, GramCache at) {
        double sum = 0;
        for (int t = 0; t < terms.size(); t++) sum += terms.get(t).lipschitz(factor, at);
        return sum < SMALLEST_LIPSCHITZ ? SMALLEST_LIPSCHITZ : sum;
    }

    /** Whether a term needs the graph of the samples. */
    public boolean usesGraph() {
        for (int t = 0; t < terms.size(); t++) if (terms.get(t).usesGraph()) return true;
        return false;
    }

    /** Whether rows of W that cannot be kept need not be computed: see {@link Term#allowsScreening}. */
    public boolean allowsScreening() {
        return terms.stream().allMatch(Term::allowsScreening);
    }

    /** The value of the first term. */
    public double loss(GramCache at) {
        return terms.get(0).value(at);
    }

    /** The sum of all terms but the loss. */
    public double penalty(GramCache at) {
        double sum = 0;
        for (int t = 1; t < terms.size(); t++) sum += terms.get(t).value(at);
        return sum;
    }
}
