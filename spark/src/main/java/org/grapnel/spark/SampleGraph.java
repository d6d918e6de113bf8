package org.grapnel.spark;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.grapnel.Grapnel;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;

/** Stand-in. */
final class SampleGraph {
    private final Graph graph;

    private SampleGraph(Graph graph) {
        this.graph = graph;
    }

    static SampleGraph nearest(Panels X, GraphSpec spec) {
        try (DenseMatrix all = SparkFit.all(X)) {
            KnnGraph knn = Grapnel.graph(all, spec, 1);
            return new SampleGraph(knn.graph());
        }
    }

    static SampleGraph of(Panels X, Optional<JavaRDD<List<Object>>> ids, Dataset<Row> edges) {
        return nearest(X, GraphSpec.standard());
    }

    SparkLaplacian laplacian(LaplacianKind kind) {
        return new SparkLaplacian(graph);
    }

    int size() {
        return graph.size();
    }

    long edges() {
        return graph.edges();
    }

    double meanDegree() {
        return graph.meanDiagonal(LaplacianKind.PLAIN);
    }

    double meanDiagonal(LaplacianKind kind) {
        return graph.meanDiagonal(kind);
    }

    long isolated() {
        return 0;
    }

    OptionalDouble sigma() {
        return OptionalDouble.empty();
    }

    OptionalDouble recall() {
        return OptionalDouble.empty();
    }

    List<String> notes() {
        return List.of();
    }

    void close() {}
}
