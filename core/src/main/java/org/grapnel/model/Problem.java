package org.grapnel.model;

import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Matrix;

/** min Σ terms(W, H) with W and H each in a constraint set, for given data and a number of components. */
public record Problem(Matrix X, int rank, List<Term> terms, Prox onW, Prox onH) {
    /** Steps are finite even where a factor is zero. */
    private static final double SMALLEST_LIPSCHITZ = 1e-12;

    public Problem {
        terms = List.copyOf(terms);
        Check.that(rank >= 1, "rank must be at least 1, got %d", rank);
        for (Term term : terms) {
            int size = term.laplacian().map(Laplacian::size).orElse(X.cols());
            Check.that(size == X.cols(), "the graph joins %d samples, the data have %d", size, X.cols());
        }
        Check.that(
                terms.stream().flatMap(t -> t.laplacian().stream()).distinct().count() <= 1,
                "all terms of a problem share one graph");
    }

    static void checkRank(Matrix X, int rank) {
        int most = Math.min(X.rows(), X.cols());
        Check.that(
                rank >= 1 && rank <= most,
                "rank must be between 1 and min(features, samples) = %d, got %d",
                most,
                rank);
    }

    /** The constant of the whole gradient in a block: the sum over the terms. */
    public double lipschitz(Block block, Moments at) {
        double sum = 0;
        for (int t = 0; t < terms.size(); t++) sum += terms.get(t).lipschitz(block, at);
        return sum < SMALLEST_LIPSCHITZ ? SMALLEST_LIPSCHITZ : sum;
    }

    public Optional<Laplacian> laplacian() {
        return terms.stream().flatMap(t -> t.laplacian().stream()).findFirst();
    }

    public boolean allowsScreening() {
        return terms.stream().allMatch(Term::allowsScreening);
    }

    /** Σ of the terms but the loss, which comes first. */
    public double penalty(Moments at) {
        double sum = 0;
        for (int t = 1; t < terms.size(); t++) sum += terms.get(t).value(at);
        return sum;
    }

    public double loss(Moments at) {
        return terms.get(0).value(at);
    }
}
