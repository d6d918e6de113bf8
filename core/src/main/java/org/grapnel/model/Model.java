package org.grapnel.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * The paper's eight models, with or without the graph and with one of four constraints on W; and k-means. K-means is X ≈ WH with the centres
 * of the groups in W and a single 1 in every column of H; it has a solver of its own.
 */
public enum Model {
    NMF(false, Sparsity.NONE),
    NMF_L0(false, Sparsity.ENTRIES),
    NMF_L20(false, Sparsity.ROWS),
    NMF_LC0(false, Sparsity.COLUMNS),
    GNMF(true, Sparsity.NONE),
    GNMF_L0(true, Sparsity.ENTRIES),
    GNMF_L20(true, Sparsity.ROWS),
    GNMF_LC0(true, Sparsity.COLUMNS),
    KMEANS(false, Sparsity.NONE),
    KMEANS_L0(false, Sparsity.ROWS);

    private enum Sparsity {
        NONE,
        ENTRIES,
        ROWS,
        COLUMNS;

        Constraint constraint(int keep, int rank) {
            return switch (this) {
                case NONE -> new NonNegative();
                case ENTRIES -> new EntrySparse((int) Math.min(Integer.MAX_VALUE, (long) keep * rank));
                case ROWS -> new RowSparse(keep);
                case COLUMNS -> new ColumnSparse(keep);
            };
        }
    }

    private final boolean graph;
    private final Sparsity sparsity;

    Model(boolean graph, Sparsity sparsity) {
        this.graph = graph;
        this.sparsity = sparsity;
    }

    /** The name users type: {@code gnmf-l20}. */
    public String cliName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the model with this {@link #cliName}. */
    public static Model parse(String word) {
        return Arrays.stream(values())
                .filter(m -> m.cliName().equals(word))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("unknown model '" + word + "', allowed are " + words()));
    }

    private static String words() {
        return Arrays.stream(values()).map(Model::cliName).collect(Collectors.joining(", "));
    }

    /** Whether this is a k-means model: the columns of H then hold only the group of a sample. */
    public boolean isKMeans() {
        return this == KMEANS || this == KMEANS_L0;
    }

    public boolean usesGraph() {
        return graph;
    }

    /** Whether the model limits the number of non-zero features or entries, so that it needs {@code keep}. */
    public boolean isSparse() {
        return sparsity != Sparsity.NONE;
    }

    /** Whether the model keeps whole features. */
    public boolean selectsFeatures() {
        return sparsity == Sparsity.ROWS;
    }

    /** Whether best-support solves the model: it needs a constraint that keeps whole rows of W, or none. */
    public boolean supportsBestSupport() {
        return !isKMeans() && (sparsity == Sparsity.NONE || sparsity == Sparsity.ROWS);
    }

    /** The model without the limit on the number of features. */
    public Model withoutSelection() {
        Preconditions.require(selectsFeatures(), "model %s does not keep whole features", cliName());
        return this == KMEANS_L0 ? KMEANS : graph ? GNMF : NMF;
    }

    /**
     * Creates the problem with the paper's graph term. {@code keep} is required where {@link #isSparse}, and refused elsewhere. A graph model
     * needs a Laplacian unless λ = 0.
     */
    public Problem problem(Matrix X, int rank, Optional<Integer> keep, double lambda, Optional<Laplacian> L) {
        return problem(X, rank, keep, GraphTerm.TRACE, lambda, L);
    }

    /** Creates the problem with the given graph term. */
    public Problem problem(
            Matrix X, int rank, Optional<Integer> keep, GraphTerm term, double lambda, Optional<Laplacian> L) {
        check(X, rank, keep);
        return problemOfAnyRank(X, rank, keep, term, lambda, L);
    }

    /** Creates the problem without a check of the rank: selected features may be fewer than the components. */
    public Problem problemOfAnyRank(
            Matrix X, int rank, Optional<Integer> keep, GraphTerm term, double lambda, Optional<Laplacian> L) {
        return problemOfAnyRank(X, Optional.empty(), rank, keep, term, lambda, L);
    }

    /** Creates the problem with weights of the entries of X, where there are some. */
    public Problem problemOfAnyRank(
            Matrix X,
            Optional<EntryWeights> weights,
            int rank,
            Optional<Integer> keep,
            GraphTerm term,
            double lambda,
            Optional<Laplacian> L) {
        OptionalDouble norm = L.isPresent() ? OptionalDouble.of(L.orElseThrow().norm()) : OptionalDouble.empty();
        Formulation formulation = formulation(X.rows(), rank, keep, term, lambda, norm);
        return new Problem(X, formulation.usesGraph() ? L : Optional.empty(), formulation, weights);
    }

    /**
     * Creates the formulation for data with the given number of features.
     *
     * @param norm the norm of the Laplacian, where there is a graph
     */
    public Formulation formulation(
            int features, int rank, Optional<Integer> keep, GraphTerm term, double lambda, OptionalDouble norm) {
        Preconditions.require(
                !isKMeans(), "model %s is solved by k-means, not as a problem of terms and constraints", cliName());
        Preconditions.require(
                lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be a number >= 0, got %s", lambda);
        int k = requireKeep(features, keep);
        List<Term> terms = new ArrayList<>();
        terms.add(new LeastSquares());
        if (graph && lambda > 0) {
            Preconditions.require(norm.isPresent(), "model %s needs a graph", cliName());
            terms.add(term.create(lambda, norm.orElseThrow()));
        }
        return new Formulation(rank, terms, sparsity.constraint(k, rank), new NonNegative());
    }

    /** Refuses a rank or a number of kept features that does not fit X. */
    public void check(Matrix X, int rank, Optional<Integer> keep) {
        check(X.rows(), X.cols(), rank, keep);
    }

    /** Refuses a rank or a number of kept features that does not fit the numbers of features and samples. */
    public void check(int features, int samples, int rank, Optional<Integer> keep) {
        if (isKMeans())
            Preconditions.require(
                    rank >= 1 && rank <= samples,
                    "clusters must be between 1 and %d, the number of samples, got %d",
                    samples,
                    rank);
        else Problem.checkRank(features, samples, rank);
        requireKeep(features, keep);
    }

    /** Returns the number of kept features: {@code keep} where the model needs it, else all. Refuses a keep that does not fit. */
    public int requireKeep(int features, Optional<Integer> keep) {
        Preconditions.require(
                keep.isPresent() || !isSparse(), "model %s needs keep, the number of features to keep", cliName());
        Preconditions.require(
                keep.isEmpty() || isSparse(), "model %s keeps all features: keep does not apply", cliName());
        int k = keep.orElse(features);
        Preconditions.require(
                k >= 1 && k <= features, "keep must be between 1 and %d, the number of features, got %d", features, k);
        return k;
    }
}
