package org.grapnel.paper;

import java.util.Optional;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.NamedMethod;
import org.grapnel.model.Model;

/**
 * A row of a table: one of the paper's methods, or a control, which is no method of the paper.
 *
 * @param model of a method; none of a control
 * @param features how many it looks at, where it keeps a number of them
 * @param work what an iteration costs, in the unit of {@link ExperimentDataset#work}
 */
record TableRow(NamedMethod contender, Optional<Model> model, String name, Optional<Integer> features, double work) {
    static final String RANDOM_ROWS = "control: GNMF on random rows";
    static final String GRAPH_ALONE = "control: the graph alone";

    /** A method that keeps so many features, or entries, or none where it takes all. */
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

    /** The same graph and the same solver as GNMF_ℓ20, on rows that nobody chose. */
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

    /** Spectral clustering: what the neighbours say without any features. */
    static TableRow graphAlone(double work) {
        return new TableRow(
                new NamedMethod(GRAPH_ALONE, ClusteringMethod.graphAlone()),
                Optional.empty(),
                GRAPH_ALONE,
                Optional.empty(),
                work);
    }
}
