package org.grapnel.examples;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Nmi;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;

/** Calls the steps of a fit one by one, on numbers in memory. */
public final class StepByStep {
    private StepByStep() {}

    public static void main(String[] args) {
        double[][] features = {{5, 5, 4, 0, 0, 1}, {4, 5, 5, 1, 0, 0}, {0, 1, 0, 5, 4, 5}, {1, 1, 1, 1, 1, 1}};
        run(features, List.of("a", "a", "a", "b", "b", "b"), System.out);
    }

    static void run(double[][] features, List<String> truth, PrintStream out) {
        // quote
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(features)) { // a row for each feature, a column for each sample
            KnnGraph graph = KnnGraph.build(context, X, GraphSpec.standard().withNeighbors(2));
            Spec spec = Spec.paper(2, 3);
            try (Solution factors = Grapnel.solve(X, Optional.of(graph.graph()), spec, FitContext.none());
                    KMeansResult groups = KMeans.clusterRows(context, factors.Ht(), KMeansOptions.of(2))) {
                out.println(factors.support());
                out.println(factors.certificate());
                ContingencyTable table =
                        ContingencyTable.of(truth, groups.clustering().toArray());
                out.println(Nmi.compute(table));
            }
        }
        // end
    }
}
