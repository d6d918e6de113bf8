package org.grapnel;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.baseline.Baselines;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.ColumnAgreement;
import org.grapnel.evaluate.Deviance;
import org.grapnel.evaluate.Markers;
import org.grapnel.evaluate.Modularity;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Loss;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;
import org.grapnel.transform.FittedModel;

/**
 * The result of a fit, with its data, spec and graph.
 *
 * <p>A fit owns its factors W and H: close it to free them. It does not own the data: keep the data set open while the fit is used, and close it
 * yourself. Closing twice is harmless.
 *
 * @param selection the features in the order of their selection, if they were selected before the fit
 * @param rounds how the groups of the graph were found, in the recommended method
 * @param trust how far the groups can be trusted, if that was judged
 * @param scores the agreement of the groups with the labels, if there are labels
 * @param restarts how far several fits agree, if there were several; this fit is the best of them
 * @param baselines the baselines, if requested
 * @param notes messages about the data, the graph and the result
 */
public record Fit(
        PreparedData prepared,
        Spec spec,
        Optional<GraphSource> graph,
        Optional<Selection> selection,
        Solution solution,
        Groups groups,
        Optional<GroupingRounds> rounds,
        Optional<Trust> trust,
        Optional<Scores> scores,
        Optional<RestartSummary> restarts,
        Optional<Baselines> baselines,
        List<String> notes)
        implements AutoCloseable {
    public Fit {
        notes = List.copyOf(notes);
    }

    /** The prepared data. */
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

    /** How far the groups agree with what else is known about the samples, such as their batch: one entry for each column of the data. */
    public List<ColumnAgreement> colors() {
        return ColumnAgreement.compute(data().columns(), groups.clustering());
    }

    /** What speaks against the groups, one sentence each: columns that they follow, then the warnings of {@link #trust}. */
    public List<String> warnings() {
        return Stream.concat(
                        ColumnAgreement.warnings(data(), groups.clustering()).stream(),
                        trust.map(Trust::warnings).orElse(List.of()).stream())
                .toList();
    }

    /** Computes which kept features mark each group, in O(k·n log n) for k kept features and n samples. Keep the value: each call computes it again. */
    public Markers markers() {
        try (ExecutionContext context = ExecutionContext.create(spec.threads())) {
            return Markers.compute(context, data().X(), support(), groups.clustering());
        }
    }

    /** Returns this fit with another record of how its features were selected. Both share W and H: close one of them. */
    public Fit withSelection(Selection other) {
        return new Fit(
                prepared,
                spec,
                graph,
                Optional.of(other),
                solution,
                groups,
                rounds,
                trust,
                scores,
                restarts,
                baselines,
                notes);
    }

    /** Returns this fit with a verdict on its groups. Both share W and H: close one of them. */
    public Fit withTrust(Trust verdict) {
        return new Fit(
                prepared,
                spec,
                graph,
                selection,
                solution,
                groups,
                rounds,
                Optional.of(verdict),
                scores,
                restarts,
                baselines,
                notes);
    }

    /** The share of the graph's edge weight that joins samples of the same group; undefined without edges. */
    public Score edgesWithinGroups() {
        Optional<Double> judged = trust.map(Trust::edgesWithinGroups).filter(Double::isFinite);
        if (judged.isPresent()) return Score.of(judged.get());
        return graph.map(source -> Modularity.inside(source.graph(), groups.clustering()))
                .orElse(Score.undefined("there is no graph"));
    }

    /** The share of the divergence that the model explains, for the loss kl; empty for the loss squared, see {@link #relativeError}. */
    public Optional<Deviance> deviance() {
        return spec.loss() == Loss.KL
                ? Optional.of(Deviance.compute(
                        data().X(), support(), solution.objective().loss()))
                : Optional.empty();
    }

    private void requireSquared() {
        if (spec.loss() != Loss.SQUARED)
            throw new IllegalStateException(
                    "the loss " + spec.loss() + " has no relative error: its measure is Fit.deviance");
    }

    /** ‖X − WH‖ / ‖X‖ of the prepared X, over the entries that are not missing; only for the loss squared. */
    public double relativeError() {
        requireSquared();
        double squares = 0;
        for (double row : rowSquares()) squares += row;
        return Math.sqrt(Math.max(0, 2 * solution.objective().loss()) / squares);
    }

    /** ‖xᵢ‖² of every feature, over the entries that count. */
    private double[] rowSquares() {
        return prepared.weights()
                .map(c -> c.rowSquares(data().X()))
                .orElseGet(() -> data().X().rowSquares());
    }

    /** ‖X − WH‖ / ‖X‖ on the kept features alone; only for the loss squared. */
    public double relativeErrorKept() {
        requireSquared();
        double[] squares = rowSquares();
        double kept = 0;
        double dropped = 0;
        for (int i = 0; i < squares.length; i++) {
            if (support().contains(i)) kept += squares[i];
            else dropped += squares[i];
        }
        return kept == 0 ? 0 : Math.sqrt(Math.max(0, 2 * solution.objective().loss() - dropped) / kept);
    }

    /** Returns a model that assigns new samples. It has copies of its matrices, may outlive the fit, and is closed by the caller. */
    public FittedModel toModel() {
        int[] rows = support().toArray();
        // a graph that only a term from outside uses places no new samples
        Optional<GraphSource> used = graph.filter(source -> spec.model().usesGraph());
        Optional<FittedModel.TrainingGraph> around = used.map(source -> {
            DenseMatrix X = DenseMatrix.zeros(rows.length, data().X().cols());
            double[] row = new double[X.cols()];
            for (int i = 0; i < rows.length; i++) {
                data().X().row(rows[i], row);
                X.setRow(i, row);
            }
            GraphSpec joining = source.built().isPresent() ? spec.graph() : GraphSpec.like(source.graph());
            return new FittedModel.TrainingGraph(
                    source.graph(),
                    X,
                    data().samples(),
                    spec.weight().value(),
                    spec.graphTerm(),
                    spec.laplacian(),
                    joining,
                    scores(source));
        });
        return new FittedModel(
                spec.model(),
                prepared.fittedPreparation(),
                RowSet.of(W().rows(), rows),
                W().selectRows(rows),
                Ht().copy(),
                groups.clustering(),
                around,
                deviance()
                        .map(found -> 1 - found.explainedKept().value().orElse(1))
                        .orElseGet(this::relativeErrorKept),
                deviance().map(found -> new FittedModel.CountTraining(means(rows), found.backgroundKept())));
    }

    private List<Double> means(int[] rows) {
        double[] sums = data().X().rowSums();
        int n = data().X().cols();
        return Arrays.stream(rows).mapToObj(i -> sums[i] / n).toList();
    }

    /** The samples on the components of the graph; empty if these are components of some of the features only. */
    private Optional<ComponentScores> scores(GraphSource source) {
        return source.built()
                .flatMap(KnnGraph::scores)
                .filter(found -> found.directions().rows() == data().X().rows());
    }

    /**
     * The lowest relative error that any W on the kept features can reach: ‖X‖ on the other features over ‖X‖ [ERRATA 22]. Undefined for the loss kl.
     */
    public Score errorFloor() {
        if (spec.loss() != Loss.SQUARED) return Score.undefined("the loss " + spec.loss() + " has no relative error");
        return RelativeError.floor(rowSquares(), solution.support());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "Fit[%s, %s, rank %d: %d features, %d groups, objective %.6g]",
                spec.model().cliName(),
                spec.solverName(),
                spec.rank(),
                support().count(),
                groups.clustering().clusters(),
                solution.objective().total());
    }

    /** Frees W and H. Closing twice is harmless. */
    @Override
    public void close() {
        solution.close();
    }
}
