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
record Table2(PaperData data, List<PaperData.FeatureCount> counts, List<Table2Row> rows, TableTrials round) {
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

    private static TableRow method(ExperimentDataset subject, Model model, int k) {
        int computed = model.isKMeans() ? subject.X().rows() : k;
        return TableRow.method(model, Optional.of(k), subject.classes(), subject.work(computed));
    }

    private static TableRow random(ExperimentDataset subject, int k) {
        return TableRow.randomRows(k, subject.classes(), subject.work(k));
    }

    private static TableRow graph(ExperimentDataset subject) {
        return TableRow.graphAlone(subject.work(1));
    }

    static void plan(ExperimentDataset subject, ExperimentContext lab) {
        TableTrials.plan(entries(subject), lab);
    }

    static List<TableRow> entries(ExperimentDataset subject) {
        List<TableRow> entries = new ArrayList<>();
        for (PaperData.FeatureCount count : subject.which().counts(subject.X().rows())) {
            int k = count.features();
            for (Model model : METHODS) entries.add(method(subject, model, k));
            entries.add(random(subject, k));
        }
        entries.add(graph(subject));
        return entries;
    }

    static Table2 run(ExperimentDataset subject, ExperimentContext lab) {
        TableTrials round = TableTrials.run(
                "Table 2, " + subject.which(),
                subject.prepared(),
                subject.graph(),
                subject.classes(),
                entries(subject),
                lab);
        return run(subject, round);
    }

    /** Builds the table from finished trials. */
    static Table2 run(ExperimentDataset subject, TableTrials round) {
        List<PaperData.FeatureCount> counts = subject.which().counts(subject.X().rows());
        List<Table2Row> rows = new ArrayList<>();
        for (Model model : METHODS)
            rows.add(row(
                    ExperimentSetup.name(model), Optional.of(model), counts, round, k -> method(subject, model, k)));
        rows.add(row(TableRow.RANDOM_ROWS, Optional.empty(), counts, round, k -> random(subject, k)));
        rows.add(row(TableRow.GRAPH_ALONE, Optional.empty(), counts, round, k -> graph(subject)));
        return new Table2(subject.which(), counts, rows, round);
    }

    private static Table2Row row(
            String name,
            Optional<Model> model,
            List<PaperData.FeatureCount> counts,
            TableTrials round,
            IntFunction<TableRow> entry) {
        return new Table2Row(
                name,
                model,
                counts.stream()
                        .map(count -> round.mean(entry.apply(count.features()), Measure.NMI))
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

    TextTable sheet() {
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
