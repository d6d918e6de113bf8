package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.compare.MeanSd;
import org.grapnel.compare.Measure;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.data.SyntheticData;
import org.grapnel.graph.BlockGraph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/**
 * Synthetic data: three Gaussian classes with means −2, 0 and 2, and three features of noise. Shows the data (A), the objective F of PALM and
 * accPALM (B), and the NMI of nine methods (C) [Figure 2].
 *
 * <p>The paper's graph has edges within the true classes only, so a method that uses it knows the answer. C is therefore computed twice, with
 * that graph and with the neighbour graph of the data, and with two controls: each graph alone, and each graph with random features.
 *
 * @param synthetic the parameters of the data
 * @param X one list for each feature
 * @param blocks C with the paper's graph
 * @param neighbours C with the neighbour graph
 */
record Figure2(
        SyntheticData synthetic,
        List<String> features,
        List<String> labels,
        List<List<Double>> X,
        Figure3.Curve palm,
        Figure3.Curve accPalm,
        List<ScoreBar> blocks,
        List<ScoreBar> neighbours,
        List<TableTrials> trialTables) {
    /** The probability of an edge within a class; the paper only says "a predefined distribution". */
    private static final double EDGE_PROBABILITY = 0.1;

    private static final int CURVE_ITERATIONS = 200;

    /** With 20 features of signal most methods find the classes exactly, so 5 are used. */
    static final SyntheticData DATA = SyntheticData.of(0).withSignal(5);

    private static final int CLASSES = 3;

    Figure2 {
        features = List.copyOf(features);
        labels = List.copyOf(labels);
        X = X.stream().map(List::copyOf).toList();
        blocks = List.copyOf(blocks);
        neighbours = List.copyOf(neighbours);
        trialTables = List.copyOf(trialTables);
    }

    /** @param model empty for a control */
    record ScoreBar(String name, Optional<Model> model, MeanSd nmi) {}

    static void plan(ExperimentContext experiment) {
        experiment.progress().expect(2, curveWork(DATA));
        for (int graph = 0; graph < 2; graph++) TableTrials.plan(entries(DATA), experiment);
    }

    private static double curveWork(SyntheticData synthetic) {
        return operations(synthetic) * CURVE_ITERATIONS;
    }

    private static double operations(SyntheticData synthetic) {
        return 4.0 * (synthetic.signal() + synthetic.noise() + 50) * synthetic.samples() * CLASSES;
    }

    /** The number of kept features is that of the features that separate the classes. */
    private static Optional<Integer> keep(Model model, SyntheticData synthetic) {
        return model.isSparse() ? Optional.of(synthetic.signal()) : Optional.empty();
    }

    private static List<TableRow> entries(SyntheticData synthetic) {
        List<TableRow> entries = new ArrayList<>();
        for (Model model : ExperimentSetup.NINE)
            entries.add(TableRow.method(model, keep(model, synthetic), CLASSES, operations(synthetic)));
        entries.add(TableRow.randomRows(synthetic.signal(), CLASSES, operations(synthetic)));
        entries.add(TableRow.graphAlone(operations(synthetic)));
        return entries;
    }

    static Figure2 run(ExperimentContext experiment) {
        return run(DATA, experiment);
    }

    /** Runs the experiment on data of another size. */
    static Figure2 run(SyntheticData synthetic, ExperimentContext experiment) {
        try (PreparedData prepared = Preparation.none().apply(synthetic.generate())) {
            List<String> labels = prepared.data().labels().orElseThrow();
            GraphSource block = GraphSource.of(BlockGraph.create(labels, EDGE_PROBABILITY, 0));
            GraphSource knn =
                    GraphSource.of(Grapnel.graph(prepared.data().X(), GraphSpec.standard(), experiment.threads()));
            Figure3.Curve palm = curve(SolverKind.PALM, synthetic, prepared, block, experiment);
            Figure3.Curve accPalm = curve(SolverKind.ACCPALM, synthetic, prepared, block, experiment);
            TableTrials blockTrials =
                    TableTrials.run("Figure 2C, block graph", prepared, block, CLASSES, entries(synthetic), experiment);
            TableTrials knnTrials = TableTrials.run(
                    "Figure 2C, neighbour graph", prepared, knn, CLASSES, entries(synthetic), experiment);
            return new Figure2(
                    synthetic,
                    prepared.data().features(),
                    labels,
                    values(prepared),
                    palm,
                    accPalm,
                    bars(blockTrials),
                    bars(knnTrials),
                    List.of(blockTrials, knnTrials));
        }
    }

    private static Figure3.Curve curve(
            SolverKind solver,
            SyntheticData synthetic,
            PreparedData prepared,
            GraphSource graph,
            ExperimentContext experiment) {
        experiment.progress().next("Figure 2B, " + ExperimentSetup.name(solver), curveWork(synthetic));
        Spec spec = ExperimentSetup.spec(Model.GNMF_L20, CLASSES, keep(Model.GNMF_L20, synthetic), experiment.threads())
                .withSolver(SolverSpec.of(solver))
                .withStop(new StopSpec(0, CURVE_ITERATIONS, Optional.empty()));
        try (Solution solution = experiment.solve(prepared.data().X(), graph.graph(), spec)) {
            return Figure3.curve(ExperimentSetup.name(solver), solution);
        }
    }

    private static List<List<Double>> values(PreparedData prepared) {
        List<List<Double>> rows = new ArrayList<>();
        double[] row = new double[prepared.data().X().cols()];
        for (int i = 0; i < prepared.data().X().rows(); i++) {
            prepared.data().X().row(i, row);
            List<Double> values = new ArrayList<>();
            for (double x : row) values.add(x);
            rows.add(values);
        }
        return rows;
    }

    private static List<ScoreBar> bars(TableTrials trials) {
        return trials.entries().stream()
                .map(entry -> new ScoreBar(entry.name(), entry.model(), trials.mean(entry, Measure.NMI)))
                .toList();
    }

    TextTable toTextTable() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++)
            rows.add(List.of(
                    blocks.get(i).name(),
                    TextTable.formatPercent(blocks.get(i).nmi()),
                    TextTable.formatPercent(neighbours.get(i).nmi())));
        return new TextTable(
                TextTable.format(
                        "Synthetic data: %d samples, %d features that separate the classes, %d of noise",
                        labels.size(), synthetic.signal(), synthetic.noise()),
                List.of("method", "NMI, block graph (built from the true classes)", "NMI, neighbour graph"),
                rows);
    }
}
