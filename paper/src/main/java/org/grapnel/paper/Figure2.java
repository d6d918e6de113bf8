package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.compare.Measure;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.data.Synthetic;
import org.grapnel.graph.BlockGraph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/**
 * Three Gaussian classes with the means −2, 0 and 2 and three features of noise: the data (A), how F falls with PALM and accPALM (B), and
 * the NMI of nine methods (C) [Figure 2].
 *
 * <p>The paper's graph is made by hand within the blocks of the true classes: whoever is given it has been told the answer. C is therefore
 * there twice, with that graph and with the neighbours that the data themselves have, and what each graph says alone stands beside it.
 *
 * @param X a list for each feature
 * @param blocks C with the paper's graph
 * @param neighbours C with the neighbour graph
 */
record Figure2(
        List<String> features,
        List<String> labels,
        List<List<Double>> X,
        Figure3.Curve palm,
        Figure3.Curve accPalm,
        List<Bar> blocks,
        List<Bar> neighbours,
        List<Round> rounds) {
    /** The paper speaks of "a predefined distribution" and does not say which. */
    private static final double EDGE = 0.1;

    private static final int CURVE = 200;

    /** With 20 features of signal every method finds the classes exactly; with 5 there is something to find. */
    private static final Synthetic DATA = Synthetic.of(0).withSignal(5);

    private static final int CLASSES = 3;

    Figure2 {
        features = List.copyOf(features);
        labels = List.copyOf(labels);
        X = X.stream().map(List::copyOf).toList();
        blocks = List.copyOf(blocks);
        neighbours = List.copyOf(neighbours);
        rounds = List.copyOf(rounds);
    }

    /** @param model none for the graph alone */
    record Bar(String name, Optional<Model> model, Mean nmi) {}

    static void plan(Lab lab) {
        lab.tally().expect(2, curveWork());
        for (int graph = 0; graph < 2; graph++) Round.plan(entries(), lab);
    }

    private static double curveWork() {
        return operations() * CURVE;
    }

    private static double operations() {
        return 4.0 * (DATA.signal() + DATA.noise() + 50) * DATA.samples() * CLASSES;
    }

    /** As many features are kept as there are that tell the classes apart. */
    private static Optional<Integer> keep(Model model) {
        return model.keeps() ? Optional.of(DATA.signal()) : Optional.empty();
    }

    private static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (Model model : Setup.NINE) entries.add(Entry.method(model, keep(model), CLASSES, operations()));
        entries.add(Entry.graphAlone(operations()));
        return entries;
    }

    static Figure2 of(Lab lab) {
        try (Prepared prepared = Preparation.none().of(DATA.dataset())) {
            List<String> labels = prepared.data().labels().orElseThrow();
            GraphSource block = GraphSource.of(BlockGraph.of(labels, EDGE, 0));
            GraphSource knn = GraphSource.of(Grapnel.graph(prepared.data().X(), GraphSpec.standard(), lab.threads()));
            Figure3.Curve palm = curve(Method.PALM, prepared, block, lab);
            Figure3.Curve accPalm = curve(Method.ACCPALM, prepared, block, lab);
            Round told = Round.of("Figure 2C, block graph", prepared, block, CLASSES, entries(), lab);
            Round fair = Round.of("Figure 2C, neighbour graph", prepared, knn, CLASSES, entries(), lab);
            return new Figure2(
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

    private static Figure3.Curve curve(Method solver, Prepared prepared, GraphSource graph, Lab lab) {
        lab.tally().next("Figure 2B, " + Setup.name(solver), curveWork());
        Spec spec = Setup.spec(Model.GNMF_L20, CLASSES, keep(Model.GNMF_L20), lab.threads())
                .withSolver(SolverSpec.of(solver))
                .withStop(new StopSpec(0, CURVE, Optional.empty()));
        try (Solution found = Grapnel.solve(prepared.data().X(), Optional.of(graph.graph()), spec, lab.watch())) {
            return Figure3.of(Setup.name(solver), found);
        }
    }

    private static List<List<Double>> values(Prepared prepared) {
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

    private static List<Bar> bars(Round round) {
        return round.entries().stream()
                .map(entry -> new Bar(entry.name(), entry.model(), round.mean(entry, Measure.NMI)))
                .toList();
    }

    Sheet sheet() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++)
            rows.add(List.of(
                    blocks.get(i).name(),
                    blocks.get(i).nmi().percent(),
                    neighbours.get(i).nmi().percent()));
        return new Sheet(
                Sheet.text(
                        "Synthetic data: %d samples, %d features that tell the classes apart, %d of noise",
                        labels.size(), DATA.signal(), DATA.noise()),
                List.of("method", "NMI, block graph (built from the true classes)", "NMI, neighbour graph"),
                rows);
    }
}
