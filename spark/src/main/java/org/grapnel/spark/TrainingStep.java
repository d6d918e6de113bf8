package org.grapnel.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.model.GraphTerm;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;
import org.grapnel.spark.graph.SparkNormalizedAdjacency;
import org.grapnel.spark.model.ComponentPoints;
import org.grapnel.spark.model.ComponentProjection;
import org.grapnel.spark.model.FittedFactors;
import org.grapnel.spark.model.GraphUse;
import org.grapnel.spark.model.PointPanels;
import org.grapnel.spark.model.TrainingSamples;
import org.grapnel.spark.model.TrainingSamplesFactory;

/** Keeps what new samples need of the training samples. */
final class TrainingStep {
    private TrainingStep() {}

    /**
     * A graph, and what its neighbours were searched on.
     *
     * @param components the samples on principal components, if neighbours were searched there
     * @param neighbors the neighbours on these components, or on the kept features, if they are known
     */
    record UsedGraph(SampleGraph graph, Optional<SampleComponents> components, Optional<SampleNeighbors> neighbors)
            implements AutoCloseable {
        @Override
        public void close() {
            graph.close();
            components.ifPresent(SampleComponents::close);
            neighbors.ifPresent(SampleNeighbors::close);
        }
    }

    /** The training side of a joint fit: α = weight·‖X‖²/r over the kept features, and b = max S. */
    static TrainingSamples ofJoint(
            Panels X,
            Optional<JavaRDD<List<Object>>> ids,
            FittedFactors factors,
            UsedGraph used,
            Spec spec,
            boolean isGiven) {
        double[] squares = X.rowSquares();
        double sum = 0;
        for (int i : factors.kept()) sum += squares[i];
        double alpha = spec.weight().value() * (sum / spec.rank());
        try (SparkNormalizedAdjacency S = used.graph.normalizedAdjacency()) {
            GraphUse use = new GraphUse(
                    GraphTerm.JOINT, spec.laplacian(), alpha, S.largest(), joining(used.graph, spec, isGiven));
            return create(X, ids, factors, used, use);
        }
    }

    /** The training side of a fit with a Laplacian. */
    static TrainingSamples ofLaplacian(
            Panels X,
            Optional<JavaRDD<List<Object>>> ids,
            FittedFactors factors,
            UsedGraph used,
            Spec spec,
            boolean isGiven) {
        GraphUse use =
                new GraphUse(spec.graphTerm(), spec.laplacian(), spec.lambda(), 0, joining(used.graph, spec, isGiven));
        return create(X, ids, factors, used, use);
    }

    private static TrainingSamples create(
            Panels X, Optional<JavaRDD<List<Object>>> ids, FittedFactors factors, UsedGraph used, GraphUse use) {
        return TrainingSamplesFactory.create(
                X,
                ids,
                factors,
                used.graph,
                use,
                used.components.map(own -> new ComponentPoints(
                        ComponentProjection.of(own.kind(), own.mean(), own.directions()),
                        PointPanels.rows(own.points()))),
                used.neighbors);
    }

    /** How new samples find their neighbours; the user's graph has no rule, so they get its mean number of neighbours. */
    private static GraphSpec joining(SampleGraph graph, Spec spec, boolean isGiven) {
        return isGiven ? GraphSpec.like(graph.edges(), graph.size()) : spec.graph();
    }
}
