package org.grapnel.transform;

import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.FittedPreparation;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * What a fit leaves behind for samples that come later. Owns its matrices: close it.
 *
 * @param recipe how samples are prepared
 * @param kept the features of the recipe that the model looks at
 * @param W the rows of W of the kept features, k × r
 * @param Ht the weights of the samples that the model was fitted to, n × r
 * @param groups their groups
 * @param surroundings the graph over these samples, where the model has one
 * @param relativeError ‖X − WH‖/‖X‖ on the kept features of these samples
 */
public record FittedModel(
        Model model,
        FittedPreparation recipe,
        RowSet kept,
        DenseMatrix W,
        DenseMatrix Ht,
        Clustering groups,
        Optional<TrainingGraph> surroundings,
        double relativeError)
        implements AutoCloseable {
    public FittedModel {
        Preconditions.require(kept.count() == W.rows(), "%d kept features, but %d rows of W", kept.count(), W.rows());
        Preconditions.require(W.cols() == Ht.cols(), "W has %d components, H has %d", W.cols(), Ht.cols());
        Preconditions.require(
                groups.size() == Ht.rows(), "%d samples in groups, but %d in H", groups.size(), Ht.rows());
    }

    /**
     * The graph over the samples of a fit, and what is needed to join others to them.
     *
     * @param X these samples on the kept features, k × n; their names follow
     * @param lambda the weight of the graph term
     * @param term how it enters the objective
     * @param spec how neighbours are found
     */
    public record TrainingGraph(
            Graph graph,
            DenseMatrix X,
            List<String> samples,
            double lambda,
            GraphTerm term,
            LaplacianKind laplacian,
            GraphSpec spec) {
        public TrainingGraph {
            samples = List.copyOf(samples);
            Preconditions.require(
                    graph.size() == X.cols(), "%d samples in the graph, but %d in the data", graph.size(), X.cols());
        }
    }

    /**
     * Places new samples: each gets the h ≥ 0 that costs least while the model and all other samples stay as they are. The
     * result does not depend on which samples are placed together.
     */
    public TransformResult transform(Dataset fresh, int threads) {
        if (fresh.X().cols() == 0)
            throw new DataException("%s holds no samples", fresh.source().path());
        try (ExecutionContext context = ExecutionContext.create(threads);
                Dataset prepared = recipe.apply(fresh, kept.toArray())) {
            return new SampleTransform(this, context, prepared).run();
        }
    }

    @Override
    public void close() {
        W.close();
        Ht.close();
        surroundings.ifPresent(around -> around.X().close());
    }
}
