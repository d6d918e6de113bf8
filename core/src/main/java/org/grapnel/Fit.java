package org.grapnel;

import java.util.List;
import java.util.Optional;
import org.grapnel.baseline.Baselines;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;
import org.grapnel.transform.FittedModel;

/**
 * A result with all that led to it. Owns the solution; the data belong to whoever read them.
 *
 * @param selection the features in the order in which they were chosen, where that was done before the factors were fitted
 * @param scores how well the groups agree with the labels, where there are labels
 * @param restarts what several fits from different starts agree on, where there were several; this is the best of them
 * @param controls what simpler ways give on the same data, where asked for
 * @param notes what is odd about data, graph or result, for people
 */
public record Fit(
        PreparedData prepared,
        Spec spec,
        Optional<GraphSource> graph,
        Optional<Selection> selection,
        Solution solution,
        Groups groups,
        Optional<Scores> scores,
        Optional<RestartSummary> restarts,
        Optional<Baselines> controls,
        List<String> notes)
        implements AutoCloseable {
    public Fit {
        notes = List.copyOf(notes);
    }

    /** The data as the model saw them. */
    public Dataset data() {
        return prepared.data();
    }

    public DenseMatrix W() {
        return solution.W();
    }

    public DenseMatrix Ht() {
        return solution.Ht();
    }

    public RowSet support() {
        return solution.support();
    }

    /** The kept features, best first. */
    public List<KeptFeature> kept() {
        if (selection.isPresent()) return KeptFeature.of(selection.get(), data().features());
        return KeptFeature.of(spec.model(), solution, data().features());
    }

    /** ‖X − WH‖ / ‖X‖, of the prepared X. */
    public double relativeError() {
        double squares = 0;
        for (double row : data().X().rowSquares()) squares += row;
        return Math.sqrt(Math.max(0, 2 * solution.objective().loss()) / squares);
    }

    /** The same on the kept features alone: how well the model explains what it looks at. */
    public double relativeErrorKept() {
        double[] squares = data().X().rowSquares();
        double kept = 0;
        double dropped = 0;
        for (int i = 0; i < squares.length; i++) {
            if (support().contains(i)) kept += squares[i];
            else dropped += squares[i];
        }
        return kept == 0 ? 0 : Math.sqrt(Math.max(0, 2 * solution.objective().loss() - dropped) / kept);
    }

    /**
     * What is needed to place new samples, in matrices of its own: it may outlive the fit. The caller closes it.
     */
    public FittedModel toModel() {
        int[] rows = support().toArray();
        Optional<FittedModel.TrainingGraph> around = graph.map(source -> {
            DenseMatrix X = DenseMatrix.zeros(rows.length, data().X().cols());
            double[] row = new double[X.cols()];
            for (int i = 0; i < rows.length; i++) {
                data().X().row(rows[i], row);
                X.setRow(i, row);
            }
            GraphSpec joining = source.built().isPresent() ? spec.graph() : GraphSpec.like(source.graph());
            return new FittedModel.TrainingGraph(
                    source.graph(), X, data().samples(), spec.lambda(), spec.graphTerm(), spec.laplacian(), joining);
        });
        return new FittedModel(
                spec.model(),
                prepared.recipe(),
                RowSet.of(W().rows(), rows),
                W().selectRows(rows),
                Ht().copy(),
                groups.clustering(),
                around,
                relativeErrorKept());
    }

    /** What no W on these features can go below: ‖X‖ without them, over ‖X‖ [ERRATA 22]. */
    public Score errorFloor() {
        return RelativeError.floor(data().X(), solution.support());
    }

    @Override
    public void close() {
        solution.close();
    }
}
