package org.grapnel.examples.plugin;

import java.util.Arrays;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.plugin.GraphPlugin;
import org.grapnel.runtime.ExecutionContext;

/** Joins each sample to the next one in the file, for samples in the order of time. */
public final class ChainGraph implements GraphPlugin {
    @Override
    public String name() {
        return "chain";
    }

    // quote
    @Override
    public Graph build(ExecutionContext context, Matrix X) {
        int edges = X.cols() - 1;
        int[] from = new int[2 * edges];
        int[] to = new int[2 * edges];
        double[] weights = new double[2 * edges];
        Arrays.fill(weights, 1);
        for (int j = 0; j < edges; j++) {
            from[2 * j] = to[2 * j + 1] = j;
            to[2 * j] = from[2 * j + 1] = j + 1;
        }
        return Graph.of(SparseMatrix.ofTriples(X.cols(), X.cols(), from, to, weights), name());
    }
    // end
}
