package org.grapnel.examples;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.cluster.KMeans;
import org.grapnel.evaluate.Contingency;
import org.grapnel.evaluate.Nmi;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;

/** The rooms one by one, on numbers that a program has in memory. */
public final class RoomByRoom {
    private RoomByRoom() {}

    public static void main(String[] args) {
        double[][] features = {{5, 5, 4, 0, 0, 1}, {4, 5, 5, 1, 0, 0}, {0, 1, 0, 5, 4, 5}, {1, 1, 1, 1, 1, 1}};
        run(features, List.of("a", "a", "a", "b", "b", "b"), System.out);
    }

    static void run(double[][] features, List<String> truth, PrintStream out) {
        // quote
        try (Compute on = Compute.of(2);
                DenseMatrix X = DenseMatrix.of(features)) { // a row for each feature, a column for each sample
            KnnGraph graph = KnnGraph.of(on, X, GraphSpec.standard().withNeighbors(2));
            Spec spec = Spec.of(Model.GNMF_L20, 2).withKeep(3);
            try (Solution factors = Grapnel.solve(X, Optional.of(graph.graph()), spec, Watch.none());
                    KMeans.Result groups = KMeans.ofRows(on, factors.Ht(), KMeans.Options.of(2))) {
                out.println(factors.support());
                out.println(factors.certificate());
                Contingency table = Contingency.of(truth, groups.clustering().toArray());
                out.println(Nmi.of(table));
            }
        }
        // end
    }
}
