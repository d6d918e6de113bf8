package org.grapnel.transform;

import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Recipe;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;

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
public record Trained(
        Model model,
        Recipe recipe,
        RowSet kept,
        DenseMatrix W,
        DenseMatrix Ht,
        Clustering groups,
        Optional<Surroundings> surroundings,
        double relativeError)
        implements AutoCloseable {
    public Trained {
        Check.that(kept.count() == W.rows(), "%d kept features, but %d rows of W", kept.count(), W.rows());
        Check.that(W.cols() == Ht.cols(), "W has %d components, H has %d", W.cols(), Ht.cols());
        Check.that(groups.size() == Ht.rows(), "%d samples in groups, but %d in H", groups.size(), Ht.rows());
    }

    /**
     * The graph over the samples of a fit, and what is needed to join others to them.
     *
     * @param X these samples on the kept features, k × n; their names follow
     * @param lambda the weight of the graph term
     * @param term how it enters the objective
     * @param spec how neighbours are found
     */
    public record Surroundings(
            Graph graph,
            DenseMatrix X,
            List<String> samples,
            double lambda,
            GraphTerm term,
            LaplacianKind laplacian,
            GraphSpec spec) {
        public Surroundings {
            samples = List.copyOf(samples);
            Check.that(graph.size() == X.cols(), "%d samples in the graph, but %d in the data", graph.size(), X.cols());
        }
    }

    /**
     * Places new samples: each gets the h ≥ 0 that costs least while the model and all other samples stay as they are. The
     * result does not depend on which samples are placed together.
     */
    public Placed transform(Dataset fresh, int threads) {
        if (fresh.X().cols() == 0)
            throw new DataException("%s holds no samples", fresh.source().path());
        try (Compute on = Compute.of(threads);
                Dataset prepared = recipe.of(fresh, kept.toArray())) {
            return new Placing(this, on, prepared).placed();
        }
    }

    @Override
    public void close() {
        W.close();
        Ht.close();
        surroundings.ifPresent(around -> around.X().close());
    }
}
