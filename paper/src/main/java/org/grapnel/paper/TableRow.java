package org.grapnel.paper;

import java.util.Optional;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.NamedMethod;
import org.grapnel.model.Model;

/**
 * A row of a table: one of the paper's methods, or a control, which is not in the paper.
 *
 * @param model the model; empty for a control
 * @param features the number of kept features; empty if all are used
 * @param work the cost of an iteration, in operations
 */
record TableRow(NamedMethod namedMethod, Optional<Model> model, String name, Optional<Integer> features, double work) {
    static final String RANDOM_ROWS = "control: GNMF on random rows";
    static final String GRAPH_ALONE = "control: the graph alone";

    /** One of the paper's methods; {@code keep} is empty if it uses all features. */
    static TableRow method(Model model, Optional<Integer> keep, int classes, double work) {
        String name = ExperimentSetup.name(model);
        String called = keep.map(k -> name + ", k = " + k).orElse(name);
        return new TableRow(
                new NamedMethod(called, ClusteringMethod.model(ExperimentSetup.spec(model, classes, keep, 1))),
                Optional.of(model),
                name,
                keep,
                work);
    }

    /** The graph and the solver of GNMF_ℓ20 on randomly drawn rows of X. */
    static TableRow randomRows(int keep, int classes, double work) {
        return new TableRow(
                new NamedMethod(
                        RANDOM_ROWS + ", k = " + keep,
                        ClusteringMethod.randomRows(
                                ExperimentSetup.spec(Model.GNMF, classes, Optional.empty(), 1), keep)),
                Optional.empty(),
                RANDOM_ROWS,
                Optional.of(keep),
                work);
    }

    /** Spectral clustering of the graph, without any features. */
    static TableRow graphAlone(double work) {
        return new TableRow(
                new NamedMethod(GRAPH_ALONE, ClusteringMethod.graphAlone()),
                Optional.empty(),
                GRAPH_ALONE,
                Optional.empty(),
                work);
    }
}
