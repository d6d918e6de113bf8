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
 * Three Gaussian classes with the means −2, 0 and 2 and three features of noise: the data (A), how F falls with PALM and accPALM (B), and
 * the NMI of nine methods (C) [Figure 2].
 *
 * <p>The paper's graph is made by hand within the blocks of the true classes: whoever is given it has been told the answer. C is therefore
 * there twice, with that graph and with the neighbours that the data themselves have, and what each graph says alone or with
 * features drawn at random stands beside it.
 *
 * @param drawn how the data were drawn
 * @param X a list for each feature
 * @param blocks C with the paper's graph
 * @param neighbours C with the neighbour graph
 */
record Figure2(
        SyntheticData drawn,
        List<String> features,
        List<String> labels,
        List<List<Double>> X,
        Figure3.Curve palm,
        Figure3.Curve accPalm,
        List<ScoreBar> blocks,
        List<ScoreBar> neighbours,
        List<TableTrials> rounds) {
    /** The paper speaks of "a predefined distribution" and does not say which. */
    private static final double EDGE = 0.1;

    private static final int CURVE = 200;

    /** With 20 features of signal most methods find the classes exactly; with 5 there is something to find. */
    static final SyntheticData DATA = SyntheticData.of(0).withSignal(5);

    private static final int CLASSES = 3;

    Figure2 {
        features = List.copyOf(features);
        labels = List.copyOf(labels);
        X = X.stream().map(List::copyOf).toList();
        blocks = List.copyOf(blocks);
        neighbours = List.copyOf(neighbours);
        rounds = List.copyOf(rounds);
    }

    /** @param model none for a control */
    record ScoreBar(String name, Optional<Model> model, MeanSd nmi) {}

    static void plan(ExperimentContext lab) {
        lab.tally().expect(2, curveWork(DATA));
        for (int graph = 0; graph < 2; graph++) TableTrials.plan(entries(DATA), lab);
    }

    private static double curveWork(SyntheticData drawn) {
        return operations(drawn) * CURVE;
    }

    private static double operations(SyntheticData drawn) {
        return 4.0 * (drawn.signal() + drawn.noise() + 50) * drawn.samples() * CLASSES;
    }

    /** As many features are kept as there are that tell the classes apart. */
    private static Optional<Integer> keep(Model model, SyntheticData drawn) {
        return model.isSparse() ? Optional.of(drawn.signal()) : Optional.empty();
    }

    private static List<TableRow> entries(SyntheticData drawn) {
        List<TableRow> entries = new ArrayList<>();
        for (Model model : ExperimentSetup.NINE)
            entries.add(TableRow.method(model, keep(model, drawn), CLASSES, operations(drawn)));
        entries.add(TableRow.randomRows(drawn.signal(), CLASSES, operations(drawn)));
        entries.add(TableRow.graphAlone(operations(drawn)));
        return entries;
    }

    static Figure2 run(ExperimentContext lab) {
        return run(DATA, lab);
    }

    /** The same of other sizes. */
    static Figure2 run(SyntheticData drawn, ExperimentContext lab) {
        try (PreparedData prepared = Preparation.none().apply(drawn.generate())) {
            List<String> labels = prepared.data().labels().orElseThrow();
            GraphSource block = GraphSource.of(BlockGraph.create(labels, EDGE, 0));
            GraphSource knn = GraphSource.of(Grapnel.graph(prepared.data().X(), GraphSpec.standard(), lab.threads()));
            Figure3.Curve palm = curve(SolverKind.PALM, drawn, prepared, block, lab);
            Figure3.Curve accPalm = curve(SolverKind.ACCPALM, drawn, prepared, block, lab);
            TableTrials told = TableTrials.run("Figure 2C, block graph", prepared, block, CLASSES, entries(drawn), lab);
            TableTrials fair =
                    TableTrials.run("Figure 2C, neighbour graph", prepared, knn, CLASSES, entries(drawn), lab);
            return new Figure2(
                    drawn,
                    prepared.data().features(),
                    labels,
                    values(prepared),
                    palm,
                    accPalm,
                    bars(told),
                    bars(fair),
                    List.of(told, fair));
        }
    }

    private static Figure3.Curve curve(
            SolverKind solver, SyntheticData drawn, PreparedData prepared, GraphSource graph, ExperimentContext lab) {
        lab.tally().next("Figure 2B, " + ExperimentSetup.name(solver), curveWork(drawn));
        Spec spec = ExperimentSetup.spec(Model.GNMF_L20, CLASSES, keep(Model.GNMF_L20, drawn), lab.threads())
                .withSolver(SolverSpec.of(solver))
                .withStop(new StopSpec(0, CURVE, Optional.empty()));
        try (Solution found = lab.solve(prepared.data().X(), graph.graph(), spec)) {
            return Figure3.run(ExperimentSetup.name(solver), found);
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

    private static List<ScoreBar> bars(TableTrials round) {
        return round.entries().stream()
                .map(entry -> new ScoreBar(entry.name(), entry.model(), round.mean(entry, Measure.NMI)))
                .toList();
    }

    TextTable sheet() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++)
            rows.add(List.of(
                    blocks.get(i).name(),
                    TextTable.formatPercent(blocks.get(i).nmi()),
                    TextTable.formatPercent(neighbours.get(i).nmi())));
        return new TextTable(
                TextTable.format(
                        "Synthetic data: %d samples, %d features that separate the classes, %d of noise",
                        labels.size(), drawn.signal(), drawn.noise()),
                List.of("method", "NMI, block graph (built from the true classes)", "NMI, neighbour graph"),
                rows);
    }
}
