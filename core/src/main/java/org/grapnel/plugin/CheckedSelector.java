package org.grapnel.plugin;

import java.util.HashSet;
import java.util.List;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;
import org.grapnel.select.Selector;

/** A selector of a plugin. It must select as many different features as were asked for. */
public record CheckedSelector(Extension<Selector> extension) implements Selector {
    private static final String KIND = "selector";
    private static final String SELECT = "select";

    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        Selection found = extension.call(KIND, SELECT, () -> extension.part().select(context, X, graph, keep));
        List<Integer> order = found.order();
        if (found.outOf() != X.rows())
            throw fault("selected from " + found.outOf() + " features; the data have " + X.rows());
        if (order.size() != keep || new HashSet<>(order).size() != keep)
            throw fault("returned " + new HashSet<>(order).size() + " different features; " + keep + " were asked for");
        for (int i : order)
            if (i < 0 || i >= X.rows())
                throw fault("returned feature " + i + ", which is not between 0 and " + (X.rows() - 1));
        for (double score : found.scores())
            if (Double.isNaN(score)) throw fault("returned a score that is not a number");
        return found;
    }

    private PluginException fault(String what) {
        return extension.fault(KIND, SELECT, what);
    }
}
