package org.grapnel.examples.plugin;

import java.util.Arrays;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.plugin.SelectorPlugin;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;

/** Selects the features with the largest range, maximum − minimum. */
public final class RangeSelector implements SelectorPlugin {
    @Override
    public String name() {
        return "range";
    }

    // quote
    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        double[] range = new double[X.rows()];
        double[] values = new double[X.cols()];
        for (int i = 0; i < range.length; i++) {
            X.row(i, values);
            Arrays.sort(values);
            range[i] = values[values.length - 1] - values[0];
        }
        return Selection.ofLargest(range, keep);
    }
    // end
}
