package org.grapnel.plugin;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** A graph of the samples, found from the data: {@code --graph-from NAME}. */
public interface GraphPlugin extends Plugin {
    /**
     * Builds the graph.
     *
     * @param X the prepared data, p features × n samples
     */
    Graph build(ExecutionContext context, Matrix X);
}
