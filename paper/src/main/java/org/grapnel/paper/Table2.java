package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.grapnel.compare.MeanSd;
import org.grapnel.compare.Measure;
import org.grapnel.model.Model;

/**
 * The mean NMI of GNMF_ℓ20, NMF_ℓ20 and Kmeans_ℓ0 for several numbers of kept features [Table 2]. The controls below are the same graph
 * with as many random rows of X, and the graph alone.
 *
 * @param rows the three methods, then the controls
 */
record Table2(PaperData data, List<PaperData.FeatureCount> counts, List<Table2Row> rows, TableTrials trials) {
    private static final List<Model> METHODS = List.of(Model.GNMF_L20, Model.NMF_L20, Model.KMEANS_L0);

    Table2 {
        counts = List.copyOf(counts);
        rows = List.copyOf(rows);
    }

    /**
     * @param model empty for a control
     * @param nmi the NMI for each number of features
     */
    record Table2Row(String name, Optional<Model> model, List<MeanSd> nmi) {
        Table2Row {
            nmi = List.copyOf(nmi);
        }
    }

    private static TableRow method(ExperimentDataset dataset, Model model, int k) {
        int computed = model.isKMeans() ? dataset.X().rows() : k;
        return TableRow.method(model, Optional.of(k), dataset.classes(), dataset.work(computed));
    }

    private static TableRow random(ExperimentDataset dataset, int k) {
        return TableRow.randomRows(k, dataset.classes(), dataset.work(k));
    }

    private static TableRow graph(ExperimentDataset dataset) {
        return TableRow.graphAlone(dataset.work(1));
    }

    static void plan(ExperimentDataset dataset, ExperimentContext experiment) {
        TableTrials.plan(entries(dataset), experiment);
    }

    static List<TableRow> entries(ExperimentDataset dataset) {
        List<TableRow> entries = new ArrayList<>();
        for (PaperData.FeatureCount count : dataset.source().counts(dataset.X().rows())) {
            int k = count.features();
            for (Model model : METHODS) entries.add(method(dataset, model, k));
            entries.add(random(dataset, k));
        }
        entries.add(graph(dataset));
        return entries;
    }

    static Table2 run(ExperimentDataset dataset, ExperimentContext experiment) {
        TableTrials trials = TableTrials.run(
                "Table 2, " + dataset.source(),
                dataset.prepared(),
                dataset.graph(),
                dataset.classes(),
                entries(dataset),
                experiment);
        return fromTrials(dataset, trials);
    }

    /** Builds the table from finished trials. */
    static Table2 fromTrials(ExperimentDataset dataset, TableTrials trials) {
        List<PaperData.FeatureCount> counts =
                dataset.source().counts(dataset.X().rows());
        List<Table2Row> rows = new ArrayList<>();
        for (Model model : METHODS)
            rows.add(row(
                    ExperimentSetup.name(model), Optional.of(model), counts, trials, k -> method(dataset, model, k)));
        rows.add(row(TableRow.RANDOM_ROWS, Optional.empty(), counts, trials, k -> random(dataset, k)));
        rows.add(row(TableRow.GRAPH_ALONE, Optional.empty(), counts, trials, k -> graph(dataset)));
        return new Table2(dataset.source(), counts, rows, trials);
    }

    private static Table2Row row(
            String name,
            Optional<Model> model,
            List<PaperData.FeatureCount> counts,
            TableTrials trials,
            IntFunction<TableRow> entry) {
        return new Table2Row(
                name,
                model,
                counts.stream()
                        .map(count -> trials.mean(entry.apply(count.features()), Measure.NMI))
                        .toList());
    }

    Table2Row row(Model model) {
        return rows.stream()
                .filter(row -> row.model().equals(Optional.of(model)))
                .findFirst()
                .orElseThrow();
    }

    List<Table2Row> methods() {
        return rows.stream().filter(row -> row.model().isPresent()).toList();
    }

    double printed(Model model, PaperData.FeatureCount count) {
        return PaperNumbers.table2(data, model).get(count.column());
    }

    TextTable toTextTable() {
        List<String> header = new ArrayList<>(List.of("NMI"));
        counts.forEach(count -> header.add("k = " + count.features()));
        List<List<String>> lines = new ArrayList<>();
        for (Table2Row row : rows) {
            row.model().ifPresent(model -> {
                List<String> paper = new ArrayList<>(List.of(row.name() + ", paper"));
                counts.forEach(count -> paper.add(TextTable.format("%.2f", 100 * printed(model, count))));
                lines.add(paper);
            });
            List<String> ours =
                    new ArrayList<>(List.of(row.name() + (row.model().isPresent() ? ", ours" : "")));
            row.nmi().forEach(nmi -> ours.add(TextTable.formatPercent(nmi)));
            lines.add(ours);
        }
        return new TextTable(data.toString(), header, lines);
    }
}
