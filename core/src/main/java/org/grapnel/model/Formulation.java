package org.grapnel.model;

import java.io.Serializable;
import java.util.List;
import org.grapnel.runtime.Preconditions;

/**
 * What is minimised, whatever the data: Σ terms(W, H) with W and H each in a constraint set, for a number of components. The loss is the
 * first term. It is small and can be sent to where the samples are.
 */
public record Formulation(int rank, List<Term> terms, Constraint onW, Constraint onH) implements Serializable {
    /**
     * Steps are finite even where a factor is zero: its gradient is zero too, so that any step will do. No larger than that: what is small
     * because X is in small units must step as far as in other units.
     */
    private static final double SMALLEST_LIPSCHITZ = 1e-290;

    public Formulation {
        terms = List.copyOf(terms);
        Preconditions.require(rank >= 1, "rank must be at least 1, got %d", rank);
    }

    /** The constant of the whole gradient in a block: the sum over the terms. */
    public double lipschitz(FactorId block, GramCache at) {
        double sum = 0;
        for (int t = 0; t < terms.size(); t++) sum += terms.get(t).lipschitz(block, at);
        return sum < SMALLEST_LIPSCHITZ ? SMALLEST_LIPSCHITZ : sum;
    }

    /** Whether a term asks who is near whom. */
    public boolean usesGraph() {
        return terms.stream().anyMatch(Term::usesGraph);
    }

    public boolean allowsScreening() {
        return terms.stream().allMatch(Term::allowsScreening);
    }

    /** Σ of the terms but the loss. */
    public double penalty(GramCache at) {
        double sum = 0;
        for (int t = 1; t < terms.size(); t++) sum += terms.get(t).value(at);
        return sum;
    }

    public double loss(GramCache at) {
        return terms.get(0).value(at);
    }
}
