package org.grapnel.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.runtime.Preconditions;

/**
 * What is minimised, apart from the data: Σ terms(W, H) over W and H, each in its constraint set, for a number of components. The first term
 * is the loss. It is small and serializable, so it can be sent to where the samples are.
 *
 * @param terms the loss and the graph term of the model
 * @param added further terms, whose values are known one by one
 */
public record Formulation(int rank, List<Term> terms, List<Term> added, Constraint onW, Constraint onH)
        implements Serializable {
    /**
     * A lower limit of the Lipschitz constants, so that steps are finite where a factor is zero. The gradient is zero there too, so any step
     * will do. The limit is tiny: data in small units must step as far as in other units.
     */
    private static final double SMALLEST_LIPSCHITZ = 1e-290;

    public Formulation {
        terms = List.copyOf(terms);
        added = List.copyOf(added);
        Preconditions.require(rank >= 1, "rank must be at least 1, got %d", rank);
    }

    /** A formulation without added terms. */
    public Formulation(int rank, List<Term> terms, Constraint onW, Constraint onH) {
        this(rank, terms, List.of(), onW, onH);
    }

    /** The Lipschitz constant of the gradient in one factor: the sum over the terms. */
    public double lipschitz(FactorId factor, GramCache at) {
        double sum = 0;
        for (int t = 0; t < terms.size(); t++) sum += terms.get(t).lipschitz(factor, at);
        for (int t = 0; t < added.size(); t++) sum += added.get(t).lipschitz(factor, at);
        return sum < SMALLEST_LIPSCHITZ ? SMALLEST_LIPSCHITZ : sum;
    }

    /** Sets the gradient of the chunk to the sum over the terms. */
    public void gradient(FactorId factor, GramCache at, GradientChunk chunk) {
        chunk.clearGradient();
        for (int t = 0; t < terms.size(); t++) terms.get(t).addGradient(factor, at, chunk);
        for (int t = 0; t < added.size(); t++) added.get(t).addGradient(factor, at, chunk);
    }

    /** Whether a term needs the graph of the samples. */
    public boolean usesGraph() {
        for (int t = 0; t < terms.size(); t++) if (terms.get(t).usesGraph()) return true;
        for (int t = 0; t < added.size(); t++) if (added.get(t).usesGraph()) return true;
        return false;
    }

    /** Whether the sums of the factors are computed: for added terms, which may use them. */
    boolean hasSums() {
        return !added.isEmpty();
    }

    /** Whether rows of W that cannot be kept need not be computed: see {@link Term#allowsScreening}. */
    public boolean allowsScreening() {
        return Stream.concat(terms.stream(), added.stream()).allMatch(Term::allowsScreening);
    }

    /** F and its parts: the loss, the graph term, each added term, and the penalties on W and on H. */
    public Objective objective(GramCache at) {
        double graphTerm = 0;
        for (int t = 1; t < terms.size(); t++) graphTerm += terms.get(t).value(at);
        double loss = terms.get(0).value(at);
        if (added.isEmpty() && !onW.isPenalty() && !onH.isPenalty()) return new Objective(loss, graphTerm);
        List<Double> others = new ArrayList<>(added.size() + 2);
        for (int t = 0; t < added.size(); t++) others.add(added.get(t).value(at));
        if (onW.isPenalty()) others.add(at.penalty(FactorId.W));
        if (onH.isPenalty()) others.add(at.penalty(FactorId.H));
        return new Objective(loss, graphTerm, others);
    }
}
