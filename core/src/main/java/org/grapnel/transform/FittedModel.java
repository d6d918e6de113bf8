package org.grapnel.transform;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.CellException;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.FittedPreparation;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * A fitted model that can transform new samples. Owns its matrices: close it.
 *
 * @param recipe the preparation of the samples
 * @param kept the features of the preparation that the model uses
 * @param W the rows of W of the kept features, k × r
 * @param Ht the weights of the training samples, n × r
 * @param groups their groups
 * @param graph the graph of the training samples, where the model has one
 * @param relativeError ‖X − WH‖/‖X‖ on the kept features of the training samples; under the loss kl the share of D(X‖B) there that WH does not explain
 * @param counts what a model of the loss kl knows about its training samples; empty for the loss squared
 */
public record FittedModel(
        Model model,
        FittedPreparation recipe,
        RowSet kept,
        DenseMatrix W,
        DenseMatrix Ht,
        Clustering groups,
        Optional<TrainingGraph> graph,
        double relativeError,
        Optional<CountTraining> counts)
        implements AutoCloseable {
    public FittedModel {
        Preconditions.require(kept.count() == W.rows(), "%d kept features, but %d rows of W", kept.count(), W.rows());
        Preconditions.require(W.cols() == Ht.cols(), "W has %d components, H has %d", W.cols(), Ht.cols());
        Preconditions.require(
                groups.size() == Ht.rows(), "%d samples in groups, but %d in H", groups.size(), Ht.rows());
        counts.ifPresent(found -> Preconditions.require(
                found.means().size() == W.rows(),
                "%d means, but %d rows of W",
                found.means().size(),
                W.rows()));
    }

    /** Creates a model of the loss squared. */
    public FittedModel(
            Model model,
            FittedPreparation recipe,
            RowSet kept,
            DenseMatrix W,
            DenseMatrix Ht,
            Clustering groups,
            Optional<TrainingGraph> graph,
            double relativeError) {
        this(model, recipe, kept, W, Ht, groups, graph, relativeError, Optional.empty());
    }

    /**
     * The training samples of a model of the loss kl, on the kept features.
     *
     * @param means the mean of every kept feature
     * @param backgroundDivergence Σ D(xᵢ‖bᵢ) over the kept features
     */
    public record CountTraining(List<Double> means, double backgroundDivergence) {
        public CountTraining {
            means = List.copyOf(means);
            Preconditions.require(
                    backgroundDivergence >= 0 && backgroundDivergence < Double.POSITIVE_INFINITY,
                    "the divergence from the background must be a number >= 0, got %s",
                    backgroundDivergence);
        }
    }

    /** Returns the loss of the fit. */
    public Loss loss() {
        return counts.isPresent() ? Loss.KL : Loss.SQUARED;
    }

    /**
     * The graph of the training samples, and what is needed to join new samples to it.
     *
     * @param X the training samples on the kept features, k × n
     * @param samples their names
     * @param weight the weight of the graph term: λ, or α for the joint term
     * @param term the graph term
     * @param spec how neighbours are found
     * @param scores the samples on the components of the graph, if neighbours were searched there
     */
    public record TrainingGraph(
            Graph graph,
            DenseMatrix X,
            List<String> samples,
            double weight,
            GraphTerm term,
            LaplacianKind laplacian,
            GraphSpec spec,
            Optional<ComponentScores> scores) {
        public TrainingGraph {
            samples = List.copyOf(samples);
            Preconditions.require(
                    graph.size() == X.cols(), "%d samples in the graph, but %d in the data", graph.size(), X.cols());
            scores.ifPresent(s -> Preconditions.require(
                    s.points().cols() == graph.size(),
                    "%d samples in the graph, but %d on its components",
                    graph.size(),
                    s.points().cols()));
        }

        /** Creates a graph whose neighbours were not searched on components. */
        public TrainingGraph(
                Graph graph,
                DenseMatrix X,
                List<String> samples,
                double lambda,
                GraphTerm term,
                LaplacianKind laplacian,
                GraphSpec spec) {
            this(graph, X, samples, lambda, term, laplacian, spec, Optional.empty());
        }
    }

    /**
     * Transforms new samples: finds for each the h ≥ 0 of least cost while the model and all other samples are fixed. The result for a sample
     * does not depend on the other new samples.
     *
     * <p>Where entries have weights ({@link Dataset#withMissing}), the loss of a sample is ½Σ c(x − wh)²: a sample with missing entries is placed by
     * those that it has. Its neighbours are searched with estimates of the missing ones. A sample without any kept feature is refused.
     */
    public TransformResult transform(Dataset fresh, int threads) {
        if (fresh.X().cols() == 0)
            throw new DataException("%s holds no samples", fresh.source().path());
        try {
            return placeObserved(fresh, threads);
        } catch (CellException e) {
            throw loss() == Loss.KL ? e.forCounts() : e;
        }
    }

    private TransformResult placeObserved(Dataset fresh, int threads) {
        if (fresh.weights().filter(weights -> weights.missing() > 0).isEmpty()) return place(fresh, threads);
        Matrix copy =
                fresh.X() instanceof DenseMatrix dense ? dense.copy() : fresh.X(); // a dense matrix is changed in place
        try (Dataset hidden = fresh.withX(fresh.weights().orElseThrow().hideIn(copy))) {
            return place(hidden, threads);
        }
    }

    private TransformResult place(Dataset fresh, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                Dataset prepared = recipe.apply(fresh, kept.toArray())) {
            SampleGrams.requireObserved(prepared);
            Optional<ComponentScores> scores = graph.flatMap(TrainingGraph::scores);
            if (scores.isEmpty())
                return new SampleTransform(this, context, prepared, Optional.empty(), List.of()).run();
            List<String> missing = recipe.missing(fresh);
            if (!missing.isEmpty()) {
                String note = String.format(
                        Locale.ROOT,
                        "neighbours were searched on the kept features, because %d of the %d features of the graph are not there: %s%s",
                        missing.size(),
                        recipe.features().size(),
                        String.join(", ", missing.subList(0, Math.min(3, missing.size()))),
                        missing.size() > 3 ? ", …" : "");
                return new SampleTransform(this, context, prepared, Optional.empty(), List.of(note)).run();
            }
            try (Dataset whole = recipe.apply(
                            fresh, IntStream.range(0, recipe.features().size()).toArray());
                    DenseMatrix projected = MissingEstimates.project(context, scores.get(), whole)) {
                return new SampleTransform(this, context, prepared, Optional.of(projected), List.of()).run();
            }
        }
    }

    @Override
    public void close() {
        W.close();
        Ht.close();
        graph.ifPresent(g -> g.X().close()); // the scores may belong to a fit, and are freed with their last user
    }
}
